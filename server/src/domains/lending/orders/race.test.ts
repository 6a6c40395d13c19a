/**
 * Checks that no device is promised twice under concurrency. Borrowers and the desk act at random and at the same time. The database is compared with
 * a simple model built from the replies.
 */
import { writeFileSync } from 'node:fs';
import { DAY, shiftDay, today } from '@fundus/contract/days';
import { AppError, ERRORS } from '@fundus/contract/errors';
import { LINE_STATES, type LineState } from '@fundus/contract/lending/states';
import { lendingTours } from '@fundus/contract/lending/courier/tours';
import { randomFrom } from '@fundus/contract/random';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import type { UserCtx } from '../../../http/context.ts';
import { runSweepSteps } from '../../../sweep.ts';
import { schoolAdmin, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { findBroken, findWaitingInClosure, resultOf } from '../../../testing/lending-race.ts';
import { MONDAY, openPoint, stock } from '../../../testing/lending.ts';
import { insertPeople } from '../../accounts/index.ts';
import { agree, refuseAgreement } from './agreement.ts';
import { addLines, placeOrder } from '../cart/cart.ts';
import { handOver } from '../desk/hand-over.ts';
import { changeLine } from './change.ts';
import { changePoint } from './change-point.ts';
import { cancelLine, renewLine } from './orders.ts';
import { changeTour } from '../courier/tours.ts';
import { returnScannedDevice } from '../desk/return-device.ts';
import { lendWalkUp } from '../desk/walk-up.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

/** True for release tests (`npm test -- --both-engines`), which run longer histories with several seeds. */
const RELEASE = Boolean(process.env['TEST_RELEASE']);
const BORROWERS = RELEASE ? 200 : 100;
const DEVICES = 6;
/** Number of learners among the borrowers. Their orders need a teacher's agreement. */
const LEARNERS = BORROWERS * 0.3;
/** Seeds of the random histories. A failure reports its seed. */
const SEEDS = RELEASE ? [1808, 1809, 1810] : [1808];
/** Maximum length of a history in days. It continues until each action has happened at least once. */
const MAX_DAYS = 90;

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let people: string[];
let now = MONDAY;
beforeAll(async () => {
  portal.setNow(now);
  admin = await portal.as(schoolAdmin());
  people = Array.from({ length: BORROWERS }, () => newId());
  const base = { password_hash: null, role: 'L', school_admin: '0', district_admin: '0', capabilities: [], school_id: 'school-a' };
  await insertPeople(
    portal.portal.db,
    people.map(
      (id, i) =>
        ({
          ...base,
          role: isLearner(id) ? 'S' : 'L',
          id,
          email: `${id}@x.example`,
          vorname: 'Kim',
          name: `Nr. ${i}`,
          district_id: null,
        }) as never,
    ),
  );
});
const isLearner = (id: string): boolean => people.indexOf(id) >= BORROWERS - LEARNERS;

/**
 * History for an independent linearizability checker, written to the file `LENDING_HISTORY` with one JSON object per line. Fields: `process` (which
 * does one thing at a time), `type` (invoke, ok or fail), `op`, `value` and `time`.
 */
const history: object[] = [];
let processes = 0;
async function recorded<T>(op: string, value: object, act: () => Promise<T | string>): Promise<T | string> {
  const about = { process: processes++, op, value };
  history.push({ ...about, type: 'invoke', time: performance.now(), day: today(now) });
  const answer = await act();
  const refused = typeof answer === 'string';
  history.push({ ...about, type: refused ? 'fail' : 'ok', time: performance.now(), [refused ? 'error' : 'answer']: resultOf(answer) });
  return answer;
}

/**
 * Runs a call for a user in a transaction. Returns its result or an error code. A database failure fails the test, because its outcome is unknown.
 */
async function as<T>(
  id: string,
  act: (ctx: UserCtx) => Promise<T>,
  desk = false,
  sayRefusal: (refusal: AppError) => string = ({ code }) => code,
): Promise<T | string> {
  const user = {
    id,
    role: isLearner(id) ? 'S' : 'L',
    school_id: 'school-a',
    district_id: 'district-a',
    school_admin: desk ? '1' : '0',
    district_admin: '0',
  };
  const about = { ...user, capabilities: [], licences: [] } as unknown as SignedIn;
  try {
    return await portal.portal.db
      .transaction()
      .execute((db) => act({ ...portal.portal, db, now, user: about, afterCommit: () => {} } as unknown as UserCtx));
  } catch (error) {
    if (error instanceof AppError && ERRORS[error.code] < 500) return sayRefusal(error);
    throw error;
  }
}

test('reserves the last device for one of sixty concurrent teachers', async () => {
  const { model } = await stock(admin, await openPoint(admin, { approval: 'auto' }), ['L-1']);
  const [start, end] = [shiftDay(today(now), 1), shiftDay(today(now), 2)];
  const want = (ctx: UserCtx) => addLines(ctx, { model: model.id, start, end, lessons: null, quantity: 1 });
  const sayNext = ({ code, details }: AppError): string => `${code} ${JSON.stringify(details?.['next'])}`;
  const all = await Promise.all(people.slice(0, 60).map((id) => as(id, want, false, sayNext)));
  const answers = all.map((answer) => (typeof answer === 'string' ? answer : 'got it'));
  expect(answers.filter((each) => each === 'got it')).toHaveLength(1);
  const next = { start: shiftDay(today(now), 3), end: shiftDay(today(now), 4), lessons: null };
  expect(new Set(answers)).toEqual(new Set(['got it', `not_available ${JSON.stringify(next)}`]));
});

test('reserves each lesson of the last device for one of forty concurrent teachers', async () => {
  const { model } = await stock(admin, await openPoint(admin, { approval: 'auto', mode: 'periods' }), ['L-1']);
  const day = shiftDay(today(now), 1);
  const all = await Promise.all(
    people.slice(0, 40).map((id, i) => {
      const lesson = 3 + (i % 2);
      const wish = { model: model.id, start: day, end: day, lessons: { first: lesson, last: lesson }, quantity: 1 };
      return as(id, (ctx) => addLines(ctx, wish));
    }),
  );
  const got = all.flatMap((answer, i) => (typeof answer === 'string' ? [] : [3 + (i % 2)]));
  expect(got.toSorted((a, b) => a - b)).toEqual([3, 4]);
  expect(new Set(all.filter((answer) => typeof answer === 'string'))).toEqual(new Set(['not_available']));
  expect(await findBroken(portal.portal.db)).toEqual([]);
});

test('allocates the last device to one of sixty concurrent handovers and orders', async () => {
  const point = await openPoint(admin, { approval: 'auto', advance_days: 0 });
  const { model } = await stock(admin, point, ['L-1']);
  const day = today(now);
  const asked = { point: point.id, card: '', private_borrower: null, code: 'L-1', purpose: '', terms_version: 0, override: '' };
  const all = await Promise.all(
    people
      .slice(0, 30)
      .flatMap((person, i) => [
        as(people.at(-1)!, (ctx) => lendWalkUp(ctx, { ...asked, person }), true),
        as(people[30 + i]!, (ctx) => addLines(ctx, { model: model.id, start: day, end: day, lessons: null, quantity: 1 })),
      ]),
  );
  expect(all.filter((answer) => typeof answer !== 'string')).toHaveLength(1);
  expect(await findBroken(portal.portal.db)).toEqual([]);
});

test('prevents overlapping bookings of a device with database constraints', async () => {
  const point = await openPoint(admin);
  const { model, items } = await stock(admin, point, ['L-1']);
  const [order, db] = [newId(), portal.portal.db];
  await db
    .insertInto('rental_order')
    .values({ id: order, number: order, point_id: point.id, created_at: now, submitted_at: now })
    .execute();
  const line = (from: string, until: string, as: LineState = 'approved') => ({
    ...{ id: newId(), order_id: order, model_id: model.id, item_id: items[0]!.id, state: as },
    ...{ start_on: from, end_on: until, busy_from: from, busy_until: until },
  });
  const insert = (row: ReturnType<typeof line>) => db.insertInto('rental_line').values(row).execute();
  await insert(line('2026-03-03', '2026-03-05', 'on_loan'));
  await expect(insert(line('2026-03-05', '2026-03-06'))).rejects.toMatchObject({ constraint: 'rental_line_once' });
  await insert(line('2026-03-06', '2026-03-07'));
  // With same-day turnaround, the next loan may begin on the last day. The reservation must not end more than one day early.
  await insert({ ...line('2026-03-11', '2026-03-13'), busy_until: '2026-03-12' });
  await insert(line('2026-03-13', '2026-03-14'));
  await expect(insert({ ...line('2026-03-16', '2026-03-19'), busy_until: '2026-03-17' })).rejects.toMatchObject({ code: '23514' });
  await expect(insert(line('2026-03-09', '2026-03-10', 'on_loan'))).rejects.toMatchObject({ constraint: 'rental_line_in_hands' });
  await expect(insert({ ...line('2026-03-20', '2026-03-21'), item_id: null } as never)).rejects.toMatchObject({ code: '23514' });
});

/** Number of times each action has happened. */
type Tally = Record<'lent' | 'refused' | 'back' | 'renewed' | 'changed' | 'walked' | 'agreed' | 'declined' | 'moved' | 'shut', number> & {
  brought?: number;
  byLesson?: number;
};

const HISTORIES = SEEDS.flatMap((seed) => [
  { seed, days: RELEASE ? 21 : 10, same_day_turnaround: false, lessonsFrom: Infinity },
  { seed, days: RELEASE ? 8 : 5, same_day_turnaround: true, lessonsFrom: 3 },
]);

test.each(HISTORIES)(
  `never allocates a device to two of ${BORROWERS} borrowers at once (seed $seed, $days days, same-day turnaround: $same_day_turnaround, lessons from day $lessonsFrom)`,
  async ({ seed, days, same_day_turnaround, lessonsFrom }) => {
    const random = randomFrom(seed);
    now = MONDAY;
    portal.setNow(now);
    // The administrator's session expired during the previous history.
    admin = await portal.as(schoolAdmin());
    const buffer_after = same_day_turnaround ? 0 : 1;
    const rules = {
      approval: 'auto' as const,
      learners: true,
      learner_lines: 4,
      advance_days: 0,
      most_lines: 5,
      buffer_after,
      pickup_grace: 1,
      same_day_turnaround,
    };
    const point = await openPoint(admin, rules);
    const { model, items } = await stock(
      admin,
      point,
      Array.from({ length: DEVICES }, (_, i) => `R-${i}`),
    );
    const tour = await admin.call(lendingTours.createTour, { body: { point: point.id, name: 'Tour', weekday: 1, schools: ['school-a'] } });
    type LastReply = { person: string; order: string; state: LineState };
    /** The expected state: the last reply received for each order line. */
    const lastReplies = new Map<string, LastReply>();
    /** Orders of learners that need an agreement, with the time of each request. */
    const asked = new Map<string, { person: string; at: string }>();
    const tally: Tally = {
      lent: 0,
      refused: 0,
      back: 0,
      renewed: 0,
      changed: 0,
      walked: 0,
      agreed: 0,
      declined: 0,
      moved: 0,
      shut: 0,
      ...(lessonsFrom === Infinity ? { brought: 0 } : { byLesson: 0 }),
    };
    const missing = (): string[] => Object.entries(tally).flatMap(([act, times]) => (times === 0 ? [act] : []));
    type BookingRequest = { start: string; end: string; lessons: { first: number; last: number } | null };
    const open = (which: LineState): [string, LastReply][] => [...lastReplies].filter(([, line]) => line.state === which);
    const anyOf = <T>(list: readonly T[]): T | undefined => list[random(list.length)];
    type Answer = { id: string; lines: { id: string; state: LineState }[] };
    /** Records a reply. Concurrent replies arrive in any order, but the states of a line only move forward. */
    const noteReply = (id: string, line: LastReply): void => {
      const before = lastReplies.get(id);
      if (!before || LINE_STATES.indexOf(line.state) >= LINE_STATES.indexOf(before.state)) lastReplies.set(id, line);
    };
    const learn = (person: string, answer: Answer | string): boolean => {
      if (typeof answer === 'string') return false;
      for (const line of answer.lines) noteReply(line.id, { person, order: answer.id, state: line.state });
      return true;
    };

    const order = async (person: string, wish: BookingRequest, quantity: number): Promise<void> => {
      const put = await recorded('hold', { person, ...wish, quantity }, () =>
        as(person, (ctx) => addLines(ctx, { model: model.id, ...wish, quantity })),
      );
      if (typeof put === 'string') return void tally.refused++;
      if (wish.lessons && tally.byLesson !== undefined) tally.byLesson++;
      const about = { point: point.id, title: 'Film', purpose: '', contact: '', terms_version: 0 };
      const delivery = !wish.lessons && people.indexOf(person) % 5 === 0 ? ('courier' as const) : ('pickup' as const);
      const order = { ...about, delivery, responsible: isLearner(person) ? people[0]! : null };
      const answer = await recorded('order', { person }, () => as(person, (ctx) => placeOrder(ctx, order)));
      if (learn(person, answer) && delivery === 'courier' && tally.brought !== undefined) tally.brought++;
      if (typeof answer !== 'string' && answer.responsible) asked.set(answer.id, { person, at: answer.responsible.asked_at });
    };
    const collect = async ([, line]: [string, LastReply], code: string): Promise<void> => {
      // Sometimes the desk overrides the booking of another borrower.
      const body = { code, received_by: '', authorised: false, override: random(6) === 0 ? 'Eilig' : '' };
      const give = () => as(people[0]!, (ctx) => handOver(ctx, line.order, body), true);
      const given = await recorded('hand over', { order: line.order, ...body }, give);
      if (typeof given === 'string') return;
      tally.lent++;
      learn(line.person, given);
      // The handed-over line may belong to another order of the borrower, which the reply does not contain.
      const { line_id } = given.scanned;
      noteReply(line_id, { order: line.order, ...lastReplies.get(line_id), person: line.person, state: 'on_loan' });
    };
    /** Lets the teacher decide, possibly while the learner cancels and the desk moves the line. */
    const decide = async (order: string): Promise<void> => {
      const { person, at } = asked.get(order)!;
      // Alternates between both decisions, so that a short history contains both.
      const declines = tally.declined <= tally.agreed;
      const answer = await recorded(declines ? 'disagree' : 'agree', { order }, () =>
        as(people[0]!, (ctx) => (declines ? refuseAgreement(ctx, order, 'Nein') : agree(ctx, order, at))),
      );
      if (!learn(person, answer)) return;
      asked.delete(order);
      tally[declines ? 'declined' : 'agreed']++;
    };
    /** Lends a device without an order. If the borrower has an order for the model, it is used. */
    const walk = async (person: string, code: string): Promise<void> => {
      const asked = { point: point.id, card: '', private_borrower: null, person, code, purpose: '', terms_version: 0, override: '' };
      const given = await recorded('walk up', { person, code }, () => as(people[0]!, (ctx) => lendWalkUp(ctx, asked), true));
      if (!learn(person, given)) return void tally.refused++;
      tally.walked++;
    };
    const bring = async (code: string): Promise<void> => {
      const take = () => as(people[0]!, (ctx) => returnScannedDevice(ctx, { point: point.id, code, result: 'ok', note: '' }), true);
      const back = await recorded('take back', { code }, take);
      if (typeof back === 'string') return;
      tally.back++;
      noteReply(back.line_id, { ...lastReplies.get(back.line_id)!, state: 'returned' });
    };

    let day = 0;
    for (; day < days || (missing().length > 0 && day < MAX_DAYS); day++) {
      now = new Date(MONDAY.getTime() + day * DAY);
      portal.setNow(now);
      await runSweepSteps(portal.portal);
      const byLesson = day >= lessonsFrom;
      // Earlier bookings are by the day, so the first loans by lesson have to fit between them.
      if (day === lessonsFrom)
        await portal.portal.db.updateTable('lending_point').set({ mode: 'periods' }).where('lending_point.id', '=', point.id).execute();
      const acts: Promise<unknown>[] = [];
      for (let i = 0; i < 16; i++) {
        const [person, code] = [anyOf(people)!, `R-${random(DEVICES)}`];
        const start = shiftDay(today(now), random(6));
        const first = 1 + random(byLesson ? 8 : 1);
        const lessons = byLesson ? { first, last: first + random(3) } : null;
        const kind = random(14);
        const named = anyOf([...asked.keys()]);
        const [waits, lent] = [anyOf(open('approved')), anyOf(open('on_loan'))];
        if (kind < 4) acts.push(order(person, { start, end: byLesson ? start : shiftDay(start, random(5)), lessons }, 1 + random(2)));
        else if (kind < 6 && waits) acts.push(collect(waits, code));
        else if (kind === 6) acts.push(bring(code));
        else if (kind > 11) {
          if (named) acts.push(decide(named));
        } else if (kind > 9) acts.push(walk(person, code));
        else if (kind === 7 && lent)
          acts.push(
            recorded('renew', { line: lent[0] }, () => as(lent[1].person, (ctx) => renewLine(ctx, lent[0], { override: false }))).then(
              (answer) => learn(lent[1].person, answer) && tally.renewed++,
            ),
          );
        else if (kind === 8 && waits)
          acts.push(
            recorded('cancel', { line: waits[0] }, () => as(waits[1].person, (ctx) => cancelLine(ctx, waits[0], ''))).then((answer) =>
              learn(waits[1].person, answer),
            ),
          );
        else if (waits)
          acts.push(
            recorded('change', { line: waits[0], start, end: start, lessons }, () =>
              as(people[0]!, (ctx) => changeLine(ctx, waits[0], { start, end: start, lessons }), true),
            ).then((answer) => learn(waits[1].person, answer) && tally.changed++),
          );
      }
      // On every other day, the tour changes its weekday while borrowers order by courier.
      if (day % 2 === 1)
        acts.push(
          as(people[0]!, (ctx) => changeTour(ctx, tour.id, { version: tour.version++, weekday: (day + 2) % 5 }), true).then(
            (answer) => typeof answer !== 'string' && tally.moved++,
          ),
        );
      // On the other days, opening hours, closures and rules change concurrently.
      if (day % 2 === 0) {
        const from = shiftDay(today(now), random(5));
        const closures = [{ from, until: shiftDay(from, random(3)), name: 'Zu', processed: random(2) === 0 }];
        // One weekday is closed. On half of these weekdays, orders are still processed.
        const [weekday, processed] = [random(7), random(2) === 0];
        const week = point.week.map((each, i) => (i === weekday ? { open: false, processed, words: '' } : each));
        const rules = { week, closures, pickup_grace: random(3), ...(!same_day_turnaround && { buffer_after: random(3) }) };
        const change = () => as(people[0]!, (ctx) => changePoint(ctx, point.id, { version: point.version++, ...rules }), true);
        acts.push(recorded('change hours', rules, change).then((answer) => typeof answer !== 'string' && tally.shut++));
      }
      await Promise.all(acts);
      expect(await findBroken(portal.portal.db), `seed ${seed}, day ${day}`).toEqual([]);
      expect(await findWaitingInClosure(portal.portal.db, point.id, today(now)), `seed ${seed}, day ${day}`).toEqual([]);
    }
    // The last reply about each line matches the database, except for states that depend only on time.
    const rows = await portal.portal.db
      .selectFrom('rental_line')
      .select(['rental_line.id', 'rental_line.state', 'rental_line.first_lesson'])
      .where('rental_line.model_id', '=', model.id)
      .execute();
    expect(rows.length).toBeGreaterThan(10);
    const byLesson = new Set(rows.flatMap(({ id: each, first_lesson }) => (first_lesson === null ? [] : each)));
    const stateOf = new Map(rows.map(({ id, state: each }) => [id, each]));
    for (const [id, line] of lastReplies) {
      const there = stateOf.get(id)!;
      const ended =
        (there === 'not_collected' && line.state === 'approved') ||
        (there === 'expired' && line.state === 'requested') ||
        // A closure entered later cancels a loan by lesson.
        (there === 'cancelled' && byLesson.has(id));
      expect([id, ended ? line.state : there]).toEqual([id, line.state]);
    }
    expect(history.length).toBe(2 * processes);
    const file = process.env['LENDING_HISTORY'];
    if (file) writeFileSync(file, `${history.map((line) => JSON.stringify(line)).join('\n')}\n`);
    expect(items).toHaveLength(DEVICES);
    expect(missing()).toEqual([]);
  },
  RELEASE ? 600_000 : 120_000,
);
