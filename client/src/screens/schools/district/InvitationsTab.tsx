import { INVITATION_FILTERS, invitations } from '@fundus/contract/invitations/invitations';
import type { School } from '@fundus/contract/schools/schools';
import { Mail, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Applications } from '../../../components/invitations/Applications.tsx';
import { InvitationRow } from '../../../components/invitations/InvitationRow.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { PAGE, type SchoolView } from '../school-view.ts';
import '../schools.css';
import { loadLater } from '../../../ui/load-later.tsx';
import { address } from '../../../api/call.ts';
import { ExportMenu } from '../../../components/lists/ExportMenu.tsx';

const InviteDialog = loadLater(async () => (await import('../../../components/invitations/InviteDialog.tsx')).InviteDialog);

type Props = { school: School; view: SchoolView; show: (about: Partial<SchoolView>) => void };

/** Lists the invitations and invitation links of a school, and the people who have applied. */
export function InvitationsTab({ school, view, show }: Props) {
  const { t } = useT();
  const target = { name: school.name, school: school.id };
  const [inviting, setInviting] = useState(false);
  const filter = INVITATION_FILTERS.find((each) => each === view.state) ?? 'open';
  const list = usePage(invitations.list, { query: { school: school.id, show: filter, ...rowsOf(view.page, PAGE) } });
  return (
    <>
      <Applications target={target} />
      <div className="school-bar">
        <Segment
          label={t('invitations.show')}
          value={filter}
          options={INVITATION_FILTERS.map((value) => ({ value, label: t(`invitations.show.${value}`) }))}
          onChange={(state) => show({ state })}
        />
        <div className="school-bar-end">
          <ExportMenu hrefOf={(wanted) => address(invitations.exportList, { query: { school: school.id, show: filter, ...wanted } })} />
          {school.can.invite && (
            <Button variant="primary" icon={<UserPlus />} onClick={() => setInviting(true)}>
              {t('invitations.new')}
            </Button>
          )}
        </div>
      </div>
      <PagedList
        list={list}
        label={t('schools.tab.invitations')}
        onPage={(page) => show({ page })}
        waiting="16rem"
        empty={
          <EmptyState icon={<Mail />} title={t('invitations.none')}>
            {filter === 'open' && <p>{t('invitations.none.hint')}</p>}
          </EmptyState>
        }
      >
        {(reply) => (
          <ul className="lines">
            {reply.items.map((item) => (
              <InvitationRow key={item.id} item={item} />
            ))}
          </ul>
        )}
      </PagedList>
      {inviting && <InviteDialog to={target} onClose={() => setInviting(false)} />}
    </>
  );
}
