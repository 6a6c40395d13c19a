/** The desk's list of orders with its counts, and the work lists (docs/behaviour/lending.md#the-list-of-orders). */
import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { DESK_PARTS } from '@fundus/contract/lending/desk/desk-orders';
import { lending } from '@fundus/contract/lending/lending';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint, placeTestOrder, put, stock } from '../../../testing/lending.ts';
import { readPages } from '../../../testing/read-pdf.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
let noa: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin({ vorname: 'Ada', name: 'Amt' }));
  kim = await portal.as(teacher({ vorname: 'Kim', name: 'Kern' }));
  noa = await portal.as(teacher({ vorname: 'Noa', name: 'Nord' }));
});
beforeEach(() => portal.setNow(MONDAY));

const go = (days: number): void => portal.setNow(new Date(MONDAY.getTime() + days * 86_400_000));
const codes = (count: number): string[] => Array.from({ length: count }, (_, i) => `K-${i + 1}`);
const list = (point: { id: string }, asked: object = {}) => admin.call(lendingDesk.deskOrders, { query: { point: point.id, ...asked } });
const counts = ({ id }: { id: string }) => admin.call(lendingDesk.desk, { query: { point: id } });

describe('order list with 700 open orders', () => {
  let point: { id: string };
  beforeAll(async () => {
    portal.setNow(MONDAY);
    point = await openPoint(admin, { most_lines: 100 });
    const { model } = await stock(admin, point, ['K-1']);
    const first = await placeTestOrder(kim, model, 1, 2);
    const { db } = portal.portal;
    await sql`insert into device_item (id, point_id, model_id, code, shelf)
      select gen_random_uuid(), ${point.id}::uuid, ${model.id}::uuid, 'M-' || n, 'B2' from generate_series(1, 699) as n`.execute(db);
    await sql`insert into rental_order (id, number, point_id, person_id, school_id, title, submitted_at, created_at)
      select gen_random_uuid(), (5000000000 + n)::text, o.point_id, o.person_id, o.school_id, 'Projekt ' || n, o.submitted_at, o.created_at
      from generate_series(1, 699) as n cross join rental_order as o where o.id = ${first.id}::uuid`.execute(db);
    await sql`insert into rental_line (id, order_id, model_id, item_id, start_on, end_on, busy_from, busy_until, state, handed_at)
      select gen_random_uuid(), o.id, i.model_id, i.id, day.start, day.start + 3, day.start, day.start + 3, day.state,
        case when day.state = 'on_loan' then now() end
      from generate_series(1, 699) as n
      join device_item as i on i.code = 'M-' || n and i.point_id = ${point.id}::uuid
      join rental_order as o on o.number = (5000000000 + n)::text
      cross join lateral (select case n % 4 when 0 then 'requested' when 1 then 'approved' when 2 then 'ready' else 'on_loan' end as state,
        case n % 4 when 3 then ${inDays(0)}::date - (n % 5) else ${inDays(1)}::date + (n % 9) end as start) as day`.execute(db);
  });

  test('counts each order once in the total and once in each part', async () => {
    const { orders, parts } = await counts(point);
    expect(orders).toBe(700);
    expect(Object.values(parts).reduce((sum, n) => sum + n, 0)).toBe(700);
    expect(parts.requests).toBe(175);
    for (const part of DESK_PARTS) {
      const seen = new Set<string>();
      for (let offset = 0; ; offset += 100) {
        const { items, total } = await list(point, { part, offset, limit: 100 });
        expect(total).toBe(parts[part]);
        for (const { id } of items) seen.add(id);
        if (items.length < 100) break;
      }
      expect(seen.size, part).toBe(parts[part]);
    }
  });

  test('finds an order by the start of its number, its title or a device', async () => {
    expect((await list(point, { q: '5000000699' })).items.map(({ title }) => title)).toEqual(['Projekt 699']);
    expect((await list(point, { q: 'projekt 698' })).total).toBe(1);
    // Fewer than four digits are not compared with order numbers, all of which begin with 5 here.
    expect((await list(point, { q: 'projekt 500' })).items.map(({ title }) => title)).toEqual(['Projekt 500']);
    expect((await list(point, { q: 'M-697' })).items.map(({ number }) => number)).toEqual(['5000000697']);
  });

  test('sorts by number in both directions', async () => {
    const numbers = async (sort: 'number' | '-number') =>
      (await list(point, { sort, q: '5000000', limit: 2 })).items.map((row) => row.number);
    expect(await numbers('number')).toEqual(['5000000001', '5000000002']);
    expect(await numbers('-number')).toEqual(['5000000699', '5000000698']);
  });

  test('counts the open orders of all desks at which the user works', async () => {
    const { items } = await admin.call(lendingDesk.desks);
    const { parts } = await counts(point);
    expect(items.find(({ id }) => id === point.id)).toMatchObject({ parts, check: 0 });
    expect((await kim.call(lendingDesk.desks)).items).toEqual([]);
  });

  test('prints all devices to be fetched on a given day', async () => {
    const { items } = await list(point, { on: inDays(1), limit: 100 });
    const fetched = items.flatMap(({ lines }) =>
      lines.filter(({ state, start }) => start === inDays(1) && ['approved', 'ready'].includes(state)),
    );
    const answer = await admin.inject({ method: 'GET', url: `/api/v1/lending/picking-list?point=${point.id}&date=${inDays(1)}` });
    const text = (await readPages(answer.rawPayload)).join(' ');
    expect(fetched.length).toBeGreaterThan(20);
    for (const { item_code } of fetched) expect(text).toContain(item_code);
  });
});

