import { afterAll, beforeAll, expect, test } from 'vitest';
import { STEPS, sweep } from './sweep.ts';
import { pupil, schoolAdmin, testPortal, type TestPortal } from './testing/index.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
  portal.portal.wakeJobs = () => {};
});
afterAll(() => portal.close());

const mailsTo = async (address: string): Promise<number> => {
  const rows = await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').execute();
  return rows.filter(({ payload }) => (payload as { to: { address: string } }).to.address === address).length;
};

test('a step that fails keeps no other from being done', async () => {
  await portal.as(pupil({ email: 'alt@schule.example' }));
  const db = portal.portal.db;
  const of = db.selectFrom('person').select('id').where('email', '=', 'alt@schule.example');
  const { id } = await of.executeTakeFirstOrThrow();
  await db
    .updateTable('session')
    .set({ expires_at: new Date(0) })
    .where('person_id', '=', id)
    .execute();
  const broken = async (): Promise<never> => {
    throw new Error('the mail server is down');
  };
  await sweep(portal.portal, { broken, ...STEPS });
  expect(await db.selectFrom('session').select('id').where('person_id', '=', id).execute()).toEqual([]);
});

test('reminders wait until eight in Berlin; forgetting does not', async () => {
  await portal.as(schoolAdmin({ email: 'amt@schule.example' }));
  await portal.as(pupil({ email: 'wartet@schule.example' }));
  await portal.as(pupil({ email: 'geht@schule.example' }));
  const db = portal.portal.db;
  const night = new Date('2026-11-25T02:30:00Z');
  const set = (email: string, state: string, days: number) =>
    db
      .updateTable('person')
      .set({ state, state_since: new Date(night.getTime() - days * 86_400_000) })
      .where('email', '=', email)
      .execute();
  await set('wartet@schule.example', 'pending_approval', 4);
  await set('geht@schule.example', 'deletion_pending', 15);
  portal.setNow(night);
  await sweep(portal.portal);
  expect(await mailsTo('amt@schule.example')).toBe(0);
  expect(await db.selectFrom('person').select('id').where('email', '=', 'geht@schule.example').execute()).toEqual([]);
  // Seven in London is eight here.
  portal.setNow(new Date('2026-11-25T07:01:00Z'));
  await sweep(portal.portal);
  await sweep(portal.portal);
  expect(await mailsTo('amt@schule.example')).toBe(1);
  portal.setNow(null);
});
