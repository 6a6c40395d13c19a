/** Who is here and no longer listed there, and at which schools that are so many at once that somebody has to look first. Pure. */

/** Somebody who comes by the other portal. `at`: schools they are here by it; `confirmed`: those of which the district said that they have left. */
export type Known = { subject: string; at: readonly string[]; confirmed: readonly string[] };

/** `at`: schools of ours; `unclear`: at another one, of which nobody knows which it is. */
export type Listed = { at: ReadonlySet<string>; unclear: boolean; nowhere: boolean };

export type Asked = {
  listed: ReadonlyMap<string, Listed>;
  /** Schools of which the answer tells; `all`: of everybody. */
  schools: ReadonlySet<string> | 'all';
};

export type Compared = {
  /** Listed nowhere any more: what was the last of their schools is gone. */
  gone: string[];
  /** Gone from some of their schools. */
  left: { subject: string; schools: string[] }[];
  /** Nothing is done there. `missing`: who is missing, those of whom it was confirmed left out. */
  paused: Map<string, { known: number; missing: string[] }>;
};

/** More than a fifth of a school's people at once is a fault of somebody, until somebody says it is none. */
const isTooMany = (missing: number, known: number): boolean => missing * 5 > known;

export function compare(known: readonly Known[], { listed, schools }: Asked): Compared {
  const isAsked = (school: string): boolean => schools === 'all' || schools.has(school);
  const missingAt = ({ subject, at }: Known): string[] => {
    const entry = listed.get(subject);
    return entry?.unclear ? [] : at.filter((school) => isAsked(school) && !entry?.at.has(school));
  };
  const counts = new Map<string, { known: number; missing: string[] }>();
  for (const one of known) {
    const missing = missingAt(one);
    for (const school of one.at) {
      const count = counts.get(school) ?? { known: 0, missing: [] };
      count.known += 1;
      if (missing.includes(school) && !one.confirmed.includes(school)) count.missing.push(one.subject);
      counts.set(school, count);
    }
  }
  const paused = new Map([...counts].filter(([, { known: all, missing }]) => isTooMany(missing.length, all)));
  const gone: string[] = [];
  const left: Compared['left'] = [];
  for (const one of known) {
    const entry = listed.get(one.subject);
    const free = missingAt(one).filter((school) => !paused.has(school));
    const isGone = entry === undefined || (entry.nowhere && !entry.unclear);
    // Of somebody without a school here there is nothing to count: they go only where nothing at all looks like a fault.
    const mayGo = one.at.length > 0 ? free.length === one.at.length : schools === 'all' && paused.size === 0;
    if (isGone && mayGo) gone.push(one.subject);
    else if (free.length > 0) left.push({ subject: one.subject, schools: free });
  }
  return { gone, left, paused };
}
