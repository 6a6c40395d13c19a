import { expect, test } from 'vitest';
import { endingYear, isChangeSeason, nextName, proposeForClass } from './rules.ts';

test.each([
  ['8b Geografie', 8, '9b Geografie'],
  ['Klasse 18a', 8, 'Klasse 18a'],
  ['Chor', 8, 'Chor'],
  ['10 Mathe', 10, '11 Mathe'],
  ['8b', null, '8b'],
])('renames %s of grade %s to %s', (name, grade, next) => expect(nextName(name, grade)).toBe(next));

test.each([
  ['2027-05-31', '2025/26', false],
  ['2027-06-01', '2026/27', true],
  ['2027-08-01', '2026/27', true],
  ['2027-10-31', '2026/27', true],
  ['2027-11-01', '2026/27', false],
])('assigns %s to school year %s (season of the change: %s)', (day, year, season) => {
  expect(endingYear(day, '07-31')).toBe(year);
  expect(isChangeSeason(day, '07-31')).toBe(season);
});

test.each([
  ['class', 7, false, 'Gymnasium', { choice: 'carry', name: '8a', grade: 8 }],
  ['class', 4, false, 'Grundschule', { choice: 'archive' }],
  ['class', 4, false, 'Grund- und Hauptschule', { choice: 'carry' }],
  ['class', 10, false, 'Realschule', { choice: 'archive' }],
  ['class', 10, false, 'Gesamtschule', { choice: 'carry' }],
  ['class', 13, false, 'Gymnasium', { choice: 'archive' }],
  ['class', null, false, '', { choice: 'carry', grade: null }],
  ['class', 7, true, 'Gymnasium', { choice: 'archive' }],
  ['course', 7, false, 'Gymnasium', { choice: 'archive' }],
  ['group', null, false, 'Gymnasium', { choice: 'archive' }],
] as const)('proposes the next step for a %s of grade %s (archived: %s) at a school of kind %s', (kind, grade, over, school, proposed) =>
  expect(proposeForClass({ kind, grade, over, name: `${grade ?? 'Chor'}a` }, school)).toMatchObject(proposed),
);
