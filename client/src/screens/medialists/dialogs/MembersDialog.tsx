import type { Medialist } from '@fundus/contract/medialists/medialists';
import { MEMBER_RIGHTS, MAX_MEMBERS } from '@fundus/contract/medialists/rules';
import { medialistSharing, type ListMember } from '@fundus/contract/medialists/sharing';
import type { Colleague } from '@fundus/contract/shared-media/shared-media';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { AskDialog } from '../../../components/forms/AskDialog.tsx';
import { SHARING_READS, tellProblem, wordsOf } from '../../../components/medialists/reads.ts';
import { Colleagues } from '../../../components/sharing/share-to-people.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useUndo } from '../../../stores/use-undo.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import '../medialists.css';

type Role = ListMember['role'];

/** Shows members of a list with their roles, and adds others. */
export function MembersDialog({ list, members, onClose }: { list: Medialist; members: readonly ListMember[]; onClose: () => void }) {
  const { t } = useT();
  const [chosen, setChosen] = useState<readonly Colleague[]>([]);
  const [role, setRole] = useState<Role>('editor');
  const set = useCall(medialistSharing.setMember, SHARING_READS);
  const remove = useCall(medialistSharing.removeMember, SHARING_READS);
  const undo = useUndo(SHARING_READS);
  const fresh = chosen.filter(({ id }) => !members.some((member) => member.id === id));
  const argsOf = (userId: string, wanted: Role) => ({ params: { id: list.id, userId }, body: { role: wanted } });
  const send = async () => {
    for (const { id } of chosen) await set.mutateAsync(argsOf(id, role));
    showSnackbar({ text: t('list.members.done', { names: chosen.map(({ name }) => name).join(', ') }), type: 'success' });
    onClose();
  };
  const take = ({ id, name, role: had }: ListMember) =>
    remove.mutate(
      { params: { id: list.id, userId: id } },
      {
        onSuccess: () =>
          showSnackbar({ text: t('list.members.taken', { name }), action: undo(medialistSharing.setMember, argsOf(id, had)) }),
        onError: tellProblem,
      },
    );
  return (
    <AskDialog
      title={t('list.members')}
      action={t('list.members.invite')}
      disabled={chosen.length === 0 || set.isPending || members.length + fresh.length > MAX_MEMBERS}
      onClose={onClose}
      // The error is shown above.
      onAction={() => void send().catch(() => {})}
    >
      {set.error && <FormProblem>{wordsOf(t, set.error)}</FormProblem>}
      {members.length > 0 && (
        <ul className="lines list-members">
          {members.map((member) => (
            <li key={member.id} className="list-member">
              <span>
                {member.name}
                {member.detail && <span className="small-print">{member.detail}</span>}
              </span>
              <Select
                label={t('list.members.role', { name: member.name })}
                value={member.role}
                options={MEMBER_RIGHTS.map((value) => ({ value, label: t(`list.members.${value}`) }))}
                onChange={(wanted) => set.mutate(argsOf(member.id, wanted))}
              />
              <Button aria-label={t('list.members.take.one', { name: member.name })} onClick={() => take(member)}>
                {t('list.members.take')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Colleagues chosen={chosen} onChoose={setChosen} />
      <Segment
        label={t('list.members.may')}
        value={role}
        options={MEMBER_RIGHTS.map((value) => ({ value, label: t(`list.members.${value}`) }))}
        onChange={setRole}
      />
    </AskDialog>
  );
}
