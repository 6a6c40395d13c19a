/** Plain SQL migrations in the order of their names, each once, all in one transaction under a lock. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { OperatorError } from '../operator-error.ts';
import type { Tables } from './tables.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');
const LOCK = 4_711_002;

/** Brings the schema up to date. Fails when a migration that has run was edited afterwards, or when the database is newer than this program. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const files = readdirSync(FOLDER)
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .sort();
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
    await sql`create table if not exists migration (name text primary key, sha256 text not null, run_at timestamptz not null default now())`.execute(
      trx,
    );
    const { rows } = await sql<{ name: string; sha256: string }>`select name, sha256 from migration`.execute(trx);
    const done = new Map(rows.map((row) => [row.name, row.sha256]));
    const unknown = [...done.keys()].filter((name) => !files.includes(name));
    if (unknown.length)
      throw new OperatorError(
        `the database is newer than this program: it knows ${unknown.join(', ')}. Start the version that made it, or a newer one.`,
      );
    for (const name of files) {
      const text = readFileSync(join(FOLDER, name), 'utf8');
      const sha256 = createHash('sha256').update(text).digest('hex');
      const before = done.get(name);
      if (before === sha256) continue;
      if (before) throw new OperatorError(`migration ${name} was changed after it had run`);
      for (const statement of statements(text)) await sql.raw(statement).execute(trx);
      await sql`insert into migration (name, sha256) values (${name}, ${sha256})`.execute(trx);
    }
  });
}

/** Cuts a file at semicolons that end a line; our migrations hold no function bodies with such lines inside, `$$` blocks are kept whole. */
export function statements(text: string): string[] {
  const found: string[] = [];
  let current = '';
  let quoted = false;
  for (const line of text.replace(/--.*$/gm, '').split('\n')) {
    current += `${line}\n`;
    if ((line.match(/\$\$/g) ?? []).length % 2) quoted = !quoted;
    if (quoted || !/;\s*$/.test(line)) continue;
    found.push(current.trim());
    current = '';
  }
  if (current.trim()) found.push(current.trim());
  return found;
}
