import { daysBetween, shiftDay, today } from '@fundus/contract/days';
import { lending } from '@fundus/contract/lending/lending';
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { DateField } from '../../../components/forms/DateField.tsx';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useIdempotencyKey } from '../../../api/use-key.ts';
import { refusalText, titleOf } from '../parts/words.ts';
import { useBorrowerTexts } from '../parts/use-borrower-words.ts';

/** Returns the weekday on which the earlier order began, at least a week from now. The desk was open on this weekday. */
function nextStart({ lines }: RentalOrder, now: string): string {
  const earliest = shiftDay(now, 7);
  const [begun = earliest] = lines.map(({ start }) => start).toSorted();
  return shiftDay(earliest, ((daysBetween(earliest, begun) % 7) + 7) % 7);
}

/** Adds the devices of an earlier order to the cart, with a new start day. */
export function RepeatDialog({ order, onClose }: { order: RentalOrder; onClose: () => void }) {
  const { t, locale } = useBorrowerTexts();
  const [start, setStart] = useState(() => nextStart(order, today(new Date())));
  const act = useIdempotencyKey();
  const repeat = useCall(lending.repeat, { refreshes: [lending.cart, lending.calendar, lending.models] });
  return (
    <FormDialog
      title={t('lending.repeat.title', { title: titleOf(t, order) })}
      action={t('lending.put')}
      disabled={repeat.isPending || start === ''}
      problem={repeat.error && refusalText(t, repeat.error, locale)}
      onSend={() =>
        repeat.mutate(
          { params: { id: order.id }, body: { start, key: act.keyOf(start) } },
          {
            onSuccess: () => {
              showSnackbar({ text: t('lending.inCart', { name: titleOf(t, order) }), type: 'success' });
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <DateField label={t('lending.repeat.start')} value={start} onChange={({ target }) => setStart(target.value)} />
    </FormDialog>
  );
}
