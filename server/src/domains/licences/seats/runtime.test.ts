/** End dates by runtime, first day and scope, and after a change of the start. */
import { shiftDay, today } from '@fundus/contract/days';
import { licences, type Licence, type NewLicence } from '@fundus/contract/licences/licences';
import { runtimeEnd } from '@fundus/contract/licences/rules';
import { licenceSeats } from '@fundus/contract/licences/seats';
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
  admin.call(licenceSeats.assignSeats, { params: { id: licence.id }, body: { to: [{ kind: 'person', id: colleague }], partial: false } });

describe.each(KINDS)('runtime %s', (runtime) => {
  test.each(['school', 'district'] as const)('starts a licence of a whole %s on the current or the entered day', async (scope) => {
    const by = scope === 'school' ? admin : district;
    expect(await enter(by, { scope, runtime })).toMatchObject({ valid_from: DAY, valid_to: endOf(runtime, DAY) });
    expect(await enter(by, { scope, runtime, valid_from: LATER })).toMatchObject({ valid_from: LATER, valid_to: endOf(runtime, LATER) });
  });

  test.each(['volume', 'single'] as const)('starts a licence with seats (%s) at the first seat or on the entered day', async (scope) => {
    const seats = scope === 'single' ? 1 : 5;
    const open = await enter(admin, { scope, seats, runtime });
    expect(open).toMatchObject({ valid_from: null, valid_to: null });
    await give(open);
    expect(await read(open)).toMatchObject({ valid_from: DAY, valid_to: endOf(runtime, DAY) });
    expect(await enter(admin, { scope, seats, runtime, valid_from: LATER })).toMatchObject({ valid_to: endOf(runtime, LATER) });
  });

  test('moves the end date together with the start date', async () => {
    const volume = await enter(admin, { scope: 'volume', seats: 5, runtime });
    expect(await change(volume, { valid_from: DAY, valid_to: null })).toMatchObject({ valid_from: DAY, valid_to: endOf(runtime, DAY) });
    await give(volume);
    expect(await read(volume)).toMatchObject({ valid_from: DAY, valid_to: endOf(runtime, DAY) });
    const { valid_to } = await read(volume);
    expect(await change(volume, { valid_from: LATER, valid_to })).toMatchObject({ valid_from: LATER, valid_to: endOf(runtime, LATER) });
    // A seat is assigned, so without a first day the period begins now.
    expect(await change(volume, { valid_from: null })).toMatchObject({ valid_from: DAY, valid_to: endOf(runtime, DAY) });
  });

  test('keeps a manually entered end date', async () => {
    const volume = await enter(admin, { scope: 'volume', seats: 5, runtime, valid_from: LATER });
    expect(await change(volume, { valid_from: null })).toMatchObject({ valid_from: null, valid_to: null });
    const chosen = shiftDay(LATER, 10);
    expect(await change(volume, { valid_from: LATER, valid_to: chosen })).toMatchObject({ valid_from: LATER, valid_to: chosen });
    expect(await change(volume, { seats: 6 })).toMatchObject({ valid_to: chosen });
  });
});

test('has no end date for an unlimited runtime', async () => {
  expect(await enter(admin, { runtime: 'unlimited' })).toMatchObject({ valid_from: null, valid_to: null });
  expect(await enter(admin, { runtime: 'until_date', valid_to: LATER })).toMatchObject({ valid_from: null, valid_to: LATER });
});
