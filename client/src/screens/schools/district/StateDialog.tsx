import { shiftDay, today } from '@fundus/contract/days';
import { CLOSED_DAYS, schools, type School } from '@fundus/contract/schools/schools';
import { DateField } from '../../../components/forms/DateField.tsx';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { schoolErrorText } from '../problems.ts';
import '../schools.css';

export type StateStep = 'suspended' | 'active' | 'closing' | 'closed';

const TITLES = {
  suspended: 'schools.suspend',
  active: 'schools.resume',
  closing: 'schools.announce',
  closed: 'schools.close',
  reopen: 'schools.reopen',
} as const;

/** Asks for confirmation before the state of a school changes, and explains the consequences. */
export function StateDialog({ school, step, onClose }: { school: School; step: StateStep; onClose: () => void }) {
  const { t, locale } = useT();
  const change = useCall(schools.state, { refreshes: [schools.own, schools.read, schools.list] });
  const {
    values: { reason, closes_on },
    problem,
    text,
  } = useFields(
    { reason: '', closes_on: '' },
    { error: change.error, at: ['reason', 'closes_on'], words: (error) => schoolErrorText(t, error) },
  );
  const { version } = school;
  // Reopening a closed school and resuming a suspended one have different texts.
  const what = step === 'active' && school.state === 'closed' ? 'reopen' : step;
  const erased = formatDate(shiftDay(today(new Date()), CLOSED_DAYS), 'long', locale);
  const body =
    step === 'suspended' ? { to: step, version, reason } : step === 'closing' ? { to: step, version, closes_on } : { to: step, version };
  const ready = step === 'suspended' ? reason.trim() !== '' : step === 'closing' ? closes_on !== '' : true;
  const done = () => {
    showSnackbar({ text: t(`schools.done.${what}`, { name: school.name }), type: 'success' });
    onClose();
  };
  return (
    <FormDialog
      title={t(TITLES[what])}
      action={t(TITLES[what])}
      disabled={!ready || change.isPending}
      problem={problem}
      onSend={() => change.mutate({ params: { id: school.id }, body }, { onSuccess: done })}
      onClose={onClose}
    >
      <p className="school-ask">{t(`schools.ask.${what}`, { name: school.name, date: erased })}</p>
      {step === 'suspended' && (
        <TextArea label={t('schools.reason')} hint={t('schools.reason.shown')} maxLength={500} {...text('reason')} />
      )}
      {step === 'closing' && <DateField label={t('schools.closesOn')} hint={t('schools.closesOn.hint')} {...text('closes_on')} />}
    </FormDialog>
  );
}
