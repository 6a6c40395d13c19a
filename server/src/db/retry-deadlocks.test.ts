import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPortal, type TestPortal } from '../testing/index.ts';
import { retryDeadlocks } from './retry-deadlocks.ts';

const deadlock = (): Error => Object.assign(new Error('deadlock detected'), { code: '40P01' });

/** Runs work whose first `times` attempts fail. Returns the result or error message, and the number of attempts. */
async function attempts(times: number, error: () => Error): Promise<[outcome: unknown, count: number]> {
  let count = 0;
  const work = async (): Promise<string> => {
    count += 1;
    if (count <= times) throw error();
    return 'done';
  };
  return [await retryDeadlocks(work).catch((thrown: Error) => thrown.message), count];
}

test('retries a deadlocked transaction at most five times', async () => {
  expect(await attempts(5, deadlock)).toEqual(['done', 6]);
  expect(await attempts(6, deadlock)).toEqual(['deadlock detected', 6]);
  expect(await attempts(1, () => new Error('another'))).toEqual(['another', 1]);
});

// Runs on PostgreSQL only, because the embedded database has a single connection and its transactions never wait for each other.
describe.runIf(process.env.TEST_DATABASE_URL)('deadlocks on PostgreSQL', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await testPortal();
  });
  afterAll(() => portal.close());

  test('resolve when two transactions lock the same rows in opposite order', async () => {
    const { db } = portal.portal;
    let ready = 0;
    let both: () => void = () => undefined;
    const bothHoldOne = new Promise<void>((done) => (both = done));
    const lock = (first: string, second: string) =>
      retryDeadlocks(() =>
        db.transaction().execute(async (trx) => {
          await sql`select from school where id = ${first} for update`.execute(trx);
          if ((ready += 1) === 2) both();
          await bothHoldOne;
          await sql`select from school where id = ${second} for update`.execute(trx);
          return 'done';
        }),
      );
    expect(await Promise.all([lock('school-a', 'school-b'), lock('school-b', 'school-a')])).toEqual(['done', 'done']);
    expect(ready).toBeGreaterThan(2);
  });
});
