import { invitations } from '@fundus/contract/invitations/invitations';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Fold } from '../../../ui/Fold.tsx';
import { Applications } from '../../../components/invitations/Applications.tsx';
import { InvitationRow } from '../../../components/invitations/InvitationRow.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import '../../../components/invitations/invitations.css';
import { loadLater } from '../../../ui/load-later.tsx';
import { address } from '../../../api/call.ts';
import { ExportMenu } from '../../../components/lists/ExportMenu.tsx';

const InviteDialog = loadLater(async () => (await import('../../../components/invitations/InviteDialog.tsx')).InviteDialog);
const PAGE = 20;
/** Number of open invitations above which the list is initially collapsed. */
const FOLDED_FROM = 3;

/** Shows the invitations and invitation links of a class, and people who wait for approval. */
export function ClassInvitations({ classId, className }: { classId: string; className: string }) {
  const { t } = useT();
  const target = { name: className, class_id: classId };
  const [page, setPage] = useState(1);
  const [inviting, setInviting] = useState(false);
  const list = usePage(invitations.list, { query: { class_id: classId, show: 'open', ...rowsOf(page, PAGE) } });
  const total = list.data?.total ?? 0;
  const rows = (
    <PagedList list={list} label={t('class.invitations')} onPage={setPage} waiting="0rem" empty={null}>
      {(reply) => (
        <ul className="lines">
          {reply.items.map((item) => (
            <InvitationRow key={item.id} item={item} level="h3" />
          ))}
        </ul>
      )}
    </PagedList>
  );
  return (
    <section className="class-invitations" aria-labelledby="class-invitations">
      <div className="class-invitations-head">
        <div>
          <h2 id="class-invitations">{t('class.invitations')}</h2>
          {list.data && total === 0 && <p className="quiet small">{t('class.invitations.none')}</p>}
        </div>
        {total > 0 && (
          <ExportMenu
            name={t('class.invitations')}
            hrefOf={(wanted) => address(invitations.exportList, { query: { class_id: classId, show: 'open', ...wanted } })}
          />
        )}
        <Button variant="line" icon={<Link2 />} onClick={() => setInviting(true)}>
          {t('invitations.new')}
        </Button>
      </div>
      <Applications target={target} />
      {total > FOLDED_FROM ? <Fold title={t('class.invitations.open', { count: total })}>{rows}</Fold> : rows}
      {inviting && <InviteDialog to={target} onClose={() => setInviting(false)} />}
    </section>
  );
}
