/** What was really played of a film or a sound, out of where it stood from moment to moment. Pure. */

type Range = [number, number];

/** A step further than this is a jump and not playing: players play twice as fast at most, and a busy browser draws seldom. */
const JUMP = 2.5;

export function collectRanges() {
  let done: Range[] = [];
  let now: Range | null = null;
  const end = () => {
    if (now && now[1] > now[0]) done.push(now);
    now = null;
  };
  return {
    /** Where it stands, in seconds, and whether it plays. */
    note: (time: number, playing: boolean): void => {
      if (now && time >= now[1] && time - now[1] <= JUMP) now[1] = time;
      else end();
      if (!playing) end();
      else now ??= [time, time];
    },
    /** What came together since it was taken last. */
    take: (): Range[] => {
      const at = now?.[1];
      end();
      if (at !== undefined) now = [at, at];
      const taken = done;
      done = [];
      return taken;
    },
    /** It could not be told: it is taken once more next time. */
    putBack: (ranges: readonly Range[]): void => {
      done = [...ranges, ...done].slice(-MAX);
    },
  };
}

/** Ranges a report may have. */
const MAX = 50;
