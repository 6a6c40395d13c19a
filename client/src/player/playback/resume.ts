/** Rules for resuming and saving a playback position. Pure. */

/** Position in seconds below which playback starts from the beginning. */
const BEGINNING = 10;
/** Length of the credits in seconds. Stopping there counts as finished. */
const ENDING = 15;

/** Returns the position in seconds to resume at, or `null` to start from the beginning. */
export function resumeAt(position: number | null, duration: number | null): number | null {
  if (position === null || position < BEGINNING) return null;
  if (duration && position > duration - ENDING) return null;
  return Math.floor(position);
}

/** Returns the position to save in whole seconds, or 0 if the end was reached. */
export function positionToSave(time: number, duration: number, ended: boolean): number {
  const watched = ended || (duration > 0 && time > duration - Math.min(ENDING, duration * 0.05));
  return watched ? 0 : Math.max(0, Math.floor(time));
}

/** Interval in seconds at which the position is saved (docs/behaviour/files.md#position). */
const SAVE_EVERY = 10;

/** Returns whether to save the position: it has moved far enough, or playback has stopped. */
export function shouldSave(position: number, saved: number | null, stopped: boolean): boolean {
  if (saved === null) return position > 0;
  return stopped ? position !== saved : Math.abs(position - saved) >= SAVE_EVERY;
}
