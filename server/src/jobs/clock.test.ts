/** Hourly maintenance while the system clock is wrong, and after the portal was off for a long time. */
import { DAY } from '@fundus/contract/days';
import { routines } from '@fundus/contract/routines/routines';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { byAge, type Step } from '../domain.ts';
import { STEPS, runSweepSteps } from '../sweep.ts';
import { districtAdmin, type Caller } from '../testing/index.ts';
import { recordStatements } from '../testing/record-statements.ts';
import { usePortal } from '../testing/use-portal.ts';
import { endRoutineLeases } from './routine-repository.ts';

const START = Date.parse('2026-11-20T09:00:00Z');
const HOUR = DAY / 24;

const portal = usePortal();
let admin: Caller;
beforeAll(async () => {
  admin = await portal.as(districtAdmin());
  const later = new Date('2099-01-01');
  await portal.portal.db.updateTable('session').set({ expires_at: later, last_seen_at: later }).execute();
});
beforeEach(async () => {
  await portal.portal.db.deleteFrom('routine').execute();
  await portal.portal.db.deleteFrom('sweep_clock').execute();
});

const done: string[] = [];
const step =
  (name: string): Step =>
  async () =>
    void done.push(name);
const steps = { deletes: byAge(step('deletes')), reminds: step('reminds') };
/** Runs the steps that are due `hours` after the start. Returns their names. */
async function roundAt(hours: number, some: Record<string, Step> = steps): Promise<string[]> {
  done.length = 0;
  portal.setNow(new Date(START + hours * HOUR));
  await runSweepSteps(portal.portal, some, { due: true });
  return [...done];
}

test('pauses deletions for a day after the clock jumped far ahead', async () => {
  expect([await roundAt(0), await roundAt(1)]).toEqual([[], ['deletes', 'reminds']]);
  const [jump] = [400 * 24];
  expect(await roundAt(jump)).toEqual(['reminds']);
  expect((await admin.call(routines.list)).doubted_until).toBe(new Date(START + (jump + 24) * HOUR).toISOString());
  expect(await roundAt(jump + 23)).toEqual(['reminds']);
  expect(await roundAt(jump + 24)).toEqual(['deletes', 'reminds']);
  expect((await admin.call(routines.list)).doubted_until).toBe(null);
});

test('resumes deletions immediately after the clock is corrected', async () => {
  await roundAt(0);
  await roundAt(1);
  expect(await roundAt(400 * 24)).toEqual(['reminds']);
  expect(await roundAt(2), 'put off for 400 days').toEqual(['deletes', 'reminds']);
  expect(await roundAt(400 * 24 + 30)).toEqual(['reminds']);
});

test('runs a step on request while the clock is not trusted', async () => {
  await roundAt(0);
  await roundAt(300);
  done.length = 0;
  expect(await runSweepSteps(portal.portal, steps, { byHand: true })).toBe(2);
  expect(done).toEqual(['deletes', 'reminds']);
});

test('catches up immediately after two days of downtime', async () => {
  await roundAt(0);
  await roundAt(1);
  expect(await roundAt(48)).toEqual(['deletes', 'reminds']);
  await roundAt(48 + 24);
  expect(await roundAt(49)).toEqual(['deletes', 'reminds']);
});

test('suspends a step for a day after three lost attempts', async () => {
  const never = (): Promise<void> => new Promise(() => {});
  await roundAt(0, { deadly: step('deadly'), other: step('other') });
  const row = async () => (await portal.portal.db.selectFrom('routine').selectAll().where('name', '=', 'deadly').execute())[0]!;
  for (let deaths = 1; deaths <= 3; deaths += 1) {
    portal.setNow(new Date(START + (1 + deaths / 60) * HOUR));
    void runSweepSteps(portal.portal, { deadly: never, other: step('other') }, { due: true });
    await expect.poll(async () => (await row()).lost_attempts).toBe(deaths);
    await endRoutineLeases(portal.portal.db, portal.portal.now());
  }
  const names = { deadly: step('deadly'), other: step('other') };
  expect(await roundAt(1.1, names)).toEqual(['other']);
  portal.portal.routines = { ...portal.portal.routines, names: ['deadly', 'other'] };
  const { items } = await admin.call(routines.list);
  expect(items.map(({ name, state, lost }) => [name, state, lost])).toEqual([
    ['deadly', 'failed', true],
    ['other', 'done', false],
  ]);
  expect((await portal.guest().inject({ method: 'GET', url: '/metrics' })).body).toContain('portal_routine_failed{step="deadly"} 1\n');
  expect(await roundAt(20, names)).toEqual(['other']);
  expect(await roundAt(25.2, names)).toEqual(['other', 'deadly']);
  expect(await row()).toMatchObject({ lost_attempts: 0, error: null });
});

test('releases claimed steps that have not started when the portal stops', async () => {
  await roundAt(0, { a: step('a'), b: step('b') });
  portal.setNow(new Date(START + HOUR));
  const ended = new AbortController();
  const a: Step = async () => ended.abort();
  await runSweepSteps(portal.portal, { a, b: step('b') }, { due: true, signal: ended.signal });
  const rows = await portal.portal.db.selectFrom('routine').selectAll().orderBy('name').execute();
  expect(rows.map(({ leased_until, lost_attempts }) => [leased_until, lost_attempts])).toEqual([
    [null, 0],
    [null, 0],
  ]);
  done.length = 0;
  await runSweepSteps(portal.portal, { a, b: step('b') }, { due: true });
  expect(done).toEqual(['b']);
});

test('marks every step that deletes rows by age', async () => {
  const deletes = async (name: string): Promise<boolean> => {
    const { db, statements } = recordStatements(portal.portal.db);
    await STEPS[name]!({ ...portal.portal, db }, { now: portal.portal.now(), remind: true });
    return statements.some(({ sql }) => /\bdelete from\b/i.test(sql));
  };
  const unmarked: string[] = [];
  for (const name of Object.keys(STEPS)) if (!STEPS[name]!.byAge && (await deletes(name))) unmarked.push(name);
  // These steps delete rows that configuration or people no longer need, regardless of the time.
  expect(unmarked.toSorted()).toEqual(['accounts.certificates', 'schools.calendars']);
});
