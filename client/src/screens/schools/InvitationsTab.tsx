import { INVITATION_FILTERS, invitations } from '@fundus/contract/invitations';
import type { School } from '@fundus/contract/schools';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Mail, UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { query } from '../../api/query.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Failed } from '../../components/Failed.tsx';
import { Applications } from '../../components/invitations/Applications.tsx';
import { InvitationRow } from '../../components/invitations/InvitationRow.tsx';
import { Pager } from '../../components/Pager.tsx';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Segment } from '../../ui/Segment.tsx';
import { Bar, Late } from '../../ui/Skeleton.tsx';
import { PAGE, type SchoolView } from './school-view.ts';

const InviteDialog = lazy(async () => ({ default: (await import('../../components/invitations/InviteDialog.tsx')).InviteDialog }));

type Props = { school: School; view: SchoolView; show: (about: Partial<SchoolView>) => void };

/** Who is invited, by which links people come, and who asks to. */
export function InvitationsTab({ school, view, show }: Props) {
  const { t } = useT();
  const place = { name: school.name, school: school.id };
  const [inviting, setInviting] = useState(false);
  const filter = INVITATION_FILTERS.find((each) => each === view.state) ?? 'open';
  const list = useQuery({
    ...query(invitations.list, { query: { school: school.id, show: filter, offset: (view.page - 1) * PAGE, limit: PAGE } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const reply = list.data;
  return (
    <>
      <Applications place={place} />
      <div className="school-bar">
        <Segment
          label={t('invitations.show')}
          value={filter}
          options={INVITATION_FILTERS.map((value) => ({ value, label: t(`invitations.show.${value}`) }))}
          onChange={(state) => show({ state })}
        />
        {school.can.invite && (
          <div className="school-bar-end">
            <Button variant="primary" icon={<UserPlus />} onClick={() => setInviting(true)}>
              {t('invitations.new')}
            </Button>
          </div>
        )}
      </div>
      {list.error && !reply && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {!list.error && !reply && (
        <Late>
          <Bar width="100%" height="16rem" />
        </Late>
      )}
      {reply && reply.items.length === 0 && (
        <EmptyState icon={<Mail />} title={t('invitations.none')}>
          {filter === 'open' && <p>{t('invitations.none.hint')}</p>}
        </EmptyState>
      )}
      {reply && reply.items.length > 0 && (
        <ul className="lines">
          {reply.items.map((item) => (
            <InvitationRow key={item.id} item={item} />
          ))}
        </ul>
      )}
      {reply && <Pager {...reply} label={t('schools.tab.invitations')} onTurn={(offset) => show({ page: offset / PAGE + 1 })} />}
      <Suspense>{inviting && <InviteDialog to={place} onClose={() => setInviting(false)} />}</Suspense>
    </>
  );
}
