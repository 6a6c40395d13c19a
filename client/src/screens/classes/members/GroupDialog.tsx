import { GROUP_NAME_LENGTH, type Class, type ClassGroup } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf, useCall } from '../../../api/query.ts';
import { readAllLearners } from '../../../components/classes/all-learners.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { CLASS_READS, problemOf, errorText } from '../problems.ts';
import { useVersionedCall } from '../use-versioned-call.ts';
import '../../../ui/fields/field.css';
import '../../../components/classes/class-forms.css';
import '../classes.css';

/** Shows a dialog for the name and the members of a group. `group` is `null` for a new group. */
export function GroupDialog({ cls, group, onClose }: { cls: Class; group: ClassGroup | null; onClose: () => void }) {
  const { t } = useT();
  /** Values that the user has changed. All other values follow concurrent changes. */
  const [touched, setTouched] = useState<{ name?: string; members: ReadonlyMap<string, boolean> }>({ members: new Map() });
  const name = touched.name ?? group?.name ?? '';
  const members = new Set(group?.members);
  for (const [id, is] of touched.members) {
    if (is) members.add(id);
    else members.delete(id);
  }
  const learners = useQuery({
    queryKey: [...keyOf(classMembers.members), 'all', cls.id],
    queryFn: () => readAllLearners(cls.id),
    staleTime: 0,
  });
  const add = useCall(classMembers.addGroup, CLASS_READS);
  const change = useVersionedCall(classMembers.changeGroup, CLASS_READS);
  const problem = add.error ?? change.error;
  const done = () => {
    showSnackbar({ text: t('class.group.saved', { name: name.trim() }), type: 'success' });
    onClose();
  };
  const save = () => {
    const body = { name: name.trim(), members: [...members] };
    if (group) change.mutate({ params: { id: cls.id, groupId: group.id }, body: { ...body, version: group.version } }, { onSuccess: done });
    else add.mutate({ params: { id: cls.id }, body }, { onSuccess: done });
  };
  const toggle = (id: string) => setTouched({ ...touched, members: new Map(touched.members).set(id, !members.has(id)) });
  return (
    <ConfirmDialog
      title={group ? t('class.group.change', { name: group.name }) : t('class.group.new')}
      action={t('app.save')}
      disabled={name.trim() === '' || add.isPending || change.isPending}
      onClose={onClose}
      onAction={save}
    >
      <FormProblem>{problem && problem.field !== 'name' && (problemOf(t, problem) ?? errorText(t, problem))}</FormProblem>
      <TextField
        label={t('class.group.name')}
        value={name}
        maxLength={GROUP_NAME_LENGTH}
        error={problem?.field === 'name' ? (problem.code === 'already_exists' ? t('class.group.taken') : errorText(t, problem)) : null}
        onChange={(event) => setTouched({ ...touched, name: event.target.value })}
      />
      <fieldset className="class-needs">
        <legend>{t('class.group.who', { count: members.size })}</legend>
        {learners.data?.length === 0 && <p className="quiet">{t('class.learners.none')}</p>}
        <ul className="class-picks">
          {learners.data?.map((member) => (
            <li key={member.id}>
              <label className="check">
                <input type="checkbox" checked={members.has(member.id)} onChange={() => toggle(member.id)} />
                <span>{member.name}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </ConfirmDialog>
  );
}
