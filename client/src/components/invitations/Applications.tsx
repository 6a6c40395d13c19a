import { invitations, type Application } from '@fundus/contract/invitations/invitations';
import { useQuery } from '@tanstack/react-query';
import { Check, UserPlus, X } from 'lucide-react';
import { useCall } from '../../api/query.ts';
import { queryAll } from '../../api/read-all.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useDecisionUndo } from '../../stores/use-decision-undo.ts';
import { Button } from '../../ui/Button.tsx';
import { Failed } from '../page/Failed.tsx';
import './invitations.css';
import { targetQuery, INVITATION_READS, showError, type InvitationTarget } from './target.ts';

/** Shows the people who used an invitation link and wait for approval. */
export function Applications({ target }: { target: InvitationTarget }) {
  const { t } = useT();
  const list = useQuery({ ...queryAll(invitations.applications, { query: targetQuery(target) }), staleTime: 0 });
  if (!list.data) return list.error && <Failed error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data.total === 0) return null;
  return (
    <section className="applications" aria-label={t('invitations.applications')}>
      <h2>{t('invitations.applications')}</h2>
      <ul className="lines">
        {list.data.items.map((item) => (
          <Applicant key={`${item.invitation} ${item.person.id}`} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Applicant({ item }: { item: Application }) {
  const { t, locale } = useT();
  const decide = useCall(invitations.decide, INVITATION_READS);
  const undo = useDecisionUndo(INVITATION_READS);
  const { name, email, id } = item.person;
  const done = (decision: 'confirmed' | 'rejected') =>
    decision === 'confirmed' && item.class
      ? t('class.accepted', { name, class: item.class.name })
      : t(`invitations.${decision}.done`, { name });
  const act = (decision: 'confirmed' | 'rejected') => () =>
    decide.mutate(
      { params: { id: item.invitation, personId: id }, body: { decision } },
      {
        onSuccess: (reply) =>
          showSnackbar({
            text: done(decision),
            type: 'success',
            // No undo is offered for members of another school, because moving deletes their data there.
            ...(reply.undo && { action: undo(invitations.undoDecision, { params: { id: item.invitation, personId: id } }) }),
          }),
        onError: showError,
      },
    );
  return (
    <li className="invitation-row">
      <UserPlus />
      <div>
        <h3>{name}</h3>
        <p className="invitation-facts">
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
