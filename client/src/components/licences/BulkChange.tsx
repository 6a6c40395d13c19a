import { parseAmount } from '@fundus/contract/cents';
import { lastDayOf, schoolYearOf } from '@fundus/contract/classes/rules';
import { shiftMonths, today } from '@fundus/contract/days';
import { licenceBulk, type LicencesChange, type LicenceSelection } from '@fundus/contract/licences/bulk';
import { LICENCE_AUDIENCES, type LicenceAudience } from '@fundus/contract/licences/licences';
import type { Rights } from '@fundus/contract/catalogue/catalogue';
import { useState } from 'react';
import { parseDay } from '../../i18n/read-day.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Checkbox, TextField } from '../../ui/fields/Field.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { ConfirmDialog } from '../forms/ConfirmDialog.tsx';
import { DateField } from '../forms/DateField.tsx';
import { BulkPreview } from './BulkPreview.tsx';
import { integerOf } from './LicenceFields.tsx';
import { RightsField } from './RightsField.tsx';
import { useBulk } from './use-bulk.ts';
import './licences.css';
import './bulk.css';

export type BulkAction = 'extend' | 'change' | 'hide' | 'show' | 'withdraw';
type Props = { act: BulkAction; selection: LicenceSelection; onDone: () => void; onClose: () => void };

/** Shows a dialog that changes many licences in one call after a preview. */
export function BulkChange({ act, selection, onDone, onClose }: Props) {
  const { t } = useT();
  const fixed: Partial<LicencesChange> | null =
    act === 'hide' ? { hidden: true } : act === 'show' ? { hidden: false } : act === 'withdraw' ? { withdrawn: true } : null;
  const [change, setChange] = useState<Partial<LicencesChange> | null>(fixed);
  const settled = useDebounced(JSON.stringify(change), 250);
  const asked = JSON.parse(settled) as Partial<LicencesChange> | null;
  const complete = asked !== null && Object.keys(asked).length > 0;
  const bulk = useBulk(licenceBulk.changeMany, complete ? { selection, change: asked } : null, onDone);
  const stale = settled !== JSON.stringify(change);
  return (
    <ConfirmDialog
      title={t(`licence.bulk.${act}`)}
      action={t(`licence.bulk.${act}.do`, { count: bulk.count })}
      disabled={!bulk.ready || stale}
      onClose={onClose}
      onAction={bulk.confirm}
      className="bulk-dialog"
    >
      {act === 'extend' && <ExtendFields onChange={setChange} />}
      {act === 'change' && <TermsFields onChange={setChange} />}
      {complete && <BulkPreview preview={bulk.preview} error={bulk.error} ending={act === 'withdraw'} />}
    </ConfirmDialog>
  );
}

type FieldsProps = { onChange: (change: Partial<LicencesChange> | null) => void };

const EXTENSIONS = ['until', 'year', 'half', 'open'] as const;
const ENDS = { year: { extend_months: 12 }, half: { extend_months: 6 }, open: { valid_to: null }, '': null };

/** Shows the fields of the new end date and suggests the end of the next school year. */
function ExtendFields({ onChange }: FieldsProps) {
  const { t } = useT();
  const { config } = useSession();
  const next = schoolYearOf(shiftMonths(today(new Date()), 12), config.schoolYearEnd);
  const [way, setWay] = useState<(typeof EXTENSIONS)[number] | ''>('');
  const [until, setUntil] = useState(lastDayOf(next, config.schoolYearEnd));
  const applyChange = (nextWay: (typeof EXTENSIONS)[number] | '', day: string) => {
    setWay(nextWay);
    setUntil(day);
    if (nextWay !== 'until') onChange(ENDS[nextWay]);
    else onChange(parseDay(day) === null ? null : { valid_to: day });
  };
  return (
    <>
      <SelectField
        label={t('licence.bulk.way')}
        value={way}
        options={(['', ...EXTENSIONS] as const).map((value) => ({ value, label: t(`licence.bulk.way.${value || 'choose'}`) }))}
        onChange={(value) => applyChange(value, until)}
      />
      {way === 'until' && <DateField label={t('licence.to')} value={until} onChange={({ target }) => applyChange('until', target.value)} />}
    </>
  );
}

const ALL_RIGHTS: Rights = { stream: true, download: true, home_use: true, lms_embed: true, edit: false };

/** Shows fields for the terms of all selected licences. Empty fields are not changed. */
function TermsFields({ onChange }: FieldsProps) {
  const { t } = useT();
  const [values, setValues] = useState({
    audience: '' as LicenceAudience | '',
    seats: '',
    licensor: '',
    price: '',
    rights: null as Rights | null,
  });
  const set = (about: Partial<typeof values>) => {
    const next = { ...values, ...about };
    setValues(next);
    const seats = integerOf(next.seats);
    const price = parseAmount(next.price);
    if ((next.seats !== '' && seats === null) || price === undefined) return onChange(null);
    onChange({
      ...(next.audience && { audience: next.audience }),
      ...(seats !== null && { seats }),
      ...(next.licensor.trim() && { licensor: next.licensor.trim() }),
      ...(price !== null && { price }),
      ...(next.rights && { rights: next.rights }),
    });
  };
  const wrongSeats = values.seats !== '' && integerOf(values.seats) === null;
  return (
    <div className="licence-form">
      <TextField
        label={t('licence.seats')}
        hint={t('licence.bulk.asIs')}
        inputMode="numeric"
        value={values.seats}
        error={wrongSeats ? t('licence.field.seats.wrong') : null}
        onChange={(event) => set({ seats: event.target.value })}
      />
      <SelectField
        label={t('licence.audience')}
        value={values.audience}
        options={[
          { value: '', label: t('bulk.asIs') },
          ...LICENCE_AUDIENCES.map((value) => ({ value, label: t(`licence.audience.${value}`) })),
        ]}
        onChange={(audience) => set({ audience: audience as LicenceAudience | '' })}
      />
      <TextField
        label={t('licence.licensor')}
        hint={t('licence.bulk.asIs')}
        maxLength={200}
        value={values.licensor}
        onChange={(event) => set({ licensor: event.target.value })}
      />
      <TextField
        label={t('licence.price')}
        hint={t('licence.bulk.asIs')}
        inputMode="decimal"
        value={values.price}
        error={parseAmount(values.price) === undefined ? t('licence.field.price.wrong') : null}
        onChange={(event) => set({ price: event.target.value })}
      />
      <div className="wide">
        <Checkbox
          label={t('licence.bulk.rights')}
          checked={values.rights !== null}
          onChange={(event) => set({ rights: event.target.checked ? ALL_RIGHTS : null })}
        />
      </div>
      {values.rights && <RightsField value={values.rights} onChange={(rights) => set({ rights })} />}
    </div>
  );
}
