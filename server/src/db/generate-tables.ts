/** Generates `tables.ts` and `links.ts` from the migrations: `node server/src/db/generate-tables.ts`. A test fails if they are outdated. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { generateLinksSource } from './generate-links.ts';
import type { Tables } from './tables.ts';

type Column = {
  table_name: string;
  column_name: string;
  udt_name: string;
  is_nullable: 'YES' | 'NO';
  column_default: string | null;
  is_identity: 'YES' | 'NO';
};

type Check = { table_name: string; column_name: string; definition: string };

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

/** Returns the source of `tables.ts` for a migrated database. Throws for an unknown column type. */
export async function generateTablesSource(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<Column>`
    select columns.table_name, columns.column_name, columns.udt_name, columns.is_nullable, columns.column_default, columns.is_identity
    from information_schema.columns as columns
    where columns.table_schema = current_schema() and columns.table_name <> 'migration'
    order by columns.table_name collate "C", columns.ordinal_position
    limit 5000`.execute(db);
  const unions = await readUnions(db);
  const names = [...new Set(rows.map((row) => row.table_name))];
  const tables = names.map(
    (name) =>
      `  ${name}: {\n${rows
        .filter((row) => row.table_name === name)
        .map((row) => columnLine(row, unions.get(`${row.table_name}.${row.column_name}`)))
        .join('\n')}\n  };`,
  );
  return `/** Generated from the migrations by generate-tables.ts. Do not edit. */\nimport type { Generated, GeneratedAlways, SelectType } from 'kysely';\n\nexport type Tables = {\n${tables.join('\n')}\n};\n\n/** Type of a column when selected. */\nexport type ValueOf<T extends keyof Tables, C extends keyof Tables[T]> = SelectType<Tables[T][C]>;\n`;
}

/** Returns the union type of the values that a CHECK allows, by `table.column`. Constraints on several columns are ignored. */
async function readUnions(db: Kysely<Tables>): Promise<Map<string, string>> {
  const { rows } = await sql<Check>`
    select tables.relname as table_name, columns.attname as column_name, pg_get_constraintdef(checks.oid) as definition
    from pg_constraint as checks
    join pg_class as tables on tables.oid = checks.conrelid
    join pg_attribute as columns on columns.attrelid = checks.conrelid and columns.attnum = checks.conkey[1]
    where checks.contype = 'c' and cardinality(checks.conkey) = 1 and checks.connamespace = current_schema()::regnamespace
    limit 5000`.execute(db);
  return new Map(
    rows.flatMap((row) => {
      const values = allowedValues(row.definition);
      return values ? [[`${row.table_name}.${row.column_name}`, values.map(literal).join(' | ')] as const] : [];
    }),
  );
}

const literal = (value: string): string => `'${value.replace(/[\\']/g, '\\$&')}'`;

const TEXT = String.raw`(?<!')'(?:[^']|'')*'::text`;
const COLUMN = String.raw`"?\w+"?`;
const CLOSED = new RegExp(
  String.raw`^CHECK \(+(?:${COLUMN} IS NULL\)? OR \(*)?${COLUMN} (?:= ANY \(|<@ |= )((?:ARRAY\[)?${TEXT}(?:, ${TEXT})*)\]?\)+$`,
);

/**
 * Returns the values that a CHECK allows, based on its definition in PostgreSQL. Supports `in (…)`, `= any (array[…])`, `= '…'` and, for arrays, `<@
 * array[…]`, each optionally after `… is null or`. Returns `undefined` for any other condition.
 */
export function allowedValues(definition: string): string[] | undefined {
  const [, list] = CLOSED.exec(definition) ?? [];
  if (list === undefined) return undefined;
  return [...list.matchAll(new RegExp(TEXT, 'g'))].map(([text]) => text.slice(1, -"'::text".length).replaceAll("''", "'"));
}

function columnLine(column: Column, union: string | undefined): string {
  const known = TYPES[column.udt_name];
  if (!known) throw new Error(`${column.table_name}.${column.column_name}: no TypeScript type for ${column.udt_name}`);
  const value = union === undefined ? known : column.udt_name === '_text' ? `(${union})[]` : union;
  const type = column.is_nullable === 'YES' ? `${value} | null` : value;
  if (column.is_identity === 'YES') return `    ${column.column_name}: GeneratedAlways<${type}>;`;
  return `    ${column.column_name}: ${column.column_default === null ? type : `Generated<${type}>`};`;
}

if (import.meta.main) {
  const { openDatabase } = await import('./open.ts');
  const database = await openDatabase({ databaseUrl: undefined, dataDir: 'memory://' });
  writeFileSync(join(import.meta.dirname, 'tables.ts'), await generateTablesSource(database.db));
  writeFileSync(join(import.meta.dirname, 'links.ts'), await generateLinksSource(database.db));
  await database.close();
}
