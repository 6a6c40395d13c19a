import { expect, test } from 'vitest';
import { MAX_SIGN_POINTS, MAX_STROKES, Signature, writePath, type Strokes } from './signature.ts';

const many = (strokes: number, points: number): Strokes =>
  Array.from({ length: strokes }, () => Array.from({ length: points }, (): [number, number] => [600, 200]));

test.each<[string, unknown, string | null]>([
  ['a typed name alone', { name: 'Kim Kern', strokes: [] }, null],
  ['a line and a dot', { name: 'Kim Kern', strokes: [[[0, 0], [600, 200]], [[3, 4]]] }, null], // oxfmt-ignore
  ['the maximum number of points', { name: 'Kim', strokes: many(MAX_STROKES, MAX_SIGN_POINTS / MAX_STROKES) }, null],
  ['no name', { name: ' ', strokes: [] }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(121), strokes: [] }, 'name'],
  ['no strokes at all', { name: 'Kim' }, 'strokes'],
  ['a point outside the field', { name: 'Kim', strokes: [[[601, 0]]] }, 'strokes.0.0.0'],
  ['a negative coordinate', { name: 'Kim', strokes: [[[0, -1]]] }, 'strokes.0.0.1'],
  ['a fractional coordinate', { name: 'Kim', strokes: [[[0.5, 1]]] }, 'strokes.0.0.0'],
  ['a point with three numbers', { name: 'Kim', strokes: [[[0, 1, 2]]] }, 'strokes.0.0'],
  ['an empty stroke', { name: 'Kim', strokes: [[]] }, 'strokes.0'],
  ['an SVG path', { name: 'Kim', strokes: 'M0 0L1 1' }, 'strokes'],
  ['too many strokes', { name: 'Kim', strokes: many(MAX_STROKES + 1, 1) }, 'strokes'],
  ['too many points in all', { name: 'Kim', strokes: many(2, MAX_SIGN_POINTS / 2 + 1) }, 'strokes'],
])('validates a signature with %s', (_, given, refused) => {
  const { error } = Signature.safeParse(given);
  expect(error ? error.issues[0]!.path.join('.') : null).toBe(refused);
});

test('fits the longest path into the database column', () => {
  expect(writePath([[[1, 2], [30, 40], [5, 6]], [[7, 8]]])).toBe('M1 2L30 40L5 6M7 8L7 8'); // oxfmt-ignore
  expect(writePath([])).toBe('');
  const longest = [...many(MAX_STROKES - 1, 1), ...many(1, MAX_SIGN_POINTS - MAX_STROKES + 1)];
  expect(Signature.safeParse({ name: 'Kim', strokes: longest }).success).toBe(true);
  expect(writePath(longest).length).toBeLessThanOrEqual(6_000);
});
