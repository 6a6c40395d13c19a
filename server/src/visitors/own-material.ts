/** Ownership of own material, and who may see and change it (docs/behaviour/own-material.md#rights). Pure. */
import { isTeacher } from '@fundus/contract/access';
import { MaterialRights } from '@fundus/contract/catalogue/material-rights';
import type { SignedIn } from './signed-in.ts';

/** The school that owns a medium, its author, whether it is available to the school, and its source. */
export type Own = { school_id: string; made_by: string | null; given: boolean; source?: MaterialRights['source'] | null };

type MaterialUser = Pick<SignedIn, 'id' | 'role' | 'school_id' | 'school_admin' | 'district_admin'>;

/** Returns whether the user is the author and still teaches at the school. Derived, so nothing must be updated when a teacher leaves. */
export const isAuthor = (user: MaterialUser | null, { school_id, made_by }: Pick<Own, 'school_id' | 'made_by'>): boolean =>
  user !== null && user.id === made_by && user.school_id === school_id && isTeacher(user);

/** Returns whether the user has access: the whole school to available material, only the author to a draft. */
export const mayReadOwn = (user: MaterialUser | null, own: Own): boolean =>
  own.given ? user !== null && user.school_id === own.school_id : isAuthor(user, own);

/** Returns the statement about the source; `null` if there is none yet. */
export const rightsOf = (row: {
  rights_source: MaterialRights['source'] | null;
  rights_licence: string | null;
  rights_from: string;
}): MaterialRights | null =>
  row.rights_source && MaterialRights.parse({ source: row.rights_source, licence: row.rights_licence, from: row.rights_from });
