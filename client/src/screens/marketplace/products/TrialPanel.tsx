import { marketplace, type Product } from '@fundus/contract/marketplace/marketplace';
import { TRIAL_DAYS } from '@fundus/contract/marketplace/rules';
import { trials, type Trial } from '@fundus/contract/marketplace/trials';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showError } from '../../../stores/show-error.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { trialText } from '../words.ts';
import '../marketplace.css';

const READS = { refreshes: [marketplace.product, trials.trials] };

/** Lets the user request a trial and shows the state of the user's trial. */
export function TrialPanel({ product }: { product: Product }) {
  const { t, locale } = useT();
  const [asking, setAsking] = useState(false);
  const end = useCall(trials.endTrial, READS);
  const { tried, can, trial_at_once } = product;
  return (
    <section className="market-panel">
      <h2>{t('market.trial')}</h2>
      {tried ? (
        <>
          <p>{trialText(t, tried, locale)}</p>
          {tried.state === 'declined' && tried.reason && <blockquote className="small">{tried.reason}</blockquote>}
          {tried.used.length > 0 && <TrialUse trial={tried} />}
          {tried.state === 'ended' && can.ask && <p>{t('market.trial.keep')}</p>}
        </>
      ) : (
        <p>{t(trial_at_once ? 'market.trial.about' : 'market.trial.about.asked', { count: TRIAL_DAYS })}</p>
      )}
      <p className="market-does">
        {can.try && (
          <Button variant="line" icon={<FlaskConical />} onClick={() => setAsking(true)}>
            {t('market.trial.ask')}
          </Button>
        )}
        {tried?.can.end && (
          <Button disabled={end.isPending} onClick={() => end.mutate({ params: { id: tried.id } }, { onError: showError })}>
            {t(tried.state === 'asked' ? 'market.trial.takeBack' : 'market.trial.end')}
          </Button>
        )}
      </p>
      {asking && <AskDialog product={product} onClose={() => setAsking(false)} />}
    </section>
  );
}

/** Shows which media were used during a trial. */
export function TrialUse({ trial: { used, media } }: { trial: Pick<Trial, 'used' | 'media'> }) {
  const { t } = useT();
  return <p className="small-print">{t('market.trial.used', { count: used.length, media, titles: used.join(', ') })}</p>;
}

function AskDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useT();
  const [note, setNote] = useState('');
  const ask = useCall(trials.requestTrial, READS);
  const send = () =>
    ask.mutate(
      { params: { id: product.id }, body: { note } },
      {
        onSuccess: ({ state }) => {
          showSnackbar({ text: t(state === 'running' ? 'market.trial.begun' : 'market.trial.sent'), type: 'success' });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t('market.trial.ask.title', { title: product.title })}
      action={t('market.trial.ask')}
      disabled={ask.isPending}
      problem={ask.error && t(ask.error.code === 'state_conflict' ? 'market.trial.refused' : `error.${ask.error.code}`)}
      onSend={send}
      onClose={onClose}
      className="market-asked"
    >
      <p>{t(product.trial_at_once ? 'market.trial.about' : 'market.trial.about.asked', { count: TRIAL_DAYS })}</p>
      {!product.trial_at_once && (
        <TextArea label={t('market.trial.note')} maxLength={500} value={note} onChange={({ target }) => setNote(target.value)} />
      )}
    </FormDialog>
  );
}
