/**
 * `backup FILE` and `restore FILE`: everything that cannot be made again, in one compressed archive. It holds `backup.json` (format and
 * migrations), `session-secret` where the portal keeps its own, `tables/<name>.jsonl` (a row a line) and `files/…`; either engine restores
 * what the other has written.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { z } from 'zod';
import { rebuild } from '../domains/catalogue/index.ts';
import { isEmpty } from '../domains/accounts/index.ts';
import { fitsSecret, readErasures, replayErasures } from '../domains/audit/index.ts';
import { OperatorError } from '../operator-error.ts';
import { archivedSecret, fingerprintOf, secretProblem, takeSecret } from './archived-secret.ts';
import { deferConstraints, dropSealed, dumpTable, fillTable, listMigrations, resetChangeLog, tablesInOrder } from './backup-repository.ts';
import type { CommandIo } from './claim.ts';
import type { Storage } from '../storage/storage.ts';
import type { Running } from './commands.ts';

export const BackupArgs = z.object({ file: z.string().min(1) });
type BackupArgs = z.output<typeof BackupArgs>;
/** `withoutFactors`: the secret they are sealed with is lost. `erasures`: who was erased since the archive was written. */
export const RestoreArgs = BackupArgs.extend({ withoutFactors: z.boolean().default(false), erasures: z.string().optional() });
type RestoreArgs = z.output<typeof RestoreArgs>;

const FORMAT = 1;
const SECRET = 'session-secret';
const Head = z.object({
  format: z.literal(FORMAT),
  migrations: z.array(z.string()),
  /** Of the secret, and whether it comes next. */
  fingerprint: z.string().optional(),
  hasSecret: z.boolean().default(false),
});

