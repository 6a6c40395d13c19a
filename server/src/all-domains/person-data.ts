/**
 * Reads all rows that reference a person, from every domain. The rows are read in pages, so that no table is loaded into memory or locked for long.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import type { DataPage } from '../http/context.ts';
import { listColumns, type TableColumns } from './columns.ts';
import { DOMAINS, memberColumnsOf, personColumnsOf } from './list.ts';

/** Number of rows per statement. The embedded database serves other users between two statements. */
const PAGE = 200;

const NAMES = Object.values(DOMAINS).flatMap(({ names }) => Object.entries(names).map(([name, rest]) => ({ name, ...rest })));

type Part = {
  table: string;
  /** Column that is compared with `value`. */
  column: string;
  value: RawBuilder<unknown>;
  /** Columns that are omitted from the rows. */
  without: readonly string[];
  /** If set, only the time of each row is returned. */
  onlyMoment?: boolean;
};

/** A page of rows. `last` is the key of its last row. */
type Page = { rows: string | null; count: number; last: string[] | null };

/** Returns the time that belongs to a column, such as `decided_at` for `decided_by`, or the time of the last change of the row. */
const momentOf = (column: string, columns: ReadonlySet<string>): RawBuilder<unknown> => {
  const moments = [column.replace(/_(by|id)$/, '_at'), 'changed_at', 'at', 'created_at'].filter((name) => columns.has(name));
  const values = moments.map((name) => sql`to_jsonb(${sql.ref(`each.${name}`)})`);
  return sql`jsonb_build_object('at', ${values.length > 0 ? sql`coalesce(${sql.join(values)})` : sql`null`})`;
};

/** Returns the row with the names of the rows it references. If two domains define the same name, the first non-null value is used. */
function rowOf({ without }: Part, columns: ReadonlySet<string>): RawBuilder<unknown> {
  const known = NAMES.filter(({ column }) => columns.has(column) && !without.includes(column));
  const names = [...Map.groupBy(known, ({ name }) => name)].flatMap(([name, all]) => [
    sql.lit(name),
    sql`coalesce(${sql.join(all.map(({ column, of }) => of(sql.ref(`each.${column}`))))})`,
  ]);
  const row = sql`(to_jsonb(each) - ${sql.val([...without])}::text[])`;
  return names.length > 0 ? sql`(${row} || jsonb_strip_nulls(jsonb_build_object(${sql.join(names)})))` : row;
}

/** Builds the statement for the rows of a part after the row with the key `after`. */
export function selectPage(part: Part, { columns, key }: TableColumns, after: readonly string[] | null): RawBuilder<Page> {
  const keys = key.map(({ name }) => sql.ref(`each.${name}`));
  const behind = after && sql`and (${sql.join(keys)}) > (${sql.join(key.map(({ type }, i) => sql`${after[i]}::text::${sql.raw(type)}`))})`;
  return sql<Page>`
    with page as (
      select each.*, jsonb_build_array(${sql.join(keys.map((one) => sql`${one}::text`))}) as page_key, row_number() over (order by ${sql.join(keys)}) as page_row
      from ${sql.table(part.table)} as each where ${sql.ref(`each.${part.column}`)} = ${part.value} ${behind ?? sql``}
      order by ${sql.join(keys)} limit ${PAGE})
    select string_agg((${part.onlyMoment ? momentOf(part.column, columns) : rowOf({ ...part, without: [...part.without, 'page_key', 'page_row'] }, columns)})::text,
      ',' || chr(10) order by each.page_row) as rows, count(*)::int as count, (array_agg(each.page_key order by each.page_row desc))[1] as last
    from page as each`;
}

/** Returns the parts that have rows. One statement checks all parts, because most are empty. */
async function findFilled<P extends Part>(db: Db, parts: readonly P[]): Promise<P[]> {
  const each = parts.map(
    ({ table, column, value }) => sql`exists (select from ${sql.table(table)} as each where ${sql.ref(`each.${column}`)} = ${value})`,
  );
  const { rows } = await sql<{ filled: boolean[] }>`select array[${sql.join(each)}] as filled`.execute(db);
  return parts.filter((_, i) => rows[0]!.filled[i]);
}

async function* readPages(db: Db, part: Part, columns: TableColumns): AsyncGenerator<{ rows: string; count: number }> {
  for (let after: string[] | null = null; ;) {
    const page = await selectPage(part, columns, after).execute(db);
    const { rows, count, last }: Page = page.rows[0]!;
    if (rows !== null) yield { rows, count };
    if (count < PAGE) return;
    after = last;
  }
}

/** Lists the columns that reference a person. Class memberships are included unless the data is for another person. */
export function listParts(personId: string, { forOthers = false } = {}): (Part & { area: string })[] {
  const person = sql`${personId}`;
  const columns = Object.values(DOMAINS).flatMap(personColumnsOf);
  const own = columns
    .filter(({ rule }) => !forOthers || !rule.private)
    .map(({ table, column, rule: { exported, without = [] } }) => ({
      area: column === 'person_id' ? table : `${table}.${column}`,
      ...{ table, column, value: person, onlyMoment: exported === 'moment' },
      without: [...columns.filter((each) => each.table === table && each.column !== column).map((each) => each.column), ...without],
    }));
  // Class memberships and activity in classes are private.
  const memberships = sql`any(array(select class_member.id from class_member where class_member.person_id = ${personId}))`;
  const inClasses = forOthers
    ? []
    : Object.values(DOMAINS)
        .flatMap(memberColumnsOf)
        .map(({ table, column, rule }) => ({ area: table, table, column, value: memberships, without: rule.without ?? [] }));
  return [{ area: 'person', table: 'person', column: 'id', value: person, without: ['password_hash'] }, ...own, ...inClasses];
}

/**
 * Reads the data of a person by table, or by `table.column` if the person is not the subject of the row. With `forOthers`, private data is omitted
 * and its tables are listed in `left_out`.
 */
export async function* readPersonData(db: Db, personId: string, { forOthers = false } = {}): AsyncGenerator<DataPage> {
  const columns = await listColumns(db);
  for (const { area, ...part } of await findFilled(db, listParts(personId, { forOthers })))
    for await (const page of readPages(db, part, columns.get(part.table)!)) yield { area, ...page };
  if (!forOthers) return;
  const left = Object.values(DOMAINS)
    .flatMap(personColumnsOf)
    .filter(({ rule }) => rule.private)
    .map(({ table }) => JSON.stringify({ table }));
  yield { area: 'left_out', rows: left.join(',\n'), count: left.length };
}
