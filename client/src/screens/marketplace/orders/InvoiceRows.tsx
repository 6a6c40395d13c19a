import { today } from '@fundus/contract/days';
import { orders, type Order } from '@fundus/contract/marketplace/orders';
import { FileCode, FileText } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { useCall } from '../../../api/query.ts';
import { DateField } from '../../../components/forms/DateField.tsx';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { ORDER_READS } from '../reads.ts';
import { marketRefusalText } from '../words.ts';
import '../marketplace.css';

/** Lists invoices with links to the document and to its data. Sellers can record payments. */
export function InvoiceRows({ order }: { order: Order }) {
  const { t, locale } = useT();
  const [noting, setNoting] = useState(false);
  const settle = useCall(orders.settle, ORDER_READS);
  const { id, state, invoices, can } = order;
  const setPaid = (paid_on: string | null) =>
    settle.mutate(
      { params: { id }, body: { paid_on } },
      { onError: (error) => showSnackbar({ text: marketRefusalText(t, error), type: 'error' }) },
    );
  return (
    <ul className="market-rows">
      {invoices.map(({ kind, number, issued_on, due_on, paid_on, paid_by }) => {
        const addressOf = (as: string) => address(orders.invoice, { params: { id }, query: { kind, as, lang: locale } });
        const day = (iso: string) => formatDate(iso, 'short', locale);
        const late = paid_on === null && due_on < today(new Date());
        return (
          <li key={number}>
            <span>
              {t(`market.invoice.title.${kind}`)}
              <span className="small-print">
                {kind === 'cancellation'
                  ? day(issued_on)
                  : paid_on !== null
                    ? t(paid_by === null ? 'market.order.paidOn' : 'market.order.paidOn.by', { day: day(paid_on), name: paid_by ?? '' })
                    : state === 'refunded'
                      ? t('market.order.void')
                      : t(late ? 'market.order.overdue' : 'market.order.due', { day: day(due_on) })}
              </span>
            </span>
            <span className="market-row-facts">
              <a href={addressOf('pdf')}>
                <FileText className="i-16" /> {t('market.order.pdf', { number })}
              </a>
              <a href={addressOf('xml')}>
                <FileCode className="i-16" /> {t('market.order.xml', { number })}
              </a>
              {can.settle && kind === 'invoice' && (
                <Button variant="line" disabled={settle.isPending} onClick={() => (paid_on === null ? setNoting(true) : setPaid(null))}>
                  {t(paid_on === null ? 'market.order.settle' : 'market.order.unsettle')}
                </Button>
              )}
            </span>
          </li>
        );
      })}
      {noting && <PaidDialog id={id} onClose={() => setNoting(false)} />}
    </ul>
  );
}

function PaidDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useT();
  const now = today(new Date());
  const [paid_on, setPaidOn] = useState(now);
  const settle = useCall(orders.settle, ORDER_READS);
  return (
    <FormDialog
      title={t('market.order.settle')}
      action={t('app.save')}
      disabled={settle.isPending || !/^\d{4}-\d\d-\d\d$/.test(paid_on)}
      problem={settle.error && marketRefusalText(t, settle.error)}
      onSend={() => settle.mutate({ params: { id }, body: { paid_on } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <DateField label={t('market.order.paidOn.field')} max={now} value={paid_on} onChange={({ target }) => setPaidOn(target.value)} />
    </FormDialog>
  );
}
