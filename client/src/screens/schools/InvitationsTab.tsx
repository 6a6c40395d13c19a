import { INVITATION_FILTERS, invitations, type Application, type Invitation } from '@fundus/contract/invitations';
import { href } from '@fundus/contract/screens';
import type { School } from '@fundus/contract/schools';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, Copy, Link2, Mail, Send, Trash2, UserPlus, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { copyText } from '../../components/copy-text.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Failed } from '../../components/Failed.tsx';
import { Pager } from '../../components/Pager.tsx';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Segment } from '../../ui/Segment.tsx';
import { Bar, Late } from '../../ui/Skeleton.tsx';
import { tellProblem } from './problems.ts';
import { PAGE, type SchoolView } from './school-view.ts';

const InviteDialog = lazy(async () => ({ default: (await import('./InviteDialog.tsx')).InviteDialog }));

export const INVITATION_READS = [invitations.list, invitations.applications];
const refreshes = { refreshes: INVITATION_READS };

type Props = { school: School; view: SchoolView; show: (about: Partial<SchoolView>) => void };

/** Who is invited, by which links people come, and who asks to. */
export function InvitationsTab({ school, view, show }: Props) {
  const { t } = useT();
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
      <Applications school={school} />
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
            <Row key={item.id} item={item} />
          ))}
        </ul>
      )}
      {reply && <Pager {...reply} label={t('schools.tab.invitations')} onTurn={(offset) => show({ page: offset / PAGE + 1 })} />}
      <Suspense>{inviting && <InviteDialog school={school} onClose={() => setInviting(false)} />}</Suspense>
    </>
  );
}

function Row({ item }: { item: Invitation }) {
  const { t, locale } = useT();
  const resend = useCall(invitations.resend, refreshes);
  const revoke = useCall(invitations.revoke, refreshes);
  const params = { id: item.id };
  const what = item.kind === 'personal' ? (item.email ?? '') : t('invitations.link', { role: t(`invitations.role.${item.role}`) });
  const copy = async () => {
    const done = await copyText(`${location.origin}${href('invitation', params)}`);
    showSnackbar(done ? { text: t('invitations.copied'), type: 'success' } : { text: t('error.not_available'), type: 'error' });
  };
  const used = item.kind === 'link' && (item.max_uses === null ? 'invitations.used' : 'invitations.used.of');
  return (
    <li className="invitation-row">
      {item.kind === 'personal' ? <Mail /> : <Link2 />}
      <div>
        <h2>{what}</h2>
        <p className="school-medium-facts">
          <span className={`row-state row-state-${item.state}`}>{t(`invitations.state.${item.state}`)}</span>
          {item.name && <span>{item.name}</span>}
          {item.kind === 'personal' && <span>{t(`invitations.role.${item.role}`)}</span>}
          <span>{t('invitations.until', { date: formatDate(item.expires_on, 'short', locale) })}</span>
          {used && <span>{t(used, { count: item.used_count, of: formatNumber(item.max_uses ?? 0, locale) })}</span>}
          {item.needs_confirmation && <span>{t('invitations.confirmed')}</span>}
          {item.allowed_domains.length > 0 && <span>{item.allowed_domains.map((name) => `@${name}`).join(', ')}</span>}
        </p>
      </div>
      <div className="invitation-does">
        {(item.state === 'active' || item.state === 'pending') && (
          <IconButton label={t('invitations.copy', { name: what })} icon={<Copy />} onClick={() => void copy()} />
        )}
        {item.can.resend && (
          <IconButton
            label={t('invitations.resend', { name: what })}
            icon={<Send />}
            disabled={resend.isPending}
            onClick={() =>
              resend.mutate(
                { params },
                { onSuccess: () => showSnackbar({ text: t('invitations.resent', { name: what }), type: 'success' }), onError: tellProblem },
              )
            }
          />
        )}
        {item.can.revoke && (
          <IconButton
            label={t('invitations.revoke', { name: what })}
            icon={<Trash2 />}
            disabled={revoke.isPending}
            onClick={() =>
              revoke.mutate(
                { params },
                {
                  onSuccess: () => showSnackbar({ text: t('invitations.revoked', { name: what }), type: 'success' }),
                  onError: tellProblem,
                },
              )
            }
          />
        )}
      </div>
    </li>
  );
}

/** People who came by a link that asks first. */
function Applications({ school }: { school: School }) {
  const { t } = useT();
  const asked = useQuery({ ...query(invitations.applications, { query: { school: school.id, limit: 50 } }), staleTime: 0 });
  if (!asked.data) return asked.error && <Failed error={asked.error} onRetry={() => void asked.refetch()} />;
  if (asked.data.total === 0) return null;
  return (
    <section className="applications" aria-label={t('invitations.applications')}>
      <h2>{t('invitations.applications')}</h2>
      <ul className="lines">
        {asked.data.items.map((item) => (
          <Applicant key={`${item.invitation} ${item.person.id}`} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Applicant({ item }: { item: Application }) {
  const { t, locale } = useT();
  const decide = useCall(invitations.decide, refreshes);
  const { name, email, id } = item.person;
  const act = (decision: 'confirmed' | 'rejected') => () =>
    decide.mutate(
      { params: { id: item.invitation, personId: id }, body: { decision } },
      { onSuccess: () => showSnackbar({ text: t(`invitations.${decision}.done`, { name }), type: 'success' }), onError: tellProblem },
    );
  return (
    <li className="invitation-row">
      <UserPlus />
      <div>
        <h3>{name}</h3>
        <p className="school-medium-facts">
          <span>{email}</span>
          <span>{t(`invitations.role.${item.role}`)}</span>
          <span>{formatDate(item.at, 'short', locale)}</span>
        </p>
      </div>
      <div className="invitation-does">
        <Button
          variant="line"
          icon={<Check />}
          disabled={decide.isPending}
          aria-label={t('invitations.confirm.name', { name })}
          onClick={act('confirmed')}
        >
          {t('invitations.confirm')}
        </Button>
        <Button icon={<X />} disabled={decide.isPending} aria-label={t('invitations.reject.name', { name })} onClick={act('rejected')}>
          {t('invitations.reject')}
        </Button>
      </div>
    </li>
  );
}
