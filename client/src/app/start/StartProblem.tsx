import { useEffect, useEffectEvent } from 'react';
import { isConnectionLost, waitForConnection } from '../../api/connection.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import './start-problem.css';

type Props = {
  /** Part that could not be loaded: the texts, the configuration or the user. */
  problem: 'texts' | 'config' | 'user';
  onRetry: () => void;
  onGuest?: () => void;
};

/** Delay in milliseconds until the start is retried if the portal does respond. */
const AGAIN_MS = 15_000;

/** Shows why the portal cannot start and what to do. Retries automatically. */
export function StartProblem({ problem, onRetry, onGuest }: Props) {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const ended = new AbortController();
    const timer = isConnectionLost() ? undefined : setTimeout(() => retry(), AGAIN_MS);
    if (isConnectionLost())
      void waitForConnection(ended.signal).then(
        () => retry(),
        () => undefined,
      );
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, []);
  // Without loaded texts there are no translations, so these sentences are in the source.
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
  const reason = isConnectionLost() ? 'offline' : problem;
  return (
    <main className="start-problem">
      <h1>{t(`start.${reason}.title`)}</h1>
      <p>{t(`start.${reason}.text`)}</p>
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
