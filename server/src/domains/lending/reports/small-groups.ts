/** Numbers of groups that lead to nobody (docs/behaviour/lending.md#numbers). Pure. */
import { MIN_PEOPLE } from '@fundus/contract/schools/rules';

type Group = { people: number; loans: number };

/**
 * Those that are shown, where the sum of all of them is shown too: groups with enough people. What is left out must not follow from the sum, so that it is at
 * least two groups with enough people together; the smallest others go with them until it is. A group in which nothing was lent is shown.
 */
export function showGroups<G extends Group>(groups: readonly G[]): ReadonlySet<G> {
  const shown = groups.filter(({ people, loans }) => loans === 0 || people >= MIN_PEOPLE);
  const hidden = groups.filter((group) => !shown.includes(group));
  const next = shown.filter(({ loans }) => loans > 0).sort((a, b) => a.people - b.people || a.loans - b.loans);
  const isSafe = (): boolean => hidden.length >= 2 && hidden.reduce((sum, { people }) => sum + people, 0) >= MIN_PEOPLE;
  while (hidden.length > 0 && next.length > 0 && !isSafe()) hidden.push(next.shift()!);
  return new Set(groups.filter((group) => !hidden.includes(group)));
}
