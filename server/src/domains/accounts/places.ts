/** Districts, and the rule that an administrator has a place to administer (docs/behaviour/accounts.md#administrators-have-a-place). */
import { invalid } from '@fundus/contract/errors';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx, SignedIn } from '../../http/context.ts';
import { hasDistrict, insertDistrict, lockDistricts, placeAdministrators } from './repository.ts';

type Placed = { school_admin: string; district_admin: string; school_id: string | null; district_id: string | null };

/** Throws `validation_failed` for an administrator without the school or the district to administer. */
export function requirePlace({ school_admin, district_admin, school_id, district_id }: Placed): void {
  if (school_admin !== '0' && school_id === null) throw invalid('school', 'required');
  if (district_admin === '1' && district_id === null && school_id === null) throw invalid('district', 'required');
}

/**
 * Creates a district. The first one takes in the administrators who have no place, which versions before this rule allowed. Locks the districts until
 * commit, so that of two callers that create the first one, the second sees it.
 */
export async function createDistrict(
  ctx: Pick<Ctx<SignedIn | null>, 'db' | 'user' | 'now'>,
  name: string,
): Promise<{ id: string; placed: number }> {
  await lockDistricts(ctx.db);
  const first = !(await hasDistrict(ctx.db));
  const id = newId(ctx.now);
  await insertDistrict(ctx.db, { id, name });
  const placed = first ? await placeAdministrators(ctx.db, id) : 0;
  await recordAudit(ctx, 'district.create', null, { name }, { school: null, district: id });
  return { id, placed };
}
