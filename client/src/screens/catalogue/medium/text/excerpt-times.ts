import { MIN_EXCERPT_SECONDS } from '../../../../player/controls/ExcerptBar.tsx';

type Times = { start: number; end: number };

/** Initial length of a new excerpt in seconds. */
const AT_FIRST = 30;

/** Returns the times of a new excerpt that starts at the playback position. `duration` is 0 if it is unknown. */
export function createExcerptTimes(position: number, duration: number): Times {
  const now = Math.floor(position);
  const start = duration > 0 ? Math.min(now, duration - MIN_EXCERPT_SECONDS) : now;
  return { start, end: Math.min(start + AT_FIRST, duration || Infinity) };
}

/** Returns the changed times if the playback position becomes the start or the end. The other time is moved if it would be on the wrong side. */
export function moveExcerptTime(name: 'start' | 'end', position: number, { start, end }: Times, last: number): Partial<Times> {
  if (name === 'start') {
    const here = Math.floor(position);
    return { start: here, ...(here >= end && { end: Math.min(here + AT_FIRST, last) }) };
  }
  const here = Math.min(Math.ceil(position), last);
  return { end: here, ...(here <= start && { start: Math.max(0, here - AT_FIRST) }) };
}
