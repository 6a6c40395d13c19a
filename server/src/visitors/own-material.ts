/** Pure functions that determine who may see and change own material (docs/behaviour/own-material.md#rights). */
import { isTeacher } from '@fundus/contract/access';
import { MaterialRights } from '@fundus/contract/catalogue/material-rights';
import type { SignedIn } from './signed-in.ts';

/**
 * Ownership of a medium. `given` means that it is shared with the whole school, and `passed` that it is a draft shared with classes, groups or
 * colleagues.
 */
export type Own = {
  identifier: string;
  school_id: string;
  made_by: string | null;
  given: boolean;
  passed: boolean;
  source?: MaterialRights['source'] | null;
};

type MaterialUser = Pick<SignedIn, 'id' | 'role' | 'school_id' | 'school_admin' | 'district_admin'>;

/** Returns whether the user is the author and still teaches at the school. It is not stored, so nothing must be updated when a teacher leaves. */
export const isAuthor = (user: MaterialUser | null, { school_id, made_by }: Pick<Own, 'school_id' | 'made_by'>): boolean =>
  user !== null && user.id === made_by && user.school_id === school_id && isTeacher(user);

/**
 * Returns whether the user may open the material. Users of the school may open shared material. A draft is open to its author and to the people with
 * whom it is shared.
 */
export const mayReadOwnMaterial = (user: (MaterialUser & Pick<SignedIn, 'given'>) | null, own: Own): boolean =>
  user !== null && user.school_id === own.school_id && (own.given || isAuthor(user, own) || user.given.includes(own.identifier));

/** Returns whether the material is a draft, which is not shared with the whole school. */
export const isDraft = (own: Own | null): own is Own => own !== null && !own.given;

/** Returns whether the material is a draft that is visible only to its author. */
export const isPrivateDraft = (own: Own | null): boolean => isDraft(own) && !own.passed;

/** Returns the stated origin of the material, or `null` if it has not been stated. */
export const rightsOf = (row: {
  rights_source: MaterialRights['source'] | null;
  rights_licence: string | null;
  rights_from: string;
}): MaterialRights | null =>
  row.rights_source && MaterialRights.parse({ source: row.rights_source, licence: row.rights_licence, from: row.rights_from });
