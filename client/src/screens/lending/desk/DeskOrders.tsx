import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { DeskOrder as Order } from '@fundus/contract/lending/desk/desk-orders';
import { lendingPaper, MAX_PICKED } from '@fundus/contract/lending/desk/paper';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, PackageCheck, Printer } from 'lucide-react';
import { useState } from 'react';
import { address, call } from '../../../api/call.ts';
import { readAll } from '../../../api/read-all.ts';
import { BarActions } from '../../../components/lists/BarActions.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { SelectedRows, type RowAction } from '../../../components/lists/SelectedRows.tsx';
import { rowsOf } from '../../../components/lists/use-page.ts';
import { useSelection } from '../../../components/lists/use-selection.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { DESK_READS } from '../parts/desk-reads.ts';
import { useDecisionUndo } from '../../../stores/use-decision-undo.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import type { LendingView } from '../parts/lending-view.ts';
import { refusalText } from '../parts/words.ts';
import { boardQuery } from './board-query.ts';
import { DeskFilters } from './DeskFilters.tsx';
import { DeskTable } from './DeskTable.tsx';
import '../../../ui/button.css';
import './desk-orders.css';

/** Number of rows on a page, chosen so that the page is less than two screens high. */
const PAGE = 20;

type Props = {
  point: LendingPoint;
  today: string;
  view: LendingView;
  show: (about: Partial<LendingView>) => void;
  /** ID of the order for which devices are being handed over. */
  chosen: string | null;
  onChoose: (order: Order) => void;
};

/** Shows open orders as a table with filters and bulk actions. */
export function DeskOrders({ point, today, view, show, chosen, onChoose }: Props) {
  const { t, locale } = useT();
  const { part, step, q, delivery, school, on, sort } = view;
  const filter = { point: point.id, part, step, q, delivery, school, on, sort };
  const list = useQuery({
    ...boardQuery(lendingDesk.deskOrders, { query: { ...filter, ...rowsOf(view.page, PAGE) } }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  const key = JSON.stringify(filter);
  /** All orders that match the filter, loaded when the user selects all pages. */
  const [everything, setEverything] = useState<{ key: string; rows: Order[] } | null>(null);
  const page = list.data?.items ?? [];
  const rows = everything?.key === key ? everything.rows : page;
  const selection = useSelection(rows);
  // Once nothing is selected, for example after an action, the table shows the current page again.
  if (everything !== null && selection.chosen.length === 0) setEverything(null);
  const total = list.data?.total ?? 0;
  const chooseAll = async () => {
    const all = await readAll(lendingDesk.deskOrders, undefined, { query: filter });
    setEverything({ key, rows: all.items });
    selection.choose(all.items);
  };
  const undo = useDecisionUndo({ refreshes: DESK_READS });
  const acts: RowAction<Order>[] = [
    {
      label: t('lending.approve'),
      icon: <Check />,
      may: ({ can }) => can.decide,
      run: ({ id }) => call(lendingDesk.approve, { params: { id }, body: {} }),
      undo: (rows) =>
        undo(
          lendingDesk.undoDecision,
          rows.map(({ id }) => ({ params: { id } })),
        ),
    },
    {
      label: t('desk.prepare'),
      icon: <PackageCheck />,
      may: ({ lines }) => lines.some(({ state }) => state === 'approved'),
      run: ({ id }) => call(lendingDesk.prepareOrder, { params: { id } }),
    },
  ];
  return (
    <div className="desk-orders">
      <DeskFilters view={view} today={today} schools={list.data?.schools ?? []} show={show} />
      {page.length > 0 && (
        <SelectedRows
          rows={rows}
          selection={selection}
          nameOf={({ borrower, number }) => [borrower || t('lending.nobody'), number].join(', ')}
          acts={acts}
          refreshes={[lendingDesk.desk, lendingDesk.items]}
          wordsOf={(error) => refusalText(t, error, locale)}
          others={
            <>
              {selection.chosen.length === page.length && total > page.length && rows.length < total && (
                <Button onClick={() => void chooseAll()}>{t('desk.chooseAll', { count: total })}</Button>
              )}
              <PrintLinks point={point} orders={selection.chosen} />
              {selection.chosen.length === 0 && (
                <span className="desk-total" role="status">
                  {t('desk.count', { count: total, number: formatNumber(total, locale) })}
                </span>
              )}
            </>
          }
        />
      )}
      <PagedList list={list} label={t('desk.orders')} onPage={(next) => show({ page: next })} empty={<p>{t('desk.none')}</p>}>
        {({ items }) => (
          <DeskTable
            rows={items}
            selection={selection}
            sort={sort}
            onSort={(next) => show({ sort: next as LendingView['sort'] })}
            chosen={chosen}
            onChoose={onChoose}
          />
        )}
      </PagedList>
    </div>
  );
}

/** Shows links to the picking lists and delivery notes of the selected orders, on phones in a menu. */
function PrintLinks({ point, orders }: { point: LendingPoint; orders: readonly Order[] }) {
  const { t, locale } = useT();
  const printed = orders.filter(({ lines }) => lines.some(({ state }) => state === 'approved' || state === 'ready'));
  const slips = orders.filter(({ lines }) => lines.some(({ state }) => state === 'ready' || state === 'on_loan'));
  const idsOf = (some: readonly Order[]): string => some.map(({ id }) => id).join(',');
  const fits = (some: readonly Order[]): boolean => some.length > 0 && some.length <= MAX_PICKED;
  const linkTo = (label: string, to: string) => ({ kind: 'link' as const, label, icon: <Printer />, href: to, newTab: true });
  const links = [
    ...(fits(printed)
      ? (['order', 'shelf'] as const).map((by) =>
          linkTo(
            t(`desk.print.${by}`),
            address(lendingPaper.picking, { query: { point: point.id, orders: idsOf(printed), by, lang: locale } }),
          ),
        )
      : []),
    ...(fits(slips)
      ? [linkTo(t('desk.print.slips'), address(lendingPaper.slips, { query: { point: point.id, orders: idsOf(slips), lang: locale } }))]
      : []),
  ];
  return (
    <>
      {links.length > 0 && <BarActions actions={links} />}
      {Math.max(printed.length, slips.length) > MAX_PICKED && (
        <span className="desk-total">{t('desk.print.most', { count: MAX_PICKED })}</span>
      )}
    </>
  );
}
