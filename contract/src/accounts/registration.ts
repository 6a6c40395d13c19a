/** Registration and password reset (docs/behaviour/accounts.md#registration, docs/behaviour/accounts.md#password-reset). */
import { z } from 'zod';
import { language, text } from '../fields.ts';
import { AnyPassword, Registration, token } from './forms.ts';
import { endpoint } from '../endpoint.ts';
import { FACTOR_METHODS } from './second-step.ts';

const open = { access: 'user', guests: 'always' } as const;
const Done = z.object({ ok: z.literal(true) });

export const SchoolChoice = z.object({ id: z.string(), name: z.string(), number: z.string(), postcode: z.string(), city: z.string() });
export type SchoolChoice = z.output<typeof SchoolChoice>;

/** Data shown before the user sets a new password. */
export const ResetHint = z.object({
  /** Email address or user name of the account, partly masked, such as `m•••@lindenhof.example`. */
  account: z.string(),
  /** Second factors of which the user must use one. Empty if none is required. */
  factors: z.array(z.enum(FACTOR_METHODS)),
});
export type ResetHint = z.output<typeof ResetHint>;

export const registration = {
  registerSchools: endpoint({
    method: 'GET',
    path: '/api/v1/user/register/schools',
    summary: 'Schools by name, place, postcode or number for the registration form; at most ten',
    ...open,
    setting: 'AllowRegister',
    query: z.object({ q: text(100).default('') }),
    reply: z.object({ items: z.array(SchoolChoice) }),
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/v1/user/register',
    summary: 'Register; the reply is the same for known addresses, only the mail differs',
    ...open,
    setting: 'AllowRegister',
    body: Registration,
    reply: Done,
  }),
  registerInvited: endpoint({
    method: 'POST',
    path: '/api/v1/user/register/invited',
    summary: 'Register by a personal invitation, also without `AllowRegister`',
    ...open,
    body: Registration,
    reply: Done,
  }),
  confirmRegistration: endpoint({
    method: 'POST',
    path: '/api/v1/user/register/confirm',
    summary: 'Confirm the address by the link of the mail',
    ...open,
    body: z.object({ token }),
    reply: z.object({ state: z.enum(['pending_approval', 'active']) }),
  }),
  requestPassword: endpoint({
    method: 'POST',
    path: '/api/v1/user/password/request',
    summary: 'Request a mail to set a new password; the reply is always the same',
    ...open,
    body: z.object({ login: z.string().trim().min(1).max(254), language: language.optional() }),
    reply: Done,
  }),
  checkReset: endpoint({
    method: 'POST',
    path: '/api/v1/user/password/check',
    summary: 'Account of a password link; does not use up the link',
    ...open,
    body: z.object({ token }),
    reply: ResetHint,
  }),
  createResetChallenge: endpoint({
    method: 'POST',
    path: '/api/v1/user/password/passkey',
    summary: 'Challenge for a passkey to continue with a password link',
    ...open,
    body: z.object({ token }),
    reply: z.object({ options: z.record(z.string(), z.unknown()) }),
  }),
  confirmReset: endpoint({
    method: 'POST',
    path: '/api/v1/user/password/confirm',
    summary: 'Continue with a password link, with a code or passkey if the account has a second factor',
    ...open,
    body: z.object({
      token,
      code: z.string().trim().max(40).default(''),
      passkey: z.record(z.string(), z.unknown()).nullable().default(null),
    }),
    reply: Done,
  }),
  newPassword: endpoint({
    method: 'POST',
    path: '/api/v1/user/password/new',
    summary: 'Set a new password; uses up the link and ends all sessions',
    ...open,
    body: z.object({ token, password: AnyPassword.min(1) }),
    reply: Done,
  }),
};
