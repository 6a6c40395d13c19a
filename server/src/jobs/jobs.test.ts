import { beforeEach, expect, test, vi } from 'vitest';
import { usePortal } from '../testing/use-portal.ts';
import { addJob, releaseClaimedJobs, removeFinishedJobs, countWaitingJobs } from './repository.ts';
import { PermanentFailure, retryDelay, makeJobs, type Jobs, type Worker } from './runner.ts';

const START = new Date('2026-11-21T08:00:00Z');
const MINUTE = 60_000;

const portal = usePortal();
let now: Date;
beforeEach(async () => {
  now = START;
  await portal.portal.db.deleteFrom('job').execute();
});

const pass = (ms: number): void => void (now = new Date(now.getTime() + ms));
const runner = (worker: Worker, kind = 'test'): Jobs =>
  makeJobs({ db: portal.portal.db, log: portal.portal.log, now: () => now }, { [kind]: worker });
const add = (payload: unknown, kind = 'test', due?: Date) => addJob(portal.portal.db, { kind, payload, now, due });
const rows = () => portal.portal.db.selectFrom('job').selectAll().orderBy('job.id').execute();

test('does not run the job of a rolled-back transaction', async () => {
  const done: unknown[] = [];
  const aborted = portal.portal.db.transaction().execute(async (trx) => {
    await addJob(trx, { kind: 'test', payload: 1, now });
    throw new Error('undo');
  });
  await expect(aborted).rejects.toThrow('undo');
  await add({ a: [1] });
  expect(await runner(async (payload) => void done.push(payload)).runDue()).toBe(1);
  expect(done).toEqual([{ a: [1] }]);
});

test('runs each job once in the order of due times', async () => {
  const done: unknown[] = [];
  const jobs = runner(async (payload) => void done.push(payload));
  for (const n of [1, 2, 3]) {
    await add(n);
    pass(1);
  }
  await add('later', 'test', new Date(now.getTime() + MINUTE));
  expect([await jobs.runDue(), await jobs.runDue()]).toEqual([3, 0]);
  expect(done).toEqual([1, 2, 3]);
  expect((await rows()).filter(({ state }) => state === 'done').map(({ payload }) => payload)).toEqual([null, null, null]);
  pass(MINUTE);
  await jobs.runDue();
  expect(done.at(-1)).toBe('later');
});

test('retries a failed job with increasing delays for three days', async () => {
  let tries = 0;
  const jobs = runner(async () => {
    tries += 1;
    throw new Error(`no answer ${'x'.repeat(900)}`);
  });
  await add('a');
  const waits: number[] = [];
  for (let state = 'waiting'; state === 'waiting';) {
    await jobs.runDue();
    const [row] = await rows();
    state = row!.state;
    expect(row!.last_error).toHaveLength(500);
    if (state !== 'waiting') break;
    waits.push((row!.due_at.getTime() - now.getTime()) / MINUTE);
    pass(row!.due_at.getTime() - now.getTime() - 1);
    expect(await jobs.runDue()).toBe(0);
    expect((await rows())[0]!.attempts).toBe(waits.length);
    pass(1);
  }
  expect(waits.slice(0, 8)).toEqual([0.5, 1, 2, 4, 8, 16, 32, 60]);
  expect(tries).toBe(waits.length + 1);
  expect(now.getTime() - START.getTime()).toBeGreaterThan(72 * 60 * MINUTE);
  expect(await countWaitingJobs(portal.portal.db)).toEqual({ waiting: 0, oldest: null, given_up: 1 });
  expect((await rows())[0]!.payload).toBe('a');
  expect(retryDelay(40)).toBe(60 * MINUTE);
});

test('gives up a job immediately after a PermanentFailure', async () => {
  await add('bad');
  pass(1);
  await add('good', 'other');
  const done: unknown[] = [];
  const jobs = makeJobs(
    { db: portal.portal.db, log: portal.portal.log, now: () => now },
    {
      test: async () => {
        throw new PermanentFailure('no such mailbox');
      },
      other: async (payload) => void done.push(payload),
    },
  );
  await jobs.runDue();
  expect(done).toEqual(['good']);
  expect((await rows()).map(({ state, last_error }) => [state, last_error])).toEqual([
    ['given_up', 'no such mailbox'],
    ['done', null],
  ]);
});

test('ignores the late result of a worker whose job was reassigned', async () => {
  await add('a');
  let comeBack = (): void => {};
  const dead = runner(() => new Promise<void>((done) => (comeBack = done)));
  const hanging = dead.runDue();
  await expect.poll(async () => (await rows())[0]!.attempts).toBe(1);
  const done: unknown[] = [];
  const next = runner(async (payload) => {
    done.push(payload);
    throw new Error('not yet');
  });
  await next.runDue();
  expect(done).toEqual([]);
  pass(MINUTE + 1);
  await next.runDue();
  expect(done).toEqual(['a']);
  comeBack();
  await hanging;
  expect((await rows())[0]).toMatchObject({ state: 'waiting', attempts: 2, last_error: 'not yet' });
});

