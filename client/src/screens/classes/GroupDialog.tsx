import { GROUP_NAME_LENGTH, type Class, type ClassGroup } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useCall } from '../../api/query.ts';
import { AskDialog } from '../../components/forms/AskDialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { TextField } from '../../ui/Field.tsx';
import { CLASS_READS, wordsOf } from './problems.ts';
import '../../ui/field.css';
import '../../components/classes/class-forms.css';
import './classes.css';

/** Name and members of a group; `group` null: a new one. */
export function GroupDialog({ cls, group, onClose }: { cls: Class; group: ClassGroup | null; onClose: () => void }) {
  const { t } = useT();
  const [name, setName] = useState(group?.name ?? '');
  const [members, setMembers] = useState<ReadonlySet<string>>(() => new Set(group?.members));
  const learners = useQuery({ queryKey: [...keyOf(classMembers.members), 'all', cls.id], queryFn: () => everybody(cls.id), staleTime: 0 });
  const add = useCall(classMembers.addGroup, CLASS_READS);
  const change = useCall(classMembers.changeGroup, CLASS_READS);
  const problem = add.error ?? change.error;
  const done = () => {
    showSnackbar({ text: t('class.group.saved', { name: name.trim() }), type: 'success' });
    onClose();
  };
  const save = () => {
    const body = { name: name.trim(), members: [...members] };
    if (group) change.mutate({ params: { id: cls.id, groupId: group.id }, body }, { onSuccess: done });
    else add.mutate({ params: { id: cls.id }, body }, { onSuccess: done });
  };
  const toggle = (id: string) => {
    const next = new Set(members);
    if (!next.delete(id)) next.add(id);
    setMembers(next);
  };
  return (
    <AskDialog
      title={group ? t('class.group.change', { name: group.name }) : t('class.group.new')}
      action={t('app.save')}
      disabled={name.trim() === '' || add.isPending || change.isPending}
      onClose={onClose}
      onAction={save}
    >
      <TextField
        label={t('class.group.name')}
        value={name}
        maxLength={GROUP_NAME_LENGTH}
        error={problem && (problem.field === 'name' && problem.code === 'already_exists' ? t('class.group.taken') : wordsOf(t, problem))}
        onChange={(event) => setName(event.target.value)}
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
    </AskDialog>
  );
}

/** All learners of a class, page by page. */
async function everybody(id: string) {
  const limit = 100;
  const read = (offset: number) => call(classMembers.members, { params: { id }, query: { show: 'learners', offset, limit } });
  const first = await read(0);
  const all = [...first.items];
  while (all.length < first.total) {
    const { items } = await read(all.length);
    if (items.length === 0) break;
    all.push(...items);
  }
  return all;
}
