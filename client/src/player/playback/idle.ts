/** Hides the controls during playback while the user is inactive. */
import { useEffect, useState, type RefObject } from 'react';
import { usePlayback, type Playback } from './playback.ts';

const AFTER_MS = 2800;

export function useIdle(frame: RefObject<HTMLElement | null>, playback: Playback, wanted: boolean): boolean {
  const playing = usePlayback(playback, (state) => state.playing);
  const [idle, setIdle] = useState(false);
  const watch = playing && wanted;
  useEffect(() => {
    const element = frame.current;
    if (!watch || !element) return;
    let timer = 0;
    const rest = (): void => {
      // Keeps the controls visible while one of them has the keyboard focus or a menu is open.
      if (element.querySelector('.player-controls :focus-visible, .player-controls [aria-expanded="true"]')) stir();
      else setIdle(true);
    };
    const stir = (): void => {
      setIdle(false);
      clearTimeout(timer);
      timer = window.setTimeout(rest, AFTER_MS);
    };
    const signs = ['pointermove', 'pointerdown', 'focusin'] as const;
    for (const sign of signs) element.addEventListener(sign, stir);
    // The player handles keys on the whole page, so their effect must be visible.
    document.addEventListener('keydown', stir);
    stir();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', stir);
      for (const sign of signs) element.removeEventListener(sign, stir);
      setIdle(false);
    };
  }, [frame, watch]);
  return idle && watch;
}
