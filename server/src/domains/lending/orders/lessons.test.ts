/** Loans by lesson, over HTTP and as a database constraint (docs/behaviour/lending.md#by-the-lesson). */
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lendingFeed } from '@fundus/contract/lending/calendar/feed';
import { lending } from '@fundus/contract/lending/lending';
import { lendingTimeline } from '@fundus/contract/lending/desk/timeline';
import { lendingWaiting } from '@fundus/contract/lending/cart/waiting';
import { schools } from '@fundus/contract/schools/schools';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { runSweepSteps } from '../../../sweep.ts';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint, POINT, stock, readBoard } from '../../../testing/lending.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
let noa: Caller;
let kimId: string;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin());
  kim = await portal.as(teacher({ vorname: 'Kim', name: 'Kern' }));
  ({ id: kimId } = await portal.portal.db
    .selectFrom('person')
    .select('person.id')
    .where('person.name', '=', 'Kern')
    .executeTakeFirstOrThrow());
  noa = await portal.as(teacher({ vorname: 'Noa', name: 'Nord' }));
});
/** Starts each test at nine o'clock, during the second lesson. */
beforeEach(() => portal.setNow(MONDAY));

const RULES = { mode: 'periods', approval: 'auto', advance_days: 0 } as const;
let made = 0;
async function lend(devices: number, rules: object = {}) {
  const point = await openPoint(admin, { ...RULES, name: `Koffer ${++made}`, ...rules });
  const codes = Array.from({ length: devices }, (_, i) => `T-${i + 1}`);
  return { point, ...(await stock(admin, point, codes)) };
}
const lessons = (first: number, last = first) => ({ first, last });
const put = (who: Caller, model: { id: string }, day: number, wish: { first: number; last: number }, quantity = 1) =>
  who.call(lending.addToCart, { body: { model: model.id, start: inDays(day), end: inDays(day), lessons: wish, quantity } });
async function order(
  who: Caller,
  made: { point: { id: string }; model: { id: string } },
  day: number,
  wish: { first: number; last: number },
) {
  await put(who, made.model, day, wish);
  return who.call(lending.placeOrder, { body: { point: made.point.id, title: 'Unterricht' } });
}
const give = (id: string, code: string) => admin.call(lendingDesk.handOver, { ...at(id), body: { code } });
const clock = (time: string, days = 0) => portal.setNow(new Date(`${inDays(days)}T${time}:00+01:00`));
const refused = (status: number, code: string, details: object = {}) => ({ status, code, details });

test('lends one device to several classes on the same day', async () => {
  const there = await lend(2);
  const { model } = there;
  await order(noa, there, 0, lessons(3, 4));
  await put(kim, model, 0, lessons(4, 5));
  // Neither of the two devices is free in lesson four, but both are free earlier and later.
  await expect(put(kim, model, 0, lessons(4))).rejects.toMatchObject(
    refused(409, 'not_available', {
      ...{ date: inDays(0), lesson: 4, free: 0 },
      next: { start: inDays(0), end: inDays(0), lessons: { first: 5, last: 5 } },
    }),
  );
  await expect(put(kim, model, 0, lessons(5), 2)).rejects.toMatchObject(refused(409, 'not_available', { lesson: 5, free: 1 }));
  await put(kim, model, 0, lessons(6), 2);
  const { days } = await kim.call(lending.calendar, { ...at(model.id), query: { from: inDays(0), until: inDays(1) } });
  expect(days[0]!.lessons.slice(0, 7).map(({ free, over }) => (over ? 'over' : free))).toEqual(['over', 2, 1, 0, 1, 0, 2]);
  expect(days[1]).toMatchObject({ free: 2, start_blocked: [] });
  const free = async (first: number, last: number) =>
    (await kim.call(lending.models, { query: { point: there.point.id, from: inDays(0), until: inDays(0), first, last } })).items[0]!.free;
  expect([await free(3, 3), await free(3, 4), await free(7, 8)]).toEqual([1, 0, 2]);
});

