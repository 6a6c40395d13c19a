/** Class data for invitations (docs/behaviour/invitations.md#accepting). */
import type { ClassState } from '@fundus/contract/classes/classes';
import { AppError, notFound } from '@fundus/contract/errors';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { readPerson } from '../../../visitors/repository.ts';
import { findMembership, listMembers } from './member-repository.ts';
import { maySeeClass, classRefusal, roleIn, stateOf, teaches } from '../policy.ts';
import { findClass, type ClassRow } from '../repository.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

export type InvitedClass = {
  id: string;
  name: string;
  school_id: string;
  school_name: string;
  district_id: string;
  school_year: string;
  /** State of the class, or `deleted` while it can be restored. */
  state: ClassState | 'deleted';
  /** True if invited people can be added, because the class is active and not managed by the school's directory. */
  takesIn: boolean;
  /** True if the user is a member of the class. */
  member: boolean;
  /** True if the user teaches the class and therefore sees invitations and decides about requests. */
  teaches: boolean;
};

const presented = (row: ClassRow, user: SignedIn | null): InvitedClass => {
  const state = row.state === 'deleted' ? 'deleted' : stateOf(row);
  return {
    id: row.id,
    name: row.name,
    school_id: row.school_id,
    school_name: row.school_name,
    district_id: row.district_id,
    school_year: row.school_year,
    state,
    takesIn: state === 'active' && row.external_ref === null,
    member: user !== null && roleIn(user, row) !== null,
    teaches: user !== null && row.state !== 'deleted' && teaches(user, row),
  };
};

/** Returns a class for any user, or `undefined` if it does not exist. If `user` is omitted, there is no membership. */
export async function findClassForInvitation(db: Ctx['db'], id: string, user: SignedIn | null): Promise<InvitedClass | undefined> {
  const row = await findClass(db, user ?? NOBODY, id);
  return row && presented(row, user);
}

const NOBODY = { id: '00000000-0000-0000-0000-000000000000', school_id: null, by_code: undefined };

/**
 * Returns a class for its invitations. Throws `not_found` if the user cannot see the class, and `forbidden` for its learners. With `invite`, throws
 * `locked` if the class has no owner, is managed by the directory or is archived.
 */
export async function requireClassToInvite(
  { db, user }: Pick<UserCtx, 'db' | 'user'>,
  id: string,
  right: 'read' | 'invite',
): Promise<InvitedClass> {
  const row = await findClass(db, user, id);
  if (!row || !maySeeClass(user, row)) throw notFound('class_id');
  if (!teaches(user, row)) throw new AppError('forbidden');
  const refusal = right === 'invite' ? classRefusal(user, row, 'members') : undefined;
  if (refusal) throw refusal;
  return presented(row, user);
}

/** Returns the user's membership, whatever its state. */
export const findOwnMembership = (db: Ctx['db'], classId: string, user: SignedIn) =>
  findMembership(db, classId, user.by_code ? { code_id: user.id } : { person_id: user.id });

const MAX_NOTIFIED = 50;

/** Returns the people to notify of a request: the inviter if they still teach the class, otherwise the owners of the class. */
export async function listRequestApprovers(db: Ctx['db'], classId: string, inviter: string | null): Promise<string[]> {
  const by = inviter === null ? undefined : await readPerson(db, inviter, true);
  const known = by && (await findClass(db, by, classId));
  if (by && known && teaches(by, known)) return [by.id];
  const members = await listMembers(db, classId, { show: 'teachers', q: '' }, 0, MAX_NOTIFIED);
  return members.flatMap(({ role, person_id }) => (role === 'owner' && person_id !== null ? [person_id] : []));
}
