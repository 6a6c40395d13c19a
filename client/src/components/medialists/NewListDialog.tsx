import { medialists, type ListVisibility, type Medialist } from '@fundus/contract/medialists/medialists';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { isShownAtField } from '../forms/form-problems.ts';
import { FormDialog } from '../forms/FormDialog.tsx';
import { bodyOf, createListValues } from './list-fields.ts';
import { ListFields } from './ListFields.tsx';
import { LIST_READS, errorText } from './reads.ts';

const FIELDS = ['title', 'description', 'visibility', 'subjects', 'grades', 'planned_for', 'cover'];

type Props = { visibilities: readonly ListVisibility[]; onClose: () => void; onMade: (list: Medialist) => void };

/** Shows a dialog that creates a list. The first of `visibilities` is preselected. */
export function NewListDialog({ visibilities, onClose, onMade }: Props) {
  const { t } = useT();
  const [values, setValues] = useState(createListValues(visibilities[0]!));
  const create = useCall(medialists.create, LIST_READS);
  const { error } = create;
  return (
    <FormDialog
      title={t('list.new')}
      action={t('list.new.action')}
      disabled={create.isPending || values.title.trim() === ''}
      problem={error && !isShownAtField(error, FIELDS) ? errorText(t, error) : null}
      onClose={onClose}
      onSend={() => create.mutate({ body: { ...bodyOf(values), title: values.title } }, { onSuccess: onMade })}
    >
      <ListFields values={values} set={(about) => setValues({ ...values, ...about })} error={error} visibilities={visibilities} />
    </FormDialog>
  );
}
