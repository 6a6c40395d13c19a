/** Saves the playback position every ten seconds, on pause, and when the user leaves (docs/behaviour/files.md#position). */
import type { Playback } from './playback.ts';
import { positionToSave, shouldSave } from './resume.ts';

/** Starts saving the position. `save` receives whole seconds. Returns a function that saves once more and stops. */
export function savePositions(playback: Playback, save: (seconds: number) => void): () => void {
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
