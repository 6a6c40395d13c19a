import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { lendingWaiting } from '@fundus/contract/lending/cart/waiting';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf } from '../../../components/lists/use-page.ts';
import { formatDate } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import type { LendingView } from '../parts/lending-view.ts';
import { periodText } from '../parts/words.ts';
import { boardQuery } from './board-query.ts';
import '../parts/lending.css';

const PAGE = 20;

type Props = { point: LendingPoint; view: LendingView; show: (about: Partial<LendingView>) => void };

/** Shows the waiting list of a lending point, in the order of the list. */
export function DeskWaits({ point, view, show }: Props) {
  const { t, locale } = useT();
  const list = useQuery({
    ...boardQuery(lendingWaiting.waiting, { query: { point: point.id, ...rowsOf(view.page, PAGE) } }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="desk-waits">
      <h2 id="desk-waits">{t('lending.waits')}</h2>
      <PagedList list={list} label={t('lending.waits')} onPage={(page) => show({ page })} empty={<p>{t('desk.devices.none')}</p>}>
        {({ items, offset }) => (
          <ol className="lending-lines" start={offset + 1}>
            {items.map(({ id, model, borrower, school, quantity, earliest, latest, days, state, offer, created_at }) => {
              const period = periodText(t, offer?.start ?? earliest, offer?.end ?? latest, locale);
              const wish = days !== null && !offer ? t('lending.wait.within', { count: days, period }) : period;
              return (
                <li key={id}>
                  <span>
                    <strong>
                      {quantity > 1 && `${quantity} × `}
                      {model.name}
                    </strong>
                    <span className="small-print">{joinFacts([borrower || t('lending.nobody'), school, wish])}</span>
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
        )}
      </PagedList>
    </section>
  );
}
