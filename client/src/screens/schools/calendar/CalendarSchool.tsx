import { useState } from 'react';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { SchoolPicker } from '../SchoolPicker.tsx';

/** Opens the calendar of another school of the district. */
export function CalendarSchool({ onChoose, onClose }: { onChoose: (id: string) => void; onClose: () => void }) {
  const { t } = useT();
  const [chosen, setChosen] = useState('');
  return (
    <FormDialog
      title={t('schools.calendar.school')}
      action={t('schools.calendar.school.show')}
      disabled={chosen === ''}
      problem={null}
      onSend={() => onChoose(chosen)}
      onClose={onClose}
    >
      <SchoolPicker label={t('schools.find')} chosen={chosen} onChoose={({ id }) => setChosen(id)} />
    </FormDialog>
  );
}
