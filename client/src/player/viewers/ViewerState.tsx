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

export function ViewerFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useT();
  return (
    <div className="viewer-state" role="alert">
      <p>{t('player.failedOpen')}</p>
      <Button variant="line" onClick={onRetry}>
        {t('player.retry')}
      </Button>
    </div>
  );
}
