import { invitations } from '@fundus/contract/invitations/invitations';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { queryAll } from '../../../api/read-all.ts';
import { InvitationRow } from '../../../components/invitations/InvitationRow.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import '../schools.css';
import { address } from '../../../api/call.ts';
import { ExportMenu } from '../../../components/lists/ExportMenu.tsx';

const InviteDialog = loadLater(async () => (await import('../../../components/invitations/InviteDialog.tsx')).InviteDialog);

/** Opens the dialog that invites staff of the district. */
export function InviteStaff() {
  const { t } = useT();
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <Button variant="primary" icon={<UserPlus />} onClick={() => setInviting(true)}>
        {t('invitations.staff.new')}
      </Button>
      {inviting && <InviteDialog to={{ name: t('invitations.role.staff'), target: 'district' }} onClose={() => setInviting(false)} />}
    </>
  );
}

/** Lists open invitations to the staff of the user's district. Renders nothing if there are none. */
export function StaffInvitations() {
  const { t } = useT();
  const list = useQuery({ ...queryAll(invitations.list, { query: { target: 'district' } }), staleTime: 0 });
  const items = list.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="staff-invitations" className="staff-invitations">
      <h2 id="staff-invitations">{t('invitations.staff')}</h2>
      <ExportMenu
        name={t('invitations.staff')}
        hrefOf={(wanted) => address(invitations.exportList, { query: { target: 'district', ...wanted } })}
      />
      <ul className="lines">
        {items.map((item) => (
          <InvitationRow key={item.id} item={item} level="h3" />
        ))}
      </ul>
    </section>
  );
}
