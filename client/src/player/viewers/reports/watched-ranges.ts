/** Collects the played ranges of a film or sound from its positions. Pure. */

type Range = [number, number];

/**
 * Maximum step in seconds between two positions of continuous playback. A longer step is a jump. Players run at most at double speed, and a busy
 * browser reports positions rarely.
 */
const JUMP = 2.5;

export function collectRanges() {
  let done: Range[] = [];
  let now: Range | null = null;
  const end = () => {
    if (now && now[1] > now[0]) done.push(now);
    now = null;
  };
  return {
    /** Records a position in seconds, and whether the medium is playing. */
    note: (time: number, playing: boolean): void => {
      if (now && time >= now[1] && time - now[1] <= JUMP) now[1] = time;
      else end();
      if (!playing) end();
      else now ??= [time, time];
    },
    /** Returns the ranges recorded since the last call. */
    take: (): Range[] => {
      const at = now?.[1];
      end();
      if (at !== undefined) now = [at, at];
      const taken = done;
      done = [];
      return taken;
    },
    /** Puts back ranges whose report has failed. */
    putBack: (ranges: readonly Range[]): void => {
      done = [...ranges, ...done].slice(-MAX);
    },
  };
}

/** Maximum number of ranges in a report. */
const MAX = 50;
