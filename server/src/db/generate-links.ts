/** The source of `links.ts`, made with `tables.ts` by generate-tables.ts: which columns lead to people, schools and members of classes. */
import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

type Link = { table: string; column: string; target: string; deletes: keyof typeof ENDS };

/** What a foreign key does when the row it points to goes: the row goes with it, the column is emptied, or the code sees to it before. */
const ENDS = { c: 'row', n: 'column', a: 'code' } as const;

/** By table, then by column. Fails on a key that does something else. */
export async function generateLinksSource(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<Link>`
    select link.conrelid::regclass::text as "table", attribute.attname as "column", link.confrelid::regclass::text as target,
      link.confdeltype::text as deletes
    from pg_constraint as link
    join pg_attribute as attribute on attribute.attrelid = link.conrelid and attribute.attnum = link.conkey[1]
    where link.contype = 'f' and link.confrelid in ('person'::regclass, 'school'::regclass, 'class_member'::regclass)
    order by link.confrelid::regclass::text collate "C", link.conrelid::regclass::text collate "C", attribute.attname
    limit 1000`.execute(db);
  const type = (target: string): string => {
    const tables = Map.groupBy(
      rows.filter((row) => row.target === target),
      (row) => row.table,
    );
    return [...tables].map(([table, columns]) => `    ${table}: { ${columns.map(columnOf).join('; ')} };`).join('\n');
  };
  return `/** Made from the migrations by generate-tables.ts; not edited by hand. */

/**
 * The columns that lead to people, to schools, and to who is in a class, with what the database does when these are deleted: \`row\` deletes the row, \`column\` empties
 * the column, \`code\` hinders it until the code has seen to it.
 */
export type Links = {
  person: {\n${type('person')}\n  };
  school: {\n${type('school')}\n  };
  class_member: {\n${type('class_member')}\n  };
};\n`;
}

function columnOf({ table, column, deletes }: Link): string {
  const end = ENDS[deletes];
  if (!end) throw new Error(`${table}.${column}: no word for a foreign key that deletes by "${deletes}"`);
  return `${column}: '${end}'`;
}
