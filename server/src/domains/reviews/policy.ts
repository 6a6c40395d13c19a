/** Permissions on reviews and reports (docs/behaviour/reviews.md#moderation). */
import { isCatalogueEditor, isTeacher } from '@fundus/contract/access';
import { AppError } from '@fundus/contract/errors';
import type { SignedIn } from '../../visitors/signed-in.ts';

/**
 * Returns whether the user is a catalogue editor or district administrator. All editors share the catalogue and its recommendations, but reviews and
 * reports belong to a district.
 */
export const isEditor = (user: SignedIn | null): user is SignedIn => user !== null && user.district_id !== null && isCatalogueEditor(user);

/** Returns whether the user may read reviews: teachers and editors only. Other visitors see the average. */
export const mayRead = (user: SignedIn | null): user is SignedIn => user !== null && (isTeacher(user) || isEditor(user));

/** Returns the district of an editor. Throws `forbidden`. */
export function requireEditorDistrict(user: SignedIn): string {
  if (!isEditor(user) || user.district_id === null) throw new AppError('forbidden');
  return user.district_id;
}
