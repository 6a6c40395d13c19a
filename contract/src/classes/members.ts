/** Members and groups of a class, and joining with a code (docs/behaviour/classes.md#members). */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { byId, count, day, line, moment, text, version, versionInQuery } from '../fields.ts';
import { MIN_LETTERS } from '../people/rules.ts';
import { GROUP_NAME_LENGTH, MEMBER_ROLES, MEMBER_STATES } from './rules.ts';
import { Class, ClassGroup } from './classes.ts';
import { done, endpoint } from '../endpoint.ts';
import { page, pageOf } from '../paging.ts';

/** Member of a class as teachers see it. */
export const ClassMember = z.object({
  id: z.uuid(),
  /** Kind of member: a user of the portal or a learner code. */
  kind: z.enum(['person', 'code']),
  person_id: z.uuid().nullable(),
  code_id: z.uuid().nullable(),
  /** Name of the user, or label of the learner code. */
  name: z.string(),
  role: z.enum(MEMBER_ROLES),
  state: z.enum(MEMBER_STATES),
  groups: z.array(z.uuid()),
  joined_at: moment,
  /** Day of the learner's last session. `null` if there was none, and for teachers. */
  last_seen_on: day.nullable(),
});
export type ClassMember = z.output<typeof ClassMember>;

/** Purposes of a code: joining the class, or signing in with pictures. */
export const JOIN_TARGETS = ['join', 'pictures'] as const;

const member = byId.extend({ memberId: z.uuid() });
const group = byId.extend({ groupId: z.uuid() });
const GroupFields = z.object({ name: line(GROUP_NAME_LENGTH).min(1), members: z.array(z.uuid()).max(500) });

export const classMembers = {
  members: endpoint({
    method: 'GET',
    path: '/api/v1/classes/{id}/members',
    summary: 'Members of a class for its teachers: owners, teachers, then learners by name; `q` is part of the name',
    access: 'user',
    advancedView,
    params: byId,
    query: z.object({ ...page, q: text(100).default(''), show: z.enum(['learners', 'teachers', 'applied']).default('learners') }),
    reply: pageOf(ClassMember),
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/api/v1/classes/{id}/candidates',
    summary: 'People of the school outside the class by part of the name, at most 20',
    access: 'user',
    advancedView,
    params: byId,
    query: z.object({ q: text(100).min(MIN_LETTERS), role: z.enum(['teacher', 'student']) }),
    reply: z.object({ items: z.array(z.object({ id: z.uuid(), name: z.string(), detail: z.string() })) }),
  }),
  addMembers: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/members',
    summary: 'Add people of the school to a class; existing members stay as they are. An administrator can give a locked class an owner',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({ people: z.array(z.uuid()).min(1).max(200), role: z.enum(MEMBER_ROLES) }),
    /** `members` lists the memberships that were added or changed, with which the call can be undone. */
    reply: z.object({ added: count, members: z.array(z.uuid()) }),
  }),
  changeMember: endpoint({
    method: 'PATCH',
    path: '/api/v1/classes/{id}/members/{memberId}',
    summary: "Accept a request, suspend or resume a learner, or change a teacher's ownership; one owner must remain",
    access: 'user',
    advancedView,
    params: member,
    body: z.union([z.object({ state: z.enum(['active', 'suspended']) }), z.object({ role: z.enum(['owner', 'teacher']) })]),
    reply: ClassMember,
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/api/v1/classes/{id}/members/{memberId}',
    summary: 'Remove a member of a class, or decline a request; one owner must remain',
    access: 'user',
    advancedView,
    params: member,
    reply: done,
  }),
  undoRequest: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/members/{memberId}/request/undo',
    summary: 'Undo the decision on a request to join, for a few seconds',
    access: 'user',
    advancedView,
    params: member,
    reply: done,
  }),
  leave: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/leave',
    summary: 'Leave a class; refused to the last owner',
    access: 'user',
    advancedView,
    params: byId,
    reply: done,
  }),
  addGroup: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/groups',
    summary: 'Create a group of learners in a class',
    access: 'user',
    advancedView,
    params: byId,
    body: GroupFields,
    reply: ClassGroup,
  }),
  changeGroup: endpoint({
    method: 'PUT',
    path: '/api/v1/classes/{id}/groups/{groupId}',
    summary: 'Change name and members of a group; `version` is the version the user edited',
    access: 'user',
    advancedView,
    params: group,
    body: GroupFields.extend({ version }),
    reply: ClassGroup,
  }),
  removeGroup: endpoint({
    method: 'DELETE',
    path: '/api/v1/classes/{id}/groups/{groupId}',
    summary: 'Delete a group; its learners stay in the class. `version` is the version the user saw',
    access: 'user',
    advancedView,
    params: group,
    query: z.object({ version: versionInQuery }),
    reply: done,
  }),
  newJoinCode: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/join-code',
    summary: 'Create a new join code; the previous one becomes invalid',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({ until: day }),
    reply: Class,
  }),
  removeJoinCode: endpoint({
    method: 'DELETE',
    path: '/api/v1/classes/{id}/join-code',
    summary: 'Remove the join code',
    access: 'user',
    advancedView,
    params: byId,
    reply: Class,
  }),
  joinQr: endpoint({
    method: 'GET',
    path: '/api/v1/classes/{id}/join-code/qr',
    summary: 'Address of the join code as a QR code (SVG) for the board: joining, or signing in by pictures',
    access: 'user',
    advancedView,
    params: byId,
    query: z.object({ to: z.enum(JOIN_TARGETS).default('join') }),
    reply: 'stream',
  }),
  join: endpoint({
    method: 'POST',
    path: '/api/v1/classes/join',
    summary: 'Join a class by its code: at once, or after approval by a teacher. Idempotent',
    access: 'user',
    codes: true,
    advancedView,
    body: z.object({ code: z.string().trim().min(1).max(40) }),
    reply: z.object({ outcome: z.enum(['joined', 'member', 'applied']), id: z.uuid(), name: z.string() }),
  }),
};
