/** Who gives media to the people of a school, who gets them, and who takes them back (docs/behaviour/shared-media.md#rights). Pure. */
import { isAdvancedView, isSchoolAdmin, isStudent, isTeacher } from '@fundus/contract/access';
import type { SHARED_STATES, SharedList } from '@fundus/contract/shared-media/shared-media';
import type { SignedIn } from '../../visitors/signed-in.ts';

type SharedState = (typeof SHARED_STATES)[number];

/** Something that was given, as the rules know it. */
export type Known = {
  school_id: string;
  person_id: string;
  to_school: boolean;
  visible_from: string | null;
  visible_until: string;
  revoked_at: Date | null;
  /** Whoever gave it may sign in and works at the school it was given at. */
  giver_counts: boolean;
};

/** Works at a school: whom something can be given to by name. */
export const worksAtSchool = (user: SignedIn): boolean => user.school_id !== null && !user.by_code && !isStudent(user);

/** Those who may give media to classes as well. */
export const mayGive = (user: SignedIn): boolean => worksAtSchool(user) && isAdvancedView(user) && (isTeacher(user) || isSchoolAdmin(user));

/** Learners have what stands in their classes and what all of their school has; without a school there is nothing. */
export function listsOf(user: SignedIn): SharedList[] {
  if (user.school_id === null || user.by_code) return [];
  if (!worksAtSchool(user)) return ['classes', 'school'];
  return ['to_me', ...(mayGive(user) ? (['by_me'] as const) : []), 'classes', 'school'];
}

/** Worked out of what is stored: whoever leaves, is blocked or is erased needs no word about what they gave. */
export function stateOf({ revoked_at, giver_counts, visible_from, visible_until }: Known, day: string): SharedState {
  if (revoked_at !== null) return 'revoked';
  if (!giver_counts || visible_until < day) return 'ended';
  return visible_from !== null && visible_from > day ? 'waiting' : 'active';
}

const isOver = (known: Known, day: string): boolean => ['ended', 'revoked'].includes(stateOf(known, day));

/** Whether all of the school has it, for the visitor: those who work there see as well what waits for its day. */
export const isOfOwnSchool = (user: SignedIn, known: Known, day: string): boolean =>
  known.to_school && known.school_id === user.school_id && (worksAtSchool(user) ? !isOver(known, day) : stateOf(known, day) === 'active');

/** New words and days, also for what has ended; not for what was taken back, and not at a school that was left. */
export const mayChange = (user: SignedIn, known: Known): boolean =>
  mayGive(user) && known.person_id === user.id && known.school_id === user.school_id && known.revoked_at === null;

/** Whoever gave it; of what all of the school has also its administrators. */
export const mayRevoke = (user: SignedIn, known: Known, day: string): boolean =>
  mayGive(user) &&
  known.school_id === user.school_id &&
  (known.person_id === user.id || (known.to_school && isSchoolAdmin(user))) &&
  !isOver(known, day);
