/** Jobs whose attempts have no outcome because the process died or froze. A worker that never returns simulates such a process. */
import { routines } from '@fundus/contract/routines/routines';
import { de, en } from '@fundus/contract/messages';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeWorkers } from '../all-domains/all-domains.ts';
import { mailWorker, MAIL_JOB } from '../mail/outbox.ts';
import { districtAdmin, type Caller } from '../testing/index.ts';
import { usePortal } from '../testing/use-portal.ts';
import { addJob, releaseClaimedJobs } from './repository.ts';
import { makeJobs, ServiceUnavailableError, type JobKind, type Jobs, type Worker } from './runner.ts';

const START = new Date('2026-11-21T08:00:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const portal = usePortal();
let admin: Caller;
let now: Date;
beforeAll(async () => {
  admin = await portal.as(districtAdmin());
});
beforeEach(async () => {
  now = START;
  await portal.portal.db.deleteFrom('job').execute();
});

const runner = (workers: Record<string, Worker | JobKind>): Jobs =>
  makeJobs({ db: portal.portal.db, log: portal.portal.log, now: () => now }, workers);
const add = (kind: string, payload: unknown = {}) => addJob(portal.portal.db, { kind, payload, now });
const find = async (kind: string) => (await portal.portal.db.selectFrom('job').selectAll().where('kind', '=', kind).execute())[0]!;
const never = (): Promise<void> => new Promise(() => {});

/** Simulates a process that dies while it runs a job of each kind. */
async function dieAt(kinds: readonly string[], others: Record<string, Worker> = {}): Promise<void> {
  const before = new Map<string, number>();
  for (const kind of kinds) before.set(kind, (await find(kind)).attempts);
  void runner({ ...Object.fromEntries(kinds.map((kind) => [kind, never])), ...others }).runDue();
  for (const kind of kinds) await expect.poll(async () => (await find(kind)).attempts).toBe(before.get(kind)! + 1);
  await releaseClaimedJobs(portal.portal.db, now);
}

test('gives up a job of any kind after three lost attempts', async () => {
  const mailer = { from: '', send: never, close: () => {} };
  const workers: Record<string, Worker | JobKind> = { [MAIL_JOB]: mailWorker(mailer), ...makeWorkers(portal.portal) };
  const kinds = Object.keys(workers);
  expect(portal.jobs.kinds).toEqual(kinds);
  const id = '00000000-0000-7000-8000-000000000001';
  const payload = { id, run: id, key: 'x', items: [], platform: id, course: id, to: { address: 'kim@schule.example' } };
  for (const kind of kinds) await add(kind, payload);
  for (const kind of kinds) {
    for (let deaths = 0; deaths < 3; deaths += 1) await dieAt([kind]);
    expect(await find(kind)).toMatchObject({ state: 'waiting', attempts: 3, lost_attempts: 3 });
  }
  const begun: string[] = [];
  const fourth = Object.fromEntries(
    Object.entries(workers).map(([kind, worker]) => {
      const { givenUp } = typeof worker === 'function' ? {} : worker;
      return [kind, { work: async () => void begun.push(kind), ...(givenUp && { givenUp }) }];
    }),
  );
  await runner(fourth).runDue();
  expect(begun).toEqual([]);
  const { failed } = await admin.call(routines.list);
  expect(failed.items.map(({ kind, attempts, lost, error }) => [kind, attempts, lost, error]).toSorted()).toEqual(
    kinds.map((kind) => [kind, 3, true, null]).toSorted(),
  );
  expect(failed.items.filter(({ retry }) => !retry).map(({ kind }) => kind).toSorted()).toEqual(['conversion', 'import', 'upload']); // oxfmt-ignore
  const { body } = await portal.guest().inject({ method: 'GET', url: '/metrics' });
  for (const kind of kinds) expect(body).toContain(`portal_jobs_given_up_by_kind{kind="${kind}"} 1\n`);
});

test('calls givenUp once for a job with too many lost attempts', async () => {
  const calls: unknown[] = [];
  await add('test', { id: 1 });
  for (let deaths = 0; deaths < 3; deaths += 1) await dieAt(['test']);
  await runner({ test: { work: never, givenUp: async (payload) => void calls.push(payload) } }).runDue();
  await runner({ test: { work: never, givenUp: async (payload) => void calls.push(payload) } }).runDue();
  expect(calls).toEqual([{ id: 1 }]);
});

test('completes a job that was running when another job killed the process', async () => {
  await add('deadly');
  await add('innocent');
  await dieAt(['deadly', 'innocent']);
  const done: string[] = [];
  const innocent: Worker = async () => void done.push('innocent');
  await dieAt(['deadly'], { innocent });
  await dieAt(['deadly'], { innocent });
  await runner({ deadly: never, innocent }).runDue();
  expect(done).toEqual(['innocent']);
  expect(await find('deadly')).toMatchObject({ state: 'given_up', attempts: 3 });
});

test('does not count a stopped process or a failed attempt as lost', async () => {
  await add('test');
  let end = (): void => {};
  const jobs = runner({ test: () => new Promise<void>((ended) => (end = ended)) });
  void jobs.runDue();
  await expect.poll(async () => (await find('test')).lost_attempts).toBe(1);
  const stopping = jobs.stop();
  await expect.poll(async () => (await find('test')).lost_attempts).toBe(0);
  end();
  await stopping;
  await portal.portal.db.deleteFrom('job').execute();
  await add('test');
  for (let failures = 0; failures < 5; failures += 1) {
    await runner({ test: async () => Promise.reject(new Error('no answer')) }).runDue();
    now = (await find('test')).due_at;
  }
  expect(await find('test')).toMatchObject({ state: 'waiting', attempts: 5, lost_attempts: 0 });
});

test('runs jobs of each kind independently of other kinds', async () => {
  await add('upload');
  await add('mail');
  const done: string[] = [];
  let end = (): void => {};
  const jobs = runner({ upload: () => new Promise<void>((ended) => (end = ended)), mail: async () => void done.push('mail') });
  const running = jobs.runDue();
  await expect.poll(() => done).toEqual(['mail']);
  await add('mail');
  jobs.wake();
  await expect.poll(() => done).toEqual(['mail', 'mail']);
  end();
  await running;
});

test('continues with other jobs of the same kind after a failure', async () => {
  const tried: number[] = [];
  for (let n = 0; n < 3; n += 1) await add('test', n);
  const failing =
    (error: Error): Worker =>
    async (payload) => {
      tried.push(payload as number);
      if (payload !== 2) throw error;
    };
  await runner({ test: failing(new Error('not this one')) }).runDue();
  expect(tried.toSorted()).toEqual([0, 1, 2]);
  tried.length = 0;
  now = new Date(now.getTime() + MINUTE);
  await add('test', 2);
  await runner({ test: failing(new Error('not this one')) }).runDue();
  expect(tried[0], 'a first attempt comes before others').toBe(2);
  await portal.portal.db.deleteFrom('job').execute();
  tried.length = 0;
  for (let n = 10; n < 13; n += 1) await add('test', n);
  await runner({ test: failing(new ServiceUnavailableError('connection refused')) }).runDue();
  expect(tried).toHaveLength(1);
});

test('runs jobs that were postponed while the clock was far ahead', async () => {
  const done: unknown[] = [];
  const test: Worker = async (payload) => void done.push(payload);
  now = new Date(START.getTime() + 400 * DAY);
  await add('test', 'new');
  await add('test', 'failed');
  await runner({ test: async (payload) => (payload === 'failed' ? Promise.reject(new Error('no')) : undefined) }).runDue();
  await add('test', 'later');
  now = START;
  await runner({ test }).runDue();
  expect(done.toSorted()).toEqual(['failed', 'later']);
  done.length = 0;
  await addJob(portal.portal.db, { kind: 'test', payload: 'tomorrow', now, due: new Date(now.getTime() + 32 * 60 * MINUTE) });
  await runner({ test }).runDue();
  expect(done).toEqual([]);
});

test('resets the counters of a retried job', async () => {
  const ids = [await add('mail'), await add('mail'), await add('upload')];
  await portal.portal.db
    .updateTable('job')
    .set({ state: 'given_up', attempts: 81, lost_attempts: 3, last_error: '550 <kim@schule.example> unknown', finished_at: now })
    .execute();
  const { failed } = await admin.call(routines.list);
  expect(failed.items.map(({ error }) => error)).toEqual(Array.from({ length: 3 }, () => '550 <…@…> unknown'));
  await admin.call(routines.retryJob, { params: { id: ids[0]! } });
  const row = await portal.portal.db.selectFrom('job').selectAll().where('id', '=', ids[0]!).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ state: 'waiting', attempts: 0, lost_attempts: 0, last_error: null });
  await expect(admin.call(routines.retryJob, { params: { id: ids[0]! } })).rejects.toMatchObject({ status: 404 });
  await expect(admin.call(routines.retryJob, { params: { id: ids[2]! } })).rejects.toMatchObject({ code: 'state_conflict' });
  await expect(admin.call(routines.retryJobs, { body: { kind: 'upload' } })).rejects.toMatchObject({ code: 'state_conflict' });
  const after = await admin.call(routines.retryJobs, { body: { kind: 'mail' } });
  expect(after.failed.kinds).toEqual([{ kind: 'upload', count: 1, retry: false }]);
});

test('labels each kind of job in the user interface', () => {
  const texts: Record<string, string>[] = [de, en];
  for (const kind of portal.jobs.kinds)
    for (const words of texts) {
      expect(words[`routines.job.${kind}`], kind).toBeTruthy();
      expect(Boolean(words[`routines.jobs.final.${kind}`]), kind).toBe(!portal.jobs.mayRetry(kind));
    }
});
