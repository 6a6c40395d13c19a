/** Classes, their members and groups (docs/behaviour/classes.md#fields). */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { byId, count, day, line, named, text, version } from '../fields.ts';
import { CLASS_KINDS, CLASS_LISTS, CLASS_STATES, JOIN_POLICIES, MEMBER_ROLES, NAME_LENGTH, PORTAL_GROUP_LENGTH } from './rules.ts';
import { endpoint } from '../endpoint.ts';
import { page, pageOf } from '../paging.ts';
import { schoolClasses } from './school-classes.ts';
import { CLASS_NEEDS } from '../catalogue/needs.ts';
import { tableQuery } from '../table-file.ts';

export * from './rules.ts';

const SchoolYear = z.string().regex(/^\d{4}\/\d{2}$/);

/** Actions that the visitor may currently perform on a class. */
export const ClassCan = z.object({
  /** Share media and lists with the class. */
  share: z.boolean(),
  /** See, print, suspend, extend, renew and revoke learner codes, regardless of the state of the class. */
  codes: z.boolean(),
  /** Create learner codes or add those of another class. */
  makeCodes: z.boolean(),
  members: z.boolean(),
  groups: z.boolean(),
  /** See the members, even if the class has ended. */
  seeMembers: z.boolean(),
  /** Change name, policy and owners. */
  edit: z.boolean(),
  archive: z.boolean(),
  restore: z.boolean(),
  delete: z.boolean(),
  /** Assign a new owner to a locked class (administrators only). */
  adopt: z.boolean(),
  /** Link the class to a group of the identity provider (administrators only). */
  follow: z.boolean(),
  leave: z.boolean(),
});
export type ClassCan = z.output<typeof ClassCan>;

/** Class on a card or in a list. */
export const ClassLine = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(CLASS_KINDS),
  grade: z.int().nullable(),
  /** Code of the subject, or null. */
  subject: z.string().nullable(),
  school_year: SchoolYear,
  /** Requirements that media for the class must meet. They contain no personal data. */
  needs: z.array(z.enum(CLASS_NEEDS)),
  state: z.enum(CLASS_STATES),
  /** Number of learners with an account or a code. 0 for learners, who may not see each other. */
  learners: count,
  /** Number of media. For learners, only those available today. */
  media: count,
  /** Number of learners who have applied. 0 for users who may not decide on them. */
  applied: count,
  /** Number of open media requests. For learners, the number of their own requests. */
  questions: count,
  /** Number of results of learners since the visitor last opened the results. 0 for users who are not teachers. */
  new_results: count,
  /** Number of steps with unread feedback for the learner; 0 for teachers. */
  new_feedback: count,
  /** Names of the owners. */
  owners: z.array(z.string()),
  /** Role of the visitor, or `null` for an administrator and for a colleague who sees only the name. */
  role: z.enum(MEMBER_ROLES).nullable(),
  /** Day of the last change of media or the last sign-in with a code. `null` if there is none, and for learners. */
  last_activity: day.nullable(),
  /** ID of the class that continues this class in the next school year. */
  successor: z.uuid().nullable(),
  /** Last day on which a deleted class can be restored. */
  restore_until: day.nullable(),
  /** Group of the identity provider that determines the members of the class. Returned only to school administrators. */
  portal_group: z.string().nullable(),
  version,
});
export type ClassLine = z.output<typeof ClassLine>;

export const ClassGroup = z.object({ id: z.uuid(), name: z.string(), members: z.array(z.uuid()), version });
export type ClassGroup = z.output<typeof ClassGroup>;

export const Class = ClassLine.extend({
  school: named(z.string()),
  join_policy: z.enum(JOIN_POLICIES),
  /** Join code of six characters and its last day. Returned only to users who may edit the class. */
  join_code: z.object({ code: z.string(), until: day }).nullable(),
  /** True if learners can sign in with their three pictures. */
  picture_login: z.boolean(),
  /** URL of the video room, which the whole class can see if the school has video rooms. */
  video_room: z.string().nullable(),
  /** True if the class is linked to a group of the identity provider, so that name and members are read-only. */
  external: z.boolean(),
  /** Groups of the class. Learners receive only their own groups, without members. */
  groups: z.array(ClassGroup),
  /** Number of learners who have a code. 0 for learners. */
  codes: count,
  can: ClassCan,
});
export type Class = z.output<typeof Class>;

