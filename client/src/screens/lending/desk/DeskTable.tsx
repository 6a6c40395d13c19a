import type { DeskOrder as Order } from '@fundus/contract/lending/desk/desk-orders';
import { ChevronDown, ChevronRight, ScanBarcode } from 'lucide-react';
import { useState } from 'react';
import { RowCheckbox } from '../../../components/lists/SelectedRows.tsx';
import { SortHead } from '../../../components/lists/SortHead.tsx';
import type { Selection } from '../../../components/lists/use-selection.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { titleOf } from '../parts/words.ts';
import { DeskOrder } from './DeskOrder.tsx';
import { nextDayText, deviceCountsText, openLines, stateOf, lastDayText } from './order-words.ts';
import { useRowKeys } from './use-row-keys.ts';
import '../../../components/lists/rows.css';
import '../parts/desk.css';
import '../parts/lending.css';
import './desk-orders.css';

type Props = {
  rows: readonly Order[];
  selection: Selection<Order>;
  sort: string;
  onSort: (sort: string) => void;
  chosen: string | null;
  onChoose: (order: Order) => void;
};

const leaves = (order: Order): boolean => openLines(order).some(({ state }) => state === 'approved' || state === 'ready');

/** Shows orders as table rows. An expanded row shows the whole order below it. */
export function DeskTable({ rows, selection, sort, onSort, chosen, onChoose }: Props) {
  const { t } = useT();
  const [open, setOpen] = useState<string | null>(null);
  const body = useRowKeys(() => setOpen(null));
  return (
    <>
      <table className="rows desk-table">
        <thead>
          <tr>
            <td />
            <SortHead name="borrower" label={t('desk.column.borrower')} sort={sort} onSort={onSort} />
            <th scope="col">{t('desk.column.devices')}</th>
            <SortHead name="day" label={t('desk.column.day')} sort={sort} onSort={onSort} />
            <th scope="col">{t('desk.column.state')}</th>
            <th scope="col">
              <span className="sr">{t('desk.column.act')}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((order) => (
            <Row
              key={order.id}
              order={order}
              selection={selection}
              open={open === order.id}
              onOpen={(next) => setOpen(next ? order.id : null)}
              chosen={chosen === order.id}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
      <p className="small-print desk-keys">{t('desk.keys')}</p>
    </>
  );
}

type RowProps = {
  order: Order;
  selection: Selection<Order>;
  open: boolean;
  onOpen: (open: boolean) => void;
  chosen: boolean;
  onChoose: (order: Order) => void;
};

function Row({ order, selection, open, onOpen, chosen, onChoose }: RowProps) {
  const { t, locale } = useT();
  const name = order.borrower || t('lending.nobody');
  const { words, tone } = stateOf(t, order);
  const title = titleOf(t, order);
  const devices = deviceCountsText(t, order);
  const facts = joinFacts([order.number, order.school]);
  const choose = leaves(order) ? () => onChoose(order) : null;
  return (
    <>
      <tr data-chosen={chosen || undefined} data-open={open || undefined}>
        <td className="desk-tick" data-cell="tick">
          <RowCheckbox row={order} name={t('desk.tick.name', { name, number: order.number })} selection={selection} />
        </td>
        <th scope="row">
          <button
            type="button"
            className="desk-row-open"
            data-cell="open"
            aria-expanded={open}
            aria-label={t('desk.open.name', { name, number: order.number })}
            onClick={() => onOpen(!open)}
          >
            {open ? <ChevronDown className="i-16" /> : <ChevronRight className="i-16" />}
            <span className="desk-cut">{name}</span>
          </button>
          <span className="small-print desk-cut" title={facts}>
            {facts}
          </span>
        </th>
        <td>
          <span className="desk-cut" title={devices}>
            {devices}
          </span>
          <span className="small-print desk-cut" title={title}>
            {title}
          </span>
        </td>
        <td>
          <span className="desk-cut">{nextDayText(order, locale)}</span>
          <span className="small-print desk-cut">{lastDayText(t, order, locale)}</span>
        </td>
        <td>
          <span className="lending-state" data-tone={order.suspended ? 'bad' : tone}>
            {words}
          </span>
          {order.delivery !== 'pickup' && <span className="small-print desk-cut">{t(`desk.delivery.${order.delivery}`)}</span>}
        </td>
        <td className="row-does">
          {choose && (
            <Button
              data-cell="out"
              variant={chosen ? 'primary' : 'line'}
              icon={<ScanBarcode />}
              aria-label={t('lending.handOver.to', { name })}
              onClick={choose}
            >
              {t('lending.handOver')}
            </Button>
          )}
        </td>
      </tr>
      {open && (
        <tr className="desk-opened">
          <td colSpan={6}>
            <DeskOrder order={order} chosen={chosen} onChoose={null} />
          </td>
        </tr>
      )}
    </>
  );
}
