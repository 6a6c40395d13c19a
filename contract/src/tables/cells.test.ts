import { expect, test } from 'vitest';
import { dayOfCell } from './cells.ts';

test.each([
  '2028-07-31',
  '31.07.2028',
  '31. 7. 2028',
  '31.7.28',
  '31/07/2028',
  '31-07-2028',
  '2028/07/31',
  '2028-7-31',
  '31.07.2028 00:00',
  '31.07.2028, 23:59:00',
  '2028-07-31T23:59:59.000Z',
  '2028-07-31 23:59:59+02:00',
])('reads the day %s', (cell) => expect(dayOfCell(cell)).toBe('2028-07-31'));

test.each([
  '31.02.2028',
  '07/31/2028',
  '28-07-31',
  '31.07',
  '2028',
  '31.07-2028',
  '20280731',
  'morgen',
  '31.07.2028 25',
  `31.07.2028${' '.repeat(90)}1`,
])('rejects %s', (cell) => expect(dayOfCell(cell)).toBeUndefined());

test('returns null for an empty cell', () => expect(dayOfCell('')).toBeNull());
