import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf } from '../../../components/lists/use-page.ts';
import { formatDate } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { Link } from '../../../ui/Link.tsx';
import { lendingHref, type LendingView } from '../parts/lending-view.ts';
import { periodText } from '../parts/words.ts';
import { boardQuery } from './board-query.ts';
import '../parts/lending.css';

const PAGE = 20;

type Props = { point: LendingPoint; view: LendingView; show: (about: Partial<LendingView>) => void };

/** Shows bookings that cannot be fulfilled, with links to their orders, which the desk can change or cancel. */
export function DeskTasks({ point, view, show }: Props) {
  const { t, locale } = useT();
  const list = useQuery({
    ...boardQuery(lendingDesk.deskTasks, { query: { point: point.id, ...rowsOf(view.page, PAGE) } }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="desk-tasks">
      <h2 id="desk-tasks">{t('lending.desk.tasks')}</h2>
      <PagedList list={list} label={t('lending.desk.tasks')} onPage={(page) => show({ page })} empty={<p>{t('desk.devices.none')}</p>}>
        {({ items }) => (
          <ul className="lending-lines">
            {items.map(({ line_id, borrower, number, model, start, end, why }) => (
              <li key={line_id}>
                <span>
                  <Link href={lendingHref({ tab: 'desk', point: point.id, q: number })}>
                    {t('lending.task', { model, name: borrower || t('lending.nobody'), day: formatDate(start, 'weekday', locale) })}
                  </Link>
                  <span className="small-print">{joinFacts([periodText(t, start, end, locale), t('lending.number', { number })])}</span>
                  <span className="lending-state" data-tone="bad">
                    {t(`lending.task.${why}`)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
