/** Invitations to a school or class, as a personal mail or as a link for multiple people (docs/behaviour/invitations.md). */
import { z } from 'zod';
import { AdministratorRow, MAX_SCHOOLS_INVITED } from './administrators.ts';
import { advancedView } from '../access.ts';
import { CAPABILITIES } from '../people/rules.ts';
import { count, day, moment, named } from '../fields.ts';
import { done, endpoint } from '../endpoint.ts';
import { INVITATION_FILTERS, INVITATION_KINDS, INVITATION_ROLES, INVITATION_STATES, INVITATION_TARGETS } from './rules.ts';
import { BulkRow, class_id, InvitationMessage, NewInvitation, NewInvitations } from './new-invitation.ts';
import { page, pageOf } from '../paging.ts';
import { tableQuery } from '../table-file.ts';

export * from './new-invitation.ts';
export * from './rules.ts';

const Id = z.string().regex(/^[\w-]{22}$/);
/** The server checks the target: administrators manage the invitations of a school, and teachers those of their classes. */
const access = 'user';

/** Invitation as its managers see it. */
export const Invitation = z.object({
  id: Id,
  kind: z.enum(INVITATION_KINDS),
  target: z.enum(INVITATION_TARGETS),
  /** School to which the invitation leads, or `null` for the staff of a district. */
  school: named(z.string()).nullable(),
  /** Class to which the invitation leads, or `null` for a school. */
  class: named(z.uuid()).nullable(),
  district: named(z.string()).nullable(),
  role: z.enum(INVITATION_ROLES),
  /** Capabilities granted to staff of the district. */
  capabilities: z.array(z.enum(CAPABILITIES)),
  email: z.string().nullable(),
  name: z.string(),
  allowed_domains: z.array(z.string()),
  own_school_only: z.boolean(),
  students_allowed: z.boolean(),
  needs_confirmation: z.boolean(),
  max_uses: z.int().nullable(),
  used_count: count,
  /** Number of people who have accepted and are waiting for approval. */
  waiting: count,
  expires_on: day,
  message: z.string(),
  state: z.enum(INVITATION_STATES),
  created_at: moment,
  sent_at: moment.nullable(),
  can: z.object({ resend: z.boolean(), revoke: z.boolean() }),
});
export type Invitation = z.output<typeof Invitation>;

/** Public data of an invitation, which anyone with the link can read. */
export const OpenInvitation = z.object({
  id: Id,
  kind: z.enum(INVITATION_KINDS),
  target: z.enum(INVITATION_TARGETS),
  /** School to which the invitation leads, or `null` for the staff of a district. */
  school: z.object({ id: z.string(), name: z.string(), city: z.string() }).nullable(),
  /** Class to which the invitation leads, or `null` for a school. */
  class: named(z.uuid()).nullable(),
  district: named(z.string()).nullable(),
  role: z.enum(INVITATION_ROLES),
  capabilities: z.array(z.enum(CAPABILITIES)),
  /** True if only members of the school may join the class. */
  own_school_only: z.boolean(),
  /** True if learners may also join the class, with an account or a code. */
  students_allowed: z.boolean(),
  /** Email address of a personal invitation, or `null`. */
  email: z.string().nullable(),
  vorname: z.string(),
  name: z.string(),
  expires_on: day,
  message: z.string(),
  needs_confirmation: z.boolean(),
  /** State of the visitor. */
  visitor: z.enum([
    /** The visitor is not signed in. */
    'guest',
    /** The visitor may accept the invitation. */
    'open',
    /** The visitor already is a member. */
    'member',
    /** The visitor has applied and is waiting for approval. */
    'waiting',
    /** The application of the visitor was rejected. */
    'rejected',
    /** The visitor would leave the school in `from` by accepting. */
    'other_school',
  ]),
  from: z.string().nullable(),
});
export type OpenInvitation = z.output<typeof OpenInvitation>;

export const Application = z.object({
  invitation: Id,
  person: z.object({ id: z.uuid(), name: z.string(), email: z.string() }),
  school: named(z.string()),
  class: named(z.uuid()).nullable(),
  role: z.enum(INVITATION_ROLES),
  at: moment,
});
export type Application = z.output<typeof Application>;