test('filters orders by part, step, school, delivery and day', async () => {
  const district = await portal.as(districtAdmin());
  const point = await openPoint(district, { by_post: true });
  const { model } = await stock(district, point, codes(4));
  const ask = (asked: object = {}) => district.call(lendingDesk.deskOrders, { query: { point: point.id, ...asked } });
  const one = await placeTestOrder(kim, model, 1, 2, 2);
  await put(noa, model, 2, 3);
  const two = await noa.call(lending.placeOrder, { body: { point: point.id, title: 'Trickfilm', delivery: 'post' } });
  await district.call(lendingDesk.approve, { ...at(one.id), body: { lines: [one.lines[0]!.id] } });
  const numbers = async (asked: object) => (await ask(asked)).items.map(({ number }) => number);
  expect(await numbers({ part: 'requests' })).toEqual([one.number, two.number]);
  expect(await numbers({ part: 'coming' })).toEqual([one.number]);
  expect(await numbers({ step: 'unready' })).toEqual([one.number]);
  expect(await numbers({ delivery: 'post' })).toEqual([two.number]);
  expect(await numbers({ on: inDays(2) })).toEqual([two.number]);
  expect(await numbers({ sort: '-borrower' })).toEqual([two.number, one.number]);
  const { schools } = await ask();
  expect(schools.map(({ orders }) => orders)).toEqual([2]);
  expect(await numbers({ school: schools[0]!.id })).toHaveLength(2);
  expect(await ask({ school: 'none' })).toMatchObject({ total: 0, schools });
});

