import type { BorrowerPage } from '@fundus/contract/lending/desk/borrower-page';
import { lending } from '@fundus/contract/lending/lending';
import type { RentalLine } from '@fundus/contract/lending/orders/orders';
import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AppError } from '@fundus/contract/errors';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Note } from '../../../ui/Note.tsx';
import { DESK_READS } from '../parts/desk-reads.ts';
import { refusalText } from '../parts/words.ts';
import type { ScanQueue } from '../scan/scan-queue.ts';
import { DeskOrder } from '../desk/DeskOrder.tsx';
import '../parts/lending.css';

type Props = { borrower: BorrowerPage; queue: ScanQueue; /** Id of the order to scroll to. */ shown: string };

/** Shows a borrower's open loans and reservations with their actions. */
export function BorrowerOrders({ borrower, queue, shown }: Props) {
  const { t } = useT();
  const { orders } = borrower;
  const has = (state: RentalLine['state']) => (order: (typeof orders)[number]) => order.lines.some((line) => line.state === state);
  const loans = orders.filter(has('on_loan'));
  const groups = [
    { id: 'borrower-loans', title: t('lending.borrower.loans'), orders: loans, none: t('lending.borrower.loans.none') },
    { id: 'borrower-ordered', title: t('lending.borrower.ordered'), orders: orders.filter((order) => !loans.includes(order)), none: '' },
  ];
  useEffect(() => {
    const card = shown ? document.getElementById(`order-${shown}`) : null;
    card?.focus();
    card?.scrollIntoView?.({ block: 'center' });
  }, [shown]);
  return groups.map(
    ({ id, title, orders: rows, none }) =>
      (rows.length > 0 || none) && (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>
            {title} <span className="lending-count">{rows.length}</span>
          </h2>
          {rows.length === 0 && <p>{none}</p>}
          {id === 'borrower-loans' && <RenewAll lines={rows.flatMap(({ lines }) => lines).filter(({ can }) => can.renew)} />}
          <ul className="lending-orders">
            {rows.map((order) => (
              <li key={order.id} id={`order-${order.id}`} tabIndex={-1}>
                <DeskOrder
                  order={order}
                  chosen={order.id === shown}
                  onChoose={null}
                  titled="order"
                  onReturn={({ item_code }) => queue.add({ mode: 'in', code: item_code })}
                />
              </li>
            ))}
          </ul>
        </section>
      ),
  );
}

/** Renews all renewable loans sequentially, and shows which renewals were refused. */
function RenewAll({ lines }: { lines: readonly RentalLine[] }) {
  const { t, locale } = useT();
  const renew = useCall(lending.renew, { refreshes: DESK_READS });
  const [said, setSaid] = useState<{ done: number; refused: { name: string; error: AppError }[] } | null>(null);
  if (lines.length < 2 && !said) return null;
  const all = async () => {
    const refused: { name: string; error: AppError }[] = [];
    let done = 0;
    for (const line of lines)
      try {
        await renew.mutateAsync({ params: { id: line.id }, body: {} });
        done += 1;
      } catch (error) {
        refused.push({ name: `${line.model.name} ${line.item_code}`, error: error as AppError });
      }
    setSaid({ done, refused });
  };
  return (
    <>
      {lines.length > 1 && (
        <p className="lending-bar">
          <Button variant="line" icon={<RotateCw />} disabled={renew.isPending} onClick={() => void all()}>
            {t('lending.renew.all', { count: lines.length })}
          </Button>
        </p>
      )}
      <div role="status">
        {said && (
          <Note tone={said.refused.length > 0 ? 'bad' : 'info'}>
            <p>{t('lending.renew.all.done', { count: said.done })}</p>
            {said.refused.map(({ name, error }) => (
              <p key={name}>
                {name}: {refusalText(t, error, locale)}
              </p>
            ))}
          </Note>
        )}
      </div>
    </>
  );
}
