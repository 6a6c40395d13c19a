import { marketplace } from '@fundus/contract/marketplace/marketplace';
import { trials, type Trial } from '@fundus/contract/marketplace/trials';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { queryAll } from '../../../api/read-all.ts';
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useDecisionUndo } from '../../../stores/use-decision-undo.ts';
import { Button } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { TrialUse } from './TrialPanel.tsx';
import { trialText } from '../words.ts';
import '../marketplace.css';

const READS = { refreshes: [trials.trials, marketplace.product] };

/** Lists trials, for administrators those of the whole school. Renders nothing if there are none. */
export function TrialRows({ school }: { school: boolean }) {
  const { t } = useT();
  const result = useQuery({ ...queryAll(trials.trials, { query: { school: String(school) } }), staleTime: 0 });
  const items = result.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section className="market-trials" aria-label={t('market.trials')}>
      <h2>{t('market.trials')}</h2>
      <ul className="market-rows">
        {items.map((trial) => (
          <TrialRow key={trial.id} trial={trial} named={school} />
        ))}
      </ul>
    </section>
  );
}

function TrialRow({ trial, named }: { trial: Trial; named: boolean }) {
  const { t, locale } = useT();
  const [declining, setDeclining] = useState(false);
  const decide = useCall(trials.decideTrial, READS);
  const end = useCall(trials.endTrial, READS);
  const { id, product, person, note, used, can } = trial;
  const showDecided = useDecided(person);
  const fail = { onError: ({ code }: { code: string }) => showSnackbar({ text: t(`error.${code}` as 'error.internal'), type: 'error' }) };
  return (
    <li>
      <span>
        <Link href={href('marketplacemedia', { id: product.id })}>{product.title}</Link>
        <span className="small-print">{joinFacts([named && person, trialText(t, trial, locale)])}</span>
        {note && <span className="small-print">{note}</span>}
        {used.length > 0 && <TrialUse trial={trial} />}
      </span>
      <span className="market-row-facts">
        {can.decide && (
          <>
            <Button
              variant="primary"
              disabled={decide.isPending}
              onClick={() =>
                decide.mutate({ params: { id }, body: { approve: true } }, { ...fail, onSuccess: () => showDecided(id, 'approved') })
              }
            >
              {t('market.trial.approve')}
            </Button>
            <Button variant="line" onClick={() => setDeclining(true)}>
              {t('market.order.decline')}
            </Button>
          </>
        )}
        {can.end && !can.decide && (
          <Button variant="line" disabled={end.isPending} onClick={() => end.mutate({ params: { id } }, fail)}>
            {t(trial.state === 'asked' ? 'market.trial.takeBack' : 'market.trial.end')}
          </Button>
        )}
      </span>
      {declining && <DeclineDialog trial={trial} onClose={() => setDeclining(false)} />}
    </li>
  );
}

/** Returns a function that shows a message about a decision and offers to undo it. */
function useDecided(name: string) {
  const { t } = useT();
  const undo = useDecisionUndo(READS);
  return (id: string, to: 'approved' | 'declined'): void =>
    showSnackbar({ text: t(`market.trial.${to}.done`, { name }), type: 'success', action: undo(trials.undoTrial, { params: { id } }) });
}

function DeclineDialog({ trial, onClose }: { trial: Trial; onClose: () => void }) {
  const { t } = useT();
  const showDecided = useDecided(trial.person);
  const decide = useCall(trials.decideTrial, READS);
  return (
    <ReasonDialog
      title={t('market.trial.decline', { title: trial.product.title })}
      action={t('market.order.decline')}
      label={t('market.order.reason')}
      hint={t('market.order.reason.decline')}
      maxLength={500}
      isPending={decide.isPending}
      problem={decide.error && t(`error.${decide.error.code}`)}
      onSend={(reason) =>
        decide.mutate(
          { params: { id: trial.id }, body: { approve: false, reason } },
          {
            onSuccess: () => {
              onClose();
              showDecided(trial.id, 'declined');
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
