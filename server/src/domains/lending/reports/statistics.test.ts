/** Statistics of a lending point (docs/behaviour/lending.md#numbers). */
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lendingStatistics } from '@fundus/contract/lending/reports/statistics';
import { schools } from '@fundus/contract/schools/schools';
import { beforeAll, expect, test } from 'vitest';
import { runSweepSteps } from '../../../sweep.ts';
import { districtAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, MONDAY, openPoint, placeTestOrder, stock } from '../../../testing/lending.ts';

const portal = usePortal({ GeraeteVerleih: true });
let kreis: Caller;
beforeAll(async () => {});

const db = () => portal.portal.db;
const go = (days: number) => portal.setNow(new Date(MONDAY.getTime() + days * 86_400_000));
const people = async (school_id: string, count: number): Promise<Caller[]> => {
  const found: Caller[] = [];
  for (let i = 0; i < count; i++) found.push(await portal.as(teacher({ school_id })));
  return found;
};

/** Lends a device of a new model to each borrower from Tuesday to Wednesday and returns it on the day `back`. */
async function lend(point: { id: string }, borrowers: readonly Caller[], name: string, back: number) {
  const { model } = await stock(
    kreis,
    point,
    borrowers.map((_, i) => `${name}-${i}`),
    { name },
  );
  for (const [i, who] of borrowers.entries()) {
    go(0);
    const { id } = await placeTestOrder(who, model, 1, 2);
    go(1);
    await kreis.call(lendingDesk.handOver, { ...at(id), body: { code: `${name}-${i}` } });
    go(back);
    await kreis.call(lendingDesk.takeBack, { body: { point: point.id, code: `${name}-${i}` } });
  }
  return model;
}

test('hides loan counts of groups with fewer than five people', async () => {
  portal.setNow(null);
  kreis = await portal.as(districtAdmin());
  const [many, few] = [await people('school-a', 6), await people('school-b', 3)];
  const point = await openPoint(kreis, { approval: 'auto', name: 'Medienzentrum', keep_days: 30 });
  const read = (year = '') => kreis.call(lendingStatistics.statistics, { query: { point: point.id, year } });
  const cameras = await lend(point, many, 'Kamera', 3);
  await lend(point, few, 'Mikrofon', 2);
  await lend(point, many.slice(0, 5), 'Beamer', 2);
  const numbers = await read();
  expect(numbers).toMatchObject({ year: '2025/26', years: ['2025/26'], people: 9, total: { loans: 14, late: 6 } });
  // If only one group were hidden, its number would follow from the total. The smallest other group is therefore hidden too.
  expect(numbers.models.map(({ name, loans }) => [name, loans?.loans])).toEqual([
    ['Kamera', 6],
    ['Beamer', undefined],
    ['Mikrofon', undefined],
  ]);
  // Six cameras were lent for three days each, within four days since the first loan.
  expect(numbers.models[0]).toMatchObject({ devices: 6, loans: { late: 6, days: 18 } });
  expect(numbers.schools.map(({ loans }) => loans)).toEqual([null, null]);
  expect(numbers.months.filter(({ loans }) => loans === null || loans.loans > 0)).toMatchObject([
    { month: '2026-03', loans: { loans: 14 } },
  ]);

  // A person with several loans is counted once.
  go(2);
  const { id } = await placeTestOrder(few[0]!, cameras, 3, 4);
  go(3);
  await kreis.call(lendingDesk.handOver, { ...at(id), body: { code: 'Kamera-0' } });
  go(4);
  await kreis.call(lendingDesk.takeBack, { body: { point: point.id, code: 'Kamera-0' } });
  expect(await read()).toMatchObject({ people: 9, total: { loans: 15 } });

  const hashes = async () => (await db().selectFrom('lending_people_dedup').select('ends_on').execute()).map(({ ends_on }) => ends_on);
  expect(new Set(await hashes())).toEqual(new Set(['2026-03-31', '2026-07-31']));
  const { total } = await read();
  go(60);
  await runSweepSteps(portal.portal);
  expect(new Set(await hashes())).toEqual(new Set(['2026-07-31']));
  const known = await db().selectFrom('rental_order').select('person_id').where('point_id', '=', point.id).execute();
  expect(known.map(({ person_id }) => person_id)).toEqual(known.map(() => null));
  portal.setNow(null);
  kreis = await portal.as(districtAdmin());
  portal.setNow(new Date('2026-09-01T08:00:00Z'));
  await runSweepSteps(portal.portal);
  expect(await hashes()).toEqual([]);
  // Too few people borrowed in the current year, so the previous year is shown.
  const after = await read();
  expect(after).toMatchObject({
    year: '2025/26',
    years: ['2026/27', '2025/26'],
    people: 9,
    total: { loans: total!.loans, late: total!.late },
  });
  expect(await read('2026/27')).toMatchObject({ people: null, total: null });
  const url = `/api/v1/lending/statistics/export?point=${point.id}&lang=de`;
  const csv = (await kreis.inject({ method: 'GET', url })).body;
  expect(csv).toContain('"Gesamt";"2025/26";15;6');
  expect(csv).toContain('"Modell";"Mikrofon";"";"";"";""');

  // Merging two schools adds up their people.
  await db().updateTable('lending_people').set({ people: 5 }).where('school_id', '=', 'school-b').execute();
  const [a, b] = await Promise.all(['school-a', 'school-b'].map((id) => kreis.call(schools.read, { params: { id } })));
  await kreis.call(schools.merge, { params: { id: b!.id }, body: { version: b!.version, into: a!.id } });
  expect((await read()).schools).toMatchObject([{ name: a!.name, loans: { loans: 15 } }]);
  const rows = await db().selectFrom('lending_people').select(['school_id', 'people']).where('school_id', 'is not', null).execute();
  expect(rows).toEqual([{ school_id: 'school-a', people: 11 }]);
});
