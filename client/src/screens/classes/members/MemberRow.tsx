import type { Class } from '@fundus/contract/classes/classes';
import type { ClassMember } from '@fundus/contract/classes/members';
import { EllipsisVertical, UserRound } from 'lucide-react';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { useMemberItems } from './use-member-items.tsx';
import '../classes.css';

type Props = { cls: Class; member: ClassMember; /** True if the class has no other owner. */ onlyOwner: boolean };

/** Shows a teacher of a class. */
export function MemberRow({ cls, member, onlyOwner }: Props) {
  const { t } = useT();
  const { user } = useSession();
  const itemsOf = useMemberItems(cls);
  const { name, role, person_id } = member;
  const items = itemsOf(member, onlyOwner);
  return (
    <li className="class-member">
      <UserRound />
      <div>
        <h3>{user && person_id === user.id ? t('class.member.you', { name }) : name}</h3>
        <p className="class-facts">{t(`class.role.${role}`)}</p>
      </div>
      {items.length > 0 && <Menu label={t('class.member.menu', { name })} trigger={<EllipsisVertical />} sections={[{ items }]} />}
    </li>
  );
}
