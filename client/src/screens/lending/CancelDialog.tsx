import type { Endpoint } from '@fundus/contract/endpoint';
import { lending, type RentalLine } from '@fundus/contract/lending/lending';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { refusalWords } from './words.ts';

type Props = { line: RentalLine; refreshes: readonly Endpoint[]; onClose: () => void };

/** The desk cancels a device, and says why. */
export function CancelDialog({ line, refreshes, onClose }: Props) {
  const { t, locale } = useT();
  const [reason, setReason] = useState('');
  const cancel = useCall(lending.cancelLine, { refreshes });
  return (
    <FormDialog
      title={t('lending.cancel.title', { name: line.model.name })}
      action={t('lending.cancel')}
      disabled={cancel.isPending || reason.trim() === ''}
      problem={cancel.error && refusalWords(t, cancel.error, locale)}
      onSend={() => cancel.mutate({ params: { id: line.id }, body: { reason } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextArea
        label={t('lending.reject.reason')}
        hint={t('lending.reject.hint')}
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
