/** Members and groups of a class, and joining by code (docs/behaviour/classes.md#members). */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { byId, count, day, line, moment, text, version, versionInQuery } from '../fields.ts';
import { MIN_LETTERS } from '../people/rules.ts';
import { GROUP_NAME_LENGTH, MEMBER_ROLES, MEMBER_STATES } from './rules.ts';
import { Class, ClassGroup } from './classes.ts';
import { done, endpoint } from '../endpoint.ts';
import { page, pageOf } from '../paging.ts';

/** A member as teachers see it. */
export const ClassMember = z.object({
  id: z.uuid(),
  /** A user of the portal, or a learner code. */
  kind: z.enum(['person', 'code']),
  person_id: z.uuid().nullable(),
  code_id: z.uuid().nullable(),
  /** Name of the user, or label of the code. */
  name: z.string(),
  role: z.enum(MEMBER_ROLES),
  state: z.enum(MEMBER_STATES),
  groups: z.array(z.uuid()),
  joined_at: moment,
  /** Last day of a learner's session; null if there was none, and for teachers. */
  last_seen_on: day.nullable(),
});
export type ClassMember = z.output<typeof ClassMember>;

/** Purpose of a code: joining the class, or signing in with pictures. */
export const JOIN_TARGETS = ['join', 'pictures'] as const;

const member = byId.extend({ memberId: z.uuid() });
const group = byId.extend({ groupId: z.uuid() });
const GroupFields = z.object({ name: line(GROUP_NAME_LENGTH).min(1), members: z.array(z.uuid()).max(500) });

export const classMembers = {
  members: endpoint({
    method: 'GET',
    path: '/api/v1/classes/{id}/members',
    summary: 'Who is in a class, for those who teach it: owners, teachers, then learners by name; `q` is a part of the name',
    access: 'user',
    advancedView,
    params: byId,
    query: z.object({ ...page, q: text(100).default(''), show: z.enum(['learners', 'teachers', 'applied']).default('learners') }),
    reply: pageOf(ClassMember),
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/api/v1/classes/{id}/candidates',
    summary: 'People of the school who are not in the class, by a part of the name; at most 20',
    access: 'user',
    advancedView,
    params: byId,
    query: z.object({ q: text(100).min(MIN_LETTERS), role: z.enum(['teacher', 'student']) }),
    reply: z.object({ items: z.array(z.object({ id: z.uuid(), name: z.string(), detail: z.string() })) }),
  }),
  addMembers: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/members',
    summary:
      'Take people of the school into a class; whoever is in it stays as they are. An administrator gives a locked class its owner by it',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({ people: z.array(z.uuid()).min(1).max(200), role: z.enum(MEMBER_ROLES) }),
    /** `members`: memberships that were added or changed, for undoing. */
    reply: z.object({ added: count, members: z.array(z.uuid()) }),
  }),
  changeMember: endpoint({
    method: 'PATCH',
    path: '/api/v1/classes/{id}/members/{memberId}',
    summary: 'Let somebody in who asked, suspend or resume a learner, make a teacher an owner or the other way round; one owner remains',
    access: 'user',
    advancedView,
    params: member,
    body: z.union([z.object({ state: z.enum(['active', 'suspended']) }), z.object({ role: z.enum(['owner', 'teacher']) })]),
    reply: ClassMember,
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/api/v1/classes/{id}/members/{memberId}',
    summary: 'Take somebody out of a class, or turn down who asked; one owner remains',
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
    summary: 'Leave a class; the last owner may not',
    access: 'user',
    advancedView,
    params: byId,
    reply: done,
  }),
  addGroup: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/groups',
    summary: 'Make a group of learners of the class',
    access: 'user',
    advancedView,
    params: byId,
    body: GroupFields,
    reply: ClassGroup,
  }),
  changeGroup: endpoint({
    method: 'PUT',
    path: '/api/v1/classes/{id}/groups/{groupId}',
    summary: 'Name and members of a group; `version` is the one seen',
    access: 'user',
    advancedView,
    params: group,
    body: GroupFields.extend({ version }),
    reply: ClassGroup,
  }),
  removeGroup: endpoint({
    method: 'DELETE',
    path: '/api/v1/classes/{id}/groups/{groupId}',
    summary: 'Dissolve a group; its learners stay in the class, `version` is the one seen',
    access: 'user',
    advancedView,
    params: group,
    query: z.object({ version: versionInQuery }),
    reply: done,
  }),
  newJoinCode: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/join-code',
    summary: 'Make a new code for joining; the old one does not hold any more',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({ until: day }),
    reply: Class,
  }),
  removeJoinCode: endpoint({
    method: 'DELETE',
    path: '/api/v1/classes/{id}/join-code',
    summary: 'Take the code for joining back',
    access: 'user',
    advancedView,
    params: byId,
    reply: Class,
  }),
  joinQr: endpoint({
    method: 'GET',
    path: '/api/v1/classes/{id}/join-code/qr',
    summary: 'Where the code for joining leads, to be scanned from the board (SVG): into the class, or to signing in by pictures',
    access: 'user',
    advancedView,
    params: byId,
    query: z.object({ to: z.enum(JOIN_TARGETS).default('join') }),
    reply: 'stream',
  }),
  join: endpoint({
    method: 'POST',
    path: '/api/v1/classes/join',
    summary: 'Join a class by its code: at once, or after a teacher has said yes. Twice is once',
    access: 'user',
    codes: true,
    advancedView,
    body: z.object({ code: z.string().trim().min(1).max(40) }),
    reply: z.object({ outcome: z.enum(['joined', 'member', 'applied']), id: z.uuid(), name: z.string() }),
  }),
};
