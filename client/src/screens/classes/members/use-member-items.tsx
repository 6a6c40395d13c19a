import type { Class } from '@fundus/contract/classes/classes';
import { learnerCodes } from '@fundus/contract/classes/learner-codes';
import { classMembers, type ClassMember } from '@fundus/contract/classes/members';
import { Play, ShieldCheck, ShieldOff, Square, UserMinus } from 'lucide-react';
import { useCall } from '../../../api/query.ts';
import { useUndo } from '../../../stores/use-undo.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import type { MenuItem } from '../../../ui/overlays/Menu.tsx';
import { CLASS_READS, showError } from '../problems.ts';

/** Returns a function that returns the menu items of a member. `onlyOwner` is true if the class has no other owner. */
export function useMemberItems(cls: Class): (member: ClassMember, onlyOwner?: boolean) => MenuItem[] {
  const { t } = useT();
  const { user } = useSession();
  const change = useCall(classMembers.changeMember, CLASS_READS);
  const remove = useCall(classMembers.removeMember, CLASS_READS);
  const undo = useUndo(CLASS_READS);
  return (member, onlyOwner = false) => {
    const { name, role, state, person_id, code_id } = member;
    const params = { id: cls.id, memberId: member.id };
    const learner = role === 'student';
    const self = Boolean(user && person_id === user.id);
    type Body = Parameters<typeof change.mutate>[0]['body'];
    const set = (body: Body, before: Body, done: 'suspended' | 'resumed' | 'owner' | 'teacher') => () =>
      change.mutate(
        { params, body },
        {
          onSuccess: () =>
            showSnackbar({
              text: t(`class.member.${done}.done`, { name }),
              type: 'success',
              // Users who have given up their own ownership cannot undo this.
              ...(!self && { action: undo(classMembers.changeMember, { params, body: before }) }),
            }),
          onError: showError,
        },
      );
    const take = () =>
      remove.mutate(
        { params },
        {
          onSuccess: () =>
            showSnackbar({
              text: t('class.member.removed', { name, class: cls.name }),
              action: person_id
                ? undo(classMembers.addMembers, { params: { id: cls.id }, body: { people: [person_id], role } })
                : undo(learnerCodes.takeCodes, { params: { id: cls.id }, body: { codes: [code_id!] } }),
            }),
          onError: showError,
        },
      );
    const items: MenuItem[] = [];
    if (learner && cls.can.edit && state === 'active')
      items.push({
        label: t('class.member.suspend'),
        icon: <Square />,
        onSelect: set({ state: 'suspended' }, { state: 'active' }, 'suspended'),
      });
    if (learner && cls.can.edit && state === 'suspended')
      items.push({
        label: t('class.member.resume'),
        icon: <Play />,
        onSelect: set({ state: 'active' }, { state: 'suspended' }, 'resumed'),
      });
    if (role === 'teacher' && cls.can.edit)
      items.push({
        label: t('class.member.makeOwner'),
        icon: <ShieldCheck />,
        onSelect: set({ role: 'owner' }, { role: 'teacher' }, 'owner'),
      });
    if (role === 'owner' && cls.can.edit && !onlyOwner)
      items.push({
        label: t('class.member.makeTeacher'),
        icon: <ShieldOff />,
        onSelect: set({ role: 'teacher' }, { role: 'owner' }, 'teacher'),
      });
    const mayTake = learner ? cls.can.members : cls.can.edit && cls.can.members && !onlyOwner && !self;
    if (mayTake) items.push({ label: t('class.member.remove'), icon: <UserMinus />, onSelect: take });
    return items;
  };
}
