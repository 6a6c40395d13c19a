/** Health and metrics: liveness, readiness, and figures for monitoring. */
import type { FastifyInstance } from 'fastify';
import type { Disk } from '../db/disk.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

type Health = {
  ready: () => Promise<void>;
  search: SearchIndex['status'];
  disk: Pick<Disk, 'free' | 'hasRoom'>;
  /** Metrics of jobs, including mails, and of hourly maintenance. */
  work: () => Promise<{
    waiting: number;
    oldest: Date | null;
    due: Date | null;
    given_up: number;
    /** Number of failed jobs by kind, including kinds without failed jobs. */
    givenUp: ReadonlyMap<string, number>;
    failedSteps: readonly string[];
    overdueStep: Date | null;
  }>;
  now: () => Date;
  metricsHosts: readonly string[];
};

export function serveHealth(app: FastifyInstance, health: Health): void {
  const { ready, search, disk } = health;
  app.get('/api/v1/health/live', () => ({ status: 'live' }));
  app.get('/api/v1/health/ready', async (_, reply) => {
    try {
      await ready();
      const { cluster, ...index } = search();
      // The reason of a state is omitted, because callers are anonymous.
      const { state, health, built } = cluster ?? {};
      return {
        status: 'ready',
        search: { ...index, ...(cluster && { cluster: { state, health, built } }) },
        disk: { free_bytes: disk.free(), full: !disk.hasRoom() },
      };
    } catch {
      return reply.code(503).send({ status: 'not ready' });
    }
  });
  serveMetrics(app, health);
}

function serveMetrics(app: FastifyInstance, { search, disk, work, now, metricsHosts: hosts }: Health): void {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'portal_request_seconds',
    help: 'Duration of requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [register],
  });
  new Gauge({
    name: 'portal_search_records',
    help: 'Records in the search index',
    registers: [register],
    collect() {
      this.set(search().records);
    },
  });
  new Gauge({
    name: 'portal_search_ready',
    help: '1 if the search index can be queried and written; only a cluster can be unavailable',
    registers: [register],
    collect() {
      this.set((search().cluster?.state ?? 'ready') === 'ready' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'portal_disk_free_bytes',
    help: 'Free space on the disk of DATA_DIR',
    registers: [register],
    collect() {
      this.set(disk.free() ?? NaN);
    },
  });
  const waiting = new Gauge({ name: 'portal_jobs_waiting', help: 'Waiting jobs, mostly mails', registers: [register] });
  const givenUp = new Gauge({ name: 'portal_jobs_given_up', help: 'Jobs that were given up and not deleted yet', registers: [register] });
  const oldest = new Gauge({
    name: 'portal_jobs_oldest_seconds',
    help: 'Age of the oldest waiting job; above an hour the mail server is probably unavailable',
    registers: [register],
  });
  const givenUpOfKind = new Gauge({
    name: 'portal_jobs_given_up_by_kind',
    help: 'Jobs that were given up and not deleted yet, by kind',
    labelNames: ['kind'],
    registers: [register],
  });
  const due = new Gauge({
    name: 'portal_jobs_due_seconds',
    help: 'Longest delay of a due job that is not running',
    registers: [register],
  });
  const failedSteps = new Gauge({
    name: 'portal_routine_failed',
    help: 'Steps of the hourly run whose last run failed, or that are paused after lost attempts',
    labelNames: ['step'],
    registers: [register],
  });
  const overdue = new Gauge({
    name: 'portal_routines_overdue_seconds',
    help: 'Longest delay of a step of the hourly run; above an hour the run has stopped, or the clock is not trusted',
    registers: [register],
  });
  const since = (moment: Date | null): number => (moment ? Math.max(0, (now().getTime() - moment.getTime()) / 1000) : 0);
  app.addHook('onResponse', async (request, reply) => {
    requests.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
  app.get('/metrics', async (request, reply) => {
    if (!hosts.includes(request.ip)) return reply.callNotFound();
    // The other metrics are reported even if the database is unavailable.
    const found = await work().catch(() => undefined);
    waiting.set(found?.waiting ?? NaN);
    givenUp.set(found?.given_up ?? NaN);
    oldest.set(found ? since(found.oldest) : NaN);
    due.set(found ? since(found.due) : NaN);
    overdue.set(found ? since(found.overdueStep) : NaN);
    givenUpOfKind.reset();
    for (const [kind, count] of found?.givenUp ?? []) givenUpOfKind.set({ kind }, count);
    failedSteps.reset();
    for (const step of found?.failedSteps ?? []) failedSteps.set({ step }, 1);
    return reply.type(register.contentType).send(await register.metrics());
  });
}
