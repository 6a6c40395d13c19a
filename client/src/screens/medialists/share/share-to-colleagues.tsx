import type { Medialist } from '@fundus/contract/medialists/medialists';
import { MEMBER_RIGHTS, MAX_MEMBERS } from '@fundus/contract/medialists/rules';
import { medialistSharing, type ListMember } from '@fundus/contract/medialists/sharing';
import type { Colleague } from '@fundus/contract/shared-media/shared-media';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { SHARING_READS, showError } from '../../../components/medialists/reads.ts';
import { Colleagues } from '../../../components/sharing/share-to-people.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useUndo } from '../../../stores/use-undo.ts';
import { Button } from '../../../ui/Button.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import type { ListTarget } from './list-target.ts';
import '../medialists.css';

type Role = ListMember['role'];

/** Shows the members of a list with their roles, and adds members. */
export function useShareToColleagues(list: Medialist): ListTarget {
  const { t } = useT();
  const sharing = useQuery({ ...query(medialistSharing.sharing, { params: { id: list.id } }), staleTime: 0, enabled: list.can.manage });
  const members = sharing.data?.members ?? [];
  const [chosen, setChosen] = useState<readonly Colleague[]>([]);
  const [role, setRole] = useState<Role>('editor');
  const set = useCall(medialistSharing.setMember, SHARING_READS);
  const remove = useCall(medialistSharing.removeMember, SHARING_READS);
  const undo = useUndo(SHARING_READS);
  const fresh = chosen.filter(({ id }) => !members.some((member) => member.id === id));
  const argsOf = (userId: string, wanted: Role) => ({ params: { id: list.id, userId }, body: { role: wanted } });
  const sendAll = async (done: (text: string) => void) => {
    for (const { id } of chosen) await set.mutateAsync(argsOf(id, role));
    done(t('list.members.done', { names: chosen.map(({ name }) => name).join(', ') }));
  };
  const take = ({ id, name, role: had }: ListMember) =>
    remove.mutate(
      { params: { id: list.id, userId: id } },
      {
        onSuccess: () =>
          showSnackbar({ text: t('list.members.taken', { name }), action: undo(medialistSharing.setMember, argsOf(id, had)) }),
        onError: showError,
      },
    );
  return {
    ready: chosen.length > 0 && members.length + fresh.length <= MAX_MEMBERS,
    pending: set.isPending,
    error: set.error,
    action: t('list.members.invite'),
    // The dialog shows the error.
    send: (done) => void sendAll((text) => done({ text, type: 'success' })).catch(() => {}),
    fields: (
      <>
        {members.length > 0 && (
          <ul className="lines list-members" aria-label={t('list.members')}>
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
      </>
    ),
  };
}
