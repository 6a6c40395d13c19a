import { schools } from '@fundus/contract/schools/schools';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { AskDialog } from '../../components/forms/AskDialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { TextField } from '../../ui/Field.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { FIELD_PROPS, type FieldName } from './EditSchool.tsx';
import { problemOf, wordsOf } from './problems.ts';
import './schools.css';

const NAMES: readonly FieldName[] = ['name', 'number', 'kind', 'street', 'postcode', 'city', 'email', 'phone', 'website'];

/** Adds a school to the district. */
export function NewSchool({ pattern, onClose }: { pattern: string; onClose: () => void }) {
  const { t } = useT();
  const [values, setValues] = useState(() => Object.fromEntries(NAMES.map((name) => [name, ''])) as Record<FieldName, string>);
  const create = useCall(schools.create, { refreshes: [schools.list] });
  const { error } = create;
  const done = () => {
    showSnackbar({ text: t('schools.created', { name: values.name }), type: 'success' });
    onClose();
  };
  return (
    <AskDialog
      title={t('schools.new')}
      action={t('schools.new')}
      disabled={create.isPending || !values.name.trim() || !values.number.trim()}
      onClose={onClose}
      onAction={() => create.mutate({ body: values }, { onSuccess: done })}
    >
      {error && !problemOf(error) && <FormProblem>{wordsOf(t, error)}</FormProblem>}
      <div className="school-fields">
        {NAMES.map((name) => (
          <TextField
            key={name}
            {...FIELD_PROPS[name]}
            label={t(`schools.field.${name}`)}
            {...(name === 'number' && pattern !== '' && { hint: t('schools.number.pattern', { pattern }) })}
            value={values[name]}
            error={error && problemOf(error) === name ? wordsOf(t, error) : null}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        ))}
      </div>
    </AskDialog>
  );
}
