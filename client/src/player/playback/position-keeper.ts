/** Keeps the position reached: every ten seconds of playing, on pause, and on leaving (docs/behaviour/files.md#position). */
import type { Playback } from './playback.ts';
import { positionToSave, shouldSave } from './resume.ts';

/** Returns the function that stops; it saves a last time. `save` gets whole seconds. */
export function keepPosition(playback: Playback, save: (seconds: number) => void): () => void {
  let saved: number | null = null;
  let { playing } = playback.get();

  const consider = (stopped: boolean): void => {
    const { begun, time, duration, ended } = playback.get();
    if (!begun) return;
    const position = positionToSave(time, duration, ended);
    if (!shouldSave(position, saved, stopped)) return;
    saved = position;
    save(position);
  };

  const release = playback.subscribe(() => {
    const now = playback.get().playing;
    consider(playing && !now);
    playing = now;
  });
  const onHide = (): void => {
    if (document.visibilityState === 'hidden') consider(true);
  };
  document.addEventListener('visibilitychange', onHide);
  return () => {
    consider(true);
    release();
    document.removeEventListener('visibilitychange', onHide);
  };
}
