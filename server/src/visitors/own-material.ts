/** Whose own material is, who has it, who may change it (docs/behaviour/own-material.md#rights). Pure. */
import { isTeacher } from '@fundus/contract/access';
import { MaterialRights } from '@fundus/contract/catalogue/material-rights';
import type { SignedIn } from './signed-in.ts';

/** Of a medium: the school whose it is, who made it, whether the school has it, and where it comes from. */
export type Own = { school_id: string; made_by: string | null; given: boolean; source?: MaterialRights['source'] | null };

type Somebody = Pick<SignedIn, 'id' | 'role' | 'school_id' | 'school_admin' | 'district_admin'>;

/** Whoever made it, while they teach at its school: worked out, so that whoever leaves needs no word about it. */
export const isMaker = (user: Somebody | null, { school_id, made_by }: Pick<Own, 'school_id' | 'made_by'>): boolean =>
  user !== null && user.id === made_by && user.school_id === school_id && isTeacher(user);

/** All of its school have what was given, only its maker a draft. */
export const hasOwn = (user: Somebody | null, own: Own): boolean =>
  own.given ? user !== null && user.school_id === own.school_id : isMaker(user, own);

/** The answer where it comes from; null: none yet. */
export const rightsOf = (row: {
  rights_source: MaterialRights['source'] | null;
  rights_licence: string | null;
  rights_from: string;
}): MaterialRights | null =>
  row.rights_source && MaterialRights.parse({ source: row.rights_source, licence: row.rights_licence, from: row.rights_from });
