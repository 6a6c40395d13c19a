/** Suppression of small groups in statistics, so that no number identifies a person (docs/behaviour/lending.md#numbers). Pure. */
import { MIN_PEOPLE } from '@fundus/contract/schools/rules';

type Group = { people: number; loans: number };

/**
 * Returns the groups whose numbers may be shown together with the total. Groups with fewer than `MIN_PEOPLE` people are hidden. If a group is hidden,
 * its number must not be derivable from the total. The hidden groups therefore number at least two and have `MIN_PEOPLE` people together; if
 * necessary, the smallest other groups are hidden too. Groups without loans are always shown.
 */
export function showGroups<G extends Group>(groups: readonly G[]): ReadonlySet<G> {
  const shown = groups.filter(({ people, loans }) => loans === 0 || people >= MIN_PEOPLE);
  const hidden = groups.filter((group) => !shown.includes(group));
  const next = shown.filter(({ loans }) => loans > 0).sort((a, b) => a.people - b.people || a.loans - b.loans);
  const isSafe = (): boolean => hidden.length >= 2 && hidden.reduce((sum, { people }) => sum + people, 0) >= MIN_PEOPLE;
  while (hidden.length > 0 && next.length > 0 && !isSafe()) hidden.push(next.shift()!);
  return new Set(groups.filter((group) => !hidden.includes(group)));
}
