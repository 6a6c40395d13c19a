import { useState } from 'react';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { FormDialog } from './FormDialog.tsx';

type Props = {
  title: string;
  action: string;
  /** Label of the button that closes the dialog, if "cancel" could mean the action. */
  dismiss?: string;
  /** Label of the field, with a hint that says who will read the reason. */
  label: string;
  hint: string;
  maxLength: number;
  isPending: boolean;
  problem: string | null;
  onSend: (reason: string) => void;
  onClose: () => void;
};

/** Asks for a reason that is sent to the person concerned. */
export function ReasonDialog({ title, action, dismiss, label, hint, maxLength, isPending, problem, onSend, onClose }: Props) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={title}
      action={action}
      dismiss={dismiss}
      disabled={isPending || reason.trim() === ''}
      problem={problem}
      onSend={() => onSend(reason)}
      onClose={onClose}
    >
      <TextArea label={label} hint={hint} maxLength={maxLength} value={reason} onChange={({ target }) => setReason(target.value)} />
    </FormDialog>
  );
}
