import { classQuestions, type AskedClass } from '@fundus/contract/classes/questions';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { MessageCircleQuestion } from 'lucide-react';
import { query, useCall } from '../../../../api/query.ts';
import { useT } from '../../../../i18n/translate.ts';
import { showSnackbar } from '../../../../stores/snackbar.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Link } from '../../../../ui/Link.tsx';
import '../medium.css';

const READS = { refreshes: [classQuestions.askable, classQuestions.questions] };

/** Shows a button with which a learner asks the teachers for a medium. The answer appears here and in the class. */
export function AskTeacher({ identifier }: { identifier: string }) {
  const { t } = useT();
  const { data } = useQuery({ ...query(classQuestions.askable, { params: { mediaId: identifier } }), staleTime: 0 });
  const ask = useCall(classQuestions.requestMedium, READS);
  if (!data) return null;
  if (data.classes.length === 0) return <span className="quiet">{t('media.ask.noClass')}</span>;
  const open = data.classes.filter(({ state }) => state === 'none');
  const send = ({ id, name }: AskedClass) =>
    ask.mutate(
      { params: { id }, body: { identifier } },
      {
        onSuccess: ({ state }) =>
          showSnackbar({ text: t(state === 'open' ? 'media.ask.done' : 'media.ask.known', { name }), type: 'success' }),
        onError: ({ code, details }) =>
          showSnackbar({
            text: details?.reason === 'most' ? t('media.ask.most', { count: Number(details.most) }) : t(`error.${code}`, { name: '' }),
            type: 'error',
          }),
      },
    );
  return (
    <span className="medium-ask">
      {data.classes
        .filter(({ state }) => state !== 'none')
        .map((each) => (
          <span key={each.id} role="status">
            {t(`media.ask.state.${each.state === 'declined' ? each.reason! : (each.state as 'open' | 'shared')}`, { name: each.name })}{' '}
            <Link href={href('class', { id: each.id })}>{t('media.ask.class', { name: each.name })}</Link>
          </span>
        ))}
      {open.map((each, i) => (
        <Button
          key={each.id}
          variant={i === 0 && open.length === data.classes.length ? 'primary' : 'line'}
          icon={<MessageCircleQuestion />}
          disabled={ask.isPending}
          onClick={() => send(each)}
        >
          {data.classes.length === 1 ? t('media.ask') : t('media.ask.in', { name: each.name })}
        </Button>
      ))}
    </span>
  );
}
