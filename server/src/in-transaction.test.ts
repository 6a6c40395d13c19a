import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireNoTransaction } from './in-transaction.ts';
import { testPortal, type TestPortal } from './testing/index.ts';

let portal: TestPortal;
beforeAll(async () => void (portal = await testPortal()));
afterAll(() => portal.close());

test('rejects slow work inside an open transaction', async () => {
  const slow = async () => requireNoTransaction('drawing');
  await slow();
  await expect(portal.portal.db.transaction().execute(slow)).rejects.toThrow('drawing inside a transaction');
  // This work is scheduled inside the transaction but runs after it.
  let later: Promise<void> | undefined;
  await portal.portal.db.transaction().execute(async () => {
    later = new Promise((done) => setTimeout(done, 50)).then(slow);
  });
  await later;
});

test('rejects statements on a second connection while a transaction is open', async () => {
  const { db } = portal.portal;
  const ask = (on: typeof db) => on.selectFrom('school').select('id').limit(1).execute();
  await db.transaction().execute(ask);
  await expect(db.transaction().execute(() => ask(db))).rejects.toThrow('a second connection while a transaction is open');
  await expect(db.transaction().execute(() => db.transaction().execute(ask))).rejects.toThrow(
    'a second connection while a transaction is open',
  );
  // A concurrent request has a separate context.
  await Promise.all([db.transaction().execute(ask), db.transaction().execute(ask), ask(db)]);
});
