/** Fields of new invitations: a personal invitation, a link, or multiple email addresses. */
import { z } from 'zod';
import { day, personName, text } from '../fields.ts';
import { CAPABILITIES } from '../people/rules.ts';
import { INVITATION_ROLES, INVITATION_TARGETS, MAX_ADDRESSES, MAX_USES } from './rules.ts';

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/);

/** ID of the class, or omitted for an invitation to a school. */
export const class_id = z.uuid().optional();

/** Personal message of the inviting user in the mail. */
export const InvitationMessage = text(500).default('');

const common = {
  target: z.enum(INVITATION_TARGETS).default('school'),
  class_id,
  /** ID of the school. Defaults to the user's own school. */
  school: z.string().max(80).optional(),
  /** True if only members of the school may join the class. If false, teachers of other schools may join as guests. */
  own_school_only: z.boolean().default(true),
  role: z.enum(INVITATION_ROLES),
  /** Capabilities granted to staff of the user's district. */
  capabilities: z.array(z.enum(CAPABILITIES)).max(CAPABILITIES.length).default([]),
  message: InvitationMessage,
  /** Last day of the invitation. Defaults to 14 days for an address and 30 days for a link, at most until the end of the school year. */
  expires_on: day.optional(),
};

export const NewInvitation = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('personal'),
    ...common,
    email: z.email().max(254),
    vorname: personName.default(''),
    name: personName.default(''),
    /** Password of the user, required to invite another administrator to the same school or district. */
    password: z.string().max(1_024).optional(),
  }),
  z.object({
    kind: z.literal('link'),
    ...common,
    allowed_domains: z.array(domain).max(20).default([]),
    /** True if learners may also join the class, which is always the case for an invitation for learners. */
    students_allowed: z.boolean().default(true),
    needs_confirmation: z.boolean().default(false),
    max_uses: z.int().min(1).max(MAX_USES).nullable().default(null),
  }),
]);
export type NewInvitation = z.output<typeof NewInvitation>;

/** Invitations with the same terms to multiple email addresses. */
export const NewInvitations = z.object({
  ...common,
  role: z.enum(['teacher', 'student', 'staff']),
  lines: z
    .string()
    .min(1)
    .max(MAX_ADDRESSES * 400),
});

export const BulkRow = z.object({
  line: z.int(),
  email: z.string(),
  name: z.string(),
  role: z.string(),
  result: z.enum(['sent', 'already_member', 'invalid', 'duplicate']),
});
export type BulkRow = z.output<typeof BulkRow>;