const video = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(300)]);

/** Editable fields of a class. */
export const ClassFields = z.object({
  name: line(NAME_LENGTH).min(1),
  kind: z.enum(CLASS_KINDS).default('class'),
  grade: z.int().min(1).max(13).nullable().default(null),
  subject: z.string().max(40).nullable().default(null),
  needs: z.array(z.enum(CLASS_NEEDS)).max(4).default([]),
  join_policy: z.enum(JOIN_POLICIES).default('closed'),
  picture_login: z.boolean().default(false),
  video_room: video.default(''),
});
export type ClassFields = z.output<typeof ClassFields>;

const ListedOfSchool = { q: text(100).default(''), year: z.union([z.literal(''), SchoolYear]).default('') };

export const classes = {
  ...schoolClasses,
  list: endpoint({
    method: 'GET',
    path: '/api/v1/classes',
    summary:
      'Classes of a list: own, shared, archived, deleted ones that can be restored, or all of the school (administrators); locked ones first, then by name',
    access: 'user',
    codes: true,
    advancedView,
    query: z.object({ ...page, show: z.enum(CLASS_LISTS).default('own'), year: z.union([z.literal(''), SchoolYear]).default('') }),
    reply: pageOf(ClassLine).extend({
      /** School years in which there are classes, newest first. */
      years: z.array(SchoolYear),
      /** Number of classes in each list. */
      counts: z.object({ own: count, shared: count, archived: count, school: count, deleted: count }),
      /** Number of learner codes without a class that the visitor manages. */
      codes_without_class: count,
      can: z.object({ create: z.boolean(), seeSchool: z.boolean(), join: z.boolean() }),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/classes',
    summary: 'Create a class of this school year, owned by the user',
    access: 'user',
    advancedView,
    body: ClassFields,
    reply: Class,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/v1/classes/{id}',
    summary: 'A class, for its members and the administrators of its school',
    access: 'user',
    codes: true,
    advancedView,
    params: byId,
    reply: Class,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/v1/classes/{id}',
    summary: 'Change the fields of a class; `version` is the version the user edited',
    access: 'user',
    advancedView,
    params: byId,
    body: ClassFields.extend({ version }),
    reply: Class,
  }),
  setState: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/state',
    summary: 'Archive, restore or delete a class; `version` is the version the user saw, and deleting requires its name',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({ to: z.enum(['archived', 'active', 'deleted']), name: z.string().max(NAME_LENGTH).default(''), version }),
    reply: z.object({ version }),
  }),
  succeed: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/successor',
    summary: 'Continue a class in the next school year with its teachers and learners, optionally with its media',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({
      name: line(NAME_LENGTH).min(1),
      grade: z.int().min(1).max(13).nullable().default(null),
      media: z.boolean().default(false),
    }),
    reply: Class,
  }),
  ofSchool: endpoint({
    method: 'GET',
    path: '/api/v1/schools/{id}/classes',
    summary: 'All classes of a school for its administrators, locked ones first',
    access: 'administrator',
    advancedView,
    params: z.object({ id: z.string().min(1).max(80) }),
    query: z.object({ ...page, ...ListedOfSchool }),
    reply: pageOf(ClassLine).extend({
      years: z.array(SchoolYear),
      /** True if an identity provider reports groups to which classes can be linked. */
      provider_groups: z.boolean(),
    }),
  }),
  exportOfSchool: endpoint({
    method: 'GET',
    path: '/api/v1/schools/{id}/classes/export',
    summary: 'Classes of a school as a table with owners and numbers of learners and codes',
    access: 'administrator',
    advancedView,
    params: z.object({ id: z.string().min(1).max(80) }),
    query: z.object({ ...ListedOfSchool, ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
  followGroup: endpoint({
    method: 'PUT',
    path: '/api/v1/classes/{id}/portal-group',
    summary:
      "Link a class to a group of the school's identity provider, or unlink it (empty); members of the group are members of the class",
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({ group: line(PORTAL_GROUP_LENGTH) }),
    reply: ClassLine,
  }),
};
