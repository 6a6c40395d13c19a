/**
 * Measures the first minute of a lesson on the embedded database and on PostgreSQL: learners sign in with their codes and open their class.
 * `--minutes N` repeats the minute and reads the memory after each one.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPortal, type Portal } from '@fundus/e2e/portal';
import { makeBrowser } from '../measure/browser.ts';
import { describeLoad } from '../measure/commands.ts';
import { withDatabase } from '../measure/database.ts';
import { prepareLesson, type Learner } from './lesson.ts';
import { storeTable, percentile } from '../measure/table.ts';

const LEARNERS = 500;
const IN_CLASS = 25;
const MINUTE = 60_000;
const SECRET = 'bench-'.repeat(8);

/** Requests that a browser sends in sequence until the class is open. */
const REQUESTS = ['settings', 'who am I', 'sign in by code', 'own classes', 'class', 'media of the class', 'news'] as const;
type Times = Record<(typeof REQUESTS)[number] | 'all seven', number[]>;

const newTimes = (): Times => Object.fromEntries([...REQUESTS, 'all seven'].map((name) => [name, [] as number[]])) as Times;

/** Opens the class of one learner in a separate browser session. Throws if an answer is invalid. */
async function openClass(url: string, { code, classId }: Learner, times: Times): Promise<void> {
  const browser = makeBrowser(() => url);
  const ask = async (name: (typeof REQUESTS)[number], path: string, body?: object): Promise<void> => {
    times[name].push((await browser.ask(path, body)).ms);
  };
  const start = performance.now();
  await ask('settings', '/api/v1/config/frontend');
  await ask('who am I', '/api/v1/user/userinfo');
  await ask('sign in by code', '/api/v1/session/learner', { code });
  await ask('own classes', '/api/v1/classes');
  await ask('class', `/api/v1/classes/${classId}`);
  await ask('media of the class', `/api/v1/classes/${classId}/media`);
  await ask('news', '/api/v1/news');
  times['all seven'].push(performance.now() - start);
}

/** Signs in all learners and opens their classes, spread evenly over a minute. */
async function firstMinute(url: string, learners: readonly Learner[], times: Times): Promise<void> {
  await Promise.all(
    learners.map(async (learner, i) => {
      await pause(((i * 7_919) % learners.length) * (MINUTE / learners.length));
      await openClass(url, learner, times);
    }),
  );
}

type Health = { cpu: number; rss: number; heap: number; loop: { p50: number; p99: number; max: number } };

/** Returns CPU time in milliseconds, memory in MB, and the event loop delay in milliseconds since the last call. */
async function readHealth({ url, pid }: Portal): Promise<Health> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const metric = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
  const lag = (what: string): number => metric(`nodejs_eventloop_lag_${what}_seconds`) * 1_000;
  const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
  return {
    cpu: metric('process_cpu_seconds_total') * 1_000,
    rss: Math.round(rss),
    heap: Math.round(metric('nodejs_heap_size_used_bytes') / 1024 ** 2),
    loop: { p50: lag('p50'), p99: lag('p99'), max: lag('max') },
  };
}

type Engine = { name: string; file: string; goal: string; databaseUrl: string | undefined };

async function measure({ name, file, goal, databaseUrl }: Engine, minutes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fundus-bench-'));
  const dataDir = join(folder, 'data');
  try {
    const learners = await prepareLesson({ dataDir, databaseUrl, sessionSecret: SECRET }, { learners: LEARNERS, inClass: IN_CLASS });
    const env = { SESSION_SECRET: SECRET, SEARCH_WORKERS: '1', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const portal = await startPortal({ dataDir, env });
    try {
      await openClass(portal.url, learners[0]!, newTimes());
      const load = describeLoad();
      const health = [await readHealth(portal)];
      const times = newTimes();
      for (let minute = 0; minute < minutes; minute++) {
        await firstMinute(portal.url, learners, times);
        health.push(await readHealth(portal));
      }
      const before = health[0]!;
      const after = health.at(-1)!;
      const loops = health.slice(1).map(({ loop }) => loop);
      const worst = (what: keyof Health['loop']): string => Math.max(...loops.map((loop) => loop[what])).toFixed(0);
      const notes = [
        `Goal: ${goal} for all seven together. ${LEARNERS} learners in ${LEARNERS / IN_CLASS} classes come within a minute, each in a browser of its own that asks one thing after the other.`,
        `The event loop was late by ${worst('p50')} ms (p50), ${worst('p99')} ms (p99), ${worst('max')} ms (most). Memory ${before.rss} MB before, ${after.rss} MB after (${before.heap} and ${after.heap} MB of them JavaScript's).`,
        `Of the processor the portal used ${Math.round((after.cpu - before.cpu) / (LEARNERS * minutes))} ms for each learner${databaseUrl ? ', PostgreSQL not counted' : ', its database included'}. ${load} After: ${(loadavg()[0] ?? 0).toFixed(1)}. The client runs on the same machine.`,
      ];
      if (minutes === 1)
        storeTable({
          name: `load-${file}`,
          title: `The first minute of a lesson, on ${name}, ms`,
          head: ['request', 'count', 'p50', 'p95', 'max'],
          rows: [...REQUESTS, 'all seven' as const].map((what) => [
            what,
            times[what].length,
            percentile(times[what], 0.5),
            percentile(times[what], 0.95),
            Math.max(...times[what]),
          ]),
          notes,
        });
      else
        storeTable({
          name: `load-${file}-${minutes}-minutes`,
          title: `The first minute of a lesson, ${minutes} times, on ${name}: memory`,
          head: ['after minute', 'resident MB', 'JavaScript MB', 'event loop p99, ms'],
          rows: health.map(({ rss, heap, loop }, minute) => [minute === 0 ? 'the start' : String(minute), rss, heap, loop.p99]),
          notes: [
            ...notes,
            `All seven requests together: p50 ${percentile(times['all seven'], 0.5).toFixed(0)} ms, p95 ${percentile(times['all seven'], 0.95).toFixed(0)} ms.`,
          ],
        });
    } finally {
      await portal.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures the first minute of a lesson. `databaseUrl` is a PostgreSQL server on which a temporary database is created and dropped. */
export async function loadBench(databaseUrl: string | undefined, minutes: number): Promise<void> {
  await measure({ name: 'the embedded database', file: 'embedded', goal: 'p95 ≤ 500 ms', databaseUrl: undefined }, minutes);
  if (!databaseUrl) return void process.stderr.write('load: skipped on PostgreSQL, which is not available.\n');
  await withDatabase(databaseUrl, 'bench_load', (own) =>
    measure({ name: 'PostgreSQL', file: 'postgres', goal: 'p95 ≤ 80 ms', databaseUrl: own }, minutes),
  );
}
