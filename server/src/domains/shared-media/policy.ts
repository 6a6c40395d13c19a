/** Pure functions that determine the permissions to share, receive and revoke media (docs/behaviour/shared-media.md#rights). */
import { isAdvancedView, isSchoolAdmin, isStudent, isTeacher } from '@fundus/contract/access';
import type { SHARED_STATES, SharedList } from '@fundus/contract/shared-media/shared-media';
import type { SignedIn } from '../../visitors/signed-in.ts';

type SharedState = (typeof SHARED_STATES)[number];

/** Facts about a share on which the permissions depend. */
export type KnownShare = {
  school_id: string;
  person_id: string;
  to_school: boolean;
  visible_from: string | null;
  visible_until: string;
  revoked_at: Date | null;
  /** True if the sender is active and belongs to the staff of the share's school. */
  giver_counts: boolean;
};

/** Returns whether the user belongs to the staff of a school. Only staff can receive shares by name. */
export const worksAtSchool = (user: SignedIn): boolean => user.school_id !== null && !user.by_code && !isStudent(user);

/** Returns whether the user may share media. The rule is the same as for adding media to classes. */
export const mayGive = (user: SignedIn): boolean => worksAtSchool(user) && isAdvancedView(user) && (isTeacher(user) || isSchoolAdmin(user));

/**
 * Returns the lists that the user can open. Learners see the media shared with their classes and school, and users without a school have no lists.
 */
export function listsOf(user: SignedIn): SharedList[] {
  if (user.school_id === null || user.by_code) return [];
  if (!worksAtSchool(user)) return ['classes', 'school'];
  return ['to_me', ...(mayGive(user) ? (['by_me'] as const) : []), 'classes', 'school'];
}

/** Returns the state. It is derived, not stored, so that blocking or deleting an account needs no update of shares. */
export function stateOf({ revoked_at, giver_counts, visible_from, visible_until }: KnownShare, day: string): SharedState {
  if (revoked_at !== null) return 'revoked';
  if (!giver_counts || visible_until < day) return 'ended';
  return visible_from !== null && visible_from > day ? 'waiting' : 'active';
}

const isOver = (known: KnownShare, day: string): boolean => ['ended', 'revoked'].includes(stateOf(known, day));

/** Returns whether the share is with the visitor's whole school and visible to them. Staff also see shares whose first day is in the future. */
export const isOfOwnSchool = (user: SignedIn, known: KnownShare, day: string): boolean =>
  known.to_school && known.school_id === user.school_id && (worksAtSchool(user) ? !isOver(known, day) : stateOf(known, day) === 'active');

/** Returns whether the user may change the share, even if it has ended. Revoked shares and shares at a previous school cannot be changed. */
export const mayChange = (user: SignedIn, known: KnownShare): boolean =>
  mayGive(user) && known.person_id === user.id && known.school_id === user.school_id && known.revoked_at === null;

/** Returns whether the user may revoke the share. School administrators may also revoke shares of others with the whole school. */
export const mayRevoke = (user: SignedIn, known: KnownShare, day: string): boolean =>
  mayGive(user) &&
  known.school_id === user.school_id &&
  (known.person_id === user.id || (known.to_school && isSchoolAdmin(user))) &&
  !isOver(known, day);
