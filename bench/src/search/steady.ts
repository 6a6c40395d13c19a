/** `node steady.ts SNAPSHOT` serves the snapshot through the pool, runs a few queries and prints the memory of the process in bytes. */
import { setTimeout as pause } from 'node:timers/promises';
import { openPool } from '@fundus/search/pool';
import { recordSource, schema } from './search-records.ts';

const snapshot = process.argv[2];
if (snapshot === undefined) throw new Error('missing argument: path of a snapshot');
const bare = process.memoryUsage.rss();
const started = performance.now();
const pool = await openPool({ schema, snapshot, workers: 1 });
const opened = performance.now() - started;
const source = recordSource(42);
for (let i = 0; i < 200; i++) {
  const q = source.word(i * 5);
  await pool.search({ q, visible: ['all'], highlight: ['fn_titel'] });
  for (const field of ['fn_geb', 'fn_typ']) await pool.facets({ q, visible: ['all'], field });
  await pool.suggest({ q: q.slice(0, 4), visible: ['all'], fields: ['fn_titel', 'fn_schlag'] });
}
await pause(1_000);
process.stdout.write(JSON.stringify({ bare, opened, steady: process.memoryUsage.rss() }));
await pool.close();
