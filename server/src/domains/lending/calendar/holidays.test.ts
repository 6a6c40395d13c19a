/** School holidays and public holidays of the Länder, shipped with the portal or added from a file. */
import { daysBetween } from '@fundus/contract/days';
import { HolidayFile, landHolidays, LANDS } from '@fundus/contract/lending/calendar/land-holidays';
import { beforeAll, expect, test } from 'vitest';
import { schoolAdmin, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { addHolidays } from './holidays.ts';
import shipped from './school-holidays.json' with { type: 'json' };

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
beforeAll(async () => {
  portal.setNow(new Date('2026-11-28T10:00:00Z'));
  admin = await portal.as(schoolAdmin());
});

const holidaysOf = (land: (typeof LANDS)[number]) => admin.call(landHolidays.holidays, { params: { land } });

test('ships school holidays of each Land for four years without overlaps', () => {
  const { lands } = HolidayFile.parse(shipped);
  for (const land of LANDS) {
    const { years, url } = lands[land]!;
    expect(url).toMatch(/^https:/);
    expect(Object.keys(years).slice(0, 4)).toEqual(['2026/27', '2027/28', '2028/29', '2029/30']);
    const rows = Object.values(years).flat();
    for (const [i, [name, from, until]] of rows.entries()) {
      expect(`${land} ${name} ${daysBetween(from, until) < 60}`).toBe(`${land} ${name} true`);
      if (i > 0) expect(`${land} ${name} ${rows[i - 1]![2] < from}`).toBe(`${land} ${name} true`);
    }
    for (const [year, spans] of Object.entries(years)) {
      const first = Number(year.slice(0, 4));
      const isWithin = (day: string) => spans.some(([, from, until]) => from <= day && day <= until);
      expect(`${land} ${year} ${isWithin(`${first}-12-28`)}`).toBe(`${land} ${year} true`);
      expect(spans.every(([, from, until]) => until >= `${first}-06-15` && from <= `${first + 1}-09-15`)).toBe(true);
    }
  }
  // Two samples from the official regulations.
  expect(lands.NW!.years['2027/28']).toContainEqual(['Osterferien', '2028-04-10', '2028-04-22']);
  expect(lands.BY!.years['2029/30']).toContainEqual(['Frühjahrsferien', '2030-03-04', '2030-03-08']);
});

test('returns current and future holidays with their source', async () => {
  const found = await holidaysOf('NW');
  expect(found.school[0]).toMatchObject({ name: 'Weihnachtsferien', from: '2026-12-23' });
  expect(found.public[0]).toEqual({ name: '1. Weihnachtstag', from: '2026-12-25', until: '2026-12-25', partly: false });
  expect(found.years[0]).toBe('2026/27');
  expect(found.source).toContain('Nordrhein-Westfalen');
  expect(found.checked_on).toBe(shipped.checked_on);
  await expect(portal.guest().call(landHolidays.holidays, { params: { land: 'NW' } })).rejects.toMatchObject({ status: 401 });
});

test('replaces built-in school years with those of a file', async () => {
  const file = HolidayFile.parse({
    checked_on: '2030-01-02',
    lands: {
      HE: {
        ...{ source: 'Neue Ferienordnung', url: 'https://kultus.hessen.de/' },
        years: { '2029/30': [['Weihnachtsferien', '2029-12-20', '2030-01-12']], '2030/31': [['Herbstferien', '2030-10-07', '2030-10-19']] },
      },
    },
  });
  expect(await addHolidays(portal.portal.db, file)).toEqual({ lands: 1, years: 2, periods: 2 });
  await addHolidays(portal.portal.db, file);
  const { school, years, source, checked_on } = await holidaysOf('HE');
  expect(school.filter(({ from }) => from >= '2029-08-30').map(({ name, from }) => [name, from])).toEqual([
    ['Weihnachtsferien', '2029-12-20'],
    ['Herbstferien', '2030-10-07'],
  ]);
  expect([years.at(-1), source, checked_on]).toEqual(['2030/31', 'Neue Ferienordnung', '2030-01-02']);
  // A period that belonged to another school year moves to the new one.
  const { HE } = file.lands;
  const moved = { ...file, lands: { HE: { ...HE!, years: { '2031/32': HE!.years['2030/31']! } } } };
  expect(await addHolidays(portal.portal.db, moved)).toMatchObject({ periods: 1 });
  expect((await holidaysOf('HE')).years.at(-1)).toBe('2031/32');
  expect(HolidayFile.safeParse({ ...file, lands: { XX: file.lands.HE } }).success).toBe(false);
  expect(
    HolidayFile.safeParse({ ...file, lands: { HE: { ...file.lands.HE!, years: { '2030/31': [['x', '2030-10-19', '2030-10-07']] } } } })
      .success,
  ).toBe(false);
});
