import { lastDayOf, schoolYearOf } from '@fundus/contract/classes/rules';
import { today } from '@fundus/contract/days';
import { licenceBulk, type LicencesForMany } from '@fundus/contract/licences/bulk';
import { LICENCE_AUDIENCES, licences, type LicenceAudience } from '@fundus/contract/licences/licences';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../api/query.ts';
import { parseDay } from '../../i18n/read-day.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { TextField } from '../../ui/fields/Field.tsx';
import { Segment } from '../../ui/fields/Segment.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { ConfirmDialog } from '../forms/ConfirmDialog.tsx';
import { DateField } from '../forms/DateField.tsx';
import { BulkPreview } from './BulkPreview.tsx';
import { MediumFinder, type ChosenItem } from './finders.tsx';
import { FindList } from './FindList.tsx';
import { integerOf } from './LicenceFields.tsx';
import { useBulk } from './use-bulk.ts';
import './licences.css';
import './bulk.css';

type Props = {
  /** Identifiers of the media. If missing, the dialog offers a search. */
  media?: readonly string[];
  /** True if the user manages licences for the schools of a district. */
  forSchools: boolean;
  onDone: () => void;
  onClose: () => void;
};
type For = 'district' | 'schools' | 'share' | 'own';

type Entered = {
  media: readonly string[];
  to: For;
  scope: LicencesForMany['scope'];
  /** Ids of the schools, or `null` if the licence is not for schools. */
  schools: 'all' | string[] | null;
  /** Number of seats, or `null` if the input is not a number. */
  seats: number | null;
  valid_to: string;
  /** True if the licence has no end. */
  open: boolean;
  licensor: string;
  audience: LicenceAudience;
};

/** Returns the request body, or `null` while the form is incomplete. */
function bodyOf({ media, to, scope, schools, seats, valid_to, open, licensor, audience }: Entered): Partial<LicencesForMany> | null {
  const isComplete =
    media.length > 0 &&
    (open || parseDay(valid_to) !== null) &&
    (schools === null || schools === 'all' || schools.length > 0) &&
    seats !== null &&
    (scope !== 'volume' || seats > 0);
  if (!isComplete) return null;
  return {
    ...{ media: [...media], scope, to: to === 'district' ? 'own' : to, audience, licensor: licensor.trim() },
    ...(open ? { runtime: 'unlimited' } : { runtime: 'until_date', valid_to }),
    ...(schools && { schools }),
    seats,
  };
}

