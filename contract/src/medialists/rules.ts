/** States, roles and limits of media lists (docs/behaviour/medialists.md). */
import { isCatalogueEditor, isSchoolAdmin, isStudent, isTeacher, type Person } from '../access.ts';

/** Visibilities of a list. `editorial` lists are published by a district for all its schools. */
export const LIST_VISIBILITIES = ['private', 'school', 'editorial'] as const;
export type ListVisibility = (typeof LIST_VISIBILITIES)[number];
/** States of a list. `locked` means that the owner has left the school, and is derived. A `deleted` list can be restored for some days. */
export const LIST_STATES = ['active', 'archived', 'locked', 'deleted'] as const;
export type ListState = (typeof LIST_STATES)[number];
export const ITEM_KINDS = ['media', 'sequence', 'app', 'book', 'external', 'heading', 'text'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];
/** Kinds of items that refer to a medium in the catalogue. */
export const MEDIUM_KINDS = ['media', 'sequence', 'app', 'book'] as const;
/** Roles of a visitor in a list. */
export const LIST_ROLES = [
  'owner',
  /** Member who may edit the list. */
  'editor',
  /** Member who may only view the list, or teacher of a class that has the list. */
  'viewer',
  /** Administrator of a school whose whole staff can see the list. */
  'administrator',
  /** Colleague at a school whose whole staff can see the list. */
  'school',
  /** Catalogue editor of the district that publishes the list. */
  'district',
  /** Staff of a school in the district that publishes the list. */
  'editorial',
  /** Learner to whom the list was released. */
  'released',
] as const;
export type ListRole = (typeof LIST_ROLES)[number];
export const MEMBER_RIGHTS = ['viewer', 'editor'] as const;
export const RELEASE_TARGETS = ['class', 'group', 'learner', 'school'] as const;
export const RELEASE_STATES = ['scheduled', 'active', 'ended', 'suspended', 'revoked'] as const;
export type ReleaseState = (typeof RELEASE_STATES)[number];
export const AVAILABILITIES = ['playable', 'not_for_learners', 'licence_expired', 'no_licence', 'removed'] as const;
export type Availability = (typeof AVAILABILITIES)[number];
/** Scopes of the overview: own lists, lists shared by colleagues, lists of the school, lists of the district, and lists released to the user. */
export const LIST_SCOPES = ['mine', 'shared', 'school', 'editorial', 'released'] as const;
export type ListScope = (typeof LIST_SCOPES)[number];

/** Kinds of links. `link` is for people without an account, and `substitute` lets a colleague teach with the list for one day. */
export const LINK_KINDS = ['link', 'substitute'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];
/** States of a link. `blocked` means that the list is archived, locked or deleted. */
export const LINK_STATES = ['active', 'expired', 'revoked', 'blocked'] as const;
export type LinkState = (typeof LINK_STATES)[number];

export const TITLE_LENGTH = 120;
export const DESCRIPTION_LENGTH = 2_000;
export const TEXT_LENGTH = 2_000;
export const ITEM_NOTE_LENGTH = 1_000;
export const MAX_ITEMS = 200;
export const MAX_LISTS = 500;
export const MAX_MEMBERS = 100;
export const MAX_LINKS = 20;
/** Maximum number of days for which a link is valid. */
export const LINK_DAYS = 400;
export const LINK_NAME_LENGTH = 80;
export const LINK_PASSWORD_LENGTH = 100;
/** Number of characters in the code of a link. */
export const LINK_CODE_LENGTH = 8;
export const MAX_AT_ONCE = 50;
export const MAX_SUBJECTS = 5;
export const MAX_GRADES = 7;
/** Number of days for which a deleted list can be restored. */
export const LIST_DAYS_KEPT = 30;
/** Number of days after which a list without an owner is deleted. */
export const LOCKED_DAYS = 90;
/** Number of days after its end for which a release is stored. */
export const ENDED_RELEASE_DAYS_KEPT = 60;

/** Returns whether the user may own lists. Learners may only if their school allows it. */
export const mayOwnLists = (person: Person, studentLists: boolean): boolean =>
  person.by_code === undefined &&
  (isStudent(person) ? studentLists : isTeacher(person) || isSchoolAdmin(person) || isCatalogueEditor(person));
