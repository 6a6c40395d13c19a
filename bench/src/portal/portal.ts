/** Measures import, start and memory of a whole portal on the embedded database. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPortal, type Portal } from '@fundus/e2e/portal';
import { openDatabase, type Db } from '@fundus/server/db/open';
import { sql } from 'kysely';
import { describeLoad, runPortalCommand, writeRecords } from '../measure/commands.ts';
import { httpBench } from './http.ts';
import { storeTable } from '../measure/table.ts';

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

/** Returns the CPU time in seconds that a process and all its threads have used. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function inDatabase<T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

const countChanges = (dataDir: string): Promise<number> =>
  inDatabase(dataDir, async (db) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from media_change`.execute(db);
    return rows[0]!.count;
  });

/** Adds the usage data of a busy portal: a third of the media was used today, and one in twenty has a review. */
const addUses = (dataDir: string): Promise<unknown> =>
  inDatabase(dataDir, async (db) => {
    await sql`insert into person (id, vorname, name) values (gen_random_uuid(), 'Kim', 'Muster')`.execute(db);
    await sql`insert into history (person_id, identifier) select person.id, media_item.identifier
      from person, media_item where hashtext(media_item.identifier) % 3 = 0`.execute(db);
    await sql`insert into review (id, identifier, person_id, stars, state, created_at, changed_at)
      select gen_random_uuid(), media_item.identifier, person.id, 4, 'published', now(), now()
      from person, media_item where hashtext(media_item.identifier) % 20 = 0`.execute(db);
  });

async function total(portal: Portal): Promise<number> {
  const reply = await fetch(`${portal.url}/api/v1/media/search?limit=1`, { signal: AbortSignal.timeout(30_000) });
  return ((await reply.json()) as { total: number }).total;
}

/** Imports generated records, starts a portal with them and measures it. Prints and stores the tables. */
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
    await addUses(dataDir);
    const before = await countChanges(dataDir);
    const [unchanged, restarted] = await seconds(() => startPortal({ config, demo: false, dataDir }));
    const processor = processorSeconds(restarted.pid);
    const restartMemory = megabytes(restarted.pid, 'VmRSS');
    await restarted.stop();
    const written = (await countChanges(dataDir)) - before;

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
        ['restart unchanged, s', unchanged],
        ['restart unchanged, processor s', processor],
        ['restart unchanged, rows written to the change log', written],
        ['memory, restart unchanged, MB', restartMemory],
        ['memory, empty, MB', emptyMemory],
        ['memory, all records, after the searches, MB', megabytes(portal.pid, 'VmRSS')],
        ['memory, highest, MB', megabytes(portal.pid, 'VmHWM')],
      ];
      const title = `A portal with ${records.toLocaleString('en')} records on the embedded database`;
      const goals =
        'Goals: import ≥ 5,000 records/s, start ≤ 10 s, restart unchanged with 100,000 records ≤ 6 s and no row, memory ≤ 900 MB at 30,000 records. Memory is resident memory of the whole process.';
      storeTable({ name: `portal-${records}`, title, head: ['what', 'value'], rows, notes: [goals, describeLoad()] });
      storeTable(http);
    } finally {
      await portal.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
