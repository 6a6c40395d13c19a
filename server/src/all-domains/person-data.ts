/** Everything kept about a person: the rows of every domain that lead to them, as its tables say. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import type { PersonRow } from '../http/context.ts';
import { DOMAINS, memberColumnsOf, personColumnsOf } from './list.ts';

const MOST_ROWS = 10_000;

/** Names for what only numbers stand for; where two domains know a name, that of the first that has one. */
const NAMES: RawBuilder<unknown>[] = [
  ...Map.groupBy(
    Object.values(DOMAINS).flatMap((domain) => Object.entries(domain.names)),
    ([name]) => name,
  ),
].flatMap(([name, all]) => [sql.lit(name), sql`coalesce(${sql.join(all.map(([, query]) => query))})`]);

/** Rows of one table, without the columns named. `column` is one of these values. */
async function selectRows(
  db: Db,
  table: string,
  column: string,
  values: RawBuilder<unknown>,
  without: readonly string[],
): Promise<PersonRow[]> {
  const { rows } = await sql<{ row: PersonRow }>`
    select entry.row || jsonb_strip_nulls(jsonb_build_object(${sql.join(NAMES)})) as row
    from ${sql.table(table)} as each cross join lateral (select to_jsonb(each) - ${sql.val([...without])}::text[] as row) as entry
    where ${sql.ref(`each.${column}`)} = ${values} limit ${MOST_ROWS}`.execute(db);
  return rows.map(({ row }) => row);
}

/** When it was done: `decided_at` beside `decided_by`; else when the row was written last. */
const momentOf = (row: PersonRow, column: string): PersonRow => ({
  at:
    [column.replace(/_(by|id)$/, '_at'), 'changed_at', 'at', 'created_at'].map((name) => row[name]).find((at) => typeof at === 'string') ??
    null,
});

/**
 * By table; by table and column where the person is not the one the row is about. `forOthers`: without what is nobody else's business, which
 * `left_out` names.
 */
export async function collectPersonData(db: Db, personId: string, { forOthers = false } = {}): Promise<Record<string, PersonRow[]>> {
  const data: Record<string, PersonRow[]> = { person: await selectRows(db, 'person', 'id', sql`${personId}`, ['password_hash']) };
  const columns = Object.values(DOMAINS).flatMap(personColumnsOf);
  for (const { table, column, rule } of columns) {
    if (forOthers && rule.private) continue;
    const { exported, without = [] } = rule;
    const others = columns.filter((each) => each.table === table && each.column !== column).map((each) => each.column);
    const rows = await selectRows(db, table, column, sql`${personId}`, [...others, ...without]);
    if (rows.length > 0)
      data[column === 'person_id' ? table : `${table}.${column}`] = exported === 'row' ? rows : rows.map((row) => momentOf(row, column));
  }
  // In which classes they are is nobody else's business, and so is what they did there.
  const memberships = sql`any(array(select class_member.id from class_member where class_member.person_id = ${personId}))`;
  for (const { table, column, rule } of forOthers ? [] : Object.values(DOMAINS).flatMap(memberColumnsOf)) {
    const rows = await selectRows(db, table, column, memberships, rule.without ?? []);
    if (rows.length > 0) data[table] = rows;
  }
  if (forOthers) data.left_out = columns.filter(({ rule }) => rule.private).map(({ table }) => ({ table }));
  return data;
}
