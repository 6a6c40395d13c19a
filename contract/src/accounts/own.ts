/** Self-service for the user's own account (docs/behaviour/accounts.md#own-account). */
import { z } from 'zod';
import { byId, day, language, moment, personName, version } from '../fields.ts';
import { AnyPassword, Email, Salutation } from './forms.ts';
import { endpoint } from '../endpoint.ts';
import { MAIL_CHOICES, NOTIFICATIONS } from '../mails/notifications.ts';
import { TABLE_FORMATS, tableQuery } from '../table-file.ts';

const user = { access: 'user' } as const;
const Done = z.object({ ok: z.literal(true) });

/** Delivery of one kind of notification. `portal` has no effect for kinds that have their own list in the portal. */
export const NotificationChoice = z.object({ name: z.enum(NOTIFICATIONS), mail: z.enum(MAIL_CHOICES), portal: z.boolean() });
export type NotificationChoice = z.output<typeof NotificationChoice>;

export const OwnAccount = z.object({
  salutation: Salutation,
  vorname: z.string(),
  name: z.string(),
  email: z.string(),
  username: z.string(),
  schulname: z.string().nullable(),
  /** Language of emails, or `null` for the portal's default. */
  locale: z.string().nullable(),
  version,
  /** True if the user has a password, which must then be entered for sensitive changes. */
  has_password: z.boolean(),
  /** New email address that has not been confirmed yet, or `null`. */
  new_email: z.string().nullable(),
  notifications: z.array(NotificationChoice),
  can: z.object({
    /** False for learners, whose names are managed by their school. */
    rename: z.boolean(),
    changePassword: z.boolean(),
    changeEmail: z.boolean(),
    /** False for the last administrator of a school or a district. */
    delete: z.boolean(),
  }),
});
export type OwnAccount = z.output<typeof OwnAccount>;

export const OwnSession = z.object({
  id: z.uuid(),
  /** Browser and operating system, such as `Firefox · Windows`. Empty if the browser is unknown. */
  device: z.string(),
  created_at: moment,
  last_seen_at: moment,
  stay: z.boolean(),
  /** True for the session that sent this request. */
  current: z.boolean(),
});
export type OwnSession = z.output<typeof OwnSession>;

export const ownAccount = {
  account: endpoint({ method: 'GET', path: '/api/v1/user/account', summary: 'Account of the user', ...user, reply: OwnAccount }),
  changeAccount: endpoint({
    method: 'PUT',
    path: '/api/v1/user/account',
    summary: 'Change name, salutation and language; `version` is the version the user edited',
    ...user,
    body: z.object({
      version: version.min(1),
      salutation: Salutation,
      vorname: personName.min(1),
      name: personName.min(1),
      locale: language.nullable(),
    }),
    reply: OwnAccount,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/v1/user/account/password',
    summary: 'Change the password of the user; all other sessions end',
    ...user,
    body: z.object({ old: AnyPassword.min(1), password: AnyPassword.min(1) }),
    reply: Done,
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/v1/user/account/email',
    summary: 'Request a change of the address: sends a mail to the new address and a notice to the current one',
    ...user,
    body: z.object({ email: Email, password: AnyPassword.default('') }),
    reply: OwnAccount,
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/v1/user/email/confirm',
    summary: 'Confirm a new address by the link of the mail',
    ...user,
    guests: 'always',
    body: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
    reply: z.object({ email: z.string() }),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/v1/user/sessions',
    summary: 'Active sessions of the user',
    ...user,
    reply: z.object({ items: z.array(OwnSession) }),
  }),
  endSession: endpoint({
    method: 'POST',
    path: '/api/v1/user/sessions/{id}/end',
    summary: 'End a session of the user',
    ...user,
    params: byId,
    reply: Done,
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/api/v1/user/sessions/end-others',
    summary: 'End all sessions of the user except this one',
    ...user,
    reply: z.object({ ended: z.int() }),
  }),
  setNotifications: endpoint({
    method: 'PUT',
    path: '/api/v1/user/account/notifications',
    summary: 'Set which notifications the user gets by mail (at once or daily) and in the portal; absent ones stay as they are',
    ...user,
    body: z.object({ notifications: z.array(NotificationChoice).max(NOTIFICATIONS.length) }),
    reply: OwnAccount,
  }),
  exportData: endpoint({
    method: 'GET',
    path: '/api/v1/user/export',
    summary: 'All stored data of the user (GDPR art. 15 and 20), as JSON or as CSV with one value per line',
    ...user,
    query: z.object({ ...tableQuery, format: z.enum(['json', ...TABLE_FORMATS]).default('json') }),
    heavy: true,
    reply: 'stream',
  }),
  deleteAccount: endpoint({
    method: 'POST',
    path: '/api/v1/user/account/delete',
    summary: 'Delete the account of the user in 14 days; signing in until then cancels it',
    ...user,
    body: z.object({ password: AnyPassword.default('') }),
    reply: z.object({ on: day }),
  }),
};
