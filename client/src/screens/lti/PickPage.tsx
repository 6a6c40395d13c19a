import { ltiVisit, MAX_ITEMS, type PickedItem, type Visit } from '@fundus/contract/lti/lti';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { Segment } from '../../ui/fields/Segment.tsx';
import { ListSelection } from './ListSelection.tsx';
import { MediaSelection } from './MediaSelection.tsx';
import { AssignmentSelection } from './AssignmentSelection.tsx';
import { postForm } from './post-form.ts';
import './lti.css';
import type { ChosenItems } from './chosen.ts';

const WHAT = ['media', 'lists', 'tasks'] as const;

export const keyOf = ({ kind, id }: PickedItem): string => `${kind} ${id}`;

type Props = { visit: Visit; many: boolean; onEnded: () => void; onVisit: (visit: Visit) => void };

/** Lets a teacher choose content for a course (docs/behaviour/lti.md#choosing). */
export function PickPage({ visit, many, onEnded, onVisit }: Props) {
  const { t } = useT();
  const [what, setWhat] = useState<(typeof WHAT)[number]>('media');
  const [chosen, setChosen] = useState<ChosenItems>(new Map());
  const answer = useCall(ltiVisit.deepLink);
  const most = many ? MAX_ITEMS : 1;

  const choose = (item: PickedItem, wanted: boolean): void => {
    const key = keyOf(item);
    if (!wanted) return setChosen(new Map([...chosen].filter(([each]) => each !== key)));
    // If only one item is allowed, a new choice replaces the previous one.
    if (!many) return setChosen(new Map([[key, item]]));
    if (chosen.size >= most && !chosen.has(key)) return showSnackbar({ text: t('lti.pick.most', { count: most }), type: 'error' });
    setChosen(new Map([...chosen, [key, item]]));
  };
  const send = (items: PickedItem[]): void =>
    answer.mutate(
      { body: { items } },
      {
        onSuccess: ({ return_url, fields }) => postForm(return_url, fields),
        onError: ({ code }) => {
          if (code === 'wrong_credentials') onEnded();
          else showSnackbar({ text: t(code === 'validation_failed' ? 'lti.pick.most' : `error.${code}`, { count: most }), type: 'error' });
        },
      },
    );
  // Assignments need a course, because only a course is linked to a class.
  const shown = visit.course || visit.connects ? WHAT : WHAT.slice(0, 2);
  // Stays true after success, because the browser is leaving the page.
  const going = answer.isPending || answer.isSuccess;

  return (
    <div className="wrap lti-page lti-pick">
      <PageHeading title={t('lti.pick.title')} />
      <p className="quiet">{t('lti.pick.for', { platform: visit.platform, school: visit.school })}</p>
      <Segment
        label={t('lti.pick.what')}
        value={what}
        options={shown.map((value) => ({ value, label: t(`lti.pick.${value}`) }))}
        onChange={setWhat}
      />
      {what === 'media' && <MediaSelection chosen={chosen} onChoose={choose} />}
      {what === 'lists' && <ListSelection chosen={chosen} many={many} onChoose={choose} />}
      {what === 'tasks' && <AssignmentSelection {...{ visit, chosen, onVisit }} onChoose={choose} />}
      <div className="lti-foot">
        <p role="status">{going ? t('lti.pick.sending') : t('lti.pick.chosen', { count: chosen.size })}</p>
        <Button variant="line" icon={<X />} disabled={going} onClick={() => send([])}>
          {t('lti.pick.cancel')}
        </Button>
        <Button variant="primary" icon={<Check />} disabled={going || chosen.size === 0} onClick={() => send([...chosen.values()])}>
          {t('lti.pick.take')}
        </Button>
      </div>
    </div>
  );
}