test('rejects past, unknown, missing and too many lessons', async () => {
  const { model, point } = await lend(1, { max_lessons: 2 });
  await expect(put(kim, model, 0, lessons(1))).rejects.toMatchObject(refused(422, 'too_early', { reason: 'lesson_over' }));
  await expect(put(kim, model, 1, lessons(1, 3))).rejects.toMatchObject(refused(422, 'too_long', { max_lessons: 2 }));
  await expect(put(kim, model, 1, lessons(11))).rejects.toMatchObject({ status: 400, field: 'lessons' });
  await expect(put(kim, model, 5, lessons(1))).rejects.toMatchObject(refused(422, 'day_closed'));
  const days = { model: model.id, start: inDays(1), end: inDays(1) };
  await expect(kim.call(lending.addToCart, { body: days })).rejects.toMatchObject({ status: 400, field: 'lessons' });
  const wish = { model: model.id, earliest: inDays(1), latest: inDays(1) };
  await expect(kim.call(lendingWaiting.wait, { body: wish })).rejects.toMatchObject(
    refused(409, 'state_conflict', { reason: 'by_lesson' }),
  );
  // A district has no lessons, and a point that lends by the day accepts none.
  const district = await portal.as(districtAdmin());
  const body = { ...POINT, mode: 'periods' as const };
  await expect(district.call(lendingDesk.createPoint, { body })).rejects.toMatchObject({ status: 400, field: 'mode' });
  await admin.call(lendingDesk.changePoint, { ...at(point.id), body: { mode: 'days', version: point.version } });
  await expect(put(kim, model, 1, lessons(1))).rejects.toMatchObject({ status: 400, field: 'lessons' });
});

test('prevents two bookings of a device in the same lesson with a database constraint', async () => {
  const there = await lend(1);
  const line = (await order(kim, there, 1, lessons(3, 4))).lines[0]!;
  const { id: order_id } = await order(noa, there, 2, lessons(1));
  const insert = (first: number | null, last: number | null) =>
    portal.portal.db
      .insertInto('rental_line')
      .values({
        ...{ id: newId(), order_id, model_id: there.model.id, item_id: there.items[0]!.id, state: 'approved' },
        ...{ start_on: line.start, end_on: line.end, busy_from: line.start, busy_until: line.end },
        ...{ first_lesson: first, last_lesson: last },
      })
      .execute();
  for (const [first, last] of [
    [4, 5],
    [1, 3],
    [null, null],
  ] as const)
    await expect(insert(first, last)).rejects.toThrow(/rental_line_once/);
  await insert(5, 5);
  await insert(1, 2);
  await expect(insert(6, 7)).resolves.toBeDefined();
});

test('marks a device as overdue after its last lesson', async () => {
  const there = await lend(1);
  const first = await order(kim, there, 0, lessons(3, 4));
  expect(first.lines).toMatchObject([{ state: 'approved', lessons: { first: 3, last: 4, begin: '09:50', end: '11:20' } }]);
  await order(noa, there, 0, lessons(6));
  expect(await give(first.id, 'T-1')).toMatchObject({
    lines: [{ start: inDays(0), lessons: { first: 2, last: 4 }, can: { renew: false } }],
  });
  const line = first.lines[0]!.id;
  await expect(kim.call(lending.renew, { ...at(line), body: {} })).rejects.toMatchObject(
    refused(409, 'not_renewable', { reason: 'by_lesson' }),
  );
  const desk = () => readBoard(admin, there.point);
  clock('11:19');
  expect(await desk()).toMatchObject({ returns: [{ id: first.id }], overdue: [] });
  clock('11:20');
  expect(await desk()).toMatchObject({ returns: [], overdue: [{ id: first.id }], tasks: [{ why: 'late' }] });
  // It is unknown when the device will be returned. It is therefore blocked for today, but not for tomorrow.
  await expect(put(kim, there.model, 0, lessons(8))).rejects.toMatchObject(refused(409, 'not_available'));
  await put(kim, there.model, 1, lessons(8));
  await admin.call(lendingDesk.takeBack, { body: { point: there.point.id, code: 'T-1' } });
  await put(kim, there.model, 0, lessons(8));
});

test('releases a device that is not collected by the end of its last lesson', async () => {
  const there = await lend(1);
  const { id } = await order(kim, there, 0, lessons(2));
  clock('09:30');
  expect((await kim.call(lending.order, at(id))).lines[0]!.state).toBe('not_collected');
  await runSweepSteps(portal.portal);
  const row = await portal.portal.db.selectFrom('rental_line').select(['state', 'busy_from']).where('order_id', '=', id).executeTakeFirst();
  expect(row).toEqual({ state: 'not_collected', busy_from: null });
});

test('allows collection on the previous afternoon', async () => {
  const there = await lend(1);
  const { id } = await order(kim, there, 1, lessons(1));
  await put(noa, there.model, 1, lessons(2));
  clock('15:00');
  expect(await give(id, 'T-1')).toMatchObject({
    lines: [{ start: inDays(0), end: inDays(1), lessons: { first: 8, last: 1 }, overdue: false }],
  });
  await expect(put(noa, there.model, 0, lessons(9))).rejects.toMatchObject(refused(409, 'not_available'));
  const { body: dates } = (await kim.call(lendingFeed.dates)) as unknown as { body: string };
  const compact = inDays(1).replaceAll('-', '');
  expect(dates.replace(/\r\n /g, '')).toContain(
    `DTSTART;TZID=Europe/Berlin:${compact}T080000\r\nDTEND;TZID=Europe/Berlin:${compact}T084500\r\nSUMMARY:Zurückbringen (1. Stunde): Kamera`,
  );
  clock('08:45', 1);
  expect((await kim.call(lending.order, at(id))).lines[0]!.overdue).toBe(true);
});

