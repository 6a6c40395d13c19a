/** Form values and fields of a licence's terms. */
import type { Rights } from '@fundus/contract/catalogue/catalogue';
import { LICENCE_AUDIENCES, MAX_SEATS, type Licence, type LicenceAudience } from '@fundus/contract/licences/licences';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { TextField } from '../../ui/fields/Field.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import type { useFields } from '../forms/use-fields.ts';
import { RightsField } from './RightsField.tsx';
import './licences.css';

export type Terms = {
  seats: string;
  valid_from: string;
  valid_to: string;
  returns_left: string;
  licensor: string;
  audience: LicenceAudience;
  rights: Rights;
};
type Fields = Pick<ReturnType<typeof useFields<Terms>>, 'values' | 'set' | 'text' | 'choice'>;

/** Returns the typed integer, or `null` if the input is invalid. */
export const integerOf = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null);

export function SeatsField({ fields, scope }: { fields: Fields; scope: Licence['scope'] }) {
  const { t } = useT();
  return (
    <TextField
      label={t('licence.seats')}
      hint={t(scope === 'volume' ? 'licence.seats.hint' : 'licence.seats.optional')}
      inputMode="numeric"
      maxLength={String(MAX_SEATS).length}
      {...fields.text('seats')}
    />
  );
}

/** Shows the field for how often a seat may be returned. Renders nothing if the portal does not allow returns. */
export function ReturnsField({ fields }: { fields: Fields }) {
  const { t } = useT();
  const { config } = useSession();
  if (!config.AllowReturns) return null;
  return <TextField label={t('licence.returns')} hint={t('licence.returns.hint')} inputMode="numeric" {...fields.text('returns_left')} />;
}

/** Shows the fields for rights and audience. */
export function RightsFields({ fields }: { fields: Fields }) {
  const { t } = useT();
  return (
    <>
      <RightsField value={fields.values.rights} onChange={(rights) => fields.set({ rights })} />
      <SelectField
        label={t('licence.audience')}
        options={LICENCE_AUDIENCES.map((value) => ({ value, label: t(`licence.audience.${value}`) }))}
        {...fields.choice('audience')}
      />
    </>
  );
}
