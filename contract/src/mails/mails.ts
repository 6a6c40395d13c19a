/** The mails of the portal (docs/behaviour/mails.md#mails): which of them a person may switch off, why they come, and which are notices in the portal. */
import type { MessageKey } from '../messages.ts';
import { hasNotices, NOTIFICATIONS, type Notification } from './notifications.ts';

/**
 * `required`: to the account, and cannot be switched off. `outside`: to an address that has no account here, or none yet; somebody else typed it, so
 * they have a budget. `operator`: to those who run the portal. `daily`: the one mail of the day. Otherwise what it is switched off by.
 */
export type MailKind = 'required' | 'outside' | 'operator' | 'daily' | Notification;

/** By template: what it is, and the message that says why somebody gets it. Its texts are `mail.<template>.…`. */
export const MAILS = {
  accessibilityReport: ['operator', 'mail.contact.reason'],
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
  accountRelisted: ['required', 'mail.accountReason'],
  accountUnblocked: ['required', 'mail.accountReason'],
  accountUnlisted: ['required', 'mail.accountReason'],
  accountUnused: ['required', 'mail.accountReason'],
  accountUnusedAdmin: ['required', 'mail.accountReason'],
  assignmentDue: ['assignments', 'mail.assignmentOpen.reason'],
  assignmentOpen: ['assignments', 'mail.assignmentOpen.reason'],
  blockedEnding: ['required', 'mail.accountReason'],
  certificateEnding: ['required', 'mail.peopleMissing.reason'],
  classAsked: ['registrations', 'mail.classAsked.reason'],
  classConfirmed: ['required', 'mail.accountReason'],
  classInvitation: ['outside', 'mail.invitation.reason'],
  classInvitationReminder: ['outside', 'mail.invitation.reason'],
  classRequests: ['registrations', 'mail.classRequests.reason'],
  classRejected: ['required', 'mail.accountReason'],
  contact: ['operator', 'mail.contact.reason'],
  contactCopy: ['outside', 'mail.contactCopy.reason'],
  daily: ['daily', 'mail.daily.reason'],
  emailAsked: ['required', 'mail.accountReason'],
  emailChanged: ['required', 'mail.accountReason'],
  emailNew: ['outside', 'mail.emailNew.reason'],
  emailTaken: ['required', 'mail.accountReason'],
  factorAdded: ['required', 'mail.accountReason'],
  factorRemoved: ['required', 'mail.accountReason'],
  helpWanted: ['help', 'mail.helpWanted.reason'],
  invitation: ['outside', 'mail.invitation.reason'],
  invitationAsked: ['registrations', 'mail.registration.reason'],
  invitationConfirmed: ['required', 'mail.accountReason'],
  invitationRejected: ['required', 'mail.accountReason'],
  invitationReminder: ['outside', 'mail.invitation.reason'],
  lendingApproved: ['required', 'mail.lendingOrdered.reason'],
  lendingAtRisk: ['lending', 'mail.lendingOrdered.reason'],
  lendingAtRiskDesk: ['lending', 'mail.lendingRequest.reason'],
  lendingCancelled: ['required', 'mail.lendingOrdered.reason'],
  lendingChanged: ['required', 'mail.lendingOrdered.reason'],
  lendingDue: ['lending', 'mail.lendingOrdered.reason'],
  lendingOffer: ['required', 'mail.lendingOrdered.reason'],
  lendingOrdered: ['lending', 'mail.lendingOrdered.reason'],
  lendingOverdue: ['required', 'mail.lendingOrdered.reason'],
  lendingOverdueOthers: ['required', 'mail.lendingRequest.reason'],
  lendingReceipt: ['lending', 'mail.lendingOrdered.reason'],
  lendingReady: ['required', 'mail.lendingOrdered.reason'],
  lendingRejected: ['required', 'mail.lendingOrdered.reason'],
  lendingRequest: ['lending', 'mail.lendingRequest.reason'],
  lendingState: ['required', 'mail.lendingOrdered.reason'],
  lendingSuspended: ['required', 'mail.lendingOrdered.reason'],
  licenceAlert: ['licences', 'mail.licenceAlert.reason'],
  licenceChanged: ['required', 'mail.licenceAlert.reason'],
  licencePackageReady: ['required', 'mail.licenceAlert.reason'],
  licenceWithdrawn: ['required', 'mail.licenceAlert.reason'],
  listArchived: ['lists', 'mail.listShared.reason'],
  listShared: ['lists', 'mail.listShared.reason'],
  materialHanded: ['required', 'mail.accountReason'],
  materialRemoved: ['required', 'mail.accountReason'],
  monthlyReport: ['reports', 'mail.monthlyReport.reason'],
  newDevice: ['required', 'mail.accountReason'],
  news: ['news', 'mail.news.reason'],
  passwordChanged: ['required', 'mail.accountReason'],
  peopleMissing: ['required', 'mail.peopleMissing.reason'],
  portalLinked: ['required', 'mail.accountReason'],
  portalUnlinked: ['required', 'mail.accountReason'],
  portalUnnamed: ['required', 'mail.portalUnnamed.reason'],
  portalUnnamedRole: ['required', 'mail.accountReason'],
  portalUnnamedSchool: ['required', 'mail.accountReason'],
  purchaseAsked: ['required', 'mail.purchaseAsked.reason'],
  purchaseCancelled: ['required', 'mail.purchaseConfirmed.reason'],
  purchaseConfirmed: ['required', 'mail.purchaseConfirmed.reason'],
  purchaseDeclined: ['required', 'mail.purchaseConfirmed.reason'],
  purchaseOrdered: ['required', 'mail.purchaseOrdered.reason'],
  purchaseRefunded: ['required', 'mail.purchaseConfirmed.reason'],
  purchaseWithdrawn: ['required', 'mail.purchaseOrdered.reason'],
  register: ['outside', 'mail.register.reason'],
  registerNoCode: ['outside', 'mail.register.reason'],
  registration: ['registrations', 'mail.registration.reason'],
  registrationEnding: ['required', 'mail.accountReason'],
  report: ['required', 'mail.report.reason'],
  reportSettled: ['required', 'mail.reportSettled.reason'],
  reset: ['required', 'mail.accountReason'],
  resetElsewhere: ['required', 'mail.accountReason'],
  savedSearchDigest: ['searches', 'mail.savedSearchDigest.reason'],
  schoolClosed: ['required', 'mail.accountReason'],
  schoolClosing: ['required', 'mail.accountReason'],
  schoolJoined: ['required', 'mail.accountReason'],
  schoolLeft: ['required', 'mail.accountReason'],
  schoolOpened: ['required', 'mail.accountReason'],
  schoolUnattended: ['required', 'mail.registration.reason'],
  schoolYear: ['schoolYear', 'mail.schoolYear.reason'],
  sharedMedium: ['shared', 'mail.sharedMedium.reason'],
  test: ['required', 'mail.test.reason'],
  trialApproved: ['required', 'mail.accountReason'],
  trialAsked: ['required', 'mail.purchaseAsked.reason'],
  trialDeclined: ['required', 'mail.accountReason'],
  trialEnded: ['required', 'mail.accountReason'],
  wish: ['required', 'mail.wish.reason'],
} as const satisfies Record<string, readonly [MailKind, MessageKey]>;
export type MailTemplate = keyof typeof MAILS;

/** What only whoever reads the mailbox is to know, or what is of no use to somebody who is signed in. */
const MAIL_ONLY: readonly MailTemplate[] = ['accountExists', 'daily', 'reset', 'resetElsewhere', 'test'];

/** What a mail of this kind is switched off by; undefined where it cannot be. */
export const notificationOf = (kind: MailKind): Notification | undefined => NOTIFICATIONS.find((name) => name === kind);

/** Whether a mail of this template to somebody with an account is a notice in the portal, too. */
export function isNotice(template: MailTemplate): boolean {
  const kind: MailKind = MAILS[template][0];
  const name = notificationOf(kind);
  return (kind === 'required' || (name !== undefined && hasNotices(name))) && !MAIL_ONLY.includes(template);
}
