/** Tests that each step of the hourly routine runs in one process, catches up after downtime and is visible to administrators. */
import { de, en } from '@fundus/contract/messages';
import { routines } from '@fundus/contract/routines/routines';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { STEPS, runSweepSteps } from '../../sweep.ts';
import { districtAdmin, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal();
let admin: Caller;
const START = Date.parse('2026-11-20T09:00:00Z');
const at = (minutes: number): void => portal.setNow(new Date(START + minutes * 60_000));
beforeAll(async () => {
  admin = await portal.as(districtAdmin({ email: 'kreis@a.example' }));
  const later = new Date('2099-01-01');
  await portal.portal.db.updateTable('session').set({ expires_at: later, last_seen_at: later }).execute();
});
beforeEach(async () => {
  at(0);
  await portal.portal.db.deleteFrom('routine').execute();
});
const done: string[] = [];
const step = (name: string, wait?: Promise<unknown>) => ({
  [name]: async () => {
    done.push(name);
    await wait;
  },
});
const due = (steps: Parameters<typeof runSweepSteps>[1]) => runSweepSteps(portal.portal, steps, { due: true });

test('runs a step an hour after its last run in any process', async () => {
  done.length = 0;
  const steps = { ...step('a'), ...step('b') };
  expect(await due(steps), 'a portal that was just set up').toBe(0);
  at(60);
  await Promise.all([due(steps), due(steps)]);
  expect(done.toSorted()).toEqual(['a', 'b']);
  at(119);
  expect(await due(steps)).toBe(0);
  at(60 * 24 * 3);
  expect([await due(steps), await due(steps)]).toEqual([2, 0]);
});

test('skips a step leased by another process until the lease ends', async () => {
  done.length = 0;
  let end = (): void => {};
  const long = step('long', new Promise<void>((ended) => (end = ended)));
  const first = runSweepSteps(portal.portal, long);
  while (done.length === 0) await new Promise((turn) => setImmediate(turn));
  at(9);
  expect(await runSweepSteps(portal.portal, long)).toBe(0);
  at(11);
  const second = runSweepSteps(portal.portal, step('long'));
  expect(await second, 'its process died').toBe(1);
  end();
  await first;
  expect(done).toEqual(['long', 'long']);
});

test('lets administrators list and run each step', async () => {
  const find = async (name: string) => (await admin.call(routines.list)).items.find((each) => each.name === name);
  expect(await find('limits')).toMatchObject({ state: 'never', last_at: null });
  const { items, search } = await admin.call(routines.run, { params: { name: 'limits' } });
  expect(search).toMatchObject({ engine: 'own', state: 'ready', health: null, behind: 0, problem: null });
  expect(items.find(({ name }) => name === 'limits')).toMatchObject({
    ...{ state: 'done', error: null, last_at: '2026-11-20T09:00:00.000Z', next_at: '2026-11-20T10:00:00.000Z' },
    duration_ms: expect.any(Number),
  });
  const broken = async (): Promise<never> => {
    throw new Error('the disk is full');
  };
  await runSweepSteps(portal.portal, { limits: broken });
  expect(await find('limits')).toMatchObject({ state: 'failed', error: 'the disk is full' });
  await portal.portal.db
    .updateTable('routine')
    .set({ leased_until: new Date(START + 60_000) })
    .execute();
  expect(await find('limits')).toMatchObject({ state: 'running', next_at: null });
  await expect(admin.call(routines.run, { params: { name: 'limits' } })).rejects.toMatchObject({ code: 'state_conflict' });
  await expect(admin.call(routines.run, { params: { name: 'nothing' } })).rejects.toMatchObject({ status: 404 });
});

test('labels each step in the user interface', () => {
  const names: Record<string, string>[] = [de, en];
  for (const name of Object.keys(STEPS)) for (const words of names) expect(words[`routines.step.${name}`], name).toBeTruthy();
});
