import { schools } from '@fundus/contract/schools/schools';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { schoolErrorText } from '../problems.ts';
import { SchoolFields, type FieldName } from './SchoolFields.tsx';

const NAMES: readonly FieldName[] = ['name', 'number', 'kind', 'street', 'postcode', 'city', 'email', 'phone', 'website'];

/** Creates a school in the district. */
export function NewSchool({ pattern, onClose }: { pattern: string; onClose: () => void }) {
  const { t } = useT();
  const create = useCall(schools.create, { refreshes: [schools.list] });
  const { values, problem, text } = useFields(() => Object.fromEntries(NAMES.map((name) => [name, ''])) as Record<FieldName, string>, {
    error: create.error,
    at: NAMES,
    words: (error) => schoolErrorText(t, error),
  });
  const done = () => {
    showSnackbar({ text: t('schools.created', { name: values.name }), type: 'success' });
    onClose();
  };
  return (
    <FormDialog
      title={t('schools.new')}
      action={t('schools.new')}
      disabled={create.isPending || !values.name.trim() || !values.number.trim()}
      problem={problem}
      onSend={() => create.mutate({ body: values }, { onSuccess: done })}
      onClose={onClose}
    >
      <SchoolFields names={NAMES} text={text} pattern={pattern} />
    </FormDialog>
  );
}
