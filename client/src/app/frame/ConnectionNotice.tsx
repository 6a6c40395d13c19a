import { WifiOff } from 'lucide-react';
import { probe, useConnectionLost } from '../../api/connection.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import './connection-notice.css';

/** One line at the top of the screen area while the portal cannot be reached. Reads go on by themselves when it answers again. */
export function ConnectionNotice() {
  const { t } = useT();
  const lost = useConnectionLost();
  return (
    <div className="connection-notice" role="status">
      {lost && (
        <div className="connection-line wrap">
          <WifiOff />
          <p>{t('app.offline')}</p>
          <Button onClick={() => void probe()}>{t('app.retry')}</Button>
        </div>
      )}
    </div>
  );
}
