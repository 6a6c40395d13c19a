import { useState } from 'react';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { FormDialog } from './FormDialog.tsx';

type Props = {
  title: string;
  action: string;
  /** Of the field, and who reads what is written there. */
  label: string;
  hint: string;
  maxLength: number;
  isPending: boolean;
  problem: string | null;
  onSend: (reason: string) => void;
  onClose: () => void;
};

/** Something is done to another person's wish, order or loan; they are told why. */
export function ReasonDialog({ title, action, label, hint, maxLength, isPending, problem, onSend, onClose }: Props) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={title}
      action={action}
      disabled={isPending || reason.trim() === ''}
      problem={problem}
      onSend={() => onSend(reason)}
      onClose={onClose}
    >
      <TextArea label={label} hint={hint} maxLength={maxLength} value={reason} onChange={({ target }) => setReason(target.value)} />
    </FormDialog>
  );
}
