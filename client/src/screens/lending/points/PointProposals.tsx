import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { lendingProposals, type LendingProposal } from '@fundus/contract/lending/points/proposals';
import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useDecisionUndo } from '../../../stores/use-decision-undo.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { proposedChanges } from './proposal-words.ts';
import { OrderEffects } from '../parts/OrderEffects.tsx';
import { useEffects } from '../parts/use-effects.ts';
import { refusalText } from '../parts/words.ts';
import '../parts/borrow.css';
import '../parts/lending.css';

const TONES = { open: 'warn', accepted: 'good', declined: 'bad', withdrawn: 'quiet' } as const;
const READS = { refreshes: [lendingProposals.proposals, lending.points, lending.calendar] };

/**
 * Lists proposed changes for their author and for administrators of the lending point (docs/behaviour/lending.md#proposals). Renders nothing if there
 * are none.
 */
export function PointProposals({ point }: { point: LendingPoint }) {
  const { t } = useT();
  const proposals = useQuery({ ...query(lendingProposals.proposals, { query: { point: point.id } }), staleTime: 0 });
  const items = proposals.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="lending-proposals">
      <h2 id="lending-proposals">{t('lending.proposals')}</h2>
      <ul className="lending-orders">
        {items.map((proposal) => (
          <li key={proposal.id}>
            <Proposal point={point} proposal={proposal} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows a proposal with its changes and the actions that the user may perform. */
function Proposal({ point, proposal }: { point: LendingPoint; proposal: LendingProposal }) {
  const { t, locale } = useT();
  const [declining, setDeclining] = useState(false);
  const look = useCall(lendingDesk.pointEffects, { refreshes: [] });
  const effects = useEffects();
  const accept = useCall(lendingProposals.acceptProposal, READS);
  const withdraw = useCall(lendingProposals.withdrawProposal, READS);
  const showDecided = useDecided();
  const { id, state, outdated, can } = proposal;
  const by = proposal.by || t('lending.nobody');
  const error = look.error ?? accept.error ?? withdraw.error;
  const day = formatDate(proposal.created_at, 'short', locale);
  return (
    <article className="lending-order">
      <header>
        <h3>{t('lending.proposal.by', { name: by, day })}</h3>
        <p className="lending-state" data-tone={TONES[state]}>
          {t(outdated ? 'lending.proposal.outdated' : `lending.proposal.${state}`, { name: proposal.decided_by || t('lending.nobody') })}
        </p>
        {proposal.note && <p className="lending-words">{proposal.note}</p>}
        {proposal.reason && <p className="lending-words">{t('lending.reason', { reason: proposal.reason })}</p>}
      </header>
      <FormProblem>
        {error && (error.code === 'version_conflict' ? t('lending.proposal.outdated') : refusalText(t, error, locale))}
      </FormProblem>
      <ul className="lending-lines">
        {proposedChanges(t, point, proposal.fields, locale).map(({ field, label, before, after }) => (
          <li key={field}>
            <span>
              <strong>{label}</strong>
              <span className="small-print">{state === 'open' ? t('lending.proposal.change', { before, after }) : after}</span>
            </span>
          </li>
        ))}
      </ul>
      {effects.shown && <OrderEffects items={effects.shown.items} />}
      {(can.decide || can.withdraw) && (
        <div className="lending-does">
          {can.decide && (
            <>
              <Button
                variant="primary"
                icon={<Check />}
                disabled={look.isPending || accept.isPending || outdated}
                aria-label={t('lending.proposal.accept.name', { name: by, day })}
                onClick={() =>
                  effects.confirm(
                    id,
                    (done) => look.mutate({ params: { id: point.id }, body: proposal.fields }, { onSuccess: ({ items }) => done(items) }),
                    () => accept.mutate({ params: { id }, body: {} }, { onSuccess: (reply) => showDecided(reply, 'accepted') }),
                  )
                }
              >
                {t(effects.shown ? 'lending.effects.accept' : 'lending.proposal.accept')}
              </Button>
              <Button
                variant="line"
                icon={<X />}
                aria-label={t('lending.proposal.decline.name', { name: by, day })}
                onClick={() => setDeclining(true)}
              >
                {t('lending.reject')}
              </Button>
            </>
          )}
          {can.withdraw && (
            <Button variant="line" disabled={withdraw.isPending} onClick={() => withdraw.mutate({ params: { id }, body: {} })}>
              {t('lending.proposal.withdraw')}
            </Button>
          )}
        </div>
      )}
      {declining && (
        <DeclineDialog
          id={id}
          by={by}
          day={day}
          onDeclined={(reply) => {
            setDeclining(false);
            showDecided(reply, 'declined');
          }}
          onClose={() => setDeclining(false)}
        />
      )}
    </article>
  );
}

/** Returns a function that confirms a decision with a message, which offers an undo if the user may undo it. */
function useDecided() {
  const { t } = useT();
  const undo = useDecisionUndo(READS);
  return ({ id, can }: LendingProposal, to: 'accepted' | 'declined'): void =>
    showSnackbar({
      text: t(`lending.proposal.${to}.done`),
      type: 'success',
      ...(can.undo && { action: undo(lendingProposals.undoProposal, { params: { id } }) }),
    });
}

type DeclineProps = { id: string; by: string; day: string; onDeclined: (reply: LendingProposal) => void; onClose: () => void };

/** Asks for a reason and declines the proposal. */
function DeclineDialog({ id, by, day, onDeclined, onClose }: DeclineProps) {
  const { t, locale } = useT();
  const decline = useCall(lendingProposals.declineProposal, READS);
  return (
    <ReasonDialog
      title={t('lending.proposal.decline.name', { name: by, day })}
      action={t('lending.reject')}
      label={t('lending.reject.reason')}
      hint={t('lending.proposal.decline.hint', { name: by })}
      maxLength={500}
      isPending={decline.isPending}
      problem={decline.error && refusalText(t, decline.error, locale)}
      onSend={(reason) => decline.mutate({ params: { id }, body: { reason } }, { onSuccess: onDeclined })}
      onClose={onClose}
    />
  );
}
