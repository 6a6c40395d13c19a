import { WifiOff } from 'lucide-react';
import { checkConnection, useConnectionLost } from '../../api/connection.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { href } from '@fundus/contract/screens';
import { useEffect, useRef, useState } from 'react';
import { discardQueuedWrites, useQueuedWriteCount } from '../../api/outbox.ts';
import { closeSnackbar, lastSnackbar, showSnackbar } from '../../stores/snackbar.ts';
import { hasStoredMedia } from '../../stores/offline/forget.ts';
import { Link } from '../../ui/Link.tsx';
import './connection-notice.css';

/**
 * Shows a line below the header while the portal cannot be reached. Reads and writes continue automatically after reconnection. Waiting writes
 * are also announced by a snackbar, which is visible above an open dialog.
 */
export function ConnectionNotice() {
  const { t } = useT();
  const lost = useConnectionLost();
  const count = useQueuedWriteCount();
  const shown = useRef<number>(undefined);
  const [stored, setStored] = useState(false);

  useEffect(() => {
    if (lost) void hasStoredMedia().then(setStored);
  }, [lost]);

  useEffect(() => {
    if (count > 0) {
      showSnackbar({
        text: t(lost ? 'app.waiting.short' : 'app.sending', { count }),
        lasting: true,
        ...(lost && { action: { label: t('app.discard'), run: discardQueuedWrites } }),
      });
      shown.current = lastSnackbar();
    } else if (shown.current !== undefined) closeSnackbar(shown.current);
  }, [count, lost, t]);

  return (
    <div className="connection-notice" role="status">
      {lost && (
        <div className="connection-line wrap">
          <WifiOff />
          <p>{count > 0 ? t('app.waiting', { count }) : t('app.offline')}</p>
          {stored && <Link href={href('library', { tab: 'offline' })}>{t('app.offline.media')}</Link>}
          <Button onClick={() => void checkConnection()}>{t('app.retry')}</Button>
        </div>
      )}
    </div>
  );
}
