/** Tests of collecting played ranges. Jumps and pauses separate two ranges. */
import { expect, test } from 'vitest';
import { collectRanges } from './watched-ranges.ts';

test('starts a new range after a jump or a pause', () => {
  const ranges = collectRanges();
  for (const time of [10, 10.5, 11, 12]) ranges.note(time, true);
  for (const time of [40, 41]) ranges.note(time, true);
  ranges.note(41.2, false);
  ranges.note(50, false);
  for (const time of [50, 51]) ranges.note(time, true);
  ranges.note(20, true);
  ranges.note(21, true);
  expect(ranges.take()).toEqual([[10, 12], [40, 41.2], [50, 51], [20, 21]]); // oxfmt-ignore
});

test('returns each range only once', () => {
  const ranges = collectRanges();
  ranges.note(0, true);
  ranges.note(2, true);
  const first = ranges.take();
  ranges.note(3, true);
  expect([first, ranges.take()]).toEqual([[[0, 2]], [[2, 3]]]);
  ranges.putBack(first);
  ranges.note(4, true);
  expect(ranges.take()).toEqual([[0, 2], [3, 4]]); // oxfmt-ignore
});

test('records nothing while the user seeks or drags', () => {
  const ranges = collectRanges();
  for (const time of [0, 30, 60, 90]) ranges.note(time, true);
  ranges.note(95, false);
  ranges.note(96, false);
  expect(ranges.take()).toEqual([]);
});
