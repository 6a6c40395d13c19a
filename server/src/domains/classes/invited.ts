/** What an invitation needs to know of the class it leads to (behaviour.md 5.6). */
import type { ClassState } from '@fundus/contract/classes';
import type { Ctx, SignedIn } from '../../http/context.ts';
import { classCan, roleIn, stateOf } from './policy.ts';
import { findClass } from './repository.ts';

export type InvitedClass = {
  id: string;
  name: string;
  school_id: string;
  school_name: string;
  district_id: string;
  school_year: string;
  /** `deleted` for one that can still be had back. */
  state: ClassState | 'deleted';
  /** The visitor is in it already. */
  member: boolean;
  /** The visitor may invite to it: those who may take people in, where the school's directory does not keep it. */
  mayInvite: boolean;
};

/** The class, whoever asks; undefined when there is none. Without `user` it is nobody's. */
export async function classForInvitation(db: Ctx['db'], id: string, user: SignedIn | null): Promise<InvitedClass | undefined> {
  const row = await findClass(db, user ?? NOBODY, id);
  if (!row) return undefined;
  return {
    id: row.id,
    name: row.name,
    school_id: row.school_id,
    school_name: row.school_name,
    district_id: row.district_id,
    school_year: row.school_year,
    state: row.state === 'deleted' ? 'deleted' : stateOf(row),
    member: user !== null && roleIn(user, row) !== null,
    mayInvite: user !== null && classCan(user, row).members && row.external_ref === null,
  };
}

const NOBODY = { id: '00000000-0000-0000-0000-000000000000', school_id: null, by_code: undefined };
