/** What media lists are (docs/behaviour/medialists.md). Pure. */
import { isCatalogueEditor, isSchoolAdmin, isStudent, isTeacher, type Person } from '../access.ts';

/** `editorial`: of a district, for all its schools. */
export const LIST_VISIBILITIES = ['private', 'school', 'editorial'] as const;
export type ListVisibility = (typeof LIST_VISIBILITIES)[number];
/** `locked`: its owner does not count at its school any more; worked out. `deleted`: can be had back for some days. */
export const LIST_STATES = ['active', 'archived', 'locked', 'deleted'] as const;
export type ListState = (typeof LIST_STATES)[number];
export const ITEM_KINDS = ['media', 'sequence', 'app', 'book', 'external', 'heading', 'text'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];
/** Kinds that name a medium of the catalogue. */
export const MEDIUM_KINDS = ['media', 'sequence', 'app', 'book'] as const;
/**
 * What the visitor is to a list: `owner` manages it, `editor` works at its items, `viewer` was asked in by name or teaches a class that has it;
 * `administrator` is one of its school, `school` somebody who works there; `district` manages an editorial list, `editorial` has it at their school;
 * `released`: a learner who has it.
 */
export const LIST_ROLES = ['owner', 'editor', 'viewer', 'administrator', 'school', 'district', 'editorial', 'released'] as const;
export type ListRole = (typeof LIST_ROLES)[number];
export const MEMBER_RIGHTS = ['viewer', 'editor'] as const;
export const RELEASE_TARGETS = ['class', 'group', 'learner', 'school'] as const;
export type ReleaseTarget = (typeof RELEASE_TARGETS)[number];
export const RELEASE_STATES = ['scheduled', 'active', 'ended', 'suspended', 'revoked'] as const;
export type ReleaseState = (typeof RELEASE_STATES)[number];
export const AVAILABILITIES = ['playable', 'not_for_learners', 'licence_expired', 'no_licence', 'removed'] as const;
export type Availability = (typeof AVAILABILITIES)[number];
/** Where a list shows somebody: own ones, those of colleagues by name, of the own school, of the district, released to the person. */
export const LIST_SCOPES = ['mine', 'shared', 'school', 'editorial', 'released'] as const;
export type ListScope = (typeof LIST_SCOPES)[number];

/** `link`: for learners and whoever else has no account; `substitute`: a colleague teaches with it, on the day it was made. */
export const LINK_KINDS = ['link', 'substitute'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];
/** `blocked`: the list is archived, locked or deleted. */
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
/** Days a link holds at most. */
export const LINK_DAYS = 400;
export const LINK_NAME_LENGTH = 80;
export const LINK_PASSWORD_LENGTH = 100;
/** Signs of the code that is typed. */
export const LINK_CODE_LENGTH = 8;
export const MAX_AT_ONCE = 50;
export const MAX_SUBJECTS = 5;
export const MAX_GRADES = 7;
/** Days a deleted list can be had back. */
export const LIST_DAYS_KEPT = 30;
/** Days after which a list without owner is deleted. */
export const LOCKED_DAYS = 90;
/** Days after which a release that is over is removed. */
export const OVER_DAYS_KEPT = 60;

/** Who makes lists of their own. Learners only where their school lets them. */
export const mayOwnLists = (person: Person, studentLists: boolean): boolean =>
  person.by_code === undefined &&
  (isStudent(person) ? studentLists : isTeacher(person) || isSchoolAdmin(person) || isCatalogueEditor(person));
