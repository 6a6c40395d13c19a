import { lending } from '@fundus/contract/lending/lending';
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { groupLines } from './line-groups.ts';
import { loanPeriodText, refusalText, titleOf } from '../parts/words.ts';
import { useBorrowerTexts } from '../parts/use-borrower-words.ts';

const READS = { refreshes: [lending.orders] };

/** Asks the borrower how many devices of an order to cancel. The default is all of them. */
export function CancelDevicesDialog({ order, onClose }: { order: RentalOrder; onClose: () => void }) {
  const { t, locale } = useBorrowerTexts();
  const groups = groupLines(order.lines.filter(({ can }) => can.cancel));
  /** Number of devices to cancel for each group, identified by its first line. */
  const [counts, setCounts] = useState<Record<string, number>>({});
  const cancelLine = useCall(lending.cancelLine, READS);
  const cancelOrder = useCall(lending.cancelOrder, READS);
  // The first line of a group is cancelled last, so that the number is kept if a request fails.
  const chosen = groups.flatMap((group) => group.slice(group.length - (counts[group[0]!.id] ?? group.length)));
  const title = titleOf(t, order);
  const error = cancelOrder.error ?? cancelLine.error;
  const send = async () => {
    try {
      const all = chosen.length === groups.flat().length;
      if (all) await cancelOrder.mutateAsync({ params: { id: order.id }, body: {} });
      else for (const { id } of chosen.toReversed()) await cancelLine.mutateAsync({ params: { id }, body: {} });
      showSnackbar({
        text: all ? t('lending.cancelled', { title }) : t('lending.cancelled.some', { count: chosen.length }),
        type: 'success',
      });
      onClose();
    } catch {
      // The dialog shows the error.
    }
  };
  return (
    <FormDialog
      title={t('lending.cancel.title', { name: title })}
      action={t('lending.cancel.count', { count: chosen.length })}
      dismiss={t('app.back')}
      disabled={chosen.length === 0 || cancelOrder.isPending || cancelLine.isPending}
      problem={error && refusalText(t, error, locale)}
      onSend={() => void send()}
      onClose={onClose}
    >
      {groups.map((group) => {
        const first = group[0]!;
        return (
          <SelectField
            key={first.id}
            label={first.model.name}
            hint={loanPeriodText(t, first, locale)}
            value={String(counts[first.id] ?? group.length)}
            options={[...group.map((_, i) => group.length - i), 0].map((count) => ({
              value: String(count),
              label: t(count === 0 ? 'lending.cancel.none' : 'lending.cancel.count', { count }),
            }))}
            onChange={(count) => setCounts({ ...counts, [first.id]: Number(count) })}
          />
        );
      })}
    </FormDialog>
  );
}