/** Writes the archive beside and renames it, from one moment of the database. */
export async function backup(running: Running, { file }: BackupArgs, io: CommandIo): Promise<number> {
  const { portal } = running;
  const secret = archivedSecret(running);
  const pack = tar.pack();
  const beside = `${file}.part`;
  const written = pipeline(pack, createGzip(), createWriteStream(beside, { mode: 0o600 }));
  // Reported at the end; a failing disk must not end the process before.
  written.catch(() => {});
  const folder = await mkdtemp(join(tmpdir(), 'fundus-backup-'));
  try {
    let rows = 0;
    await portal.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (db) => {
        const about = { fingerprint: fingerprintOf(portal.secret), hasSecret: secret !== null };
        await entry(pack, 'backup.json', JSON.stringify({ format: FORMAT, migrations: await listMigrations(db), ...about }));
        if (secret !== null) await entry(pack, SECRET, `${secret}\n`);
        for (const table of await tablesInOrder(db)) {
          const path = join(folder, `${table}.jsonl`);
          rows += await dumpTable(db, table, path);
          await fileEntry(pack, `tables/${table}.jsonl`, path);
          await rm(path);
        }
      });
    let files = 0;
    for await (const path of portal.storage.list()) if (await storedEntry(pack, portal.storage, path)) files += 1;
    pack.finalize();
    await written;
    await rename(beside, file);
    io.line(`${rows} rows and ${files} files are in ${file}.`);
    return 0;
  } catch (error) {
    pack.destroy();
    await rm(beside, { force: true });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Fills an empty portal. Rows are all there or none; files that are there already stay. */
export async function restore(running: Running, { file, withoutFactors, erasures }: RestoreArgs, io: CommandIo): Promise<number> {
  const { portal } = running;
  if (!(await isEmpty(portal.db))) {
    io.line(
      'The portal is not empty: a backup is only restored into an empty one. Choose a new DATA_DIR, or a new database, and DEMO=off.',
    );
    return 1;
  }
  const lists = await readErasureLists(portal.erasuresFile, erasures);
  let rows = 0;
  let files = 0;
  let erased = 0;
  const fill = portal.db.transaction().execute(async (db) => {
    await deferConstraints(db);
    let secret: string | null = null;
    const extract = tar.extract();
    const reading = pipeline(createReadStream(file), createGunzip(), extract);
    reading.catch(() => {});
    for await (const part of extract) {
      const { name } = part.header;
      if (name === 'backup.json') {
        const head = Head.parse(JSON.parse(await readAll(part)));
        checkHead(head, await listMigrations(db));
        const problem = withoutFactors ? null : secretProblem(running, head);
        if (problem) throw new OtherSecret(problem);
      } else if (name === SECRET) secret = withoutFactors ? null : (await readAll(part)).trim();
      else if (name.startsWith('tables/')) rows += await fillTable(db, name.slice('tables/'.length, -'.jsonl'.length), part);
      else if (name.startsWith('files/')) {
        await portal.storage.write(name.slice('files/'.length), part);
        files += 1;
      }
      part.resume();
    }
    await reading;
    if (withoutFactors) await dropSealed(db);
    await resetChangeLog(db);
    const own = secret ?? portal.secret;
    const other = lists.find((list) => !fitsSecret(list, own));
    if (other)
      throw new OtherSecret(
        `The list of erasures ${other.path} was made with another secret than this backup: nobody can say who is in it.`,
      );
    erased = await replayErasures({ db, secret: own, now: portal.now() }, portal.domains, lists);
    // The last thing before the commit: without the rows it is a secret like any other.
    if (secret !== null && secret !== portal.secret) takeSecret(running, secret);
  });
  try {
    await fill;
  } catch (error) {
    if (!(error instanceof OtherSecret)) throw error;
    io.line(error.message);
    return 1;
  }
  await rebuild(portal);
  if (erased > 0)
    io.line(
      erased === 1 ? '1 person who had been erased since is erased again.' : `${erased} people who had been erased since are erased again.`,
    );
  io.line(`${rows} rows and ${files} files restored; ${portal.search.status().records} media can be found.`);
  return 0;
}

/** Beside the new database, where the folder of the old one is used on, and as named; an empty one says nothing. */
async function readErasureLists(own: string, named: string | undefined) {
  const lists = [];
  for (const path of new Set([own, ...(named === undefined ? [] : [named])])) {
    const list = await readErasures(path);
    if (list === null && path === named) throw new OperatorError(`the list of erasures ${path} does not exist.`);
    if (list && list.erasures.length > 0) lists.push({ path, ...list });
  }
  return lists;
}

class OtherSecret extends Error {
  override readonly name = 'OtherSecret';
}

function checkHead(head: z.output<typeof Head>, own: readonly string[]): void {
  const missing = own.filter((name) => !head.migrations.includes(name));
  const newer = head.migrations.filter((name) => !own.includes(name));
  if (newer.length)
    throw new Error(`the backup was made by a newer version of the portal (${newer.join(', ')}); restore it with that version`);
  if (missing.length)
    throw new Error(
      `the backup was made by an older version of the portal (without ${missing.join(', ')}); restore it with that version, then start this one`,
    );
}

const entry = (pack: tar.Pack, name: string, content: string): Promise<void> =>
  new Promise((done, failed) => pack.entry({ name }, content, (error) => (error ? failed(error) : done())));

async function fileEntry(pack: tar.Pack, name: string, path: string): Promise<void> {
  const { size, mtime } = await stat(path);
  await pour(pack, { name, size, mtime }, createReadStream(path));
}

/** False for one that was removed meanwhile. */
async function storedEntry(pack: tar.Pack, storage: Storage, path: string): Promise<boolean> {
  const found = await storage.stat(path);
  if (found) await pour(pack, { name: `files/${path}`, size: found.bytes, mtime: found.changed }, storage.read(path));
  return found !== null;
}

const pour = (pack: tar.Pack, head: tar.Headers, content: Readable): Promise<void> =>
  new Promise<void>((done, failed) => {
    const target = pack.entry(head, (error) => (error ? failed(error) : done()));
    content.on('error', failed).pipe(target);
  });
