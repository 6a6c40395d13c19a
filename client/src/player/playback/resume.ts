/** When a person is offered to go on where they stopped, and what is kept of a position. Pure. */

/** Below this nobody has watched anything yet, in seconds. */
const BEGINNING = 10;
/** The credits: whoever stopped here has seen it. */
const ENDING = 15;

/** The moment to go on from, or null when the beginning is as good. */
export function resumeAt(position: number | null, duration: number | null): number | null {
  if (position === null || position < BEGINNING) return null;
  if (duration && position > duration - ENDING) return null;
  return Math.floor(position);
}

/** What is saved: whole seconds, and the beginning once the end is reached. */
export function positionToSave(time: number, duration: number, ended: boolean): number {
  const watched = ended || (duration > 0 && time > duration - Math.min(ENDING, duration * 0.05));
  return watched ? 0 : Math.max(0, Math.floor(time));
}

/** Every how many seconds of playing the position is kept (docs/behaviour/files.md#position). */
const SAVE_EVERY = 10;

/** Whether the position is worth a call: it moved far enough, or the person stopped. */
export function shouldSave(position: number, saved: number | null, stopped: boolean): boolean {
  if (saved === null) return position > 0;
  return stopped ? position !== saved : Math.abs(position - saved) >= SAVE_EVERY;
}
