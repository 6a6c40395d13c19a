import { duplicates, type Merge, type Pair, type PairSide } from '@fundus/contract/duplicates/duplicates';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { Check, Combine, Undo2, X } from 'lucide-react';
import { query, useCall } from '../../api/query.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { berlinMoment } from '../../i18n/berlin-time.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { typeName } from '../../i18n/reference-names.ts';
import { useT, type Translate } from '../../i18n/translate.ts';
import { showError } from '../../stores/show-error.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { PlaceholderLines } from '../../ui/Skeleton.tsx';
import './duplicates.css';

const READS = { refreshes: [duplicates.list] };

/** Shows pairs of possible duplicates next to each other, and past merges (docs/behaviour/duplicates.md). */
export function Screen() {
  const { t } = useT();
  const { data, error, refetch } = useQuery({ ...query(duplicates.list), staleTime: 0 });
  const sure = useCall(duplicates.mergeSure, READS);
  return (
    <div className="wrap duplicates">
      <PageHeading title={t('duplicates.title')} />
      <p className="small-print">{t('duplicates.about')}</p>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <PlaceholderLines />}
      {data?.pairs.length === 0 && <EmptyState icon={<Combine />} title={t('duplicates.empty')} />}
      {data?.pairs.some(({ reason }) => reason !== 'title') && (
        <div className="duplicates-sure">
          <Button
            variant="primary"
            icon={<Combine />}
            disabled={sure.isPending}
            onClick={() =>
              sure.mutate(
                {},
                {
                  onSuccess: ({ merged }) => showSnackbar({ text: t('duplicates.merged', { count: merged }), type: 'success' }),
                  onError: showError,
                },
              )
            }
          >
            {t('duplicates.sure')}
          </Button>
          <p className="small-print">{t('duplicates.sure.about')}</p>
        </div>
      )}
      {data && data.pairs.length > 0 && (
        <ul className="lines">
          {data.pairs.map((pair) => (
            <PairRow key={pair.sides.map(({ identifier }) => identifier).join(' ')} pair={pair} />
          ))}
        </ul>
      )}
      {data && data.merges.length > 0 && <Merges merges={data.merges} />}
    </div>
  );
}

function PairRow({ pair: { reason, sides } }: { pair: Pair }) {
  const { t } = useT();
  const merge = useCall(duplicates.merge, READS);
  const apart = useCall(duplicates.apart, READS);
  const [left, right] = sides;
  const busy = merge.isPending || apart.isPending;
  const keep = (kept: string, gone: string) =>
    merge.mutate(
      { body: { kept, gone } },
      {
        onSuccess: () => showSnackbar({ text: t('duplicates.merged', { count: 1 }), type: 'success' }),
        onError: ({ code, field }) =>
          showSnackbar({ text: field === 'kept' ? t('duplicates.conflict') : t(`error.${code}`, { name: '' }), type: 'error' }),
      },
    );
  const separate = () =>
    apart.mutate(
      { body: { one: left.identifier, other: right.identifier } },
      {
        onSuccess: () => showSnackbar({ text: t('duplicates.apart.done'), type: 'success' }),
        onError: showError,
      },
    );
  return (
    <li className="duplicate-pair">
      <h2>{t(`duplicates.reason.${reason}`)}</h2>
      <div className="duplicate-sides">
        <Side side={left} busy={busy} onKeep={() => keep(left.identifier, right.identifier)} />
        <Side side={right} busy={busy} onKeep={() => keep(right.identifier, left.identifier)} />
      </div>
      <Button flush icon={<X />} disabled={busy} onClick={separate}>
        {t('duplicates.apart')}
      </Button>
    </li>
  );
}

function Side({ side, busy, onKeep }: { side: PairSide; busy: boolean; onKeep: () => void }) {
  const { t } = useT();
  const { identifier, title, about, fn_typ, producer, year, numbers } = side;
  return (
    <div className="duplicate-side">
      <h3>
        <Link href={href('medium-editing', { id: identifier })}>{title}</Link>
      </h3>
      {about !== '' && <p className="duplicate-about">{about}</p>}
      <p className="small-print">{joinFacts([typeName(fn_typ), producer, year, ...numbers, identifier])}</p>
      <p className="small-print">{joinFacts(describeContents(t, side))}</p>
      <Button variant="line" icon={<Check />} disabled={busy} aria-label={t('duplicates.keep.of', { title, identifier })} onClick={onKeep}>
        {t('duplicates.keep')}
      </Button>
    </div>
  );
}

const describeContents = (t: Translate, side: PairSide): string[] => [
  ...(side.free ? [t('duplicates.free')] : []),
  ...(['files', 'licences', 'bookmarks', 'lists'] as const).flatMap((what) =>
    side[what] > 0 ? [t(`duplicates.${what}`, { count: side[what] })] : [],
  ),
];

function Merges({ merges }: { merges: readonly Merge[] }) {
  const { t, locale } = useT();
  const undo = useCall(duplicates.undo, READS);
  return (
    <section className="duplicates-merged">
      <h2>{t('duplicates.merges')}</h2>
      <ul className="lines">
        {merges.map(({ id, kept, gone, until }) => (
          <li key={id}>
            <div>
              <p>{t('duplicates.merges.line', { gone: gone.title, kept: kept.title })}</p>
              <p className="small-print">{t('duplicates.merges.until', { until: berlinMoment(until, locale) })}</p>
            </div>
            <Button
              variant="line"
              icon={<Undo2 />}
              disabled={undo.isPending}
              aria-label={t('duplicates.undo.of', { gone: gone.title })}
              onClick={() =>
                undo.mutate(
                  { params: { id } },
                  {
                    onSuccess: () => showSnackbar({ text: t('duplicates.undone'), type: 'success' }),
                    onError: showError,
                  },
                )
              }
            >
              {t('duplicates.undo')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
