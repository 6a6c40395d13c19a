/** Writes `tables.ts` from the migrations: `node server/src/db/generate-tables.ts`. A test keeps it fresh. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

type Column = {
  table_name: string;
  column_name: string;
  udt_name: string;
  is_nullable: 'YES' | 'NO';
  column_default: string | null;
  is_identity: 'YES' | 'NO';
};

const TYPES: Record<string, string> = {
  bytea: 'Uint8Array',
  text: 'string',
  uuid: 'string',
  bool: 'boolean',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'number',
  date: 'string',
  timestamptz: 'Date',
  jsonb: 'unknown',
  _text: 'string[]',
};

/** The source text of `tables.ts` for a migrated database. Fails on a column type it does not know. */
export async function tablesSource(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<Column>`
    select columns.table_name, columns.column_name, columns.udt_name, columns.is_nullable, columns.column_default, columns.is_identity
    from information_schema.columns as columns
    where columns.table_schema = current_schema() and columns.table_name <> 'migration'
    order by columns.table_name collate "C", columns.ordinal_position
    limit 5000`.execute(db);
  const names = [...new Set(rows.map((row) => row.table_name))];
  const tables = names.map(
    (name) =>
      `  ${name}: {\n${rows
        .filter((row) => row.table_name === name)
        .map(columnLine)
        .join('\n')}\n  };`,
  );
  return `/** Made from the migrations by generate-tables.ts; not edited by hand. */\nimport type { Generated, GeneratedAlways } from 'kysely';\n\nexport type Tables = {\n${tables.join('\n')}\n};\n`;
}

function columnLine(column: Column): string {
  const known = TYPES[column.udt_name];
  if (!known) throw new Error(`${column.table_name}.${column.column_name}: no TypeScript type for ${column.udt_name}`);
  const type = column.is_nullable === 'YES' ? `${known} | null` : known;
  if (column.is_identity === 'YES') return `    ${column.column_name}: GeneratedAlways<${type}>;`;
  return `    ${column.column_name}: ${column.column_default === null ? type : `Generated<${type}>`};`;
}

if (import.meta.main) {
  const { openDatabase } = await import('./open.ts');
  const database = await openDatabase({ databaseUrl: undefined, dataDir: 'memory://' });
  writeFileSync(join(import.meta.dirname, 'tables.ts'), await tablesSource(database.db));
  await database.close();
}
