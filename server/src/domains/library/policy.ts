/** Rights to decide on wishes (docs/behaviour/library.md#wishes). The right to make wishes is in the catalogue's policy. */
import { isDistrictAdmin, isSchoolAdmin } from '@fundus/contract/access';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** Owner of wishes: a school, or the administrators of a district. */
export type WishOwner = { school_id: string } | { district_id: string };

/** Returns the owner whose wishes the user decides on, or `null` if there are none. */
export function findDecided(user: SignedIn): WishOwner | null {
  if (user.school_id !== null) return isSchoolAdmin(user) ? { school_id: user.school_id } : null;
  return isDistrictAdmin(user) && user.district_id !== null ? { district_id: user.district_id } : null;
}
