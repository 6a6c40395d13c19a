/**
 * Determines people who are no longer listed by an identity provider, and schools with so many missing people that a review is required.
 * Pure.
 */

/**
 * A person with an account from the provider. `at` are their schools according to the provider, `confirmed` the schools whose departures the district
 * has confirmed.
 */
export type Known = { subject: string; at: readonly string[]; confirmed: readonly string[] };

/** `at` are the known schools; `unclear` is true if the person is also at a school that is not identified. */
export type Listed = { at: ReadonlySet<string>; unclear: boolean; nowhere: boolean };

export type Asked = {
  listed: ReadonlyMap<string, Listed>;
  /** Schools that the list covers; `all` means all people. */
  schools: ReadonlySet<string> | 'all';
};

export type Compared = {
  /** Subjects that have lost their last school. */
  gone: string[];
  /** Subjects that have lost some of their schools. */
  left: { subject: string; schools: string[] }[];
  /** Schools where nothing is changed before a review. `missing` excludes confirmed departures. */
  paused: Map<string, { known: number; missing: string[] }>;
};

/** More than a fifth of a school's people missing at once is treated as an error until a review. */
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
  const unlisted: string[] = [];
  const left: Compared['left'] = [];
  for (const one of known) {
    const entry = listed.get(one.subject);
    const free = missingAt(one).filter((school) => !paused.has(school));
    const isGone = entry === undefined || (entry.nowhere && !entry.unclear);
    // A person without a known school cannot be counted, so they are removed only if there is no sign of an error.
    const mayGo = one.at.length > 0 ? free.length === one.at.length : schools === 'all' && paused.size === 0;
    if (isGone && mayGo) unlisted.push(one.subject);
    else if (free.length > 0) left.push({ subject: one.subject, schools: free });
  }
  return { gone: unlisted, left, paused };
}