/** Shows a dialog that creates licences for one or more media, for the district or for several of its schools. */
export function EnterLicencesDialog({ media, forSchools, onDone, onClose }: Props) {
  const { t } = useT();
  const { config } = useSession();
  const [medium, setMedium] = useState<ChosenItem>(null);
  const [to, setTo] = useState<For>(forSchools ? (media ? 'district' : 'schools') : 'own');
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [all, setAll] = useState(true);
  const [kind, setKind] = useState<'school' | 'volume'>('school');
  const [values, setValues] = useState({
    ...{ valid_to: lastDayOf(schoolYearOf(today(new Date()), config.schoolYearEnd), config.schoolYearEnd), open: false },
    ...{ seats: '', licensor: '', audience: 'all' as LicenceAudience },
  });
  const set = (about: Partial<typeof values>) => setValues({ ...values, ...about });
  const identifiers = media ?? (medium ? [medium.id] : []);
  const toSchools = to === 'schools' || to === 'share';
  const scope = to === 'district' ? 'district' : to === 'share' ? 'school' : kind;
  const seats = values.seats.trim() === '' || to === 'share' ? 0 : integerOf(values.seats);
  const schools = !toSchools ? null : all ? ('all' as const) : [...chosen.keys()];
  const body = bodyOf({ ...values, media: identifiers, to, scope, schools, seats });
  const settled = useDebounced(JSON.stringify(body), 250);
  const bulk = useBulk(licenceBulk.createMany, JSON.parse(settled) as never, onDone);
  return (
    <ConfirmDialog
      title={media ? t('licence.give.title', { count: media.length }) : t('licence.give.schools')}
      action={t('licence.give.do', { count: bulk.count })}
      disabled={!bulk.ready || settled !== JSON.stringify(body)}
      onClose={onClose}
      onAction={bulk.confirm}
      className="bulk-dialog"
    >
      {!media && <MediumFinder chosen={medium} onChoose={setMedium} error={null} />}
      {forSchools && (
        <SelectField
          label={t('licence.give.for')}
          hint={t(`licence.give.for.${to}.hint`)}
          value={to}
          options={(['district', 'schools', 'share'] as const).map((value) => ({
            value: value as For,
            label: t(`licence.give.for.${value}`),
          }))}
          onChange={setTo}
        />
      )}
      {toSchools && (
        <>
          <Segment
            label={t('licence.give.which')}
            value={all ? 'all' : 'some'}
            options={(['all', 'some'] as const).map((value) => ({ value, label: t(`licence.give.which.${value}`) }))}
            onChange={(value) => setAll(value === 'all')}
          />
          {!all && <SchoolsField chosen={chosen} onChange={setChosen} />}
        </>
      )}
      <div className="licence-form">
        {(to === 'schools' || to === 'own') && (
          <SelectField
            label={t('licence.scope')}
            value={kind}
            options={(['school', 'volume'] as const).map((value) => ({ value, label: t(`library.scope.${value}`) }))}
            onChange={setKind}
          />
        )}
        {to !== 'share' && (
          <TextField
            label={t('licence.seats')}
            hint={t(scope === 'volume' ? 'licence.seats.hint' : 'licence.seats.optional')}
            inputMode="numeric"
            value={values.seats}
            error={seats === null ? t('licence.field.seats.wrong') : null}
            onChange={(event) => set({ seats: event.target.value })}
          />
        )}
        <SelectField
          label={t('licence.runtime')}
          value={values.open ? 'unlimited' : 'until_date'}
          options={(['until_date', 'unlimited'] as const).map((value) => ({ value, label: t(`licence.runtime.${value}`) }))}
          onChange={(value) => set({ open: value === 'unlimited' })}
        />
        {!values.open && (
          <DateField label={t('licence.to')} value={values.valid_to} onChange={({ target }) => set({ valid_to: target.value })} />
        )}
        <TextField
          label={t('licence.licensor')}
          maxLength={200}
          value={values.licensor}
          onChange={(event) => set({ licensor: event.target.value })}
        />
        <SelectField
          label={t('licence.audience')}
          value={values.audience}
          options={LICENCE_AUDIENCES.map((value) => ({ value, label: t(`licence.audience.${value}`) }))}
          onChange={(audience) => set({ audience })}
        />
      </div>
      {body && <BulkPreview preview={bulk.preview} error={bulk.error} entering />}
    </ConfirmDialog>
  );
}

function SchoolsField({
  chosen,
  onChange,
}: {
  chosen: ReadonlyMap<string, string>;
  onChange: (next: ReadonlyMap<string, string>) => void;
}) {
  const { t } = useT();
  const [text, setText] = useState('');
  const q = useDebounced(text.trim(), 200);
  const found = useQuery({ ...query(licences.schools, { query: { q } }), placeholderData: (before) => before });
  // Selected schools stay visible during a search.
  const others = (found.data?.items ?? [])
    .filter(({ id }) => !chosen.has(id))
    .map(({ id, name, about }) => ({ key: id, title: name, about }));
  const items = found.data && [...[...chosen].map(([id, name]) => ({ key: id, title: name, about: '' })), ...others];
  return (
    <FindList
      label={t('licence.give.schools')}
      hint={t('licence.give.schools.chosen', { count: chosen.size })}
      text={text}
      onText={setText}
      none={t('licence.owner.none')}
      kind="many"
      chosen={new Set(chosen.keys())}
      onToggle={({ key, title }) => {
        const next = new Map(chosen);
        if (!next.delete(key)) next.set(key, title);
        onChange(next);
      }}
      items={items}
    />
  );
}
