import type { Endpoint } from '@fundus/contract/endpoint';
import { lending, type RentalLine } from '@fundus/contract/lending/lending';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

type Props = { line: RentalLine; refreshes: readonly Endpoint[]; onClose: () => void };

/** The desk cancels a device, and says why. */
export function CancelDialog({ line, refreshes, onClose }: Props) {
  const { t } = useT();
  const cancel = useCall(lending.cancelLine, { refreshes });
  return (
    <ReasonDialog
      title={t('lending.cancel.title', { name: line.model.name })}
      action={t('lending.cancel')}
      pending={cancel.isPending}
      error={cancel.error}
      onSend={(reason) => cancel.mutate({ params: { id: line.id }, body: { reason } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
