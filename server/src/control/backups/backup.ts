/**
 * Command `backup FILE`: writes everything that cannot be rebuilt into one archive (`archive.ts`). An archive can be restored into either database
 * engine.
 */
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { SECRET, computeChecksum, writeArchive, type Manifest } from './archive.ts';
import { archivedSecret, fingerprintOf } from './archived-secret.ts';
import type { CommandIo } from '../claim.ts';
import { dumpTable, listMigrations, listTables } from './dump-repository.ts';
import type { Running } from '../running.ts';

export const BackupArgs = z.object({ file: z.string().min(1) });

/** Writes a consistent snapshot of all rows without blocking readers. */
export async function writeBackup(running: Running, { file }: z.output<typeof BackupArgs>, io: CommandIo): Promise<number> {
  const { portal, database } = running;
  const { storage } = portal;
  const secret = archivedSecret(running);
  const folder = await makeFolder(portal.cacheDir);
  try {
    const entries: Manifest['entries'] = {};
    const tables: Manifest['tables'] = {};
    if (secret !== null) entries[SECRET] = await computeChecksum(Readable.from([Buffer.from(`${secret}\n`)]));
    const migrations = await database.readFrozen(join(folder, 'database'), async (db) => {
      for (const table of await listTables(db)) {
        const { rows, ...sum } = await dumpTable(db, table, folder);
        tables[table] = rows;
        entries[`tables/${table}.jsonl`] = sum;
      }
      return listMigrations(db);
    });
    let files = 0;
    for await (const path of storage.list()) {
      entries[`files/${path}`] = await computeChecksum(storage.read(path));
      files += 1;
    }
    const made_at = portal.now().toISOString();
    await writeArchive(file, { format: 2, made_at, migrations, fingerprint: fingerprintOf(portal.secret), tables, entries }, (name) => {
      if (name === SECRET) return Readable.from([Buffer.from(`${secret}\n`)]);
      return name.startsWith('tables/')
        ? createReadStream(join(folder, name.slice('tables/'.length)))
        : storage.read(name.slice('files/'.length));
    });
    const rows = Object.values(tables).reduce((all, each) => all + each, 0);
    io.line(`${rows} rows and ${files} files written to ${file}.`);
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates a temporary folder in the cache folder and removes the folders that killed backups left there. */
async function makeFolder(cacheDir: string): Promise<string> {
  await mkdir(cacheDir, { recursive: true });
  for (const name of await readdir(cacheDir))
    if (name.startsWith('backup-')) await rm(join(cacheDir, name), { recursive: true, force: true });
  return mkdtemp(join(cacheDir, 'backup-'));
}
