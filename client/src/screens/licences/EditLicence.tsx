import { parseAmount, formatAmount } from '@fundus/contract/cents';
import { licences, type Licence } from '@fundus/contract/licences/licences';
import { DateField } from '../../components/forms/DateField.tsx';
import { useCall } from '../../api/query.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useFields } from '../../components/forms/use-fields.ts';
import { integerOf, ReturnsField, SeatsField, RightsFields } from '../../components/licences/LicenceFields.tsx';
import { LICENCE_READS } from '../../components/licences/refreshes.ts';
import { licenceError } from '../../components/licences/words.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { TextField } from '../../ui/fields/Field.tsx';
import '../../components/licences/licences.css';
import './licence-screen.css';

const PLACED = ['seats', 'valid_to', 'price'] as const;
const typed = (value: number | null): string => (value === null ? '' : String(value));

/** Edits the terms of a manually entered licence. For all other licences only the warning threshold can be changed. */
export function EditLicence({ licence, onClose }: { licence: Licence; onClose: () => void }) {
  const { t, locale } = useT();
  const { can, scope } = licence;
  const change = useCall(licences.change, LICENCE_READS);
  const fields = useFields(
    {
      seats: String(licence.seats),
      valid_from: licence.valid_from ?? '',
      valid_to: licence.valid_to ?? '',
      returns_left: typed(licence.returns_left),
      licensor: licence.licensor,
      audience: licence.audience,
      rights: licence.rights,
      warn_below: typed(licence.warn_below),
      price: formatAmount(licence.price, locale),
    },
    {
      error: change.error,
      at: PLACED,
      words: (error) => {
        const field = error.details?.taken === undefined && PLACED.find((name) => name === error.field);
        return field ? t(`licence.field.${field}.wrong`) : licenceError(error, t);
      },
    },
  );
  const { values, text } = fields;
  const save = () =>
    change.mutate(
      {
        params: { id: licence.id },
        body: {
          version: licence.version,
          warn_below: values.warn_below === '' ? null : integerOf(values.warn_below),
          // Sends -1 if the amount cannot be parsed: the server rejects it, and the error appears next to the field.
          ...(can.price && { price: parseAmount(values.price) === undefined ? -1 : parseAmount(values.price) }),
          ...(can.edit && {
            ...(scope !== 'single' && { seats: integerOf(values.seats) ?? licence.seats }),
            valid_from: values.valid_from || null,
            valid_to: values.valid_to || null,
            returns_left: values.returns_left === '' ? null : integerOf(values.returns_left),
            audience: values.audience,
            rights: values.rights,
            licensor: values.licensor,
          }),
        },
      },
      {
        onSuccess: () => {
          onClose();
          showSnackbar({ text: t('licence.saved'), type: 'success' });
        },
      },
    );
  return (
    <FormDialog
      title={t('licence.edit')}
      action={t('app.save')}
      disabled={change.isPending}
      problem={fields.problem}
      className="licence-form"
      onSend={save}
      onClose={onClose}
    >
      {!can.edit && <p className="quiet small wide edit-note">{t('licence.edit.record')}</p>}
      {can.edit && (
        <>
          {scope !== 'single' && <SeatsField fields={fields} scope={scope} />}
          <ReturnsField fields={fields} />
          <DateField label={t('licence.from')} {...text('valid_from')} />
          <DateField label={t('licence.to')} {...text('valid_to')} />
          <TextField label={t('licence.licensor')} maxLength={200} {...text('licensor')} />
        </>
      )}
      <TextField label={t('licence.warn')} hint={t('licence.warn.hint')} inputMode="numeric" {...text('warn_below')} />
      {can.price && <TextField label={t('licence.price')} hint={t('licence.price.hint')} inputMode="decimal" {...text('price')} />}
      {can.edit && <RightsFields fields={fields} />}
    </FormDialog>
  );
}
