/** Generates the source of `links.ts` for generate-tables.ts: the foreign keys to people, schools and class members. */
import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

type Link = { table: string; column: string; target: string; deletes: keyof typeof ENDS };

/** Names in `links.ts` for the ON DELETE actions cascade, set null and no action. */
const ENDS = { c: 'row', n: 'column', a: 'code' } as const;

/** Returns the source, ordered by target, table and column. Throws for an ON DELETE action without a name. */
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
  return `/** Generated from the migrations by generate-tables.ts. Do not edit. */

/**
 * Foreign keys to people, schools and class members, with the effect of deleting the row they point to: \`row\` deletes the row, \`column\` sets the
 * column to null, \`code\` rejects the deletion until the program has removed the reference.
 */
export type Links = {
  person: {\n${type('person')}\n  };
  school: {\n${type('school')}\n  };
  class_member: {\n${type('class_member')}\n  };
};\n`;
}

function columnOf({ table, column, deletes }: Link): string {
  const end = ENDS[deletes];
  if (!end) throw new Error(`${table}.${column}: unknown delete rule of a foreign key: "${deletes}"`);
  return `${column}: '${end}'`;
}
