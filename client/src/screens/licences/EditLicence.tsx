import { licences, type Licence } from '@fundus/contract/licences';
import { useId, useState } from 'react';
import { useCall } from '../../api/query.ts';
import { LICENCE_READS } from '../../components/licences/refreshes.ts';
import { RightsField } from '../../components/licences/RightsField.tsx';
import { licenceError } from '../../components/licences/words.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Checkbox, TextField } from '../../ui/Field.tsx';

const whole = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null);

/** Terms of a licence that was entered by hand; of any, when its school is warned. */
export function EditLicence({ licence, onClose }: { licence: Licence; onClose: () => void }) {
  const { t } = useT();
  const { config } = useSession();
  const form = useId();
  const { can, scope } = licence;
  const [seats, setSeats] = useState(String(licence.seats));
  const [from, setFrom] = useState(licence.valid_from ?? '');
  const [to, setTo] = useState(licence.valid_to ?? '');
  const [returns, setReturns] = useState(licence.returns_left === null ? '' : String(licence.returns_left));
  const [licensor, setLicensor] = useState(licence.licensor);
  const [teachers, setTeachers] = useState(licence.audience === 'teacher');
  const [rights, setRights] = useState(licence.rights);
  const [warn, setWarn] = useState(licence.warn_below === null ? '' : String(licence.warn_below));
  const change = useCall(licences.change, LICENCE_READS);
  const placed = ['seats', 'valid_to'];
  const problem = (field: 'seats' | 'valid_to'): string | null =>
    change.error?.field !== field
      ? null
      : change.error.details?.taken === undefined
        ? t(`licence.field.${field}.wrong`)
        : licenceError(change.error, t);
  const save = () =>
    change.mutate(
      {
        params: { id: licence.id },
        body: {
          version: licence.version,
          warn_below: warn === '' ? null : whole(warn),
          ...(can.edit && {
            ...(scope !== 'single' && { seats: whole(seats) ?? licence.seats }),
            valid_from: from || null,
            valid_to: to || null,
            returns_left: returns === '' ? null : whole(returns),
            audience: teachers ? ('teacher' as const) : ('all' as const),
            rights,
            licensor,
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
    <AskDialog title={t('licence.edit')} action={t('app.save')} disabled={change.isPending} onClose={onClose} form={form}>
      <form
        id={form}
        className="licence-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {change.error && !placed.includes(change.error.field ?? '') && (
          <p className="licence-problem wide" role="alert">
            {licenceError(change.error, t)}
          </p>
        )}
        {!can.edit && <p className="quiet small wide edit-note">{t('licence.edit.record')}</p>}
        {can.edit && (
          <>
            {scope !== 'single' && (
              <TextField
                label={t('licence.seats')}
                hint={t(scope === 'volume' ? 'licence.seats.hint' : 'licence.seats.optional')}
                inputMode="numeric"
                value={seats}
                error={problem('seats')}
                onChange={(event) => setSeats(event.target.value)}
              />
            )}
            {config.AllowReturns && (
              <TextField
                label={t('licence.returns')}
                hint={t('licence.returns.hint')}
                inputMode="numeric"
                value={returns}
                onChange={(event) => setReturns(event.target.value)}
              />
            )}
            <TextField label={t('licence.from')} type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
            <TextField
              label={t('licence.to')}
              type="date"
              value={to}
              error={problem('valid_to')}
              onChange={(event) => setTo(event.target.value)}
            />
            <TextField
              label={t('licence.licensor')}
              value={licensor}
              maxLength={200}
              onChange={(event) => setLicensor(event.target.value)}
            />
          </>
        )}
        <TextField
          label={t('licence.warn')}
          hint={t('licence.warn.hint')}
          inputMode="numeric"
          value={warn}
          onChange={(event) => setWarn(event.target.value)}
        />
        {can.edit && (
          <>
            <RightsField value={rights} onChange={setRights} />
            <div className="wide">
              <Checkbox label={t('licence.teachersOnly')} checked={teachers} onChange={(event) => setTeachers(event.target.checked)} />
            </div>
          </>
        )}
      </form>
    </AskDialog>
  );
}
