import { useCallback, useEffect, useRef, useState } from 'react';
import type { Playback } from '../../../player/playback/playback.ts';
import { stepOf, actionOf, type Step } from './steps.ts';

type Steps = {
  /** Index of the current item. */
  at: number;
  /** True if the screen is blacked out. */
  black: boolean;
  step: (wanted: Step) => void;
  /** Sets the player of the current item, or `null` if the item has no player. */
  keep: (fresh: Playback | null) => void;
};

/** Moves through the items of a presentation with the keyboard. Some keys control the film of the current item. */
export function useSteps(count: number, first: number): Steps {
  const [at, setAt] = useState(first);
  const [black, setBlack] = useState(false);
  const playback = useRef<Playback | null>(null);
  const keep = useCallback((fresh: Playback | null) => void (playback.current = fresh), []);
  const step = useCallback(
    (wanted: Step): void => {
      const act = actionOf(wanted, filmOf(playback.current));
      if (act === 'toggle') return playback.current?.toggle();
      if (act === 'black') {
        playback.current?.pause();
        return setBlack((before) => !before);
      }
      setBlack(false);
      const last = count - 1;
      setAt((before) => ({ next: Math.min(last, before + 1), previous: Math.max(0, before - 1), first: 0, last })[act]);
    },
    [count],
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const wanted = stepOf(event);
      if (!wanted) return;
      // Handled in the capture phase, before the player receives the key.
      event.preventDefault();
      event.stopPropagation();
      step(wanted);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [step]);
  return { at, black, step, keep };
}

function filmOf(playback: Playback | null): 'waits' | 'plays' | 'rests' | 'over' | null {
  if (!playback) return null;
  const { begun, playing, ended } = playback.get();
  if (playing) return 'plays';
  if (ended) return 'over';
  return begun ? 'rests' : 'waits';
}
