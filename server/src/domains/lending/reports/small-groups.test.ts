import { expect, test } from 'vitest';
import { showGroups } from './small-groups.ts';

/** Title, number of people in each group, and numbers of the groups that are shown. */
test.each([
  ['all groups if all are large', [5, 9, 20], [5, 9, 20]],
  ['all but two groups if one is small, because a single one would follow from the total', [4, 9, 20], [20]],
  ['all but three groups if two small ones have fewer than five people together', [1, 2, 9, 20], [20]],
  ['all but two small groups with five people together', [3, 2, 9, 20], [9, 20]],
  ['none if hiding one would reveal it by the other', [4, 6], []],
  ['none if there is only a small one', [4], []],
])('shows %s', (_, people, shown) => {
  const groups = people.map((each) => ({ people: each, loans: each }));
  expect([...showGroups(groups)].map((group) => group.people)).toEqual(shown);
});

test('shows groups without loans', () => expect(showGroups([{ people: 0, loans: 0 }]).size).toBe(1));
