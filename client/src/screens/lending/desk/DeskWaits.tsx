import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { lendingWaiting } from '@fundus/contract/lending/cart/waiting';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api/query.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { periodWords } from '../parts/words.ts';
import '../parts/lending.css';

/** Who waits at the point, whose turn is next first; nothing where nobody does. */
export function DeskWaits({ point }: { point: LendingPoint }) {
  const { t, locale } = useT();
  const waits = useQuery({ ...query(lendingWaiting.waiting, { query: { point: point.id } }), staleTime: 0, refetchInterval: 60_000 });
  const items = waits.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="desk-waits">
      <h2 id="desk-waits">
        {t('lending.waits')} <span className="lending-count">{items.length}</span>
      </h2>
      <ol className="lending-lines">
        {items.map(({ id, model, borrower, school, quantity, earliest, latest, days, state, offer, created_at }) => {
          const period = periodWords(t, offer?.start ?? earliest, offer?.end ?? latest, locale);
          const wish = days !== null && !offer ? t('lending.wait.within', { count: days, period }) : period;
          return (
            <li key={id}>
              <span>
                <strong>
                  {quantity > 1 && `${quantity} × `}
                  {model.name}
                </strong>
                <span className="small-print">{[borrower || t('lending.nobody'), school, wish].filter(Boolean).join(' · ')}</span>
                <span className="lending-state" data-tone={state === 'offered' ? 'good' : 'warn'}>
                  {state === 'offered'
                    ? t('lending.wait.desk.offered', { day: formatDate(offer?.until ?? created_at, 'berlin', locale) })
                    : t('lending.wait.desk.since', { day: formatDate(created_at, 'short', locale) })}
                </span>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
