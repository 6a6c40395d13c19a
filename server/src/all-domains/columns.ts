/** Reads the columns and primary keys of all tables from the database. */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

export type TableColumns = { columns: ReadonlySet<string>; key: readonly { name: string; type: string }[] };

/** Key of a table without a primary key: the physical position of the row. */
const ON_DISK = [{ name: 'ctid', type: 'tid' }];

export async function listColumns(db: Db): Promise<Map<string, TableColumns>> {
  const { rows } = await sql<{ table: string; column: string; type: string; place: number | null }>`
    select class.relname as "table", attribute.attname as "column", format_type(attribute.atttypid, attribute.atttypmod) as type,
      array_position(index.indkey::int[], attribute.attnum::int) as place
    from pg_class as class inner join pg_attribute as attribute on attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped
      left join pg_index as index on index.indrelid = class.oid and index.indisprimary
    where class.relkind = 'r' and class.relnamespace = 'public'::regnamespace order by 1, 4`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ table }) => table)].map(([table, all]) => {
      const key = all.filter(({ place }) => place !== null).map(({ column, type }) => ({ name: column, type }));
      return [table, { columns: new Set(all.map(({ column }) => column)), key: key.length > 0 ? key : ON_DISK }];
    }),
  );
}
