import { invitations } from '@fundus/contract/invitations';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { query } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Bar, Late } from '../../ui/Skeleton.tsx';
import { Failed } from '../../components/Failed.tsx';
import { Pager } from '../../components/Pager.tsx';
import { Applications } from '../../components/invitations/Applications.tsx';
import { InvitationRow } from '../../components/invitations/InvitationRow.tsx';
import '../../components/invitations/invitations.css';

const InviteDialog = lazy(async () => ({ default: (await import('../../components/invitations/InviteDialog.tsx')).InviteDialog }));
const PAGE = 20;

/** Who is invited to a class, by which links people come, and who asks to. */
export function ClassInvitations({ classId, className }: { classId: string; className: string }) {
  const { t } = useT();
  const place = { name: className, class_id: classId };
  const [offset, setOffset] = useState(0);
  const [inviting, setInviting] = useState(false);
  const list = useQuery({
    ...query(invitations.list, { query: { class_id: classId, show: 'open', offset, limit: PAGE } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const reply = list.data;
  return (
    <section className="class-invitations" aria-labelledby="class-invitations">
      <div className="class-invitations-head">
        <h2 id="class-invitations">{t('class.invitations')}</h2>
        <Button variant="line" icon={<Link2 />} onClick={() => setInviting(true)}>
          {t('invitations.new')}
        </Button>
      </div>
      <Applications place={place} />
      {list.error && !reply && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {!list.error && !reply && (
        <Late>
          <Bar width="100%" height="6rem" />
        </Late>
      )}
      {reply && reply.total === 0 && <p className="quiet">{t('class.invitations.none')}</p>}
      {reply && reply.items.length > 0 && (
        <ul className="lines">
          {reply.items.map((item) => (
            <InvitationRow key={item.id} item={item} level="h3" />
          ))}
        </ul>
      )}
      {reply && <Pager {...reply} label={t('class.invitations')} onTurn={setOffset} />}
      <Suspense>{inviting && <InviteDialog to={place} onClose={() => setInviting(false)} />}</Suspense>
    </section>
  );
}
