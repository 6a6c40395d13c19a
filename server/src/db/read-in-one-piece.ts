import { sql, type SelectQueryBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from './open.ts';

/**
 * Reads all rows as one JSON text. PGlite parses rows with many text columns slowly, and a single text is passed between threads much faster than
 * objects.
 */
export async function readAsJson<DB, Table extends keyof DB, Row>(db: Db, rows: SelectQueryBuilder<DB, Table, Row>): Promise<Row[]> {
  const { list } = await db.selectNoFrom(sql<string>`${jsonArrayFrom(rows)}::text`.as('list')).executeTakeFirstOrThrow();
  return JSON.parse(list) as Row[];
}
