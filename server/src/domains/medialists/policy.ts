/** Permissions on media lists as pure functions (docs/behaviour/medialists.md#rights). */
import { isAdvancedView, isCatalogueEditor, isSchoolAdmin, isStudent, isTeacher } from '@fundus/contract/access';
import { shiftDay, today } from '@fundus/contract/days';
import { AppError, notFound } from '@fundus/contract/errors';
import {
  LIST_DAYS_KEPT,
  mayOwnLists,
  type LinkState,
  type ListCan,
  type ListRole,
  type ListScope,
  type ListState,
  type ListVisibility,
  type ReleaseState,
} from '@fundus/contract/medialists/medialists';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** Facts about a list on which the permissions depend. */
export type ListFacts = {
  owner_id: string | null;
  /** True if the owner is active and belongs to the school of the list. */
  owner_counts: boolean;
  school_id: string | null;
  district_id: string | null;
  visibility: ListVisibility;
  archived: boolean;
  deleted_at: Date | null;
  /** Role of the visitor if they are a member of the list. */
  member_role: 'viewer' | 'editor' | null;
  /** True if the visitor teaches a class to which the list is released. */
  teaches_class: boolean;
  /** True if the visitor is a learner to whom the list is released today. */
  released: boolean;
};

/** Returns the state of the list. It is derived, not stored, so that blocking or deleting an account needs no update of its lists. */
export function stateOf({
  visibility,
  owner_counts,
  archived,
  deleted_at,
}: Omit<ListFacts, 'member_role' | 'teaches_class' | 'released'>): ListState {
  if (deleted_at !== null) return 'deleted';
  if (visibility !== 'editorial' && !owner_counts) return 'locked';
  return archived ? 'archived' : 'active';
}

/** Returns whether the user has an account and is not a learner. */
export const isColleague = (user: SignedIn): boolean => !user.by_code && !isStudent(user);

const managesDistrict = (user: SignedIn, { district_id }: Pick<ListFacts, 'district_id'>): boolean =>
  !user.by_code && isCatalogueEditor(user) && district_id !== null && user.district_id === district_id;

/** Returns whether the user administers the school of the list. Administrators have no access to private lists. */
const administrates = (user: SignedIn, { visibility, school_id }: Pick<ListFacts, 'visibility' | 'school_id'>): boolean =>
  !user.by_code && isSchoolAdmin(user) && visibility === 'school' && user.school_id === school_id;

/** Returns the most powerful role of the visitor, or `null` if the list is hidden from them. */
export function roleIn(user: SignedIn, known: ListFacts): ListRole | null {
  const colleague = isColleague(user);
  const sameSchool = known.school_id !== null && user.school_id === known.school_id;
  if (!user.by_code && known.owner_id === user.id) return 'owner';
  if (managesDistrict(user, known)) return 'district';
  if (administrates(user, known)) return 'administrator';
  if (known.deleted_at !== null) return null;
  if (colleague && sameSchool && known.member_role !== null) return known.member_role;
  if (colleague && known.teaches_class) return 'viewer';
  if (colleague && sameSchool && known.visibility === 'school') return 'school';
  if (colleague && known.district_id !== null && user.district_id === known.district_id) return 'editorial';
  return known.released && stateOf(known) === 'active' ? 'released' : null;
}

type Rule = (user: SignedIn, known: ListFacts, role: ListRole) => boolean;

const manages: Rule = (_user, _known, role) => role === 'owner' || role === 'district';
const has: Rule = (user, known, role) => manages(user, known, role) || role === 'administrator';
/** Returns whether the user may release lists to classes. */
const mayRelease = (user: SignedIn): boolean => user.school_id !== null && isAdvancedView(user) && (isTeacher(user) || isSchoolAdmin(user));

