/**
 * `backup FILE` and `restore FILE`: everything that cannot be made again, in one compressed archive. It holds `backup.json` (format and
 * migrations), `session-secret` where the portal keeps its own, `tables/<name>.jsonl` (a row a line) and `files/…`; either engine restores
 * what the other has written.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { sql, type RawBuilder } from 'kysely';
import tar from 'tar-stream';
import { z } from 'zod';
import type { Db } from '../db/open.ts';
import { rebuild } from '../domains/catalogue/index.ts';
import { isEmpty } from '../domains/accounts/index.ts';
import { fitsSecret, readErasures, replayErasures } from '../domains/audit/index.ts';
import { OperatorError } from '../operator-error.ts';
import { archivedSecret, fingerprintOf, secretProblem, takeSecret } from './archived-secret.ts';
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
const ROWS = 500;
/** Sessions and links of mails end with a restore; counted attempts are of the moment; places of media are worked out again. */
const LEFT_OUT = [
  'migration',
  'session',
  'account_token',
  'pending_sign_in',
  'oidc_request',
  'oidc_logout',
  'attempt_limit',
  'upload',
  'embedding_space',
  'media_embedding',
];

/** What is sealed, or hashed, with the portal's secret: passkeys are not. People whose signs are lost are counted anew: none twice. */
const SEALED = [
  sql`delete from second_factor where second_factor.kind = 'totp'`,
  sql`delete from recovery_code`,
  sql`delete from learner_code`,
  sql`delete from code_batch`,
  sql`delete from erasure`,
  sql`update media_use set people = 0 where media_use.month = (select to_char(max(media_use_dedup.ends_on), 'YYYY-MM') from media_use_dedup)`,
  sql`update media_use_month set people = 0 where media_use_month.month = (select to_char(max(media_use_dedup.ends_on), 'YYYY-MM') from media_use_dedup)`,
  sql`delete from media_use_dedup`,
];

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
        await entry(pack, 'backup.json', JSON.stringify({ format: FORMAT, migrations: await migrations(db), ...about }));
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
    // A row may point to one of its own table that comes later.
    await sql`set constraints all deferred`.execute(db);
    let secret: string | null = null;
    const extract = tar.extract();
    const reading = pipeline(createReadStream(file), createGunzip(), extract);
    reading.catch(() => {});
    for await (const part of extract) {
      const { name } = part.header;
      if (name === 'backup.json') {
        const head = Head.parse(JSON.parse(await readAll(part)));
        checkHead(head, await migrations(db));
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
    if (withoutFactors) for (const statement of SEALED) await statement.execute(db);
    await sql`select setval(pg_get_serial_sequence('media_change', 'seq'), coalesce((select max(seq) from media_change), 1))`.execute(db);
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

async function migrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migration order by name limit 10000`.execute(db);
  return rows.map((row) => row.name);
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

/** Tables so that each comes after those it points to. */
async function tablesInOrder(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by tablename limit 1000`.execute(db);
  const { rows: links } = await sql<{ from: string; to: string }>`
    select source.relname as from, target.relname as to from pg_constraint
    join pg_class as source on source.oid = pg_constraint.conrelid join pg_class as target on target.oid = pg_constraint.confrelid
    where pg_constraint.contype = 'f' and pg_constraint.connamespace = current_schema()::regnamespace limit 10000`.execute(db);
  const ordered: string[] = [];
  const visit = (name: string): void => {
    if (ordered.includes(name)) return;
    for (const link of links) if (link.from === name && link.to !== name) visit(link.to);
    ordered.push(name);
  };
  for (const { name } of tables) visit(name);
  return ordered.filter((name) => !LEFT_OUT.includes(name));
}

/** A row a line; gives their number. */
async function dumpTable(db: Db, table: string, path: string): Promise<number> {
  const out = createWriteStream(path);
  let rows = 0;
  await sql`declare backup_rows no scroll cursor for select row_to_json(each)::text as row from ${sql.table(table)} as each`.execute(db);
  for (;;) {
    const { rows: found } = await sql<{ row: string }>`fetch ${sql.lit(ROWS)} from backup_rows`.execute(db);
    if (found.length === 0) break;
    rows += found.length;
    if (!out.write(found.map(({ row }) => `${row}\n`).join(''))) await new Promise<void>((drained) => out.once('drain', () => drained()));
  }
  await sql`close backup_rows`.execute(db);
  await new Promise<void>((done, failed) => out.once('error', failed).end(done));
  return rows;
}

async function fillTable(db: Db, table: string, lines: Readable): Promise<number> {
  const columns = sql.join(await storedColumns(db, table));
  let rows = 0;
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const all = `[${batch.join(',')}]`;
    await sql`insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${all}::json) as each`.execute(db);
    rows += batch.length;
    batch = [];
  };
  for await (const line of createInterface({ input: lines })) {
    batch.push(line);
    if (batch.length >= ROWS) await flush();
  }
  await flush();
  return rows;
}

/** Those whose values are given; the others the database works out. */
async function storedColumns(db: Db, table: string): Promise<RawBuilder<unknown>[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position limit 1000`.execute(
    db,
  );
  return rows.map(({ name }) => sql.ref(name));
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
