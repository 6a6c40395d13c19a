/** Checks that administrators belong to a school or district (docs/behaviour/accounts.md#scope-of-administrators). */
import { invalid } from '@fundus/contract/errors';

type Placed = { school_admin: string; district_admin: string; school_id: string | null; district_id: string | null };

/** Throws `validation_failed` for an administrator without a school or district. */
export function requirePlace({ school_admin, district_admin, school_id, district_id }: Placed): void {
  if (school_admin !== '0' && school_id === null) throw invalid('school', 'required');
  if (district_admin === '1' && district_id === null && school_id === null) throw invalid('district', 'required');
}