test('keeps the lessons of a loan when it is changed, moved or repeated', async () => {
  const there = await lend(2);
  const { id, lines } = await order(kim, there, 1, lessons(3));
  const line = lines[0]!.id;
  const { days } = await admin.call(lendingTimeline.timeline, {
    query: { point: there.model.point_id, from: inDays(1), until: inDays(2) },
  });
  expect(days).toHaveLength(2);
  const moved = { item: there.items[1]!.id, start: inDays(2), end: inDays(2) };
  expect(await admin.call(lendingTimeline.moveBooking, { ...at(line), body: moved })).toMatchObject({
    lines: [{ start: inDays(2), lessons: { first: 3, last: 3 } }],
  });
  const body = { start: inDays(3), end: inDays(3), lessons: lessons(5, 6) };
  expect(await admin.call(lending.changeLine, { ...at(line), body })).toMatchObject({
    lines: [{ lessons: { first: 5, last: 6, end: '13:10' } }],
  });
  expect(await kim.call(lending.repeat, { ...at(id), body: { start: inDays(7) } })).toMatchObject({
    lines: [{ start: inDays(7), end: inDays(7), lessons: { first: 5, last: 6 } }],
  });
  const { body: dates } = (await kim.call(lendingFeed.dates)) as unknown as { body: string };
  const compact = inDays(3).replaceAll('-', '');
  expect(dates.replace(/\r\n /g, '')).toContain(
    `DTSTART;TZID=Europe/Berlin:${compact}T114000\r\nDTEND;TZID=Europe/Berlin:${compact}T131000\r\nSUMMARY:Abholen (5.–6. Stunde): Kamera`,
  );
  // The time zone is defined before the first event, because some calendars do not recognise its name.
  expect(dates.indexOf('TZID:Europe/Berlin')).toBeLessThan(dates.indexOf('BEGIN:VEVENT'));
  expect(dates.split('BEGIN:VEVENT').filter((event) => event.includes(there.point.name))).toHaveLength(1);
});

test('lends without an order until the next booked lesson', async () => {
  const there = await lend(1, { max_lessons: 3 });
  await order(noa, there, 0, lessons(4));
  const walk = (more: object = {}) =>
    admin.call(lendingDesk.walkUp, { body: { point: there.point.id, person: kimId, code: 'T-1', ...more } });
  await expect(walk({ until_lesson: 5 })).rejects.toMatchObject(refused(422, 'too_long'));
  await expect(walk({ until_lesson: 4 })).rejects.toMatchObject(refused(409, 'not_available'));
  expect(await walk()).toMatchObject({ lines: [{ lessons: { first: 2, last: 3 } }] });
  const busy = await lend(1, { visits_max: 1 });
  await order(noa, busy, 0, lessons(4));
  const asked = { body: { point: busy.point.id, person: kimId, code: 'T-1', until_lesson: 2 } };
  await expect(admin.call(lendingDesk.walkUp, asked)).rejects.toMatchObject(refused(422, 'visits_full'));
  clock('17:00');
  const late = await lend(1);
  const body = { point: late.point.id, person: kimId, code: 'T-1' };
  await expect(admin.call(lendingDesk.walkUp, { body })).rejects.toMatchObject(refused(422, 'too_early', { reason: 'lesson_over' }));
});

test('uses the timetable of the school', async () => {
  const there = await lend(1);
  const { id } = await order(kim, there, 1, lessons(1, 2));
  const school = (await admin.call(schools.own)).school!;
  const timetable = [
    { begin: '07:30', end: '08:15' },
    { begin: '08:20', end: '09:05' },
  ];
  const change = (lines: typeof timetable) =>
    admin.call(schools.change, {
      ...at(school.id),
      body: { version: school.version, settings: { ...school.settings!, timetable: lines } },
    });
  await expect(change(timetable.toReversed())).rejects.toMatchObject({ status: 400, field: 'settings.timetable' });
  await change(timetable);
  expect((await kim.call(lending.order, at(id))).lines[0]!.lessons).toEqual({ first: 1, last: 2, begin: '07:30', end: '09:05' });
  await expect(put(kim, there.model, 1, lessons(3))).rejects.toMatchObject({ status: 400, field: 'lessons' });
});
