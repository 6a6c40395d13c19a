import { legal } from '@fundus/contract/legal/legal';
import { Operator, type OperatorField } from '@fundus/contract/legal/content';
import type { MessageKey } from '@fundus/contract/messages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { TextField } from '../../ui/fields/Field.tsx';
import { EditFrame } from './EditFrame.tsx';
import { findProblems } from '../../components/forms/form-problems.ts';
import { useProblems } from '../../components/forms/use-problems.ts';
import { SaveProblem } from './SaveProblem.tsx';
import './legal-edit.css';
import './legal.css';

const GROUPS: readonly { title: MessageKey; fields: readonly OperatorField[] }[] = [
  { title: 'legal.edit.group.who', fields: ['name', 'represented_by', 'street', 'postcode', 'city', 'phone', 'email'] },
  { title: 'legal.edit.group.privacy', fields: ['host', 'dpo_name', 'dpo_email', 'data_authority'] },
  { title: 'legal.edit.group.more', fields: ['supervision', 'editor', 'vat_id', 'register'] },
];
const HINTS: Partial<Record<OperatorField, MessageKey>> = {
  email: 'legal.edit.hint.email',
  host: 'legal.edit.hint.host',
  data_authority: 'legal.edit.hint.data_authority',
};
const AUTOCOMPLETE: Partial<Record<OperatorField, string>> = {
  postcode: 'off',
  city: 'off',
  street: 'off',
  name: 'off',
  phone: 'off',
  email: 'off',
};

/** Shows the editor of the operator's details, which all legal pages share. */
export function OperatorEdit({ onClose }: { onClose: () => void }) {
  const { t } = useT();
  const { data } = useQuery({ ...query(legal.operator), staleTime: 0, gcTime: 0 });
  const save = useCall(legal.saveOperator, { refreshes: [legal.page, legal.operator] });
  const [values, setValues] = useState<Operator | null>(null);
  const [problems, report, forget] = useProblems();
  const now = values ?? data?.operator;
  if (!data || !now) return null;

  const submit = (version: number) => {
    const operator = { ...now, email: now.email.trim(), dpo_email: now.dpo_email.trim() };
    const checked = Operator.safeParse(operator);
    if (!checked.success) return report(findProblems(checked.error.issues));
    save.mutate(
      { body: { version, operator } },
      {
        onSuccess: () => {
          showSnackbar({ text: t('legal.edit.saved'), type: 'success' });
          onClose();
        },
      },
    );
  };
  return (
    <EditFrame
      title={t('legal.edit.operator')}
      dirty={values !== null}
      busy={save.isPending}
      onSave={() => submit(data.version)}
      onClose={onClose}
    >
      <p className="legal-measure">{t('legal.edit.operator.intro')}</p>
      <SaveProblem error={save.error} onReplace={submit} />
      {GROUPS.map(({ title, fields }) => (
        <fieldset key={title} className="legal-group">
          <legend>{t(title)}</legend>
          {fields.map((field) => (
            <TextField
              key={field}
              label={t(`legal.operator.${field}`)}
              hint={HINTS[field] && t(HINTS[field])}
              error={problems[field] ? t(problems[field] === 'max' ? 'contact.error.max' : 'contact.error.email.format') : null}
              autoComplete={AUTOCOMPLETE[field]}
              value={now[field]}
              onChange={(event) => {
                setValues({ ...now, [field]: event.target.value });
                forget([field]);
              }}
            />
          ))}
        </fieldset>
      ))}
    </EditFrame>
  );
}
