/** End dates by runtime, first day and scope, and after changes of the start. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shiftDay, today } from '@fundus/contract/days';
import { licences, type Licence, type NewLicence } from '@fundus/contract/licences/licences';
import { runtimeEnd } from '@fundus/contract/licences/rules';
import { licenceSeats } from '@fundus/contract/licences/seats';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { people } from '../../../testing/classes.ts';

const NOW = new Date('2026-05-15T10:00:00Z');
const DAY = today(NOW);
const LATER = '2026-09-01';
const KINDS = ['days', 'school_year', 'publisher_year'] as const;
const endOf = (kind: (typeof KINDS)[number], from: string) => runtimeEnd({ kind, days: 3 }, from, '07-31');

const portal = usePortal();
let admin: Caller;
let district: Caller;
let colleague: string;
beforeAll(async () => {
  portal.setNow(NOW);
  await portal.store({ identifier: 'm-1', fn_titel: 'Ein Film', fn_typ: '49', licences: [{ scope: 'none' }] });
  admin = await portal.as(schoolAdmin());
  district = await portal.as(districtAdmin());
  await portal.as(teacher({ email: 'lea@a.example' }));
  [colleague = ''] = await people(portal, 'lea@a.example');
});

const enter = (by: Caller, more: Partial<NewLicence>): Promise<Licence> =>
  by.call(licences.create, { body: { mediaId: 'm-1', scope: 'school', runtime_days: more.runtime === 'days' ? 3 : null, ...more } });
const read = ({ id }: Licence): Promise<Licence> => admin.call(licences.read, { params: { id } });
const change = async (licence: Licence, body: object): Promise<Licence> =>
  admin.call(licences.change, { params: { id: licence.id }, body: { version: (await read(licence)).version, ...body } });
const give = (licence: Licence) =>
  admin.call(licenceSeats.give, { params: { id: licence.id }, body: { to: [{ kind: 'person', id: colleague }], partial: false } });

describe.each(KINDS)('%s', (runtime) => {
  test.each(['school', 'district'] as const)('starts for a whole %s now without a first day, otherwise on that day', async (scope) => {
    const by = scope === 'school' ? admin : district;
    expect(await enter(by, { scope, runtime })).toMatchObject({ valid_from: DAY, valid_to: endOf(runtime, DAY) });
    expect(await enter(by, { scope, runtime, valid_from: LATER })).toMatchObject({ valid_from: LATER, valid_to: endOf(runtime, LATER) });
  });

  test.each(['volume', 'single'] as const)('starts by seats (%s) with the first seat, or on the entered day', async (scope) => {
    const seats = scope === 'single' ? 1 : 5;
    const open = await enter(admin, { scope, seats, runtime });
    expect(open).toMatchObject({ valid_from: null, valid_to: null });
    await give(open);
    expect(await read(open)).toMatchObject({ valid_from: DAY, valid_to: endOf(runtime, DAY) });
    expect(await enter(admin, { scope, seats, runtime, valid_from: LATER })).toMatchObject({ valid_to: endOf(runtime, LATER) });
  });

  test('moves the end with the start before and after the first seat, and does not restart with a seat', async () => {
    const volume = await enter(admin, { scope: 'volume', seats: 5, runtime });
    expect(await change(volume, { valid_from: DAY, valid_to: null })).toMatchObject({ valid_from: DAY, valid_to: endOf(runtime, DAY) });
    await give(volume);
    expect(await read(volume)).toMatchObject({ valid_from: DAY, valid_to: endOf(runtime, DAY) });
    const { valid_to } = await read(volume);
    expect(await change(volume, { valid_from: LATER, valid_to })).toMatchObject({ valid_from: LATER, valid_to: endOf(runtime, LATER) });
    // A seat is assigned: without a first day the period begins now.
    expect(await change(volume, { valid_from: null })).toMatchObject({ valid_from: DAY, valid_to: endOf(runtime, DAY) });
  });

  test('clears the start before the first seat, and keeps a chosen end', async () => {
    const volume = await enter(admin, { scope: 'volume', seats: 5, runtime, valid_from: LATER });
    expect(await change(volume, { valid_from: null })).toMatchObject({ valid_from: null, valid_to: null });
    const chosen = shiftDay(LATER, 10);
    expect(await change(volume, { valid_from: LATER, valid_to: chosen })).toMatchObject({ valid_from: LATER, valid_to: chosen });
    expect(await change(volume, { seats: 6 })).toMatchObject({ valid_to: chosen });
  });
});

test('has no end for an unlimited runtime, and ends a dated one on its date', async () => {
  expect(await enter(admin, { runtime: 'unlimited' })).toMatchObject({ valid_from: null, valid_to: null });
  expect(await enter(admin, { runtime: 'until_date', valid_to: LATER })).toMatchObject({ valid_from: null, valid_to: LATER });
});

test('adds the end of licences in use by migration', async () => {
  const made = await Promise.all(
    KINDS.flatMap((runtime) => [
      enter(admin, { runtime }),
      enter(district, { scope: 'district', runtime }),
      enter(admin, { scope: 'volume', seats: 5, runtime }),
    ]),
  );
  for (const licence of made.filter(({ scope }) => scope === 'volume')) await give(licence);
  const untouched = await enter(admin, { scope: 'volume', seats: 5, runtime: 'days' });
  const ids = made.map(({ id }) => id);
  const { db } = portal.portal;
  const rows = () => db.selectFrom('licence').select(['id', 'valid_from', 'valid_to']).where('id', 'in', ids).orderBy('id').execute();
  const right = await rows();
  // Rows of earlier versions, entered or assigned on the portal's day.
  await db.updateTable('licence').set({ valid_from: null, valid_to: null, created_at: NOW }).where('id', 'in', ids).execute();
  await sql.raw(readFileSync(join(import.meta.dirname, '../../../../migrations/0036_licence_runtime.sql'), 'utf8')).execute(db);
  expect(await rows()).toEqual(right);
  expect(await read(untouched)).toMatchObject({ valid_from: null, valid_to: null });
});
