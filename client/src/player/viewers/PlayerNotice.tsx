import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import type { MissingTrack } from '../playback/missing-parts.ts';
import './media-player.css';

/** Shows that the browser cannot play the picture or the sound. `sure` is true if the portal knows that the file contains both. */
export function PlayerNotice({ missing, sure, onClose }: { missing: MissingTrack; sure: boolean; onClose: () => void }) {
  const { t } = useT();
  const text = missing === 'sound' ? t('player.noSound') : t(sure ? 'player.noPicture' : 'player.noPicture.perhaps');
  return (
    <div className="player-notice" data-missing={missing} role="status">
      <p>{text}</p>
      <IconButton label={t('player.notice.close')} icon={<X />} onClick={onClose} />
    </div>
  );
}

/** Shows why playback failed: the file is unavailable, or the browser does not support its format. */
export function PlayerFailed({ href, onRetry }: { href: string; onRetry: () => void }) {
  const { t } = useT();
  const [here, setHere] = useState(false);
  useEffect(() => {
    const unmounted = new AbortController();
    fetch(href, { headers: { range: 'bytes=0-0' }, signal: unmounted.signal }).then(
      ({ ok }) => setHere(ok),
      () => undefined,
    );
    return () => unmounted.abort();
  }, [href]);
  return (
    <div className="player-failed" role="alert">
      <p>{t(here ? 'player.notPlayable' : 'player.failed')}</p>
      <Button variant="line" onClick={onRetry}>
        {t('player.retry')}
      </Button>
    </div>
  );
}
