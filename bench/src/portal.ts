/** Import, start and memory of a whole portal on the embedded database. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPortal, type Portal } from '@fundus/e2e/portal';
import { runPortalCommand, writeRecords } from './commands.ts';
import { httpBench } from './http.ts';
import { keep } from './table.ts';

/** Guests may search, so that no sign-in is measured. */
const config = { SearchNotLoggedIn: true };

const megabytes = (pid: number, field: 'VmRSS' | 'VmHWM'): number => {
  const kilobytes = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
};

async function seconds<T>(body: () => Promise<T>): Promise<[number, T]> {
  const start = performance.now();
  const value = await body();
  return [(performance.now() - start) / 1000, value];
}

async function total(portal: Portal): Promise<number> {
  const reply = await fetch(`${portal.url}/api/v1/media/search?limit=1`, { signal: AbortSignal.timeout(30_000) });
  return ((await reply.json()) as { total: number }).total;
}

/** Imports so many generated records, starts the portal on them and asks it. Prints and keeps its tables. */
export async function portalBench(records: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fundus-bench-'));
  const dataDir = join(folder, 'data');
  const file = join(folder, 'records.jsonl');
  try {
    await writeRecords(file, records);

    const [fresh, empty] = await seconds(() => startPortal({ config, demo: false, dataDir }));
    const emptyMemory = megabytes(empty.pid, 'VmRSS');
    await empty.stop();
    const [warm, again] = await seconds(() => startPortal({ config, demo: false, dataDir }));
    await again.stop();

    const [importing] = await seconds(() => runPortalCommand(dataDir, ['import', 'jsonl', file]));
    const [first, full] = await seconds(() => startPortal({ config, demo: false, dataDir }));
    const found = await total(full);
    if (found !== records) throw new Error(`${records} records were imported, but the search finds ${found}.`);
    await full.stop();

    const [second, portal] = await seconds(() => startPortal({ config, demo: false, dataDir }));
    try {
      const http = await httpBench(portal.url, records);
      const rows: (string | number)[][] = [
        ['import, whole command, s', importing],
        ['import, records per second', Math.round(records / importing)],
        ['start, nothing there yet, s', fresh],
        ['start, empty database, s', warm],
        ['start after the import, s', first],
        ['start, all records, s', second],
        ['memory, empty, MB', emptyMemory],
        ['memory, all records, after the searches, MB', megabytes(portal.pid, 'VmRSS')],
        ['memory, highest, MB', megabytes(portal.pid, 'VmHWM')],
      ];
      const title = `A portal with ${records.toLocaleString('en')} records on the embedded database`;
      const goals =
        'Goals: import ≥ 5,000 records/s, start ≤ 10 s, memory ≤ 900 MB at 30,000 records. Memory is resident memory of the whole process.';
      keep({ name: `portal-${records}`, title, head: ['what', 'value'], rows, notes: [goals] });
      keep(http);
    } finally {
      await portal.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
