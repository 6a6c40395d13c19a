/** The mails of the portal (docs/behaviour/mails.md#mails): which of them a person may switch off, and why they come. */
import type { MessageKey } from '../messages.ts';
import type { Notification } from './notifications.ts';

/**
 * `required`: to the account, and cannot be switched off. `outside`: to an address that has no account here, or none yet. Otherwise what it is
 * switched off by.
 */
export type MailKind = 'required' | 'outside' | Notification;

/** By template: what it is, and the message that says why somebody gets it. Its texts are `mail.<template>.…`. */
export const MAILS = {
  accountApproved: ['required', 'mail.accountReason'],
  accountBlocked: ['required', 'mail.accountReason'],
  accountDeclined: ['required', 'mail.accountReason'],
  accountDeletion: ['required', 'mail.accountReason'],
  accountErasure: ['required', 'mail.accountReason'],
  accountErasureEnded: ['required', 'mail.accountReason'],
  accountErasureEndedBlocked: ['required', 'mail.accountReason'],
  accountExists: ['required', 'mail.accountReason'],
  accountExported: ['required', 'mail.accountReason'],
  accountKept: ['required', 'mail.accountReason'],
  accountMade: ['required', 'mail.accountReason'],
  accountRenamed: ['required', 'mail.accountReason'],
  accountUnblocked: ['required', 'mail.accountReason'],
  accountUnused: ['required', 'mail.accountReason'],
  accountUnusedAdmin: ['required', 'mail.accountReason'],
  alert: ['searches', 'mail.alert.reason'],
  blockedEnding: ['required', 'mail.accountReason'],
  barrier: ['outside', 'mail.contact.reason'],
  classAsked: ['registrations', 'mail.classAsked.reason'],
  classConfirmed: ['required', 'mail.accountReason'],
  classInvitation: ['outside', 'mail.invitation.reason'],
  classInvitationReminder: ['outside', 'mail.invitation.reason'],
  classRejected: ['required', 'mail.accountReason'],
  contact: ['outside', 'mail.contact.reason'],
  copy: ['outside', 'mail.copy.reason'],
  emailAsked: ['required', 'mail.accountReason'],
  emailChanged: ['required', 'mail.accountReason'],
  emailNew: ['outside', 'mail.emailNew.reason'],
  emailTaken: ['required', 'mail.accountReason'],
  factorAdded: ['required', 'mail.accountReason'],
  factorRemoved: ['required', 'mail.accountReason'],
  invitation: ['outside', 'mail.invitation.reason'],
  invitationAsked: ['registrations', 'mail.registration.reason'],
  invitationConfirmed: ['required', 'mail.accountReason'],
  invitationRejected: ['required', 'mail.accountReason'],
  invitationReminder: ['outside', 'mail.invitation.reason'],
  licence: ['licences', 'mail.licence.reason'],
  monthlyReport: ['reports', 'mail.monthlyReport.reason'],
  newDevice: ['required', 'mail.accountReason'],
  news: ['news', 'mail.news.reason'],
  passwordChanged: ['required', 'mail.accountReason'],
  portalLinked: ['required', 'mail.accountReason'],
  portalUnlinked: ['required', 'mail.accountReason'],
  register: ['outside', 'mail.register.reason'],
  registerNoCode: ['outside', 'mail.register.reason'],
  registration: ['registrations', 'mail.registration.reason'],
  registrationEnding: ['required', 'mail.accountReason'],
  report: ['required', 'mail.report.reason'],
  reportSettled: ['required', 'mail.reportSettled.reason'],
  reset: ['required', 'mail.accountReason'],
  resetElsewhere: ['required', 'mail.accountReason'],
  schoolClosed: ['required', 'mail.accountReason'],
  schoolClosing: ['required', 'mail.accountReason'],
  schoolJoined: ['required', 'mail.accountReason'],
  schoolLeft: ['required', 'mail.accountReason'],
  schoolOpened: ['required', 'mail.accountReason'],
  schoolUnattended: ['required', 'mail.registration.reason'],
  schoolYear: ['schoolYear', 'mail.schoolYear.reason'],
  test: ['required', 'mail.test.reason'],
  wish: ['required', 'mail.wish.reason'],
} as const satisfies Record<string, readonly [MailKind, MessageKey]>;
export type MailTemplate = keyof typeof MAILS;