describe('preparation of a whole order', () => {
  test('makes all approved devices of the order ready', async () => {
    const point = await openPoint(admin, { approval: 'auto' });
    const { model } = await stock(admin, point, codes(3));
    const { id } = await placeTestOrder(kim, model, 1, 2, 3);
    const ready = await admin.call(lendingDesk.prepareOrder, at(id));
    expect(ready.lines.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready']);
    expect((await counts(point)).steps).toMatchObject({ unready: 0, ready: 1 });
    await expect(admin.call(lendingDesk.prepareOrder, at(id))).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
    await expect(kim.call(lendingDesk.prepareOrder, at(id))).rejects.toMatchObject({ status: 403 });
  });

  test('changes nothing if one of the devices is unavailable', async () => {
    const point = await openPoint(admin, { approval: 'auto' });
    const { model, items } = await stock(admin, point, codes(2));
    const { id } = await placeTestOrder(kim, model, 1, 2, 2);
    await portal.portal.db.updateTable('device_item').set({ state: 'quarantine' }).where('device_item.id', '=', items[1]!.id).execute();
    await expect(admin.call(lendingDesk.prepareOrder, at(id))).rejects.toMatchObject({ status: 409, details: { reason: 'quarantine' } });
    expect((await admin.call(lendingDesk.deskOrder, at(id))).lines.map(({ state }) => state)).toEqual(['approved', 'approved']);
  });
});

describe('work list', () => {
  const work = async (point: { id: string }, show: 'check' | 'repair' | 'expected' | 'lost' | 'inspection' | 'parts' | 'set_aside') => {
    const [{ devices }, { items, total }] = await Promise.all([
      counts(point),
      admin.call(lendingDesk.items, { query: { point: point.id, show } }),
    ]);
    expect(devices[show]).toBe(total);
    return items.map(({ code }) => code);
  };
  const seen = (kind: 'check', result: 'ok' | 'incomplete' | 'damaged', there: number) => ({
    ...{ kind, result, parts: [{ name: 'Akku', count: 2, there }] },
  });

  test('contains a device returned as damaged until it is examined', async () => {
    const point = await openPoint(admin, { approval: 'auto' });
    const { model, items } = await stock(admin, point, ['K-1']);
    const { id } = await placeTestOrder(kim, model, 1, 2);
    go(1);
    await admin.call(lendingDesk.handOver, { ...at(id), body: { code: 'K-1' } });
    await admin.call(lendingDesk.takeBack, { body: { point: point.id, code: 'K-1', result: 'damaged' } });
    expect(await work(point, 'check')).toEqual(['K-1']);
    await admin.call(lendingCondition.recordCondition, { ...at(items[0]!.id), body: seen('check', 'ok', 2) });
    expect(await work(point, 'check')).toEqual([]);
  });

  test('contains overdue repairs until the device is released or the date is postponed', async () => {
    const point = await openPoint(admin);
    const { items } = await stock(admin, point, codes(2));
    const move = (i: number, event: 'repair' | 'release', expected_on: string | null = null) =>
      admin.call(lendingDesk.moveItem, { ...at(items[i]!.id), body: { event, expected_on } });
    await move(0, 'repair', inDays(3));
    await move(1, 'repair');
    expect(await work(point, 'repair')).toEqual(['K-1', 'K-2']);
    expect(await work(point, 'expected')).toEqual([]);
    go(3);
    expect(await work(point, 'expected')).toEqual(['K-1']);
    await move(0, 'repair', inDays(9));
    expect(await work(point, 'expected')).toEqual([]);
    await move(0, 'release');
    expect(await work(point, 'repair')).toEqual(['K-2']);
  });

  test('contains lost devices until they are found', async () => {
    const point = await openPoint(admin);
    const { items } = await stock(admin, point, ['K-1']);
    await admin.call(lendingCondition.recordCondition, { ...at(items[0]!.id), body: seen('check', 'damaged', 2) });
    await admin.call(lendingDesk.moveItem, { ...at(items[0]!.id), body: { event: 'lose' } });
    expect(await work(point, 'lost')).toEqual(['K-1']);
    await admin.call(lendingDesk.moveItem, { ...at(items[0]!.id), body: { event: 'find' } });
    expect(await work(point, 'lost')).toEqual([]);
    expect(await work(point, 'check')).toEqual(['K-1']);
  });

  test('contains inspections due within two weeks until the next date is recorded', async () => {
    const point = await openPoint(admin);
    const { items } = await stock(admin, point, codes(2));
    const due = (i: number, next_check_on: string) => admin.call(lendingDesk.changeItem, { ...at(items[i]!.id), body: { next_check_on } });
    await due(0, inDays(14));
    await due(1, inDays(15));
    expect(await work(point, 'inspection')).toEqual(['K-1']);
    const body = { ...seen('check', 'ok', 2), next_check_on: inDays(365) };
    expect(await admin.call(lendingCondition.recordCondition, { ...at(items[0]!.id), body })).toMatchObject({ next_check_on: inDays(365) });
    expect(await work(point, 'inspection')).toEqual([]);
  });

  test('contains released devices with missing parts until all parts are present', async () => {
    const point = await openPoint(admin);
    const { items } = await stock(admin, point, ['K-1']);
    await admin.call(lendingCondition.recordCondition, { ...at(items[0]!.id), body: seen('check', 'incomplete', 1) });
    await admin.call(lendingDesk.moveItem, { ...at(items[0]!.id), body: { event: 'release' } });
    expect(await work(point, 'parts')).toEqual(['K-1']);
    portal.setNow(new Date(MONDAY.getTime() + 60_000));
    await admin.call(lendingCondition.recordCondition, { ...at(items[0]!.id), body: seen('check', 'ok', 2) });
    expect(await work(point, 'parts')).toEqual([]);
  });

  test('contains devices that are not lendable', async () => {
    const point = await openPoint(admin);
    const { items } = await stock(admin, point, codes(2));
    await admin.call(lendingDesk.changeItem, { ...at(items[0]!.id), body: { not_lendable: true, shelf: 'B12' } });
    expect(await work(point, 'set_aside')).toEqual(['K-1']);
    const inShelf = (shelf: string) => admin.call(lendingDesk.items, { query: { point: point.id, shelf } });
    expect((await inShelf('b1')).items.map(({ code }) => code)).toEqual(['K-1']);
    expect((await inShelf('C')).total).toBe(0);
  });

  test('contains orders whose borrower needs a briefing', async () => {
    const point = await openPoint(admin);
    const { model } = await stock(admin, point, ['K-1'], { needs_briefing: true });
    await placeTestOrder(kim, model, 1, 2);
    expect((await counts(point)).steps.unbriefed).toBe(1);
    const [first] = (await list(point, { step: 'unbriefed' })).items;
    expect(first!.unbriefed).toEqual([{ id: model.id, name: 'Kamera' }]);
  });
});
