import { describe, expect, test } from 'vitest';
import { addWatched, assignmentState, coveredSeconds, isWatched, MAY_MOVE, mergeRanges, workState, type Range } from './rules.ts';

const WHOLE: Range = [0, 300];

test('merges watched ranges within the required part', () => {
  expect(mergeRanges([[20, 40], [0, 10], [5, 25], [290, 400], [60, 50]], WHOLE)).toEqual([[0, 40], [290, 300]]); // oxfmt-ignore
});

describe('plausibility of reported ranges', () => {
  test.each([
    ['as many seconds as have elapsed', [[0, 60]], 60, 60, false],
    ['playback at double speed', [[0, 120]], 60, 120, false],
    ['the whole film within one second', [[0, 300]], 1, 12, true],
    [
      'the same part twice',
      [
        [0, 20],
        [0, 20],
        [0, 20],
      ],
      10,
      20,
      false,
    ],
    ['a clock that is a few seconds off', [[0, 35]], 10, 30, false],
    ['more seconds than the film has', [[0, 9_999]], 400, 300, false],
    ['a reversed range', [[50, 10]], 60, 0, false],
  ] as const)('checks a report of %s', (_, reported, seconds, covered, doubt) => {
    const found = addWatched([], reported as never, WHOLE, seconds);
    expect([Math.round(coveredSeconds(found.watched)), found.doubt]).toEqual([covered, doubt]);
  });

  test('credits at most twice the elapsed time plus ten seconds', () => {
    let watched: Range[] = [];
    let passed = 0;
    for (let turn = 0; turn < 20; turn++) {
      const seconds = (turn * 7) % 5;
      passed += seconds;
      watched = addWatched(watched, [[0, 9_000]], [0, 9_000], passed).watched;
      expect(coveredSeconds(watched)).toBeLessThanOrEqual(passed * 2 + 10);
    }
  });
});

test('marks a part as watched after nine tenths of its length', () => {
  expect(isWatched([[0, 269]], WHOLE)).toBe(false);
  expect(isWatched([[0, 200], [230, 300]], WHOLE)).toBe(true); // oxfmt-ignore
  expect(isWatched([[60, 90]], [60, 90])).toBe(true);
  expect(isWatched([[0, 9_000]], [0, Infinity])).toBe(false);
});

test('derives the state of an assignment from its flags and first visible day', () => {
  const row = { published: true, closed: false, archived: false, visible_from: null };
  expect(assignmentState(row, '2026-11-22')).toBe('active');
  expect(assignmentState({ ...row, visible_from: '2026-11-23' }, '2026-11-22')).toBe('scheduled');
  expect(assignmentState({ ...row, published: false }, '2026-11-22')).toBe('draft');
  expect(assignmentState({ ...row, closed: true }, '2026-11-22')).toBe('closed');
  expect(assignmentState({ ...row, closed: true, archived: true }, '2026-11-22')).toBe('archived');
  expect(MAY_MOVE.publish).toEqual(['draft']);
});

test('completes an assignment when all steps are completed', () => {
  expect(workState([])).toBe('not_started');
  expect(workState(['completed', 'not_started'])).toBe('started');
  expect(workState(['completed', 'completed'])).toBe('completed');
});
