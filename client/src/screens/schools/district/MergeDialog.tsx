import { schools, type School, type SchoolLine } from '@fundus/contract/schools/schools';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Note } from '../../../ui/Note.tsx';
import { schoolErrorText } from '../problems.ts';
import { SchoolPicker } from '../SchoolPicker.tsx';
import '../schools.css';

/** Merges a school into another one, after showing how much data is moved. */
export function MergeDialog({ school, onClose }: { school: School; onClose: () => void }) {
  const { t } = useT();
  const [into, setInto] = useState<SchoolLine | null>(null);
  const look = useCall(schools.merge);
  const merge = useCall(schools.merge, { refreshes: [schools.own, schools.read, schools.list] });
  const args = (target: string, dry_run: boolean) => ({
    params: { id: school.id },
    body: { version: school.version, into: target, dry_run },
  });
  const choose = (line: SchoolLine) => {
    setInto(line);
    look.mutate(args(line.id, true));
  };
  const done = () => {
    showSnackbar({ text: t('schools.merged', { from: school.name, into: into?.name ?? '' }), type: 'success' });
    onClose();
  };
  const error = merge.error ?? look.error;
  return (
    <ConfirmDialog
      title={t('schools.merge')}
      action={t('schools.merge')}
      disabled={!into || !look.data || merge.isPending}
      onClose={onClose}
      onAction={() => into && merge.mutate(args(into.id, false), { onSuccess: done })}
    >
      <p className="school-ask">{t('schools.merge.ask', { name: school.name })}</p>
      <SchoolPicker label={t('schools.merge.into')} chosen={into?.id ?? ''} except={school.id} onChoose={choose} />
      {into && look.data && (
        <Note role="status">
          {t('schools.merge.what', {
            into: into.name,
            people: t('schools.people.count', { count: look.data.people }),
            licences: t('schools.licences.count', { count: look.data.licences + look.data.seats }),
          })}
        </Note>
      )}
      {error && <FormProblem>{schoolErrorText(t, error)}</FormProblem>}
    </ConfirmDialog>
  );
}
