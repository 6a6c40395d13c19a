import { expect, it } from 'vitest';
import { parseTimeOfDay } from './read-time.ts';

it.each([
  ['8', '08:00'],
  ['08:05', '08:05'],
  ['8.30', '08:30'],
  [' 14:30 Uhr ', '14:30'],
  ['23:59', '23:59'],
  ['24:00', null],
  ['12:60', null],
  ['8:3', null],
  ['', null],
  ['morgens', null],
])('parses %s as %s', (typed, time) => expect(parseTimeOfDay(typed)).toBe(time));
