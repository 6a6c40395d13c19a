/**
 * Creates a row in every table that references a person or a school, for tests of deletion and merging. The database itself provides the list of
 * references.
 */
import { sql } from 'kysely';
import { newId } from '../db/new-id.ts';
import type { Db } from '../db/open.ts';

type Target = 'person' | 'school';
export type Link = { table: string; column: string; target: string; to: string; deletes: string };
export const linksOf = async (db: Db): Promise<Link[]> =>
  (
    await sql<Link>`select link.conrelid::regclass::text as "table", attribute.attname as "column", link.confrelid::regclass::text as target,
      goal.attname as "to", link.confdeltype::text as deletes from pg_constraint as link
      join pg_attribute as attribute on attribute.attrelid = link.conrelid and attribute.attnum = link.conkey[1]
      join pg_attribute as goal on goal.attrelid = link.confrelid and goal.attnum = link.confkey[1]
      where link.contype = 'f' and array_length(link.conkey, 1) = 1 order by 1, 2`.execute(db)
  ).rows;

/** Returns a literal that satisfies the check constraint of each column, by `table.column`. */
async function choices(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ table: string; rule: string }>`select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as rule
    from pg_constraint where contype = 'c'`.execute(db);
  return new Map(
    rows.flatMap(({ table, rule }) => {
      const found = /^CHECK \(\((\w+) = ANY \(ARRAY\['([^']*)'/.exec(rule);
      return found ? [[`${table}.${found[1]}`, found[2]!] as [string, string]] : [];
    }),
  );
}

/** Values required by check constraints that involve several columns. */
const BY_RULE: Record<Target, Record<string, (id: string) => Record<string, unknown>>> = {
  person: {
    licence_seat: (id) => ({ person_id: id }),
    lending_briefing: (id) => ({ person_id: id }),
    lending_note: (id) => ({ person_id: id }),
    lending_suspension: (id) => ({ person_id: id }),
    private_borrower: () => ({ id_checked_at: new Date() }),
    invitation: () => ({ kind: 'link', target: 'school', school_id: 'school-a' }),
    medialist: () => ({ visibility: 'private' }),
    medialist_item: () => ({ kind: 'heading' }),
    news: () => ({ audience: 'public', district_id: 'district-a' }),
    push_subscription: () => ({ p256dh: 'A'.repeat(87), auth: 'B'.repeat(22) }),
    school_feed: () => ({ district_id: 'district-a' }),
    synonym_group: () => ({ words: ['eins', 'zwei'] }),
    // The material is shared, because drafts are deleted with their author.
    own_material: () => ({ given_at: new Date(), rights_source: 'own' }),
  },
  school: {
    invitation: () => ({ kind: 'link', target: 'school' }),
    licence: () => ({ scope: 'school', seats: 0 }),
    lending_people: () => ({ school_year: '2025/26' }),
    class: () => ({ name: '8b' }),
    learner_code: () => ({ label: '8b-01' }),
    medialist: () => ({ visibility: 'school' }),
    media_use: () => ({ month: '2026-11', uses: 2, people: 1 }),
    media_use_month: () => ({ month: '2026-11', people: 1 }),
    search_miss: () => ({ month: '2026-11', hash: newId(), people: 1 }),
    news: () => ({ audience: 'school' }),
    shared_medium: () => ({ to_school: true }),
  },
};

/**
 * Inserts a row for each column that references the person or school. Required columns get generated values. Returns the names of the references as
 * `table.column`.
 */
export async function pointFromEverywhere(db: Db, goal: Target, id: string): Promise<string[]> {
  const [all, admits] = [await linksOf(db), await choices(db)];
  const { rows: about } = await sql<{ table_name: string; column_name: string; data_type: string; needed: boolean }>`
    select table_name, column_name, data_type, (is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER') as needed
    from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`.execute(db);
  const done: string[] = [];
  for (const { table, column } of all.filter(({ target, to: key }) => target === goal && key === 'id')) {
    const there = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`.execute(db);
    const row: Record<string, unknown> = { ...BY_RULE[goal][table]?.(id), [column]: id };
    let number = 0;
    for (const { column_name: name, data_type, needed } of about.filter(
      (each) => each.table_name === table && each.column_name !== column,
    )) {
      if (!needed || name in row) continue;
      const link = all.find((each) => each.table === table && each.column === name);
      if (link) {
        const { rows } = await sql<{ value: string }>`select ${sql.ref(link.to)} as value from ${sql.table(link.target)} limit 1`.execute(
          db,
        );
        row[name] = link.target === goal ? id : rows[0]?.value;
      } else if (/timestamp/.test(data_type)) row[name] = new Date();
      else if (data_type === 'date') row[name] = '2026-01-01';
      else if (data_type === 'uuid') row[name] = newId();
      else if (data_type === 'boolean') row[name] = false;
      else if (/int|double|numeric/.test(data_type)) row[name] = number += 1;
      else if (/json/.test(data_type)) row[name] = '{}';
      else if (data_type === 'ARRAY') row[name] = [];
      else if (data_type === 'bytea') row[name] = Buffer.from('x');
      else row[name] = admits.get(`${table}.${name}`) ?? newId();
    }
    if (there.rows.length === 0)
      await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(row))})`.execute(db);
    done.push(`${table}.${column}`);
  }
  return done;
}
