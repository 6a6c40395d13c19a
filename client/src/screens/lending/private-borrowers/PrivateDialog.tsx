import { lendingPrivate, type PrivateBorrower } from '@fundus/contract/lending/private-borrowers/private-borrowers';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Checkbox, TextField } from '../../../ui/fields/Field.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { refusalText } from '../parts/words.ts';

const FIELDS = ['name', 'address', 'email', 'phone', 'note'] as const;

type Props = { point: string; known: PrivateBorrower | null; onClose: () => void };

/** Creates or edits a private borrower. If the name changes, the identity must be checked again. */
export function PrivateDialog({ point, known, onClose }: Props) {
  const { t, locale } = useT();
  const refreshes = [lendingPrivate.privateBorrowers];
  const add = useCall(lendingPrivate.addPrivateBorrower, { refreshes });
  const change = useCall(lendingPrivate.changePrivateBorrower, { refreshes });
  const { values, text, check, problem } = useFields(
    {
      ...{ name: known?.name ?? '', address: known?.address ?? '', email: known?.email ?? '', phone: known?.phone ?? '' },
      note: known?.note ?? '',
      id_checked: false,
    },
    { error: add.error ?? change.error, at: FIELDS, words: (error) => refusalText(t, error, locale) },
  );
  const asks = known === null || known.id_checked === null || values.name.trim() !== known.name;
  const done = ({ name }: PrivateBorrower) => {
    showSnackbar({ text: t('lending.private.saved', { name }), type: 'success' });
    onClose();
  };
  const send = () => {
    const { id_checked, ...fields } = values;
    if (known === null) add.mutate({ body: { ...values, point } }, { onSuccess: done });
    else
      change.mutate(
        { params: { id: known.id }, body: { ...fields, ...(asks && id_checked && { id_checked }), version: known.version } },
        { onSuccess: done },
      );
  };
  return (
    <FormDialog
      title={known ? t('lending.private.change', { name: known.name }) : t('lending.private.new')}
      action={t('app.save')}
      disabled={add.isPending || change.isPending || values.name.trim() === '' || values.address.trim() === ''}
      problem={problem}
      onSend={send}
      onClose={onClose}
    >
      <TextField label={t('lending.private.name')} maxLength={120} autoComplete="off" {...text('name')} />
      <TextArea label={t('lending.private.address')} rows={2} maxLength={300} {...text('address')} />
      <TextField
        label={t('lending.private.email')}
        hint={t('lending.private.email.hint')}
        type="email"
        maxLength={254}
        autoComplete="off"
        {...text('email')}
      />
      <TextField label={t('lending.private.phone')} type="tel" maxLength={40} autoComplete="off" {...text('phone')} />
      <TextArea label={t('lending.private.note')} rows={2} maxLength={500} {...text('note')} />
      {asks && <Checkbox label={t('lending.private.checked.tick')} hint={t('lending.private.check.ask')} {...check('id_checked')} />}
    </FormDialog>
  );
}
