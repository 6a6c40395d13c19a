/** Runs SQL migrations in the order of their names. Each migration runs once. All run in one transaction under an advisory lock. */
import { sql, type Kysely } from 'kysely';
import { OperatorError } from '../../operator-error.ts';
import { replaceByBaseline } from './baseline.ts';
import { listMigrationFiles } from './migration-files.ts';
import { hashStatements, statements } from './migration-text.ts';
import type { Tables } from '../tables.ts';

export { statements };

const LOCK = 4_711_002;
const MAX_NAMED = 5;

/** Checks of a database before its migrations run. If a check throws, the database is not changed. */
export type Inspection = {
  /** Called if no migration has run yet. */
  empty(): void;
  filled(db: Kysely<Tables>, hasTable: (name: string) => boolean): Promise<void>;
};

/**
 * Brings the schema up to date. Throws an `OperatorError` if the database belongs to another program, is newer than this program or older than the
 * baseline, or if a migration ran with a different text.
 */
export async function migrate(
  db: Kysely<Tables>,
  { empty, filled }: Inspection = { empty: () => {}, filled: async () => {} },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
    const found = await findTables(trx);
    const files = listMigrationFiles().map(({ name, text }) => ({ name, text, sha256: hashStatements(text) }));
    const done = await readDone(trx, found, files);
    const unknown = [...done.keys()].filter((name) => !files.some((file) => file.name === name));
    if (unknown.length)
      throw new OperatorError(
        `the database is newer than this program: it knows ${unknown.join(', ')}. Start the version that made it, or a newer one.`,
      );
    if (done.size === 0) empty();
    else await filled(trx, (name) => found.has(name));
    await sql`create table if not exists migration (name text primary key, sha256 text not null, run_at timestamptz not null default now())`.execute(
      trx,
    );
    for (const { name, text, sha256 } of files) {
      const before = done.get(name);
      if (before === undefined) {
        for (const statement of statements(text)) await sql.raw(statement).execute(trx);
        await sql`insert into migration (name, sha256) values (${name}, ${sha256})`.execute(trx);
      } else if (before !== sha256)
        throw new OperatorError(
          `migration ${name} was changed after it had run: the database has tables of another version. Check out the version that made it, or restore a backup.`,
        );
    }
  });
}

/** Returns the names of the tables in the schema, except tables of extensions. */
async function findTables(db: Kysely<Tables>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select pg_class.relname as name from pg_class
    where pg_class.relnamespace = current_schema()::regnamespace and pg_class.relkind in ('r', 'p')
      and not exists (select from pg_depend where pg_depend.classid = 'pg_class'::regclass and pg_depend.objid = pg_class.oid and pg_depend.deptype = 'e')
    order by pg_class.relname limit 10000`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

type File = { name: string; sha256: string };

/**
 * Returns the hash of each migration that has run, with the migrations of development versions replaced by the baseline. Throws an `OperatorError` if
 * the tables belong to another program or to a version before the baseline.
 */
async function readDone(db: Kysely<Tables>, found: ReadonlySet<string>, files: readonly File[]): Promise<Map<string, string>> {
  if (found.size === 0) return new Map();
  if (!found.has('migration') || !(await isOwn(db))) throw new OperatorError(foreign([...found]));
  const rows = await readRows(db);
  const others = [...found].filter((name) => name !== 'migration');
  if (rows.length === 0 && others.length > 0) throw new OperatorError(foreign(others));
  const before = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  const names = replaceByBaseline(
    [...before.keys()],
    files.map(({ name }) => name),
    'database',
  );
  for (const name of before.keys()) if (!names.includes(name)) await sql`delete from migration where name = ${name}`.execute(db);
  for (const { name, sha256 } of files)
    if (names.includes(name) && !before.has(name)) await sql`insert into migration (name, sha256) values (${name}, ${sha256})`.execute(db);
  return new Map((await readRows(db)).map(({ name, sha256 }) => [name, sha256]));
}

const readRows = async (db: Kysely<Tables>): Promise<File[]> =>
  (await sql<File>`select name, sha256 from migration limit 10000`.execute(db)).rows;

async function isOwn(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_attribute
    where pg_attribute.attrelid = 'migration'::regclass and pg_attribute.attname in ('name', 'sha256', 'run_at') and not pg_attribute.attisdropped`.execute(
    db,
  );
  return rows[0]?.count === 3;
}

const foreign = (names: readonly string[]): string =>
  `the database has tables of another program (${names.slice(0, MAX_NAMED).join(', ')}${names.length > MAX_NAMED ? ', …' : ''}): give the portal a database of its own (createdb) and put its address into DATABASE_URL.`;
