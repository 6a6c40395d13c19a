import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeLog } from '../log.ts';
import { withHeavyLimit, withLongLimit } from './patience.ts';
import { openPostgres, type Postgres } from './postgres.ts';

const SERVER = process.env.TEST_DATABASE_URL;

describe.skipIf(!SERVER)('connections to PostgreSQL', () => {
  let database: Postgres;
  beforeAll(() => {
    const address = new URL(SERVER!);
    address.searchParams.set('options', '-c jit=on -c work_mem=5MB');
    database = openPostgres(address.href, makeLog('silent'));
  });
  afterAll(() => database.close());

  const show = async (name: string): Promise<unknown> =>
    Object.values((await sql<object>`show ${sql.ref(name)}`.execute(database.db)).rows[0]!)[0];

  // Many servers enable JIT compilation by default. In this test, the URL enables it.
  test('disable JIT compilation without losing the options of the URL', async () => {
    for (const within of [<T>(work: () => T): T => work(), withLongLimit, withHeavyLimit]) {
      expect(await within(() => show('jit'))).toBe('off');
      expect(await within(() => show('work_mem'))).toBe('5MB');
    }
  });
});
