/** Rights to decide on wishes (docs/behaviour/library.md#wishes); the catalogue decides on making them. */
import { isDistrictAdmin, isSchoolAdmin } from '@fundus/contract/access';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** Wishes of a school, or of the administrators of a district. */
export type WishesOf = { school_id: string } | { district_id: string };

/** Returns the wishes the user decides on, or `null`. */
export function findDecided(user: SignedIn): WishesOf | null {
  if (user.school_id !== null) return isSchoolAdmin(user) ? { school_id: user.school_id } : null;
  return isDistrictAdmin(user) && user.district_id !== null ? { district_id: user.district_id } : null;
}
