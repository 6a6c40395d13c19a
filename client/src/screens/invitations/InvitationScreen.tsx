import { isStudent } from '@fundus/contract/access';
import { isSettingEnabled } from '@fundus/contract/config';
import type { AppError } from '@fundus/contract/errors';
import { invitations, type OpenInvitation } from '@fundus/contract/invitations/invitations';
import type { MessageKey } from '@fundus/contract/messages';
import { href } from '@fundus/contract/screens';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Clock, LinkIcon, School, Users, UserX } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { accountName } from '../../components/accounts/name-of.ts';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { Go, ScreenProps } from '../../components/page/screen.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { storeRedirect } from '../../stores/redirect.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import './invitation-screen.css';

/** Shows an invitation, adapted to the state of the visitor (docs/behaviour/invitations.md#opening). */
export function Screen({ params, go }: ScreenProps<'invitation'>) {
  const invitation = useQuery({ ...query(invitations.show, { params: { id: params.id } }), staleTime: 0 });
  return (
    <div className="wrap invitation-page">
      {invitation.error && !invitation.data && <Problem error={invitation.error} id={params.id} />}
      {!invitation.error && !invitation.data && (
        <ShowDelayed>
          <Bar width="100%" height="16rem" />
        </ShowDelayed>
      )}
      {invitation.data && <Invited invitation={invitation.data} go={go} />}
    </div>
  );
}

const CODES = [
  'invalid_link',
  'expired',
  'revoked',
  'exhausted',
  'role_not_allowed',
  'student_other_school',
  'wrong_account',
  'domain_not_allowed',
  'wrong_school',
  'other_district',
  'suspended',
];

/** Shows why an invitation is invalid and what the user can do. */
function Problem({ error, id }: { error: AppError; id: string }) {
  const { t } = useT();
  const { user, signOut } = useSession();
  const about = error.code === 'suspended' && error.details?.reason === 'member' ? 'suspended.member' : error.code;
  const hint = CODES.includes(error.code) ? (`invitation.hint.${about}` as MessageKey) : null;
  const leave = () => {
    storeRedirect(href('invitation', { id }), '');
    signOut({ returns: true });
  };
  return (
    <EmptyState
      icon={error.code === 'wrong_account' ? <UserX /> : <LinkIcon />}
      title={t(`error.${error.code}`, { name: '' })}
      heading={(words) => <PageHeading title={words} />}
    >
      {hint && <p>{t(hint)}</p>}
      {user && error.code === 'wrong_account' && (
        <>
          <p className="quiet">{t('invitation.signedInAs', { email: user.email || accountName(user) })}</p>
          <Button variant="primary" onClick={leave}>
            {t('profile.signOut')}
          </Button>
        </>
      )}
      {error.code !== 'wrong_account' && (
        <ButtonLink variant="line" href={href('homepage')}>
          {t('error.screen.home')}
        </ButtonLink>
      )}
    </EmptyState>
  );
}

function Invited({ invitation, go }: { invitation: OpenInvitation; go: Go }) {
  const { t, locale } = useT();
  const { school, class: group, district, capabilities, role, expires_on, message, kind, email } = invitation;
  const schoolLine = [school?.name, school?.city].filter(Boolean).join(', ');
  const { user } = useSession();
  const both = group !== null && role !== 'student' && invitation.students_allowed;
  // A link for both roles does not change the role of the user.
  const as = !both
    ? (`invitations.role.${role}` as const)
    : !user
      ? 'invitation.class.both'
      : isStudent(user)
        ? 'invitations.role.student'
        : 'invitations.role.teacher';
  return (
    <article className="invitation-card">
      {group || district ? <Users className="invitation-sign" /> : <School className="invitation-sign" />}
      <PageHeading
        title={
          group ? t('invitation.class.title', { name: group.name }) : t('invitation.title', { name: (school ?? district)?.name ?? '' })
        }
      />
      <dl>
        {group && (
          <div>
            <dt>{t('invitation.class.school')}</dt>
            <dd>{schoolLine}</dd>
          </div>
        )}
        <div>
          <dt>{t('invitation.role')}</dt>
          <dd>{t(as)}</dd>
        </div>
        {capabilities.length > 0 && (
          <div>
            <dt>{t('invitation.responsible')}</dt>
            <dd>{capabilities.map((each) => t(`people.${each}`)).join(', ')}</dd>
          </div>
        )}
        <div>
          <dt>{t('invitation.until')}</dt>
          <dd>{formatDate(expires_on, 'long', locale)}</dd>
        </div>
        {kind === 'personal' && email && (
          <div>
            <dt>{t('invitation.for')}</dt>
            <dd>{email}</dd>
          </div>
        )}
      </dl>
      {message && <blockquote>{message}</blockquote>}
      <Actions invitation={invitation} go={go} />
    </article>
  );
}

/** Returns what the invitation leads to: its name, its page, and the message keys. */
const leadsTo = ({ school, class: group, district }: OpenInvitation) =>
  district
    ? ({ words: 'invitation.district', name: district.name, href: href('homepage'), open: 'invitation.district.open' } as const)
    : group
      ? ({ words: 'invitation.class', name: group.name, href: href('class', { id: group.id }), open: 'invitation.class.open' } as const)
      : ({ words: 'invitation', name: school?.name ?? '', href: href('school'), open: 'invitation.toSchool' } as const);

