/** Who decides what is wished (docs/behaviour/library.md#wishes); who may wish it says the catalogue. */
import { isDistrictAdmin, isSchoolAdmin } from '@fundus/contract/access';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** Wishes of a school, or of the administrators of a district for all of it. */
export type WishesOf = { school_id: string } | { district_id: string };

/** Whose wishes the person decides; null: nobody's. */
export function findDecided(user: SignedIn): WishesOf | null {
  if (user.school_id !== null) return isSchoolAdmin(user) ? { school_id: user.school_id } : null;
  return isDistrictAdmin(user) && user.district_id !== null ? { district_id: user.district_id } : null;
}
