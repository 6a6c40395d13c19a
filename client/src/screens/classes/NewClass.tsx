import { classes, type ClassFields } from '@fundus/contract/classes/classes';
import { gradeOfName } from '@fundus/contract/classes/grade-of-name';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { EMPTY_CLASS_FIELDS } from './class-fields.ts';
import { ClassForm } from './ClassForm.tsx';
import { CLASS_READS, problemOf } from './problems.ts';

/** Shows a dialog that creates a class in the current school year. */
export function NewClass({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const { t } = useT();
  const [values, setValues] = useState(EMPTY_CLASS_FIELDS);
  /** True once the teacher has chosen a grade. Until then, the grade is derived from the name. */
  const [chosen, setChosen] = useState(false);
  const set = (about: Partial<ClassFields>) => {
    setChosen(chosen || 'grade' in about);
    setValues({ ...values, ...about, ...(about.name !== undefined && !chosen && { grade: gradeOfName(about.name) }) });
  };
  const create = useCall(classes.create, CLASS_READS);
  const send = () =>
    create.mutate(
      { body: { ...values, name: values.name.trim() } },
      {
        onSuccess: ({ id, name }) => {
          showSnackbar({ text: t('classes.made', { name }), type: 'success' });
          onClose();
          onMade(id);
        },
      },
    );
  return (
    <FormDialog
      title={t('classes.new')}
      action={t('classes.make')}
      disabled={values.name.trim() === '' || create.isPending}
      problem={problemOf(t, create.error)}
      onSend={send}
      onClose={onClose}
    >
      <ClassForm values={values} set={set} error={create.error} />
    </FormDialog>
  );
}