function Actions({ invitation, go }: { invitation: OpenInvitation; go: Go }) {
  const { t } = useT();
  const { visitor } = invitation;
  const to = leadsTo(invitation);
  if (visitor === 'guest') return <GuestActions invitation={invitation} />;
  if (visitor === 'member') {
    return (
      <>
        <p className="invitation-state">
          <CircleCheck /> {t(`${to.words}.member`, { name: to.name })}
        </p>
        <ButtonLink variant="primary" href={to.href}>
          {t(to.open)}
        </ButtonLink>
      </>
    );
  }
  if (visitor === 'waiting' || visitor === 'rejected') {
    return (
      <p className="invitation-state" role="status">
        {visitor === 'waiting' ? <Clock /> : <UserX />} {/* District staff are invited by name and never wait for approval. */}
        {to.words !== 'invitation.district' && t(visitor === 'waiting' ? `${to.words}.waiting` : `${to.words}.rejected`, { name: to.name })}
      </p>
    );
  }
  return <Accept invitation={invitation} go={go} />;
}

/** Shows sign-in, learner code or registration to guests. Each of them returns to this page. */
function GuestActions({ invitation }: { invitation: OpenInvitation }) {
  const { t } = useT();
  const { config } = useSession();
  const { id, role, students_allowed } = invitation;
  const learners = invitation.class !== null && students_allowed;
  const keep = () => storeRedirect(href('invitation', { id }));
  const open = isSettingEnabled('Register', config);
  // With a personal invitation, users may register even if registration is closed.
  const byName = !open && invitation.kind === 'personal' && invitation.class === null;
  const registers = role !== 'student' && (open || byName);
  return (
    <>
      <p>{t(registers ? 'invitation.guest' : 'invitation.guest.signIn')}</p>
      {(learners || role === 'student') && <p>{t(learners ? 'invitation.class.guest.learner' : 'invitation.guest.pupil')}</p>}
      <div className="invitation-actions">
        <ButtonLink variant="primary" href={href('login')} onClick={keep}>
          {t('login.action')}
        </ButtonLink>
        {learners && (
          <ButtonLink variant="line" href={`${href('login')}#code`} onClick={keep}>
            {t('invitation.class.code')}
          </ButtonLink>
        )}
        {registers && (
          <ButtonLink
            variant="line"
            href={byName ? href('register-invited', { id }) : href('register', {}, { invitation: id })}
            onClick={keep}
          >
            {t('invitation.register')}
          </ButtonLink>
        )}
      </div>
    </>
  );
}

function Accept({ invitation, go }: { invitation: OpenInvitation; go: Go }) {
  const { t } = useT();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const accept = useCall(invitations.accept, { refreshes: [invitations.show] });
  const decline = useCall(invitations.decline, { refreshes: [invitations.show] });
  const { setUser } = useSession();
  const { id, visitor, from, needs_confirmation, kind } = invitation;
  const to = leadsTo(invitation);
  const take = (change_school: boolean) =>
    accept.mutate(
      { params: { id }, body: { change_school } },
      {
        onSuccess: ({ outcome }) => {
          setAsking(false);
          if (outcome === 'waiting') return;
          if (outcome === 'sign_in') {
            setUser(false);
            storeRedirect(to.href, '');
            showSnackbar({
              text: t(to.words === 'invitation.district' ? 'invitation.district.joined.signIn' : 'invitation.joined.signIn', {
                name: to.name,
              }),
              type: 'success',
            });
            return go(href('login'));
          }
          showSnackbar({ text: t(`${to.words}.joined`, { name: to.name }), type: 'success' });
          // The school has changed, so all cached reads are invalid.
          void client.invalidateQueries().then(() => go(to.href));
        },
      },
    );
  const error = accept.error ?? decline.error;
  const lastAdmin = error?.code === 'state_conflict' && error.details?.reason === 'last_admin';
  return (
    <>
      {needs_confirmation && to.words !== 'invitation.district' && <p>{t(`${to.words}.asks`)}</p>}
      <div className="invitation-actions">
        <Button variant="primary" disabled={accept.isPending} onClick={() => (visitor === 'other_school' ? setAsking(true) : take(false))}>
          {t(needs_confirmation ? 'invitation.ask' : 'invitation.accept')}
        </Button>
        {kind === 'personal' && (
          <Button
            variant="line"
            disabled={decline.isPending}
            onClick={() => decline.mutate({ params: { id } }, { onSuccess: () => go(href('homepage')) })}
          >
            {t('invitation.decline')}
          </Button>
        )}
      </div>
      {error && !asking && <FormProblem>{t(lastAdmin ? 'people.lastAdmin' : `error.${error.code}`, { name: '' })}</FormProblem>}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('invitation.change.title')}
        closeLabel={t('app.close')}
        foot={
          <>
            <Button variant="line" onClick={() => setAsking(false)}>
              {t('app.cancel')}
            </Button>
            <Button variant="primary" disabled={accept.isPending} onClick={() => take(true)}>
              {t('invitation.change')}
            </Button>
          </>
        }
      >
        <p>{t('invitation.change.text', { from: from ?? '', to: to.name })}</p>
        {error && <FormProblem>{t(lastAdmin ? 'people.lastAdmin' : `error.${error.code}`, { name: '' })}</FormProblem>}
      </Dialog>
    </>
  );
}
