import { ENTERED_SCOPES, licences, MOST_SEATS, RUNTIMES, type Licence, type Runtime } from '@fundus/contract/licences';
import type { Rights } from '@fundus/contract/catalogue';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { FindList } from '../../components/licences/FindList.tsx';
import { LICENCE_READS } from '../../components/licences/refreshes.ts';
import { RightsField } from '../../components/licences/RightsField.tsx';
import { licenceError } from '../../components/licences/words.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Checkbox, TextField } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';

type Scope = (typeof ENTERED_SCOPES)[number];
type Chosen = { id: string; title: string } | null;
type Props = { forSchools: boolean; onClose: () => void; onEntered: (licence: Licence) => void };

const ALL_RIGHTS: Rights = { stream: true, download: true, home_use: true, lms_embed: true, edit: false };
const whole = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null);

/** A licence that was bought elsewhere is entered: for what, for whom, until when, with which rights. */
export function NewLicence({ forSchools, onClose, onEntered }: Props) {
  const { t } = useT();
  const { config } = useSession();
  const form = useId();
  const [medium, setMedium] = useState<Chosen>(null);
  const [school, setSchool] = useState<Chosen>(null);
  const [scope, setScope] = useState<Scope>('volume');
  const [seats, setSeats] = useState('30');
  const [runtime, setRuntime] = useState<Runtime>('until_date');
  const [days, setDays] = useState('365');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [teachers, setTeachers] = useState(false);
  const [rights, setRights] = useState(ALL_RIGHTS);
  const [returns, setReturns] = useState('');
  const [licensor, setLicensor] = useState('');
  const [reference, setReference] = useState('');
  const create = useCall(licences.create, LICENCE_READS);
  const problem = (field: string): string | null =>
    create.error?.field === field
      ? create.error.code === 'validation_failed'
        ? t(`licence.field.${field as 'seats' | 'valid_to' | 'runtime_days'}.wrong`)
        : licenceError(create.error, t)
      : null;
  const placed = ['seats', 'valid_to', 'runtime_days', 'purchase_ref', 'mediaId', 'school_id'];
  const counted = scope === 'volume' || scope === 'school' || scope === 'district';
  const enter = () => {
    if (!medium) return;
    create.mutate(
      {
        body: {
          mediaId: medium.id,
          scope,
          school_id: school?.id ?? null,
          valid_from: from || null,
          runtime,
          runtime_days: runtime === 'days' ? whole(days) : null,
          valid_to: runtime === 'until_date' ? to || null : null,
          seats: scope === 'single' ? 1 : (whole(seats) ?? 0),
          returns_left: returns === '' ? null : whole(returns),
          audience: teachers ? 'teacher' : 'all',
          rights,
          licensor,
          purchase_ref: reference,
        },
      },
      { onSuccess: onEntered },
    );
  };
  return (
    <AskDialog
      title={t('licence.new')}
      action={t('licence.new.enter')}
      disabled={create.isPending || !medium}
      onClose={onClose}
      form={form}
    >
      <form
        id={form}
        className="licence-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          enter();
        }}
      >
        {create.error && !placed.includes(create.error.field ?? '') && (
          <p className="licence-problem wide" role="alert">
            {licenceError(create.error, t)}
          </p>
        )}
        <div className="wide">
          <MediumFinder chosen={medium} onChoose={setMedium} error={problem('mediaId')} />
        </div>
        <SelectField
          label={t('licence.scope')}
          hint={t(`licence.scope.${scope}.hint`)}
          value={scope}
          options={ENTERED_SCOPES.filter((value) => value !== 'district' || forSchools).map((value) => ({
            value,
            label: t(`library.scope.${value}`),
          }))}
          onChange={(next) => {
            setScope(next);
            if (next === 'district') setSchool(null);
          }}
        />
        {counted && (
          <TextField
            label={t('licence.seats')}
            hint={t(scope === 'volume' ? 'licence.seats.hint' : 'licence.seats.optional')}
            error={problem('seats')}
            value={seats}
            inputMode="numeric"
            maxLength={String(MOST_SEATS).length}
            onChange={(event) => setSeats(event.target.value)}
          />
        )}
        {forSchools && scope !== 'district' && (
          <div className="wide">
            <SchoolFinder chosen={school} onChoose={setSchool} error={problem('school_id')} />
          </div>
        )}
        <SelectField
          label={t('licence.runtime')}
          value={runtime}
          options={RUNTIMES.map((value) => ({ value, label: t(`licence.runtime.${value}`) }))}
          onChange={setRuntime}
        />
        {runtime === 'until_date' && (
          <TextField
            label={t('licence.to')}
            type="date"
            value={to}
            error={problem('valid_to')}
            onChange={(event) => setTo(event.target.value)}
          />
        )}
        {runtime === 'days' && (
          <TextField
            label={t('licence.runtime.days.number')}
            value={days}
            inputMode="numeric"
            error={problem('runtime_days')}
            onChange={(event) => setDays(event.target.value)}
          />
        )}
        <TextField
          label={t('licence.from')}
          hint={t('licence.from.hint')}
          type="date"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        {config.AllowReturns && counted && (
          <TextField
            label={t('licence.returns')}
            hint={t('licence.returns.hint')}
            value={returns}
            inputMode="numeric"
            onChange={(event) => setReturns(event.target.value)}
          />
        )}
        <TextField label={t('licence.licensor')} value={licensor} maxLength={200} onChange={(event) => setLicensor(event.target.value)} />
        <TextField
          label={t('licence.reference')}
          value={reference}
          maxLength={200}
          error={problem('purchase_ref')}
          onChange={(event) => setReference(event.target.value)}
        />
        <RightsField value={rights} onChange={setRights} />
        <div className="wide">
          <Checkbox label={t('licence.teachersOnly')} checked={teachers} onChange={(event) => setTeachers(event.target.checked)} />
        </div>
      </form>
    </AskDialog>
  );
}

