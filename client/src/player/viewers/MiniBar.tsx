import { ArrowUp, X } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { formatDuration } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { usePlayback, type Playback } from '../playback/playback.ts';
import { Control, PlayButton } from '../controls/PlayerControls.tsx';
import './media-player.css';

type Mini = { on: boolean; close: () => void; back: () => void };

/**
 * Returns the state of the mini player. It is shown in the corner after playback has started while the player itself is out of view. If the user
 * closes it, it stays closed until the player is visible again.
 */
export function useMiniPlayer(playback: Playback, slot: RefObject<HTMLElement | null>, fullscreen: boolean): Mini {
  const [away, setAway] = useState(false);
  const [closed, setClosed] = useState(false);
  const running = usePlayback(playback, (state) => state.begun && !state.ended && state.status !== 'failed');
  useEffect(() => {
    if (!slot.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        const visible = entries.at(-1)!.isIntersecting;
        setAway(!visible);
        if (visible) setClosed(false);
      },
      { rootMargin: '-64px 0px 0px' },
    );
    observer.observe(slot.current);
    return () => observer.disconnect();
  }, [slot]);
  const quiet = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    on: away && running && !closed && !fullscreen,
    close: () => {
      playback.pause();
      setClosed(true);
    },
    back: () => slot.current?.scrollIntoView({ block: 'center', behavior: quiet ? 'auto' : 'smooth' }),
  };
}

type Props = { playback: Playback; title: string; onClose: () => void; onReturn: () => void };

export function MiniBar({ playback, title, onClose, onReturn }: Props) {
  const { t } = useT();
  const bar = useRef<HTMLDivElement>(null);
  const time = usePlayback(playback, (state) => Math.floor(state.time));
  const duration = usePlayback(playback, (state) => state.duration);
  return (
    <div className="player-mini" ref={bar}>
      <PlayButton playback={playback} />
      <p>
        <b>{title}</b>
        <span className="num">
          {formatDuration(time)}
          {duration > 0 && ` / ${formatDuration(duration)}`}
        </span>
      </p>
      <Control label={t('player.mini.back')} icon={<ArrowUp />} onClick={onReturn} />
      <Control label={t('player.mini.close')} icon={<X />} onClick={onClose} />
    </div>
  );
}
