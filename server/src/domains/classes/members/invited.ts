/** What an invitation needs to know of the class it leads to (docs/behaviour/invitations.md#accepting). */
import type { ClassState } from '@fundus/contract/classes/classes';
import { AppError, notFound } from '@fundus/contract/errors';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { readPerson } from '../../../visitors/repository.ts';
import { findMembership, listMembers } from './member-repository.ts';
import { maySee, refusalOf, roleIn, stateOf, teaches } from '../policy.ts';
import { findClass, type ClassRow } from '../repository.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

export type InvitedClass = {
  id: string;
  name: string;
  school_id: string;
  school_name: string;
  district_id: string;
  school_year: string;
  /** `deleted` for one that can still be had back. */
  state: ClassState | 'deleted';
  /** It takes in who is invited: it runs, and the school's directory does not keep it. */
  takesIn: boolean;
  /** The visitor is in it already. */
  member: boolean;
  /** The visitor looks at it as those do who teach it: sees who was invited, decides about who asks. */
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

/** The class, whoever asks; undefined when there is none. Without `user` it is nobody's. */
export async function findClassForInvitation(db: Ctx['db'], id: string, user: SignedIn | null): Promise<InvitedClass | undefined> {
  const row = await findClass(db, user ?? NOBODY, id);
  return row && presented(row, user);
}

const NOBODY = { id: '00000000-0000-0000-0000-000000000000', school_id: null, by_code: undefined };

/**
 * The class whose invitations somebody looks at, or to `invite` to it. Throws `not_found` where they see no such class, `forbidden` to its learners,
 * and to invite also `locked` (nobody manages it, the school's directory does, or it is archived).
 */
export async function requireClassToInvite(
  { db, user }: Pick<UserCtx, 'db' | 'user'>,
  id: string,
  what: 'read' | 'invite',
): Promise<InvitedClass> {
  const row = await findClass(db, user, id);
  if (!row || !maySee(user, row)) throw notFound('class_id');
  if (!teaches(user, row)) throw new AppError('forbidden');
  const refusal = what === 'invite' ? refusalOf(user, row, 'members') : undefined;
  if (refusal) throw refusal;
  return presented(row, user);
}

/** The row of the visitor in a class, whether it counts or not: who asked waits in it, who is suspended has one. */
export const findStanding = (db: Ctx['db'], classId: string, user: SignedIn) =>
  findMembership(db, classId, user.by_code ? { code_id: user.id } : { person_id: user.id });

const MAX_NOTIFIED = 50;

/** Whom to tell of somebody who asks to come in: who invited them, where they still manage the class, otherwise its owners. */
export async function decidersOf(db: Ctx['db'], classId: string, inviter: string | null): Promise<string[]> {
  const by = inviter === null ? undefined : await readPerson(db, inviter, true);
  const known = by && (await findClass(db, by, classId));
  if (by && known && teaches(by, known)) return [by.id];
  const members = await listMembers(db, classId, { show: 'teachers', q: '' }, 0, MAX_NOTIFIED);
  return members.flatMap(({ role, person_id }) => (role === 'owner' && person_id !== null ? [person_id] : []));
}
