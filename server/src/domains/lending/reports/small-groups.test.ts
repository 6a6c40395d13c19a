import { expect, test } from 'vitest';
import { showGroups } from './small-groups.ts';

/** People of each group, and the groups that are shown. */
test.each([
  ['all of them where all are large', [5, 9, 20], [5, 9, 20]],
  ['not one by itself: it would follow from the sum', [4, 9, 20], [20]],
  ['not two with fewer than five together', [1, 2, 9, 20], [20]],
  ['two with five together', [3, 2, 9, 20], [9, 20]],
  ['nothing where there is nothing else to hide behind', [4, 6], []],
  ['nothing of a single small one', [4], []],
])('shows %s', (_, people, shown) => {
  const groups = people.map((each) => ({ people: each, loans: each }));
  expect([...showGroups(groups)].map((group) => group.people)).toEqual(shown);
});

test('shows groups without loans', () => expect(showGroups([{ people: 0, loans: 0 }]).size).toBe(1));
