import { classes, type ClassLine } from '@fundus/contract/classes/classes';
import { classMedia } from '@fundus/contract/classes/media';
import { href } from '@fundus/contract/screens';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { FindField } from '../../ui/FindField.tsx';
import { Bar, Late } from '../../ui/Skeleton.tsx';
import { daysFit, NO_TERMS, TermsFields, termsOf } from '../classes/TermsFields.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import { Failed } from '../page/Failed.tsx';
import type { ShareTarget } from './ShareDialog.tsx';
import '../../ui/field.css';
import '../classes/class-parts.css';

const MOST_CLASSES = 50;
/** From this many on they can be looked for. */
const MANY = 8;

/** To classes: which, with what words, and when. */
export function useShareToClasses(media: readonly string[], onClose: () => void): ShareTarget {
  const { t } = useT();
  const [chosen, setChosen] = useState<readonly ClassLine[]>([]);
  const [terms, setTerms] = useState(NO_TERMS);
  const own = useQuery({ ...query(classes.list, { query: { show: 'own', limit: 100 } }), staleTime: 0 });
  const shared = useQuery({ ...query(classes.list, { query: { show: 'shared', limit: 100 } }), staleTime: 0 });
  const share = useCall(classMedia.share, { refreshes: [classMedia.media, classes.list, classes.read, sharedMedia.classes] });
  const failed = own.error ?? shared.error;
  const loaded = own.data && shared.data;
  const items = recentFirst([...(own.data?.items ?? []), ...(shared.data?.items ?? [])]);
  return {
    ready: chosen.length > 0 && chosen.length <= MOST_CLASSES && daysFit(terms),
    pending: share.isPending,
    error: share.error,
    send: (done) =>
      share.mutate(
        { body: { classes: chosen.map(({ id }) => id), media: [...media], ...termsOf(terms) } },
        { onSuccess: (reply) => done(chosen.map(({ name }) => name).join(', '), reply) },
      ),
    fields: (
      <>
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
      </>
    ),
  };
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
