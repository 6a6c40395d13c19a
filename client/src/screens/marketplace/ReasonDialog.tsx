import { useState } from 'react';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { TextArea } from '../../ui/TextArea.tsx';

type Props = {
  title: string;
  action: string;
  isPending: boolean;
  problem: string | null;
  onSend: (reason: string) => void;
  onClose: () => void;
};

/** Asks why, which whoever asked or ordered then reads. */
export function ReasonDialog({ title, action, isPending, problem, onSend, onClose }: Props) {
  const { t } = useT();
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
      <TextArea
        label={t('market.order.reason')}
        hint={t('market.order.reason.hint')}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
