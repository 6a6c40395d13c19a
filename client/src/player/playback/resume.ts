/** Rules for resuming and saving a playback position. Pure. */

/** Seconds below which there is nothing to resume. */
const BEGINNING = 10;
/** Length of the credits in seconds; stopping there counts as finished. */
const ENDING = 15;

/** Returns the position to resume, or `null` to start from the beginning. */
export function resumeAt(position: number | null, duration: number | null): number | null {
  if (position === null || position < BEGINNING) return null;
  if (duration && position > duration - ENDING) return null;
  return Math.floor(position);
}

/** Returns the position to save: whole seconds, or 0 once the end is reached. */
export function positionToSave(time: number, duration: number, ended: boolean): number {
  const watched = ended || (duration > 0 && time > duration - Math.min(ENDING, duration * 0.05));
  return watched ? 0 : Math.max(0, Math.floor(time));
}

/** Interval in seconds in which the position is saved (docs/behaviour/files.md#position). */
const SAVE_EVERY = 10;

/** Returns whether to save: the position has moved far enough, or playback stopped. */
export function shouldSave(position: number, saved: number | null, stopped: boolean): boolean {
  if (saved === null) return position > 0;
  return stopped ? position !== saved : Math.abs(position - saved) >= SAVE_EVERY;
}
