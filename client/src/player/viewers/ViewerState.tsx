import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import '../../ui/button.css';
import './viewer-frame.css';

export function ViewerLoading() {
  const { t } = useT();
  return (
    <div className="viewer-state" role="status">
      <span className="viewer-turn" aria-hidden="true" />
      {t('player.loading')}
    </div>
  );
}

/** Shows that a viewer failed. `broken` means that the file is invalid, so there is no retry button. */
export function ViewerFailed({ onRetry, broken = false }: { onRetry: () => void; broken?: boolean }) {
  const { t } = useT();
  return (
    <div className="viewer-state" role="alert">
      <p>{t(broken ? 'player.broken' : 'player.failedOpen')}</p>
      {!broken && (
        <Button variant="line" onClick={onRetry}>
          {t('player.retry')}
        </Button>
      )}
    </div>
  );
}