type FinderProps = { chosen: Chosen; onChoose: (next: Chosen) => void; error: string | null };

function MediumFinder({ chosen, onChoose, error }: FinderProps) {
  const { t } = useT();
  const [text, setText] = useState('');
  const q = useDebounced(text.trim(), 200);
  const found = useQuery({ ...query(licences.media, { query: { q } }), enabled: q !== '', placeholderData: (before) => before });
  return (
    <FindList
      label={t('licence.medium')}
      hint={chosen ? t('licence.chosen', { what: chosen.title }) : t('licence.medium.hint')}
      error={error}
      text={text}
      onText={setText}
      none={t('licence.medium.none')}
      kind="one"
      chosen={new Set(chosen ? [chosen.id] : [])}
      onToggle={(item) => onChoose({ id: item.key, title: item.title })}
      items={
        q === ''
          ? undefined
          : found.data?.items.map((item) => ({
              key: item.identifier,
              title: item.fn_titel,
              about: item.about,
              shut: item.free ? t('licence.medium.free') : null,
            }))
      }
    />
  );
}

function SchoolFinder({ chosen, onChoose, error }: FinderProps) {
  const { t } = useT();
  const [text, setText] = useState('');
  const q = useDebounced(text.trim(), 200);
  const found = useQuery({ ...query(licences.schools, { query: { q } }), placeholderData: (before) => before });
  const district = { key: '', title: t('licence.owner.district'), about: t('licence.owner.district.hint') };
  return (
    <FindList
      label={t('licence.owner')}
      error={error}
      text={text}
      onText={setText}
      none={t('licence.owner.none')}
      kind="one"
      chosen={new Set([chosen?.id ?? ''])}
      onToggle={(item) => onChoose(item.key === '' ? null : { id: item.key, title: item.title })}
      items={
        found.data && [...(q === '' ? [district] : []), ...found.data.items.map(({ id, name, about }) => ({ key: id, title: name, about }))]
      }
    />
  );
}
