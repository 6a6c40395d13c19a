/** Is the process alive, is it ready to serve, how is it doing. */
import type { EngineStatus } from '@fundus/search/door';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Health = { ready: () => Promise<void>; search: () => EngineStatus; metricsHosts: readonly string[] };

export function serveHealth(app: FastifyInstance, { ready, search, metricsHosts }: Health): void {
  app.get('/api/v1/health/live', () => ({ status: 'live' }));
  app.get('/api/v1/health/ready', async (_, reply) => {
    try {
      await ready();
      return { status: 'ready', search: search() };
    } catch {
      return reply.code(503).send({ status: 'not ready' });
    }
  });
  serveMetrics(app, search, metricsHosts);
}

function serveMetrics(app: FastifyInstance, search: () => EngineStatus, hosts: readonly string[]): void {
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
  app.addHook('onResponse', async (request, reply) => {
    requests.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
  app.get('/metrics', async (request, reply) => {
    if (!hosts.includes(request.ip)) return reply.callNotFound();
    return reply.type(register.contentType).send(await register.metrics());
  });
}
