/** Classes, who is in them, and their groups (docs/behaviour/classes.md#fields). */
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

/** What the visitor may do with a class now. */
export const ClassCan = z.object({
  /** Media and lists given to the class. */
  share: z.boolean(),
  /** Learner codes: see, print, suspend, extend, renew, revoke; whatever has become of the class. */
  codes: z.boolean(),
  /** … and new ones, or those of another class. */
  makeCodes: z.boolean(),
  members: z.boolean(),
  groups: z.boolean(),
  /** Who is in it, also of one that is over. */
  seeMembers: z.boolean(),
  /** Name, policy, owners. */
  edit: z.boolean(),
  archive: z.boolean(),
  restore: z.boolean(),
  delete: z.boolean(),
  /** Give it a new owner: an administrator, of a locked class. */
  adopt: z.boolean(),
  /** Let it follow a group of the school's portal: an administrator. */
  follow: z.boolean(),
  leave: z.boolean(),
});
export type ClassCan = z.output<typeof ClassCan>;

/** A class on a card or in a list. */
export const ClassLine = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(CLASS_KINDS),
  grade: z.int().nullable(),
  /** Code of the subject, or null. */
  subject: z.string().nullable(),
  school_year: SchoolYear,
  /** What makes a medium fit; says nothing about a person. */
  needs: z.array(z.enum(CLASS_NEEDS)),
  state: z.enum(CLASS_STATES),
  /** Learners, people and codes together; 0 for learners, who see nobody else. */
  learners: count,
  /** For learners those that are there today and may be used. */
  media: count,
  /** Pupils who ask to come in; 0 for whoever may not decide. */
  applied: count,
  /** Media its learners asked for and nobody has answered, for those who teach it; for learners how many they asked for themselves. */
  questions: count,
  /** Assignments somebody has done since the visitor last looked at the results, each learner counted; 0 for whoever does not teach it. */
  new_results: count,
  /** Steps with a comment or a correction the learner has not opened; 0 for teachers. */
  new_feedback: count,
  /** Names of those who manage it. */
  owners: z.array(z.string()),
  /** What the visitor is in it; null: an administrator, or a colleague who sees the name only. */
  role: z.enum(MEMBER_ROLES).nullable(),
  /** Day of the last change of its media or of the last sign-in of a learner by code, ISO; null: none, and for learners. */
  last_activity: day.nullable(),
  /** The class that carries it on in the next school year. */
  successor: z.uuid().nullable(),
  /** The last day a deleted class can be had back. */
  restore_until: day.nullable(),
  /** The group of the school's portal it follows; for the administrators of the school only. */
  portal_group: z.string().nullable(),
  version,
});
export type ClassLine = z.output<typeof ClassLine>;

export const ClassGroup = z.object({ id: z.uuid(), name: z.string(), members: z.array(z.uuid()), version });
export type ClassGroup = z.output<typeof ClassGroup>;

export const Class = ClassLine.extend({
  school: named(z.string()),
  join_policy: z.enum(JOIN_POLICIES),
  /** Only for those who may edit; six signs, valid until the day. */
  join_code: z.object({ code: z.string(), until: day }).nullable(),
  /** Learners of the class may sign in by their three pictures. */
  picture_login: z.boolean(),
  /** Set by those who may (`show_jitsi`), there for everybody in the class while the school has rooms. */
  video_room: z.string().nullable(),
  /** It follows a group of the school's portal: name and members are read-only. */
  external: z.boolean(),
  /** Groups of everybody; for a learner only their own ones, without members. */
  groups: z.array(ClassGroup),
  /** How many of its learners come by a code; 0 for learners. */
  codes: count,
  can: ClassCan,
});
export type Class = z.output<typeof Class>;

const video = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(300)]);

/** The fields of a class that people write. */
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
      'Own classes, those shared with the visitor, archived ones, deleted ones that can be had back, or all of the school (its administrators); locked ones in front, then by name',
    access: 'user',
    codes: true,
    advancedView,
    query: z.object({ ...page, show: z.enum(CLASS_LISTS).default('own'), year: z.union([z.literal(''), SchoolYear]).default('') }),
    reply: pageOf(ClassLine).extend({
      /** School years there are classes of, the newest first. */
      years: z.array(SchoolYear),
      /** How many stand under each heading. */
      counts: z.object({ own: count, shared: count, archived: count, school: count, deleted: count }),
      /** Learner codes of the school that are in no class, of which the visitor has the say. */
      codes_without_class: count,
      can: z.object({ create: z.boolean(), seeSchool: z.boolean(), join: z.boolean() }),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/classes',
    summary: 'Make a class of this school year; whoever makes it owns it',
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
    summary: 'Change the fields of a class; `version` is the one seen',
    access: 'user',
    advancedView,
    params: byId,
    body: ClassFields.extend({ version }),
    reply: Class,
  }),
  setState: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/state',
    summary: 'Archive, bring back, or delete a class; `version` is the one seen, deleting asks for its name',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({ to: z.enum(['archived', 'active', 'deleted']), name: z.string().max(NAME_LENGTH).default(''), version }),
    reply: z.object({ version }),
  }),
  succeed: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/successor',
    summary: 'Carry a class on in the next school year: its teachers and learners, and its media when wanted',
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
    summary: 'All classes of a school for those who manage it, locked ones in front',
    access: 'administrator',
    advancedView,
    params: z.object({ id: z.string().min(1).max(80) }),
    query: z.object({ ...page, ...ListedOfSchool }),
    reply: pageOf(ClassLine).extend({
      years: z.array(SchoolYear),
      /** Whether a portal people sign in by tells groups that classes may follow. */
      provider_groups: z.boolean(),
    }),
  }),
  exportOfSchool: endpoint({
    method: 'GET',
    path: '/api/v1/schools/{id}/classes/export',
    summary: 'Classes of a school as a table, with those who manage them and the numbers of learners and codes',
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
      'Let a class follow a group of the school’s portal, or (empty) no more: who signs in there is in the class as long as they are in the group',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({ group: line(PORTAL_GROUP_LENGTH) }),
    reply: ClassLine,
  }),
};
