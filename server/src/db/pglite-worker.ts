/** Runs PGlite beside the main thread, so that a long query never stops other requests. */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { parsers } from './value-parsers.ts';

type Job = { id: number; sql: string; params?: unknown[] };

const port = parentPort;
if (!port) throw new Error('pglite-worker runs as a worker thread only');

const database = await PGlite.create(workerData as string, { extensions: { btree_gist, pg_trgm }, parsers, relaxedDurability: false });
port.postMessage({ ready: true });

port.on('message', async (job: Job | 'close') => {
  if (job === 'close') {
    await database.close();
    port.postMessage({ closed: true });
    port.close();
    return;
  }
  try {
    if (!job.params) {
      await database.exec(job.sql);
      port.postMessage({ id: job.id, rows: [] });
      return;
    }
    const { rows, affectedRows } = await database.query(job.sql, job.params);
    port.postMessage({ id: job.id, rows, affectedRows });
  } catch (error) {
    const { message, code, constraint, table, column, detail } = error as Error & Record<string, unknown>;
    port.postMessage({ id: job.id, error: { message, code, constraint, table, column, detail } });
  }
});
