/** Rights on classes (docs/behaviour/classes.md#rights). Pure. */
import { isSchoolAdmin, isStudent, isTeacher, type Person } from '@fundus/contract/access';
import { CLASS_DAYS_KEPT, type ClassCan, type ClassState, type MemberRole } from '@fundus/contract/classes/classes';
import { shiftDay, today } from '@fundus/contract/days';
import { AppError, notFound } from '@fundus/contract/errors';
import type { SchoolSettings } from '@fundus/contract/schools/schools';
import type { ValueOf } from '../../db/tables.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** Data of a class that the rules need. `owners` is the number of active owners at its school. */
export type ClassFacts = {
  school_id: string;
  state: ValueOf<'class', 'state'>;
  owners: readonly string[];
  external_ref: string | null;
  /** Current role of the user in the class. */
  role: MemberRole | null;
};

/**
 * Returns the state of a class, which is `locked` if there is no owner. It is derived, so that nothing must be updated when a person leaves, is
 * blocked or is erased.
 */
export const stateOf = ({ state, owners }: Pick<ClassFacts, 'state' | 'owners'>): ClassState =>
  state === 'active' && owners.length === 0 ? 'locked' : state;

/** Returns whether a person may have the role. Staff of the school can teach, all others can only learn. */
export const fitsRole = (person: Person, role: MemberRole): boolean => isStudent(person) === (role === 'student');

/** Returns the role of the user, or `null` if it no longer fits, as for a teacher who became a learner. */
export const roleIn = (user: SignedIn, { role }: Pick<ClassFacts, 'role'>): MemberRole | null =>
  role !== null && (user.by_code ? role === 'student' : fitsRole(user, role)) ? role : null;

/** Returns whether the user administers the school of the class. District administrators do not see classes. */
export const administersSchoolOf = (user: SignedIn, { school_id }: Pick<ClassFacts, 'school_id'>): boolean =>
  !user.by_code && isSchoolAdmin(user) && user.school_id === school_id;

/** Returns whether the user sees the class as its teachers do. */
export const teaches = (user: SignedIn, known: ClassFacts): boolean => {
  const role = roleIn(user, known);
  return role === 'owner' || role === 'teacher' || administersSchoolOf(user, known);
};

const owns = (user: SignedIn, known: ClassFacts): boolean => roleIn(user, known) === 'owner' || administersSchoolOf(user, known);

/** Returns whether the user sees the class. Teachers see it unless it is deleted, learners only while it is active. */
export const maySeeClass = (user: SignedIn, known: ClassFacts): boolean =>
  teaches(user, known) ? known.state !== 'deleted' : roleIn(user, known) === 'student' && known.state === 'active';

/** Returns whether the user is the only owner of the class. */
const isLastOwner = (user: SignedIn, known: ClassFacts): boolean => roleIn(user, known) === 'owner' && known.owners.length === 1;

const WHO: Record<keyof ClassCan, (user: SignedIn, known: ClassFacts) => boolean> = {
  share: teaches,
  codes: teaches,
  makeCodes: teaches,
  members: teaches,
  groups: teaches,
  seeMembers: teaches,
  edit: owns,
  archive: owns,
  restore: owns,
  delete: owns,
  adopt: administersSchoolOf,
  follow: administersSchoolOf,
  leave: (user, known) => roleIn(user, known) !== null && !user.by_code,
};

const WHEN: Record<keyof ClassCan, readonly ClassState[]> = {
  share: ['active'],
  codes: ['active', 'archived', 'locked'],
  makeCodes: ['active'],
  members: ['active'],
  groups: ['active'],
  seeMembers: ['active', 'archived', 'locked'],
  edit: ['active'],
  archive: ['active', 'locked'],
  restore: ['archived'],
  delete: ['active', 'archived', 'locked'],
  adopt: ['locked'],
  follow: ['active', 'locked'],
  leave: ['active', 'archived', 'locked'],
};

/** Rights that the directory exercises instead of the users in a class it manages. */
const OF_THE_DIRECTORY: readonly (keyof ClassCan)[] = ['members', 'leave'];

const RIGHTS = Object.keys(WHO) as (keyof ClassCan)[];

export function classPermissions(user: SignedIn, known: ClassFacts): ClassCan {
  const state = stateOf(known);
  const sees = maySeeClass(user, known);
  const can = Object.fromEntries(
    RIGHTS.map((right) => [right, sees && WHO[right](user, known) && WHEN[right].includes(state) && !isKept(known, right)]),
  ) as ClassCan;
  return { ...can, leave: can.leave && !isLastOwner(user, known) };
}

const isKept = ({ external_ref }: Pick<ClassFacts, 'external_ref'>, right: keyof ClassCan): boolean =>
  external_ref !== null && OF_THE_DIRECTORY.includes(right);

/** Returns why the user lacks a right (`not_found`, `forbidden`, `locked` or `state_conflict`), or `undefined` if they have it. */
export function classRefusal(user: SignedIn, known: ClassFacts, right: keyof ClassCan): AppError | undefined {
  if (!maySeeClass(user, known)) return notFound();
  if (!WHO[right](user, known)) return new AppError('forbidden');
  const state = stateOf(known);
  // A locked or archived class cannot be changed. If an archived class is archived again, the error is `state_conflict`.
  const closed = state === 'locked' || (state === 'archived' && right !== 'archive');
  if (!WHEN[right].includes(state)) return new AppError(closed ? 'locked' : 'state_conflict', { details: { state } });
  if (isKept(known, right)) return externalClassConflict();
  return right === 'leave' && isLastOwner(user, known) ? lastOwnerConflict() : undefined;
}

/** Returns the last day on which a deleted class can be restored. */
export const restorableUntil = (deleted: Date): string => shiftDay(today(deleted), CLASS_DAYS_KEPT);

export const lastOwnerConflict = (): AppError => new AppError('state_conflict', { details: { reason: 'last_owner' } });

/** Returns the error for a change that only the school's directory can make. */
export const externalClassConflict = (): AppError => new AppError('locked', { details: { reason: 'external' } });

/** Returns whether the user may create classes. Teachers and administrators may, or only administrators if the school requires it. */
export const mayCreate = (user: SignedIn, settings: Pick<SchoolSettings, 'class_creation'> | undefined): boolean =>
  user.school_id !== null &&
  !user.by_code &&
  (isSchoolAdmin(user) || (isTeacher(user) && settings !== undefined && settings.class_creation === 'teachers'));

type Days = { visible_from: string | null; visible_until: string | null };

/** Returns whether a shared medium is visible on a day. */
export const isVisibleOn = ({ visible_from, visible_until }: Days, day: string): boolean =>
  (visible_from ?? day) <= day && (visible_until ?? day) >= day;
