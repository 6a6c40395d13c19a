import type { MediaItem } from '@fundus/contract/catalogue';
import { classes, type ClassLine } from '@fundus/contract/classes';
import { classMedia } from '@fundus/contract/class-media';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { FindField } from '../../ui/FindField.tsx';
import { Bar, Late } from '../../ui/Skeleton.tsx';
import { AskDialog } from '../AskDialog.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { Failed } from '../Failed.tsx';
import './class-parts.css';
import { daysFit, NO_TERMS, TermsFields, termsOf } from './TermsFields.tsx';

/** As many as one call takes. */
const MOST_MEDIA = 50;
const MOST_CLASSES = 50;
/** From this many on they can be looked for. */
const MANY = 8;

type Props = {
  media: readonly Pick<MediaItem, 'identifier' | 'fn_titel'>[];
  onClose: () => void;
  onShared?: () => void;
};

/** Gives media to classes: which, with what words, and when (behaviour.md 5.12). */
export function ShareDialog({ media, onClose, onShared }: Props) {
  const { t } = useT();
  const [chosen, setChosen] = useState<readonly ClassLine[]>([]);
  const [terms, setTerms] = useState(NO_TERMS);
  const own = useQuery({ ...query(classes.list, { query: { show: 'own', limit: 100 } }), staleTime: 0 });
  const shared = useQuery({ ...query(classes.list, { query: { show: 'shared', limit: 100 } }), staleTime: 0 });
  const share = useCall(classMedia.share, { refreshes: [classMedia.media, classes.list, classes.read] });
  const failed = own.error ?? shared.error;
  const loaded = own.data && shared.data;
  const items = recentFirst([...(own.data?.items ?? []), ...(shared.data?.items ?? [])]);
  const send = () =>
    share.mutate(
      {
        body: {
          classes: chosen.map(({ id }) => id),
          media: media.map(({ identifier }) => identifier),
          ...termsOf(terms),
        },
      },
      {
        onSuccess: ({ unlicensed }) => {
          const names = chosen.map(({ name }) => name).join(', ');
          const done = t('share.done', { count: media.length, title: media[0]?.fn_titel ?? '', names });
          const yet =
            unlicensed.length > 0 &&
            t(media.length === 1 ? 'share.unlicensed.this' : 'share.unlicensed', {
              count: unlicensed.length,
              titles: unlicensed.map(({ title }) => `„${title}“`).join(', '),
            });
          showSnackbar({ text: yet ? `${done} ${yet}` : done, type: yet ? 'info' : 'success' });
          onClose();
          onShared?.();
        },
      },
    );
  const many = media.length > MOST_MEDIA;
  return (
    <AskDialog
      title={media.length === 1 ? t('share.title', { title: media[0]!.fn_titel }) : t('share.title.many', { count: media.length })}
      action={t('share.send')}
      disabled={chosen.length === 0 || many || chosen.length > MOST_CLASSES || share.isPending || !daysFit(terms)}
      onClose={onClose}
      onAction={send}
    >
      {many && <p className="note note-bad">{t('share.most', { count: MOST_MEDIA })}</p>}
      {share.error && (
        <p className="note note-bad" role="alert">
          {t(share.error.code === 'locked' ? 'class.readOnly' : `error.${share.error.code}`, { name: '' })}
        </p>
      )}
      {failed && !loaded && (
        <Failed
          error={failed}
          onRetry={() => {
            void own.refetch();
            void shared.refetch();
          }}
        />
      )}
      {!failed && !loaded && (
        <Late>
          <Bar width="100%" height="8rem" />
        </Late>
      )}
      {loaded && items.length === 0 && (
        <EmptyState icon={<Users />} title={t('share.none')} heading={(words) => <h3>{words}</h3>}>
          <p>{t('share.none.hint')}</p>
          <ButtonLink variant="line" href={href('classes')} onClick={onClose}>
            {t('class.toList')}
          </ButtonLink>
        </EmptyState>
      )}
      {items.length > 0 && (
        <>
          <Classes items={items} chosen={chosen} onChoose={setChosen} />
          <TermsFields values={terms} set={(about) => setTerms({ ...terms, ...about })} />
        </>
      )}
    </AskDialog>
  );
}

/** What was used last stands in front; nothing can be given to a class that is archived or locked. */
const recentFirst = (lines: readonly ClassLine[]): ClassLine[] =>
  lines
    .filter(({ state }) => state === 'active')
    .sort((a, b) => (b.last_activity ?? '').localeCompare(a.last_activity ?? '') || a.name.localeCompare(b.name, 'de', { numeric: true }));

type ClassesProps = { items: readonly ClassLine[]; chosen: readonly ClassLine[]; onChoose: (chosen: readonly ClassLine[]) => void };

function Classes({ items, chosen, onChoose }: ClassesProps) {
  const { t, locale } = useT();
  const [words, setWords] = useState('');
  const wanted = words.trim().toLocaleLowerCase();
  const has = (item: ClassLine) => chosen.some(({ id }) => id === item.id);
  const shown = items.filter((item) => has(item) || item.name.toLocaleLowerCase().includes(wanted));
  return (
    <fieldset className="share-classes">
      <legend>{t('share.classes')}</legend>
      {items.length > MANY && <FindField wide label={t('share.find')} value={words} maxLength={60} onType={setWords} />}
      <ul className="class-picks">
        {shown.map((item) => (
          <li key={item.id}>
            <label className="check">
              <input
                type="checkbox"
                checked={has(item)}
                onChange={() => onChoose(has(item) ? chosen.filter(({ id }) => id !== item.id) : [...chosen, item])}
              />
              <span>
                {item.name}
                <span className="small-print">
                  {[
                    t('classes.learners', { count: item.learners, number: formatNumber(item.learners, locale) }),
                    t('classes.year.one', { year: item.school_year }),
                  ].join(' · ')}
                </span>
              </span>
            </label>
          </li>
        ))}
        {shown.length === 0 && <li className="quiet small">{t('share.found.none')}</li>}
      </ul>
    </fieldset>
  );
}
