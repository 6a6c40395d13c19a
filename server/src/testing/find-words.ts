/** Searches all tables for words, for tests. */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

type Column = { table_name: string; column_name: string; data_type: string };

export const listColumns = async (db: Db): Promise<Column[]> =>
  (
    await sql<Column>`select table_name, column_name, data_type from information_schema.columns
      where table_schema = 'public' and table_name <> 'migration' order by 1, 2`.execute(db)
  ).rows;

/** Returns all columns that contain one of the words, as `table.column`. */
export async function findWords(db: Db, words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { table_name, column_name, data_type } of await listColumns(db)) {
    if (!/text|json|uuid|char|ARRAY/i.test(data_type)) continue;
    for (const word of words) {
      const { rows } =
        await sql`select 1 from ${sql.table(table_name)} where ${sql.ref(column_name)}::text ilike ${`%${word}%`} limit 1`.execute(db);
      if (rows.length > 0) found.push(`${table_name}.${column_name}: ${word}`);
    }
  }
  return found;
}
