import { parseAmount } from '@fundus/contract/cents';
import { lastDayOf, schoolYearOf } from '@fundus/contract/classes/rules';
import { today } from '@fundus/contract/days';
import { ENTERED_SCOPES, licences, RUNTIMES, type Licence, type LicenceAudience, type Runtime } from '@fundus/contract/licences/licences';
import type { Rights } from '@fundus/contract/catalogue/catalogue';
import { DateField } from '../forms/DateField.tsx';
import { useCall } from '../../api/query.ts';
import { MediumFinder, SchoolFinder, type ChosenItem } from './finders.tsx';
import { LICENCE_READS } from './refreshes.ts';
import { integerOf, ReturnsField, SeatsField, RightsFields } from './LicenceFields.tsx';
import { licenceError } from './words.ts';
import { FormDialog } from '../forms/FormDialog.tsx';
import { useFields } from '../forms/use-fields.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { TextField } from '../../ui/fields/Field.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import './licences.css';

type Scope = (typeof ENTERED_SCOPES)[number];
type Props = { forSchools: boolean; onClose: () => void; onEntered: (licence: Licence) => void };

const ALL_RIGHTS: Rights = { stream: true, download: true, home_use: true, lms_embed: true, edit: false };

const EMPTY = {
  medium: null as ChosenItem,
  school: null as ChosenItem,
  scope: 'volume' as Scope,
  seats: '30',
  runtime: 'until_date' as Runtime,
  runtime_days: '365',
  valid_from: '',
  valid_to: '',
  audience: 'all' as LicenceAudience,
  rights: ALL_RIGHTS,
  returns_left: '',
  licensor: '',
  purchase_ref: '',
  price: '',
};
const WITH_WORDS = ['seats', 'valid_to', 'runtime_days', 'price'] as const;

/** Shows a dialog that creates a licence bought elsewhere: medium, owner, end and rights. */
export function NewLicence({ forSchools, onClose, onEntered }: Props) {
  const { t } = useT();
  const { config } = useSession();
  const day = today(new Date());
  const create = useCall(licences.create, LICENCE_READS);
  const refused = create.error && { mediaId: 'medium', school_id: 'school' }[create.error.field ?? ''];
  // Most licences last until the end of the school year.
  const begin = { ...EMPTY, valid_to: lastDayOf(schoolYearOf(day, config.schoolYearEnd), config.schoolYearEnd) };
  const fields = useFields(begin, {
    error: refused ? null : create.error,
    at: [...WITH_WORDS, 'purchase_ref'],
    words: (error) => {
      const field = error.code === 'validation_failed' && WITH_WORDS.find((name) => name === error.field);
      return field ? t(`licence.field.${field}.wrong`) : licenceError(error, t);
    },
  });
  const { values, set, text, choice } = fields;
  const { medium, school, scope, runtime } = values;
  const refusedAt = (name: 'medium' | 'school'): string | null => (create.error && refused === name ? licenceError(create.error, t) : null);
  const counted = scope === 'volume' || scope === 'school' || scope === 'district';
  const enter = () => {
    if (!medium) return;
    create.mutate(
      {
        body: {
          mediaId: medium.id,
          scope,
          school_id: school?.id ?? null,
          valid_from: values.valid_from || null,
          runtime,
          runtime_days: runtime === 'days' ? integerOf(values.runtime_days) : null,
          valid_to: runtime === 'until_date' ? values.valid_to || null : null,
          seats: scope === 'single' ? 1 : (integerOf(values.seats) ?? 0),
          returns_left: values.returns_left === '' ? null : integerOf(values.returns_left),
          audience: values.audience,
          rights: values.rights,
          licensor: values.licensor,
          purchase_ref: values.purchase_ref,
          // An invalid amount is sent as -1, so that the server rejects it and the error appears at the field.
          price: parseAmount(values.price) === undefined ? -1 : parseAmount(values.price),
        },
      },
      { onSuccess: onEntered },
    );
  };
  return (
    <FormDialog
      title={t('licence.new')}
      action={t('licence.new.enter')}
      disabled={create.isPending || !medium}
      problem={fields.problem}
      className="licence-form"
      onSend={enter}
      onClose={onClose}
    >
      <div className="wide">
        <MediumFinder chosen={medium} onChoose={(next) => set({ medium: next })} error={refusedAt('medium')} />
      </div>
      <SelectField
        label={t('licence.scope')}
        hint={t(`licence.scope.${scope}.hint`)}
        value={scope}
        options={ENTERED_SCOPES.filter((value) => value !== 'district' || forSchools).map((value) => ({
          value,
          label: t(`library.scope.${value}`),
        }))}
        onChange={(next) => set({ scope: next, ...(next === 'district' && { school: null }) })}
      />
      {counted && <SeatsField fields={fields} scope={scope} />}
      {forSchools && scope !== 'district' && (
        <div className="wide">
          <SchoolFinder chosen={school} onChoose={(next) => set({ school: next })} error={refusedAt('school')} />
        </div>
      )}
      <SelectField
        label={t('licence.runtime')}
        options={RUNTIMES.map((value) => ({ value, label: t(`licence.runtime.${value}`) }))}
        {...choice('runtime')}
      />
      {runtime === 'until_date' && <DateField label={t('licence.to')} {...text('valid_to')} />}
      {runtime === 'days' && <TextField label={t('licence.runtime.days.number')} inputMode="numeric" {...text('runtime_days')} />}
      <DateField label={t('licence.from')} hint={t('licence.from.hint')} {...text('valid_from')} />
      {counted && <ReturnsField fields={fields} />}
      <TextField label={t('licence.licensor')} maxLength={200} {...text('licensor')} />
      <TextField label={t('licence.reference')} maxLength={200} {...text('purchase_ref')} />
      <TextField label={t('licence.price')} hint={t('licence.price.hint')} inputMode="decimal" {...text('price')} />
      <RightsFields fields={fields} />
    </FormDialog>
  );
}
