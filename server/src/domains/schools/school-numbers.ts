/** Finds schools by the school numbers in tables (docs/import/tables.md#school-numbers). */
import { indexByNumber } from '@fundus/contract/schools/index-by-number';
import { isSchoolOpen } from '@fundus/contract/schools/schools';
import type { UserCtx } from '../../http/context.ts';
import { listNumbered } from './repository.ts';

export type NumberedSchool = Awaited<ReturnType<typeof listNumbered>>[number];

/** Returns a function that finds an open school of the user's district by its number. The function returns a reason if there is none. */
export async function findSchoolsByNumber(ctx: UserCtx): Promise<(number: string) => NumberedSchool | 'unknown' | 'closed'> {
  const find = indexByNumber(await listNumbered(ctx.db, ctx.user.district_id ?? ''));
  return (number) => {
    const found = find(number);
    if (!found) return 'unknown';
    return isSchoolOpen(found.state) ? found : 'closed';
  };
}
