/** Controls step back while a film plays and nobody touches anything. */
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
      // Whoever is at the controls by keyboard, or has a menu open, still needs them.
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
    // Keys reach the player from the whole page; what they did must be seen.
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
