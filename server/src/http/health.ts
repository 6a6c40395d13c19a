/** Is the process alive, is it ready to serve, how is it doing. */
import type { FastifyInstance } from 'fastify';
import type { Disk } from '../db/disk.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

type Health = {
  ready: () => Promise<void>;
  search: SearchIndex['status'];
  disk: Pick<Disk, 'free' | 'hasRoom'>;
  /** What waits in the outbox and the other jobs. */
  jobs: () => Promise<{ waiting: number; oldest: Date | null; given_up: number }>;
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
      // Why is nobody's business who may only ask whether.
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

function serveMetrics(app: FastifyInstance, { search, disk, jobs, now, metricsHosts: hosts }: Health): void {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'portal_request_seconds',
    help: 'Time of a request by method, route and status',
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
    help: 'Whether the search index can be asked and written; only a cluster can be away',
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
  const waiting = new Gauge({ name: 'portal_jobs_waiting', help: 'Jobs that wait, mails first of all', registers: [register] });
  const givenUp = new Gauge({ name: 'portal_jobs_given_up', help: 'Jobs that were given up and are still kept', registers: [register] });
  const oldest = new Gauge({
    name: 'portal_jobs_oldest_seconds',
    help: 'How long the oldest waiting job has been waiting; above an hour the mail server is likely down',
    registers: [register],
  });
  app.addHook('onResponse', async (request, reply) => {
    requests.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
  app.get('/metrics', async (request, reply) => {
    if (!hosts.includes(request.ip)) return reply.callNotFound();
    // Without a database the other figures are worth the more.
    const found = await jobs().catch(() => undefined);
    waiting.set(found?.waiting ?? NaN);
    givenUp.set(found?.given_up ?? NaN);
    oldest.set(found ? (found.oldest ? Math.max(0, (now().getTime() - found.oldest.getTime()) / 1000) : 0) : NaN);
    return reply.type(register.contentType).send(await register.metrics());
  });
}
