import { shiftDay, today } from '@fundus/contract/days';
import { CLOSED_DAYS, schools, type School } from '@fundus/contract/schools/schools';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { AskDialog } from '../../components/forms/AskDialog.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { TextField } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { problemOf, wordsOf } from './problems.ts';
import './schools.css';

export type StateStep = 'suspended' | 'active' | 'closing' | 'closed';

const TITLES = {
  suspended: 'schools.suspend',
  active: 'schools.resume',
  closing: 'schools.announce',
  closed: 'schools.close',
  reopen: 'schools.reopen',
} as const;

/** Asks once, naming the school and what follows. */
export function StateDialog({ school, step, onClose }: { school: School; step: StateStep; onClose: () => void }) {
  const { t, locale } = useT();
  const [reason, setReason] = useState('');
  const [day, setDay] = useState('');
  const change = useCall(schools.state, { refreshes: [schools.own, schools.read, schools.list] });
  const { version } = school;
  // Opening a closed school says something else than resuming a suspended one.
  const what = step === 'active' && school.state === 'closed' ? 'reopen' : step;
  const erased = formatDate(shiftDay(today(new Date()), CLOSED_DAYS), 'long', locale);
  const body =
    step === 'suspended'
      ? { to: step, version, reason }
      : step === 'closing'
        ? { to: step, version, closes_on: day }
        : { to: step, version };
  const ready = step === 'suspended' ? reason.trim() !== '' : step === 'closing' ? day !== '' : true;
  const done = () => {
    showSnackbar({ text: t(`schools.done.${what}`, { name: school.name }), type: 'success' });
    onClose();
  };
  const error = change.error && wordsOf(t, change.error);
  const field = change.error && problemOf(change.error);
  return (
    <AskDialog
      title={t(TITLES[what])}
      action={t(TITLES[what])}
      disabled={!ready || change.isPending}
      onClose={onClose}
      onAction={() => change.mutate({ params: { id: school.id }, body }, { onSuccess: done })}
    >
      <p className="school-ask">{t(`schools.ask.${what}`, { name: school.name, date: erased })}</p>
      {step === 'suspended' && (
        <TextArea
          label={t('schools.reason')}
          hint={t('schools.reason.shown')}
          maxLength={500}
          value={reason}
          error={field === 'reason' ? error : null}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      {step === 'closing' && (
        <TextField
          label={t('schools.closesOn')}
          hint={t('schools.closesOn.hint')}
          type="date"
          value={day}
          error={field === 'closes_on' ? error : null}
          onChange={(event) => setDay(event.target.value)}
        />
      )}
      {error && !field && <FormProblem>{error}</FormProblem>}
    </AskDialog>
  );
}
