/** Who may do what with a class (docs/behaviour/classes.md#rights). Pure. */
import { isSchoolAdmin, isStudent, isTeacher, type Person } from '@fundus/contract/access';
import { CLASS_DAYS_KEPT, type ClassCan, type ClassState, type MemberRole } from '@fundus/contract/classes/classes';
import { shiftDay, today } from '@fundus/contract/days';
import { AppError, notFound } from '@fundus/contract/errors';
import type { SchoolSettings } from '@fundus/contract/schools/schools';
import type { ValueOf } from '../../db/tables.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** A class as the rules know it. `owners` are those who manage it and still work at its school. */
export type Known = {
  school_id: string;
  state: ValueOf<'class', 'state'>;
  owners: readonly string[];
  external_ref: string | null;
  /** What the visitor is in it, if that counts today. */
  role: MemberRole | null;
};

/** Nobody manages it any more: worked out, so that whoever leaves, is blocked or is erased needs no word about classes. */
export const stateOf = ({ state, owners }: Pick<Known, 'state' | 'owners'>): ClassState =>
  state === 'active' && owners.length === 0 ? 'locked' : state;

/** Whether somebody can be this in a class: whoever works at the school teaches, anybody else learns. */
export const fits = (person: Person, role: MemberRole): boolean => isStudent(person) === (role === 'student');

/** What the visitor is in the class; a teacher who has become a pupil is nothing in it. */
export const roleIn = (user: SignedIn, { role }: Pick<Known, 'role'>): MemberRole | null =>
  role !== null && (user.by_code ? role === 'student' : fits(user, role)) ? role : null;

/** Administrators of its school. Those of the district see no class. */
export const administrates = (user: SignedIn, { school_id }: Pick<Known, 'school_id'>): boolean =>
  !user.by_code && isSchoolAdmin(user) && user.school_id === school_id;

/** Looks at it as those who teach it do. */
export const teaches = (user: SignedIn, known: Known): boolean => {
  const role = roleIn(user, known);
  return role === 'owner' || role === 'teacher' || administrates(user, known);
};

const owns = (user: SignedIn, known: Known): boolean => roleIn(user, known) === 'owner' || administrates(user, known);

/** Those who teach it, whatever has become of it but deleted; its learners while it runs. For anybody else it does not exist. */
export const maySee = (user: SignedIn, known: Known): boolean =>
  teaches(user, known) ? known.state !== 'deleted' : roleIn(user, known) === 'student' && known.state === 'active';

/** Whether the class would be without owner if the visitor went. */
const isLastOwner = (user: SignedIn, known: Known): boolean => roleIn(user, known) === 'owner' && known.owners.length === 1;

const WHO: Record<keyof ClassCan, (user: SignedIn, known: Known) => boolean> = {
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
  adopt: administrates,
  follow: administrates,
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

/** What the directory of the school does, where it keeps the class. */
const OF_THE_DIRECTORY: readonly (keyof ClassCan)[] = ['members', 'leave'];

const RIGHTS = Object.keys(WHO) as (keyof ClassCan)[];

export function classCan(user: SignedIn, known: Known): ClassCan {
  const state = stateOf(known);
  const sees = maySee(user, known);
  const can = Object.fromEntries(
    RIGHTS.map((right) => [right, sees && WHO[right](user, known) && WHEN[right].includes(state) && !isKept(known, right)]),
  ) as ClassCan;
  return { ...can, leave: can.leave && !isLastOwner(user, known) };
}

const isKept = ({ external_ref }: Pick<Known, 'external_ref'>, right: keyof ClassCan): boolean =>
  external_ref !== null && OF_THE_DIRECTORY.includes(right);

/** Why the visitor may not do this now; undefined when they may. `not_found`, `forbidden`, `locked`, `state_conflict`. */
export function refusalOf(user: SignedIn, known: Known, right: keyof ClassCan): AppError | undefined {
  if (!maySee(user, known)) return notFound();
  if (!WHO[right](user, known)) return new AppError('forbidden');
  const state = stateOf(known);
  // Nothing of it can be changed then, whatever it is; only archiving it once more says what it is.
  const closed = state === 'locked' || (state === 'archived' && right !== 'archive');
  if (!WHEN[right].includes(state)) return new AppError(closed ? 'locked' : 'state_conflict', { details: { state } });
  if (isKept(known, right)) return refuseExternal();
  return right === 'leave' && isLastOwner(user, known) ? oneOwnerRemains() : undefined;
}

/** The last day on which a class that was deleted at a moment can be had back. */
export const restorableUntil = (deleted: Date): string => shiftDay(today(deleted), CLASS_DAYS_KEPT);

export const oneOwnerRemains = (): AppError => new AppError('state_conflict', { details: { reason: 'last_owner' } });

/** What the directory of the school keeps is not changed here. */
export const refuseExternal = (): AppError => new AppError('locked', { details: { reason: 'external' } });

/** Teachers and administrators of a school, unless it leaves that to its administrators. */
export const mayCreate = (user: SignedIn, settings: Pick<SchoolSettings, 'class_creation'> | undefined): boolean =>
  user.school_id !== null &&
  !user.by_code &&
  (isSchoolAdmin(user) || (isTeacher(user) && settings !== undefined && settings.class_creation === 'teachers'));

type Days = { visible_from: string | null; visible_until: string | null };

/** Whether a medium given to a class is there on a day. */
export const isThere = ({ visible_from, visible_until }: Days, day: string): boolean =>
  (visible_from ?? day) <= day && (visible_until ?? day) >= day;