const WHO: Record<keyof ListCan, Rule> = {
  editItems: (user, known, role) => manages(user, known, role) || known.member_role === 'editor',
  manage: manages,
  release: (user, _known, role) => role !== 'released' && mayRelease(user),
  releaseToSchool: (user, known, role) =>
    mayRelease(user) && user.school_id === known.school_id && (role === 'owner' || role === 'administrator'),
  copy: (user, _known, role) => role !== 'released' && isColleague(user) && mayOwnLists(user, false),
  archive: has,
  restore: has,
  delete: has,
  handOver: (_user, known, role) => known.school_id !== null && (role === 'owner' || role === 'administrator'),
  leave: (_user, known, role) => known.member_role !== null && (role === 'viewer' || role === 'editor'),
  seeSharing: (_user, _known, role) => role !== 'released',
  link: (user, known, role) => isColleague(user) && known.school_id !== null && role === 'owner',
  substitute: (user, known, role) => isColleague(user) && known.school_id !== null && (role === 'owner' || role === 'administrator'),
  seeLinks: (user, known, role) => isColleague(user) && known.school_id !== null && (role === 'owner' || role === 'administrator'),
};

const WHEN: Record<keyof ListCan, readonly ListState[]> = {
  editItems: ['active'],
  manage: ['active'],
  release: ['active'],
  releaseToSchool: ['active'],
  copy: ['active', 'archived', 'locked'],
  archive: ['active'],
  restore: ['archived', 'deleted'],
  delete: ['active', 'archived', 'locked'],
  handOver: ['active', 'archived', 'locked'],
  leave: ['active', 'archived', 'locked'],
  seeSharing: ['active', 'archived', 'locked', 'deleted'],
  link: ['active'],
  substitute: ['active'],
  seeLinks: ['active', 'archived', 'locked'],
};

const RIGHTS = Object.keys(WHO) as (keyof ListCan)[];

/** Returns whether the owner of a locked list lacks the permission: only an administrator may transfer such a list. */
const isNotForOwner = (role: ListRole, state: ListState, right: keyof ListCan): boolean =>
  state === 'locked' && role === 'owner' && right === 'handOver';

export function listPermissions(user: SignedIn, known: ListFacts): ListCan {
  const role = roleIn(user, known);
  const state = stateOf(known);
  return Object.fromEntries(
    RIGHTS.map((right) => [
      right,
      role !== null && WHO[right](user, known, role) && WHEN[right].includes(state) && !isNotForOwner(role, state, right),
    ]),
  ) as ListCan;
}

/** Returns an error (`not_found`, `forbidden`, `locked` or `state_conflict`) if the user currently lacks the permission, otherwise `undefined`. */
export function listRefusal(user: SignedIn, known: ListFacts, right: keyof ListCan): AppError | undefined {
  const role = roleIn(user, known);
  if (role === null) return notFound();
  if (!WHO[right](user, known, role)) return new AppError('forbidden');
  const state = stateOf(known);
  if (WHEN[right].includes(state) && !isNotForOwner(role, state, right)) return undefined;
  const closed = state === 'locked' || (state === 'archived' && right !== 'archive');
  return new AppError(closed ? 'locked' : 'state_conflict', { details: { state } });
}

/** Returns the last day on which a list deleted at the given time can be restored. */
export const restorableUntil = (deleted: Date): string => shiftDay(today(deleted), LIST_DAYS_KEPT);

/** Returns the list scopes that the user can select. */
export function scopesOf(user: SignedIn, studentLists: boolean): ListScope[] {
  if (!isColleague(user)) return [...(mayOwnLists(user, studentLists) ? (['mine'] as const) : []), 'released'];
  return [
    'mine',
    ...(user.school_id === null ? [] : (['shared', 'school'] as const)),
    ...(user.district_id === null ? [] : (['editorial'] as const)),
  ];
}

/** Returns the state of a link on a day. */
export function linkState(
  { valid_until, revoked_at }: { valid_until: string; revoked_at: Date | null },
  list: ListState,
  day: string,
): LinkState {
  if (revoked_at !== null) return 'revoked';
  if (valid_until < day) return 'expired';
  return list === 'active' ? 'active' : 'blocked';
}

type ReleaseKnown = { visible_from: string | null; visible_until: string; revoked_at: Date | null; class_active: boolean };

/** Returns the state of a release on a day. */
export function releaseState(
  { visible_from, visible_until, revoked_at, class_active }: ReleaseKnown,
  list: ListState,
  day: string,
): ReleaseState {
  if (revoked_at !== null) return 'revoked';
  if (visible_until < day) return 'ended';
  if (list !== 'active' || !class_active) return 'suspended';
  return visible_from !== null && visible_from > day ? 'scheduled' : 'active';
}
