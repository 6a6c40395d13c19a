/** What is kept for a school, by what the domains call it (docs/behaviour/schools.md#data-of-a-school). */
import type { Db } from '../db/open.ts';
import type { SchoolAsked } from '../http/context.ts';
import { DOMAINS } from './list.ts';

export async function collectSchoolData(db: Db, asked: SchoolAsked): Promise<Record<string, readonly unknown[]>> {
  const data: Record<string, readonly unknown[]> = {};
  for (const domain of Object.values(DOMAINS))
    for (const [name, collect] of Object.entries(domain.schoolData)) {
      const rows = await collect(db, asked);
      if (rows) data[name] = rows;
    }
  return data;
}