test('renews the lease of a long-running job', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await add('film');
    let finish = (): void => {};
    let begun = 0;
    const slow: Worker = () => {
      begun += 1;
      return new Promise<void>((done) => (finish = done));
    };
    const working = runner(slow).runDue();
    await expect.poll(() => begun).toBe(1);
    const until = async (): Promise<number> => ((await rows())[0]!.due_at.getTime() - START.getTime()) / MINUTE;
    for (let minutes = 0; minutes < 3; minutes += 0.5) {
      pass(MINUTE / 2);
      vi.advanceTimersByTime(MINUTE / 2);
      await expect.poll(until).toBe(minutes + 1.5);
      expect(await runner(slow).runDue()).toBe(0);
    }
    finish();
    expect([await working, begun]).toEqual([1, 1]);
    expect((await rows())[0]).toMatchObject({ state: 'done', attempts: 1 });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('calls givenUp once in the worker that made the last attempt', async () => {
  await add('a');
  const notified: unknown[] = [];
  let hold: Promise<void> | undefined;
  const jobs = (): Jobs =>
    makeJobs(
      { db: portal.portal.db, log: portal.portal.log, now: () => now },
      {
        test: {
          work: async () => {
            await hold;
            throw new Error('no answer');
          },
          givenUp: async (payload) => void notified.push(payload),
        },
      },
    );
  let goOn = (): void => {};
  hold = new Promise((done) => (goOn = done));
  const late = jobs().runDue();
  await expect.poll(async () => (await rows())[0]!.attempts).toBe(1);
  hold = undefined;
  pass(73 * 60 * MINUTE);
  await jobs().runDue();
  expect([notified, (await rows())[0]!.state]).toEqual([['a'], 'given_up']);
  goOn();
  await late;
  expect(notified).toEqual(['a']);
});

test('runs each job once across several processes', async () => {
  const seen: number[] = [];
  for (let n = 0; n < 40; n += 1) await add(n);
  const slow: Worker = async (payload) => {
    await new Promise((wait) => setTimeout(wait, 2));
    seen.push(payload as number);
  };
  const done = await Promise.all([1, 2, 3, 4].map(() => runner(slow).runDue()));
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  expect(done.reduce((a, b) => a + b)).toBe(40);
});

test('finishes the running job on stop without starting another', async () => {
  await add(1);
  pass(1);
  await add(2);
  const begun: unknown[] = [];
  const done: unknown[] = [];
  let finish = (): void => {};
  const jobs = runner(async (payload) => {
    begun.push(payload);
    await new Promise<void>((finished) => (finish = finished));
    done.push(payload);
  });
  jobs.start(5);
  await expect.poll(() => begun).toEqual([1]);
  let stopped = false;
  const stopping = jobs.stop().then(() => (stopped = true));
  await new Promise((wait) => setTimeout(wait, 30));
  expect([stopped, done]).toEqual([false, []]);
  finish();
  await stopping;
  await new Promise((wait) => setTimeout(wait, 30));
  expect([begun, done]).toEqual([[1], [1]]);
});

test('removes jobs that finished long ago', async () => {
  await add(1);
  await runner(async () => {}).runDue();
  await add(2);
  pass(MINUTE);
  await removeFinishedJobs(portal.portal.db, now);
  expect((await rows()).map(({ payload }) => payload)).toEqual([2]);
});

test('runs interrupted jobs immediately at the next start', async () => {
  await add('in hand');
  const dead = runner(() => new Promise<void>(() => {}));
  void dead.runDue();
  await expect.poll(async () => (await rows())[0]!.attempts).toBe(1);
  await add('failed', 'other');
  await runner(async () => Promise.reject(new Error('no')), 'other').runDue();
  await add('later', 'test', new Date(now.getTime() + 60 * MINUTE));
  await releaseClaimedJobs(portal.portal.db, now);
  const done: unknown[] = [];
  const work: Worker = async (payload) => void done.push(payload);
  await makeJobs({ db: portal.portal.db, log: portal.portal.log, now: () => now }, { test: work, other: work }).runDue();
  expect(done).toEqual(['in hand']);
});

test('runs other jobs if one job repeatedly kills the process', async () => {
  await add('deadly');
  await portal.portal.db
    .updateTable('job')
    .set({ attempts: 4, due_at: new Date(now.getTime() + MINUTE) })
    .execute();
  await releaseClaimedJobs(portal.portal.db, now);
  expect(await runner(async () => {}).runDue()).toBe(0);
});
