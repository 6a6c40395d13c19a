/** Opened invitations and their relation to the visitor (docs/behaviour/invitations.md#opening). */
import { isDistrictAdmin, isStudent } from '@fundus/contract/access';
import { APPLY_AGAIN_HOURS } from '@fundus/contract/classes/classes';
import { today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import { invitationState, refusalOf, type OpenInvitation } from '@fundus/contract/invitations/invitations';
import type { Ctx } from '../../http/context.ts';
import { findClassForInvitation, findOwnMembership, type InvitedClass } from '../classes/index.ts';
import { findInvitation, findUse, type InvitationRow } from './repository.ts';
import { classOf, toInvitingDistrict } from './service.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

type At = Pick<Ctx, 'db' | 'now'>;

/** An invitation and its relation to the visitor. */
export type OpenedInvitation = {
  row: InvitationRow;
  /** Class of the invitation, or `null` if it is to a school or to the staff of a district. */
  class: InvitedClass | null;
  /**
   * User who opened the invitation. It is `null` for a guest, and for a learner code with an invitation to a school, because codes can join only
   * classes.
   */
  visitor: SignedIn | null;
  /** True if the visitor is already a member. */
  member: boolean;
  /** State of the visitor's request. For a learner code, this is the state in the class. */
  use: 'waiting' | 'confirmed' | 'rejected' | undefined;
};

const hasAll = (user: SignedIn, { capabilities }: InvitationRow): boolean =>
  capabilities.length > 0 ? capabilities.every((each) => user.capabilities.includes(each)) : user.school_id === null;

/** Returns whether the user already works for the district with all rights that the invitation grants. */
const isStaff = (user: SignedIn, row: InvitationRow): boolean =>
  user.district_id === row.staff_of && (isDistrictAdmin(user) || (row.role === 'staff' && hasAll(user, row)));

const isMember = (user: SignedIn, row: InvitationRow, group: InvitedClass | null): boolean =>
  row.staff_of !== null
    ? isStaff(user, row)
    : group
      ? group.member
      : user.school_id === row.school_id && (row.role !== 'school_admin' || user.school_admin !== '0');

const HOUR = 3_600_000;

/**
 * Returns the state of the visitor's request. The request of a learner code is stored only in the class. Throws `suspended` for a suspended learner.
 */
async function useOf({ db, now }: At, user: SignedIn, row: InvitationRow): Promise<OpenedInvitation['use']> {
  const standing = row.class_id === null ? undefined : await findOwnMembership(db, row.class_id, user);
  if (standing?.state === 'suspended') throw new AppError('suspended', { details: { reason: 'member' } });
  if (!user.by_code) return (await findUse(db, row.id, user.id))?.state;
  if (standing?.state === 'applied' && row.needs_confirmation) return 'waiting';
  const lately = standing?.state === 'declined' && standing.state_since.getTime() + APPLY_AGAIN_HOURS * HOUR > now.getTime();
  return lately ? 'rejected' : undefined;
}

/**
 * Returns an invitation that is valid or that the visitor has already used. Throws `invalid_link`, `expired`, `revoked`, `exhausted` or `suspended`.
 * An invitation to a class ends when the class is archived, deleted or has no manager.
 */
export async function requireOpen(at: At, id: string, user: SignedIn | null): Promise<OpenedInvitation> {
  const row = await findInvitation(at.db, id);
  if (!row) throw new AppError('invalid_link', { field: 'id' });
  if (row.school_state === 'closed') throw new AppError('revoked');
  if (row.school_state === 'suspended') throw new AppError('suspended');
  const visitor = user?.by_code && row.class_id === null ? null : user;
  const group = row.class_id === null ? null : ((await findClassForInvitation(at.db, row.class_id, visitor)) ?? null);
  if (row.class_id !== null && !group?.takesIn) throw new AppError('revoked');
  const member = visitor !== null && isMember(visitor, row, group);
  const use = visitor === null || member ? undefined : await useOf(at, visitor, row);
  // Former members need a valid invitation to join again.
  const hasAsked = use === 'waiting' || use === 'rejected';
  if (member || hasAsked || isUsable(at, row)) return { row, class: group, visitor, member, use };
  throw refuseEnded(at, row);
}

/** Returns whether the invitation can still be accepted. */
export function isUsable({ now }: At, row: InvitationRow): boolean {
  const state = invitationState(row, today(now));
  return state === 'pending' || state === 'active';
}

export function refuseEnded({ now }: At, row: InvitationRow): AppError {
  const state = invitationState(row, today(now));
  return new AppError(state === 'expired' || state === 'exhausted' ? state : 'revoked');
}

/** Throws if the user does not meet the conditions of the invitation. */
export function requireAcceptable(user: SignedIn, row: InvitationRow): void {
  const { email, school_id, district_id } = user;
  const refusal = refusalOf({ email, school_id, district_id, learner: isStudent(user) }, row);
  if (refusal) throw new AppError(refusal);
}

/** Returns whether the user would leave their school by accepting. In a class of another school, the user becomes a guest instead. */
const leaves = (user: SignedIn, row: InvitationRow): boolean =>
  row.school_id !== null && row.class_id === null && user.school_id !== null && user.school_id !== row.school_id;

function stateFor({ row, visitor, member, use }: OpenedInvitation): OpenInvitation['visitor'] {
  if (!visitor) return 'guest';
  if (member) return 'member';
  if (use === 'waiting' || use === 'rejected') return use;
  requireAcceptable(visitor, row);
  return leaves(visitor, row) ? 'other_school' : 'open';
}

export async function showInvitation(ctx: Ctx, id: string): Promise<OpenInvitation> {
  const found = await requireOpen(ctx, id, ctx.user);
  const { row } = found;
  const visitor = stateFor(found);
  return {
    id: row.id,
    kind: row.kind,
    target: row.target,
    school: row.school_id === null ? null : { id: row.school_id, name: row.place_name, city: row.school_city ?? '' },
    class: classOf(row),
    district: toInvitingDistrict(row),
    role: row.role,
    capabilities: row.capabilities,
    own_school_only: row.own_school_only,
    students_allowed: row.students_allowed,
    email: row.email,
    vorname: row.vorname,
    name: row.name,
    expires_on: row.expires_on,
    message: row.message,
    needs_confirmation: row.needs_confirmation,
    visitor,
    from: visitor === 'other_school' ? (found.visitor?.schulname ?? null) : null,
  };
}
