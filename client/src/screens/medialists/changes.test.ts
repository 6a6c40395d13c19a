import { expect, it } from 'vitest';
import { itemId, listItem } from '../../testing/medialist.ts';
import { applyChanges, isMoved, findPredecessor } from './changes.ts';
import { findDropIndex } from '../../components/lists/use-drag.ts';

const items = [1, 2, 3, 4].map((n) => listItem(n));
const order = (...args: Parameters<typeof applyChanges>) => applyChanges(...args).map(({ title }) => title.replace('Medium ', ''));
const [one, two, three, four] = items.map(({ id }) => id) as [string, string, string, string];

it('applies pending changes to the order stored on the server', () => {
  const wanted = [
    { kind: 'move', ids: [one], after: three },
    { kind: 'take', ids: [two] },
  ] as const;
  expect(order(items, wanted)).toEqual(['3', '1', '4']);
  // Another user has moved the last item to the front and removed item 2.
  const theirs = [items[3]!, items[0]!, items[2]!];
  expect(order(theirs, wanted)).toEqual(['4', '3', '1']);
});

it('skips a move if the item or its neighbour was removed', () => {
  expect(order([items[0]!, items[1]!], [{ kind: 'move', ids: [one], after: three }])).toEqual(['1', '2']);
  expect(order(items, [{ kind: 'move', ids: [itemId(9)], after: null }])).toEqual(['1', '2', '3', '4']);
});

it('moves several items together in their order', () => {
  expect(order(items, [{ kind: 'move', ids: [two, four], after: null }])).toEqual(['2', '4', '1', '3']);
  expect(applyChanges(items, [{ kind: 'show', ids: [two], visible: false }]).map((item) => item.visible_to_learners)).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

it.each([
  [1, [three], null],
  [2, [three], one],
  [4, [one], four],
  [99, [one], four],
  [0, [four], null],
  [2, [one, two], three],
] as const)('returns the item before position %i', (place, ids, after) => expect(findPredecessor(items, ids, place)).toBe(after));

it('detects whether a move changes the order', () => {
  expect(isMoved(items, [two], one)).toBe(false);
  expect(isMoved(items, [one], null)).toBe(false);
  expect(isMoved(items, [two, three], one)).toBe(false);
  expect(isMoved(items, [one, three], null)).toBe(true);
});

it('returns the index of the first row whose middle is below the pointer', () => {
  const rows = [0, 100, 200].map((top) => ({ top, height: 100 }));
  expect([-5, 49, 51, 249, 251].map((y) => findDropIndex(rows, y))).toEqual([0, 0, 1, 2, 3]);
});
