import { ExternalLink } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useT } from '../../i18n/translate.ts';
import { readFrameMessage } from './frame-messages.ts';
import type { ViewerProps } from './viewer-props.ts';
import { ViewerFrame } from './ViewerFrame.tsx';
import { ViewerFailed } from './ViewerState.tsx';
import '../../ui/button.css';
import './frame-viewer.css';

/** So soon after each other the same result is one. */
const TWICE_MS = 2_000;

/** The page that plays exercises, on the host they lie on. */
function playerAddress(href: string): string {
  const { origin, pathname } = new URL(href, location.href);
  // In a frame of a learning platform the player is told which one: it lets only those hold it that the portal knows.
  const platform = new URLSearchParams(location.search).get('platform');
  const player = `/h5p/player.html?${new URLSearchParams({ content: pathname, ...(platform && { platform }) })}`;
  return origin === location.origin ? player : origin + player;
}

/**
 * Code of others: exercises (H5P) and online packages. It runs in a frame with an origin of its own that nobody shares: without
 * `allow-same-origin` it reaches neither the person's session nor the page around it.
 */
export function FrameViewer({ part, title, onRetry, onScore }: ViewerProps) {
  const { t } = useT();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const exercise = part.viewer === 'h5p';
  const { href } = part.sources[0]!;
  const start = href.endsWith('/') ? `${href}index.html` : href;
  const address = exercise ? playerAddress(href) : start;
  const label = t(exercise ? 'player.h5p' : 'player.package', { title });

  const tell = useEffectEvent((percent: number) => onScore?.(percent));
  useEffect(() => {
    let last = { percent: -1, at: 0 };
    const onMessage = (event: MessageEvent): void => {
      if (event.source !== frame.current?.contentWindow) return;
      const message = readFrameMessage(event.data);
      if (message && 'failed' in message) setFailed(true);
      else if (message && 'percent' in message) {
        // Some tests say one result in two ways.
        const twice = message.percent === last.percent && event.timeStamp - last.at < TWICE_MS;
        last = { percent: message.percent, at: event.timeStamp };
        if (!twice) tell(message.percent);
      } else if (message) setHeight(message.height);
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);

  if (failed) {
    return (
      <ViewerFrame kind="failed" label={label}>
        <ViewerFailed onRetry={onRetry} />
      </ViewerFrame>
    );
  }
  const tools = (
    <a className="btn" href={address} target="_blank" rel="noopener noreferrer">
      <ExternalLink />
      {t('player.newTab')}
    </a>
  );
  return (
    <ViewerFrame kind={exercise ? 'h5p' : 'package'} label={label} tools={tools}>
      <div className="frame-scroll">
        <iframe
          ref={frame}
          title={label}
          src={address}
          sandbox="allow-scripts allow-forms"
          allow="fullscreen"
          referrerPolicy="no-referrer"
          style={exercise && height !== null ? { height } : undefined}
        />
      </div>
    </ViewerFrame>
  );
}
