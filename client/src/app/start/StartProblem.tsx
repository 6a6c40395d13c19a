import { useEffect, useEffectEvent } from 'react';
import { isLost, untilConnected } from '../../api/connection.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import './start-problem.css';

type Props = {
  /** What is missing: the texts themselves, the configuration, or who is signed in. */
  problem: 'texts' | 'config' | 'user';
  onRetry: () => void;
  onGuest?: () => void;
};

/** Pause before the start is tried again, if the portal does answer. */
const AGAIN_MS = 15_000;

/** When the portal cannot start: what happened, what to do, a way on. Tries again by itself. */
export function StartProblem({ problem, onRetry, onGuest }: Props) {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const ended = new AbortController();
    const timer = isLost() ? undefined : setTimeout(() => retry(), AGAIN_MS);
    if (isLost())
      void untilConnected(ended.signal).then(
        () => retry(),
        () => undefined,
      );
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, []);
  // Without texts there are no message keys to show: the only sentences that stand in the source.
  if (problem === 'texts') {
    return (
      <main className="start-problem">
        <div lang="de">
          <h1>Das Portal antwortet nicht.</h1>
          <p>Bitte prüfen Sie die Verbindung zum Netz und versuchen Sie es noch einmal.</p>
          <Button variant="primary" onClick={onRetry}>
            Noch einmal versuchen
          </Button>
        </div>
        <p lang="en" className="quiet small">
          The portal does not answer. Please check your connection and try again.
        </p>
      </main>
    );
  }
  return (
    <main className="start-problem">
      <h1>{t(`start.${problem}.title`)}</h1>
      <p>{t(`start.${problem}.text`)}</p>
      <p className="start-links">
        <Button variant="primary" onClick={onRetry}>
          {t('app.retry')}
        </Button>
        {onGuest && (
          <Button variant="line" onClick={onGuest}>
            {t('start.asGuest')}
          </Button>
        )}
      </p>
    </main>
  );
}
