import type { AppError } from '@fundus/contract/errors';
import { useState } from 'react';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { refusalWords } from './words.ts';

type Props = {
  title: string;
  action: string;
  pending: boolean;
  error: AppError | null;
  onSend: (reason: string) => void;
  onClose: () => void;
};

/** The desk does something the borrower is told of, and says why. */
export function ReasonDialog({ title, action, pending, error, onSend, onClose }: Props) {
  const { t, locale } = useT();
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={title}
      action={action}
      disabled={pending || reason.trim() === ''}
      problem={error && refusalWords(t, error, locale)}
      onSend={() => onSend(reason)}
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
