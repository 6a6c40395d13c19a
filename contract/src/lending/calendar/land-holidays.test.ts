import { expect, test } from 'vitest';
import { easterOf, LANDS, publicHolidays, type Land } from './land-holidays.ts';

test('computes the date of Easter Sunday', () => {
  // These years include the earliest and the latest possible date.
  expect([1818, 1943, 2000, 2024, 2026, 2027, 2028, 2029, 2030, 2038].map(easterOf)).toEqual([
    ...['1818-03-22', '1943-04-25', '2000-04-23', '2024-03-31', '2026-04-05'],
    ...['2027-03-28', '2028-04-16', '2029-04-01', '2030-04-21', '2038-04-25'],
  ]);
});

const namesOf = (land: Land, year = 2027) => publicHolidays(land, year).map(({ name }) => name);
const COMMON = [
  'Neujahr',
  'Karfreitag',
  'Ostermontag',
  'Tag der Arbeit',
  'Christi Himmelfahrt',
  'Pfingstmontag',
  'Tag der Deutschen Einheit',
  '1. Weihnachtstag',
  '2. Weihnachtstag',
];

test('returns the common public holidays and those of each federal state', () => {
  const own = Object.fromEntries(LANDS.map((land) => [land, namesOf(land).filter((name) => !COMMON.includes(name))]));
  for (const land of LANDS) expect(namesOf(land)).toEqual(expect.arrayContaining(COMMON));
  expect(own).toEqual({
    BW: ['Heilige Drei Könige', 'Fronleichnam', 'Allerheiligen'],
    BY: ['Heilige Drei Könige', 'Fronleichnam', 'Mariä Himmelfahrt', 'Allerheiligen'],
    BE: ['Internationaler Frauentag'],
    BB: ['Reformationstag'],
    HB: ['Reformationstag'],
    HH: ['Reformationstag'],
    HE: ['Fronleichnam'],
    MV: ['Internationaler Frauentag', 'Reformationstag'],
    NI: ['Reformationstag'],
    NW: ['Fronleichnam', 'Allerheiligen'],
    RP: ['Fronleichnam', 'Allerheiligen'],
    SL: ['Fronleichnam', 'Mariä Himmelfahrt', 'Allerheiligen'],
    SN: ['Fronleichnam', 'Reformationstag', 'Buß- und Bettag'],
    ST: ['Heilige Drei Könige', 'Reformationstag'],
    SH: ['Reformationstag'],
    TH: ['Fronleichnam', 'Weltkindertag', 'Reformationstag'],
  });
  const partly = (land: Land) => publicHolidays(land, 2027).flatMap((each) => (each.partly ? [each.name] : []));
  expect([partly('BY'), partly('SN'), partly('TH'), partly('SL')]).toEqual([['Mariä Himmelfahrt'], ['Fronleichnam'], ['Fronleichnam'], []]);
});

test('computes holidays that depend on Easter or a weekday', () => {
  const days = new Map(publicHolidays('SN', 2027).map(({ name, from }) => [name, from]));
  expect(days.get('Karfreitag')).toBe('2027-03-26');
  expect(days.get('Christi Himmelfahrt')).toBe('2027-05-06');
  expect(days.get('Pfingstmontag')).toBe('2027-05-17');
  expect(days.get('Fronleichnam')).toBe('2027-05-27');
  expect(
    [2026, 2027, 2028, 2029, 2030].map((year) => publicHolidays('SN', year).find(({ name }) => name === 'Buß- und Bettag')!.from),
  ).toEqual([...['2026-11-18', '2027-11-17', '2028-11-22', '2029-11-21', '2030-11-20']]);
  expect(namesOf('BE', 2028)).toContain('75. Jahrestag des 17. Juni 1953');
  expect(namesOf('BE', 2029)).not.toContain('75. Jahrestag des 17. Juni 1953');
});