const id = z.object({ id: Id });
/** Any path segment, because a malformed ID is treated like an unknown one. */
const anyId = z.object({ id: z.string().max(200) });

const Listed = {
  class_id,
  school: z.string().max(80).default(''),
  target: z.enum(INVITATION_TARGETS).optional(),
  show: z.enum(INVITATION_FILTERS).default('open'),
};

export const invitations = {
  show: endpoint({
    method: 'GET',
    path: '/api/v1/invitations/{id}',
    summary: 'Content of an invitation link',
    access: 'user',
    guests: 'always',
    codes: true,
    params: anyId,
    reply: OpenInvitation,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/v1/invitations/{id}/accept',
    summary: 'Accept an invitation, with `change_school` leaving the current school. Idempotent',
    access: 'user',
    codes: true,
    params: anyId,
    body: z.object({ change_school: z.boolean().default(false) }),
    /** `sign_in` means that the user has joined and become a manager. The session has ended, and the next sign-in requires a second factor. */
    reply: z.object({ outcome: z.enum(['joined', 'member', 'waiting', 'sign_in']) }),
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/v1/invitations/{id}/decline',
    summary: 'Decline a personal invitation',
    access: 'user',
    params: anyId,
    reply: done,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/invitations',
    summary: 'Invitations to the school, to a school of the district, to a class, or to the staff of the district; newest first',
    access,
    advancedView,
    query: z.object({ ...page, ...Listed }),
    reply: pageOf(Invitation),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/v1/invitations/export',
    summary: 'Filtered invitations as a table',
    access,
    advancedView,
    query: z.object({ ...Listed, ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/invitations',
    summary: 'Invite an address by mail, or create a link for several people',
    access,
    advancedView,
    body: NewInvitation,
    reply: Invitation,
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/api/v1/invitations/bulk',
    summary: 'Invite up to 200 addresses, one per line or as CSV (`email;vorname;name;rolle`); each line has its own result',
    access,
    advancedView,
    body: NewInvitations,
    reply: z.object({ rows: z.array(BulkRow), sent: count }),
  }),
  administrators: endpoint({
    method: 'POST',
    path: '/api/v1/invitations/administrators',
    summary: "Invite administrators of the given schools, or of all schools of the district without one, at the school's address",
    access: 'districtAdmin',
    body: z.object({
      /** IDs of the schools. Defaults to all open schools of the district. */
      schools: z.array(z.string().max(80)).min(1).max(MAX_SCHOOLS_INVITED).optional(),
      message: InvitationMessage,
      dry_run: z.boolean().default(false),
    }),
    reply: z.object({ rows: z.array(AdministratorRow), sent: count }),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/v1/invitations/{id}/resend',
    summary: 'Resend a personal invitation, at most every two minutes',
    access,
    advancedView,
    params: id,
    reply: Invitation,
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/api/v1/invitations/{id}/revoke',
    summary: 'Revoke an invitation',
    access,
    advancedView,
    params: id,
    reply: Invitation,
  }),
  applications: endpoint({
    method: 'GET',
    path: '/api/v1/invitations/applications',
    summary: 'Requests to join by links that need confirmation',
    access,
    advancedView,
    query: z.object({ ...page, class_id, school: z.string().max(80).default('') }),
    reply: pageOf(Application),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/v1/invitations/{id}/applications/{personId}',
    summary: 'Accept or decline a request to join',
    access,
    advancedView,
    params: id.extend({ personId: z.uuid() }),
    body: z.object({ decision: z.enum(['confirmed', 'rejected']) }),
    /** `undo` is true if the decision can be undone until the mail about it is sent. */
    reply: z.object({ ok: z.literal(true), undo: z.boolean() }),
  }),
  undoDecision: endpoint({
    method: 'POST',
    path: '/api/v1/invitations/{id}/applications/{personId}/undo',
    summary: 'Let a decided request wait again, until the mail about it is sent; a confirmed one ends what it began',
    access,
    advancedView,
    params: id.extend({ personId: z.uuid() }),
    reply: done,
  }),
};
