import { lendingBorrower, MESSAGE_LENGTH } from '@fundus/contract/lending/desk/borrower-page';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { useIdempotencyKey } from '../../../api/use-key.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { refusalText } from '../parts/words.ts';

type Props = { point: string; borrower: { id: string; name: string }; onClose: () => void };

/** Shows a dialog that sends a message from the lending desk to a borrower. */
export function MessageDialog({ point, borrower, onClose }: Props) {
  const { t, locale } = useT();
  const [text, setText] = useState('');
  const act = useIdempotencyKey();
  const send = useCall(lendingBorrower.messageBorrower);
  return (
    <FormDialog
      title={t('lending.message.name', { name: borrower.name })}
      action={t('lending.message.send')}
      disabled={send.isPending || text.trim() === ''}
      problem={send.error && refusalText(t, send.error, locale)}
      onSend={() =>
        send.mutate(
          { params: { id: borrower.id }, body: { point, text, key: act.keyOf(text) } },
          {
            onSuccess: () => {
              showSnackbar({ text: t('lending.message.done', { name: borrower.name }), type: 'success' });
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <TextArea
        label={t('lending.message.text')}
        hint={t('lending.message.hint')}
        rows={5}
        maxLength={MESSAGE_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  );
}
