import { maxEntryCents, openCents, PAYMENT_KINDS, type PaymentKind } from '@fundus/contract/lending/orders/fee-rules';
import { lendingFees, type Fee } from '@fundus/contract/lending/private-borrowers/fees';
import { lendingPrivate } from '@fundus/contract/lending/private-borrowers/private-borrowers';
import { useQuery } from '@tanstack/react-query';
import { formatAmount } from '@fundus/contract/cents';
import { query, useCall } from '../../../api/query.ts';
import { useIdempotencyKey } from '../../../api/use-key.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { formatDate } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/money.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { PlaceholderLines } from '../../../ui/Skeleton.tsx';
import { DESK_READS } from '../parts/desk-reads.ts';
import { refusalText, parseCents } from '../parts/words.ts';
import './fees.css';

type Props = { order: { id: string; borrower: string }; onClose: () => void };

/** Shows the fees of an order for each device and records payments (docs/behaviour/lending.md#fees). */
export function FeeDialog({ order, onClose }: Props) {
  const { t, locale } = useT();
  const fee = useQuery({ ...query(lendingFees.fee, { params: { id: order.id } }), staleTime: 0 });
  const name = order.borrower || t('lending.nobody');
  if (!fee.data)
    return (
      <FormDialog
        title={t('lending.fee.pay.title', { name })}
        action={t('lending.fee.pay.do')}
        disabled
        problem={fee.error && refusalText(t, fee.error, locale)}
        onSend={() => {}}
        onClose={onClose}
      >
        <PlaceholderLines />
      </FormDialog>
    );
  return <PaymentForm key={fee.data.payments.length} fee={fee.data} name={name} onClose={onClose} />;
}

function PaymentForm({ fee, name, onClose }: { fee: Fee; name: string; onClose: () => void }) {
  const { t, locale } = useT();
  const act = useIdempotencyKey();
  const pay = useCall(lendingFees.notePayment, {
    refreshes: [...DESK_READS, lendingFees.fee, lendingFees.fees, lendingPrivate.privateBorrowers],
  });
  const kinds = PAYMENT_KINDS.filter((kind) => maxEntryCents(kind, fee) > 0);
  /** Returns the suggested amount: the unpaid fees, or the overpaid amount for a refund. */
  const usual = (kind: PaymentKind): string =>
    formatAmount(kind === 'repaid' && openCents(fee) < 0 ? -openCents(fee) : maxEntryCents(kind, fee), locale);
  const first = openCents(fee) < 0 ? 'repaid' : (kinds[0] ?? 'paid');
  const { values, set, text, problem } = useFields<{ kind: PaymentKind; cents: string }>(
    { kind: first, cents: usual(first) },
    { error: pay.error, at: ['cents'], words: (error) => refusalText(t, error, locale) },
  );
  const send = () => {
    const body = { kind: values.kind, cents: parseCents(values.cents) ?? 0 };
    pay.mutate(
      { params: { id: fee.order_id }, body: { ...body, key: act.keyOf([fee.payments.length, body]) } },
      {
        onSuccess: (after) => {
          showSnackbar({ text: t('lending.fee.pay.done', { amount: formatMoney(openCents(after), locale) }), type: 'success' });
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('lending.fee.pay.title', { name })}
      action={t('lending.fee.pay.do')}
      disabled={pay.isPending || kinds.length === 0 || values.cents.trim() === ''}
      problem={problem}
      onSend={send}
      onClose={onClose}
    >
      <p className="small-print">{t('lending.fee.rate', { amount: formatMoney(fee.day_cents, locale) })}</p>
      <ul className="fee-lines">
        {fee.lines.map(({ id, code, model, days, cents }) => (
          <li key={id}>{t('lending.fee.line', { code, model, count: days, amount: formatMoney(cents, locale) })}</li>
        ))}
        {fee.payments.map(({ id, kind, cents, at, by }) => {
          const said = { kind: t(`lending.fee.kind.${kind}`), day: formatDate(at, 'berlin', locale), amount: formatMoney(cents, locale) };
          return <li key={id}>{by ? t('lending.fee.payment.by', { ...said, name: by }) : t('lending.fee.payment', said)}</li>;
        })}
      </ul>
      <p>
        <strong>{t('lending.fee.total', { amount: formatMoney(fee.cents, locale) })}</strong>
        {', '}
        {openCents(fee) < 0
          ? t('lending.fee.surplus', { amount: formatMoney(-openCents(fee), locale) })
          : t('lending.fee.open', { amount: formatMoney(openCents(fee), locale) })}
      </p>
      {kinds.length > 0 && (
        <>
          <SelectField
            label={t('lending.fee.kind')}
            value={values.kind}
            options={kinds.map((value) => ({ value, label: t(`lending.fee.kind.${value}`) }))}
            onChange={(kind) => set({ kind, cents: usual(kind) })}
          />
          <TextField label={t('lending.fee.amount')} inputMode="decimal" maxLength={12} {...text('cents')} />
        </>
      )}
    </FormDialog>
  );
}
