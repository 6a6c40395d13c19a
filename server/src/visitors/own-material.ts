/** Ownership of own material, and who may see and change it (docs/behaviour/own-material.md#rights). Pure. */
import { isTeacher } from '@fundus/contract/access';
import { MaterialRights } from '@fundus/contract/catalogue/material-rights';
import type { SignedIn } from './signed-in.ts';

/**
 * The school that owns a medium, its author, whether it is `given` to the whole school or, as a draft, `passed` to some people, and its
 * source.
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

/** Returns whether the user is the author and still teaches at the school. Derived, so nothing must be updated when a teacher leaves. */
export const isAuthor = (user: MaterialUser | null, { school_id, made_by }: Pick<Own, 'school_id' | 'made_by'>): boolean =>
  user !== null && user.id === made_by && user.school_id === school_id && isTeacher(user);

/** Returns whether the user has access: the whole school to material given to it, the author and people who were given it to a draft. */
export const mayReadOwn = (user: (MaterialUser & Pick<SignedIn, 'given'>) | null, own: Own): boolean =>
  user !== null && user.school_id === own.school_id && (own.given || isAuthor(user, own) || user.given.includes(own.identifier));

/** Returns whether the material is a draft that was not given to the whole school. */
export const isLimited = (own: Own | null): own is Own => own !== null && !own.given;

/** Returns whether the material is a draft that only its author sees. */
export const isUngiven = (own: Own | null): boolean => isLimited(own) && !own.passed;

/** Returns the statement about the source; `null` if there is none yet. */
export const rightsOf = (row: {
  rights_source: MaterialRights['source'] | null;
  rights_licence: string | null;
  rights_from: string;
}): MaterialRights | null =>
  row.rights_source && MaterialRights.parse({ source: row.rights_source, licence: row.rights_licence, from: row.rights_from });
