/** Runs PGlite in a worker thread, so that a long query does not block the event loop of the server. */
import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { cacheStatements } from './pglite-statements.ts';
import { parsers } from '../value-parsers.ts';

type Job = { id: number; sql: string; params?: unknown[] } | { id: number; ping: true };

const PROBE = 5_000;
const port = parentPort;
if (!port) throw new Error('pglite-worker runs as a worker thread only');

const database = await PGlite.create(workerData as string, { extensions: { btree_gist, pg_trgm }, parsers, relaxedDurability: false });
database.onNotification((channel, payload) => port.postMessage({ published: channel, payload }));
const statements = cacheStatements(database);
port.postMessage({ ready: true });
flushCompileCache();

/**
 * Returns whether the engine still responds. An error with a code counts as a response. An error without a code may come from a crashed engine, which
 * will never respond again.
 */
async function answers(): Promise<boolean> {
  const inTime = new Promise<boolean>((done) => setTimeout(() => done(false), PROBE));
  const probe = database.query('select 1').then(
    () => true,
    (error: { code?: string }) => error.code !== undefined,
  );
  return Promise.race([probe, inTime]);
}

port.on('message', async (job: Job | 'close') => {
  if (job === 'close') {
    await database.close();
    port.postMessage({ closed: true });
    port.close();
    return;
  }
  if ('ping' in job) return port.postMessage({ id: job.id, rows: [] });
  try {
    if (!job.params) {
      await statements.exec(job.sql);
      port.postMessage({ id: job.id, rows: [] });
      return;
    }
    const { rows, affectedRows } = await statements.query(job.sql, job.params);
    port.postMessage({ id: job.id, rows, affectedRows });
  } catch (error) {
    const { message, code, severity, constraint, table, column, detail } = error as Error & Record<string, unknown>;
    const ended = severity === 'PANIC' || severity === 'FATAL' || (code === undefined && !(await answers()));
    if (ended) port.postMessage({ broken: message });
    port.postMessage({ id: job.id, error: { message, code, constraint, table, column, detail } });
  }
});
