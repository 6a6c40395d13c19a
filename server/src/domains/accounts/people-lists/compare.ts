/** Determines which people an identity provider no longer lists, and which schools miss so many people that a review is required. Pure. */

/**
 * A person with an account from the provider. `at` lists their schools according to the provider, `confirmed` the schools for which the district has
 * confirmed the departure.
 */
export type KnownPerson = { subject: string; at: readonly string[]; confirmed: readonly string[] };

/**
 * An entry of the provider's list. `at` contains the person's known schools. `unclear` is true if the person is also at a school that cannot be
 * identified.
 */
export type ListedSchools = { at: ReadonlySet<string>; unclear: boolean; nowhere: boolean };

export type ListAnswer = {
  listed: ReadonlyMap<string, ListedSchools>;
  /** Schools that the list covers, or `all` if it covers all people. */
  schools: ReadonlySet<string> | 'all';
};

export type Comparison = {
  /** Subjects that have lost their last school. */
  gone: string[];
  /** Subjects that have lost some of their schools. */
  left: { subject: string; schools: string[] }[];
  /** Schools where nothing is changed before a review. `missing` does not contain confirmed departures. */
  paused: Map<string, { known: number; missing: string[] }>;
};

/** Returns whether more than a fifth of a school's people are missing at once, which is treated as an error until a review. */
const isTooMany = (missing: number, known: number): boolean => missing * 5 > known;

export function compare(known: readonly KnownPerson[], { listed, schools }: ListAnswer): Comparison {
  const isAsked = (school: string): boolean => schools === 'all' || schools.has(school);
  const missingAt = ({ subject, at }: KnownPerson): string[] => {
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
  const left: Comparison['left'] = [];
  for (const one of known) {
    const entry = listed.get(one.subject);
    const free = missingAt(one).filter((school) => !paused.has(school));
    const isGone = entry === undefined || (entry.nowhere && !entry.unclear);
    // A person without a known school is not counted at any school, so they are removed only if no school is paused.
    const mayGo = one.at.length > 0 ? free.length === one.at.length : schools === 'all' && paused.size === 0;
    if (isGone && mayGo) unlisted.push(one.subject);
    else if (free.length > 0) left.push({ subject: one.subject, schools: free });
  }
  return { gone: unlisted, left, paused };
}
