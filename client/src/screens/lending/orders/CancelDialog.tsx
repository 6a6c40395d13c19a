import type { Endpoint } from '@fundus/contract/endpoint';
import { lending } from '@fundus/contract/lending/lending';
import type { RentalLine } from '@fundus/contract/lending/orders/orders';
import { useCall } from '../../../api/query.ts';
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { refusalText } from '../parts/words.ts';

type Props = { line: RentalLine; refreshes: readonly Endpoint[]; onClose: () => void };

/** Cancels one device of an order at the desk. The clerk gives a reason. */
export function CancelDialog({ line, refreshes, onClose }: Props) {
  const { t, locale } = useT();
  const cancel = useCall(lending.cancelLine, { refreshes });
  return (
    <ReasonDialog
      title={t('lending.cancel.title', { name: line.model.name })}
      action={t('lending.cancel')}
      dismiss={t('app.back')}
      label={t('lending.reject.reason')}
      hint={t('lending.reject.hint')}
      maxLength={300}
      isPending={cancel.isPending}
      problem={cancel.error && refusalText(t, cancel.error, locale)}
      onSend={(reason) => cancel.mutate({ params: { id: line.id }, body: { reason } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
