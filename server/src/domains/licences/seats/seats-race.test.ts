/** Concurrent requests for seats over HTTP, on PGlite or PostgreSQL. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { licences, type Licence } from '@fundus/contract/licences/licences';
import { licenceSeats, type SeatTarget } from '@fundus/contract/licences/seats';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { insertPeople } from '../../accounts/index.ts';
import { pupil, schoolAdmin, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const SEATS = 60;
const PEOPLE = 200;

const portal = usePortal({ AllowReturns: true });
let admins: Caller[];
let targets: SeatTarget[];
beforeAll(async () => {
  await portal.store({ identifier: 'race', fn_titel: 'Wettlauf', fn_typ: '49', licences: [{ scope: 'none' }] });
  admins = await Promise.all([1, 2, 3, 4].map(() => portal.as(schoolAdmin())));
  const people = Array.from({ length: PEOPLE }, (_, i) => newId(new Date(Date.now() + i)));
  await insertPeople(
    portal.portal.db,
    people.map((id) => ({
      id,
      email: null,
      password_hash: null,
      vorname: 'Kind',
      name: id,
      role: '',
      school_admin: '0',
      district_admin: '0',
      capabilities: [],
      school_id: 'school-a',
      district_id: null,
    })),
  );
  targets = people.map((id) => ({ kind: 'person', id }));
});

const enter = (seats: number): Promise<Licence> =>
  admins[0]!.call(licences.create, { body: { mediaId: 'race', scope: 'volume', seats, runtime: 'unlimited' } });
const by = (i: number): Caller => admins[i % admins.length]!;
/**
 * Returns `given` or the error code. Repeats a call that was answered with `unavailable`, as clients do, because requests on a busy machine can wait
 * longer than allowed.
 */
async function outcome(call: () => Promise<unknown>): Promise<string> {
  for (;;) {
    const code = await call().then(
      () => 'given',
      (error: { code: string }) => error.code,
    );
    if (code !== 'unavailable') return code;
  }
}
const tally = (all: readonly string[]) =>
  Object.fromEntries([...new Set(all)].map((each) => [each, all.filter((other) => other === each).length]));
const stored = async (id: string) => {
  const { rows } = await sql<{ seats: number; holders: number; taken: number }>`
    select count(*)::int as seats, count(distinct person_id)::int as holders, (select taken from licence where id = ${id}) as taken
    from licence_seat where licence_id = ${id}`.execute(portal.portal.db);
  return rows[0];
};

test(`assigns a seat to ${SEATS} of ${PEOPLE} concurrent requests`, async () => {
  const { id } = await enter(SEATS);
  const all = await Promise.all(
    targets.map((target, i) => outcome(() => by(i).call(licenceSeats.assignSeats, { params: { id }, body: { to: [target] } }))),
  );
  expect(tally(all)).toEqual({ given: SEATS, no_seats_left: PEOPLE - SEATS });
  expect(await stored(id)).toEqual({ seats: SEATS, holders: SEATS, taken: SEATS });
});

test('never assigns more seats than exist with concurrent groups and returns', async () => {
  const { id } = await enter(SEATS);
  const groups = Array.from({ length: 60 }, (_, i) => Array.from({ length: 10 }, (__, j) => targets[(i * 7 + j) % PEOPLE]!));
  await Promise.all(
    groups.flatMap((to, i) => [
      outcome(() => by(i).call(licenceSeats.assignSeats, { params: { id }, body: { to, partial: i % 2 === 0 } })),
      ...(i % 3 === 0 ? [outcome(() => by(i + 1).call(licenceSeats.takeBack, { params: { id }, body: { from: to.slice(0, 2) } }))] : []),
    ]),
  );
  const after = await stored(id);
  expect(after?.seats).toBe(after?.holders);
  expect(after?.taken).toBe(after?.seats);
  expect(after!.taken).toBeLessThanOrEqual(SEATS);
  expect(after!.taken).toBeGreaterThan(SEATS / 2);
  // The remaining seats can be assigned, but no more than those.
  const free = SEATS - after!.taken;
  const { items } = await admins[0]!.call(licenceSeats.seats, { params: { id }, query: { limit: 1 } });
  expect(items).toHaveLength(1);
  const holders = await portal.portal.db.selectFrom('licence_seat').select('person_id').where('licence_id', '=', id).execute();
  const waiting = targets.filter((target) => !holders.some((holder) => holder.person_id === target.id));
  expect(await admins[0]!.call(licenceSeats.assignSeats, { params: { id }, body: { to: waiting, partial: true } })).toMatchObject({
    given: free,
    remaining: 0,
  });
});

test('assigns the seat of a code to only one of several users', async () => {
  const { id } = await enter(50);
  const code = await admins[0]!.call(licenceSeats.makeCode, { params: { id }, body: { quantity: 1 } });
  const learners = await Promise.all(Array.from({ length: 12 }, () => portal.as(pupil())));
  for (const learner of learners) expect(await learner.call(accounts.userinfo)).not.toBe(false);
  const all = await Promise.all(learners.map((learner) => outcome(() => learner.call(licences.redeem, { body: { code: code.code } }))));
  expect(tally(all)).toEqual({ given: 1, no_seats_left: 11 });
});

test('redeems a code once for concurrent requests of one user', async () => {
  const { id } = await enter(50);
  const code = await admins[0]!.call(licenceSeats.makeCode, { params: { id }, body: { quantity: 1 } });
  const learner = await portal.as(pupil());
  const all = await Promise.all(
    Array.from({ length: 4 }, () => outcome(() => learner.call(licences.redeem, { body: { code: code.code } }))),
  );
  expect(tally(all)).toEqual({ given: 4 });
  expect(await stored(id)).toMatchObject({ seats: 1, holders: 1 });
});

test('enforces the seat limit with a database constraint', async () => {
  const { id } = await enter(1);
  const seat = (person_id: string) => ({ id: newId(), licence_id: id, person_id, taken: 1, assigned_at: new Date() });
  const insert = (person_id: string) => portal.portal.db.insertInto('licence_seat').values(seat(person_id)).execute();
  await insert(targets[0]!.id);
  await expect(insert(targets[1]!.id)).rejects.toMatchObject({ constraint: 'licence_seats_given' });
  await expect(insert(targets[0]!.id)).rejects.toMatchObject({ code: '23505' });
});
