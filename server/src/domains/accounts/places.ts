/** Creates districts. */
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { hasDistrict, insertDistrict, lockDistricts, assignAdministratorsToDistrict } from './repository.ts';

/**
 * Creates a district. Administrators without a district, which older versions allowed, are assigned to the first district. The district table is
 * locked until the commit, so that a concurrent call sees the first district.
 */
export async function createDistrict(ctx: Pick<Ctx, 'db' | 'user' | 'now'>, name: string): Promise<{ id: string; placed: number }> {
  await lockDistricts(ctx.db);
  const first = !(await hasDistrict(ctx.db));
  const id = newId(ctx.now);
  await insertDistrict(ctx.db, { id, name });
  const placed = first ? await assignAdministratorsToDistrict(ctx.db, id) : 0;
  await recordAudit(ctx, 'district.create', null, { name }, { school: null, district: id });
  return { id, placed };
}
