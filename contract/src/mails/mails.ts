/** Mails that the portal sends (docs/behaviour/mails.md#mails), with the reason for sending them and whether users can switch them off. */
import type { MessageKey } from '../messages.ts';
import { hasNotices, NOTIFICATIONS, type Notification } from './notifications.ts';

/**
 * Kind of a mail. `required` and `account` cannot be switched off, and only `account` is sent to unusable accounts. `outside` goes to an address
 * without an account and is therefore rate-limited. Any other value is the notification setting that switches the mail off.
 */
export type MailKind = 'required' | 'account' | 'outside' | 'operator' | 'daily' | Notification;

/** Number of seconds for which a decision can be undone, because its mails are not sent before. Longer than the message with the undo is shown. */
export const DECISION_SECONDS = 15;

/** Kind of each template, and the message that states why the recipient gets the mail. Its texts are `mail.<template>.…`. */
export const MAILS = {
  accessibilityReport: ['operator', 'mail.contact.reason'],
  accountApproved: ['account', 'mail.accountReason'],
  accountBlocked: ['account', 'mail.accountReason'],
  accountDeclined: ['account', 'mail.accountReason'],
  accountDeletion: ['account', 'mail.accountReason'],
  accountErasure: ['account', 'mail.accountReason'],
  accountErasureEnded: ['account', 'mail.accountReason'],
  accountErasureEndedBlocked: ['account', 'mail.accountReason'],
  accountExists: ['account', 'mail.accountReason'],
  accountExported: ['account', 'mail.accountReason'],
  accountKept: ['account', 'mail.accountReason'],
  accountMade: ['account', 'mail.accountReason'],
  accountRenamed: ['account', 'mail.accountReason'],
  accountRelisted: ['account', 'mail.accountReason'],
  accountUnblocked: ['account', 'mail.accountReason'],
  accountUnlisted: ['account', 'mail.accountReason'],
  accountUnused: ['account', 'mail.accountReason'],
  accountUnusedAdmin: ['account', 'mail.accountReason'],
  assignmentDue: ['assignments', 'mail.assignmentOpen.reason'],
  assignmentFeedback: ['assignments', 'mail.assignmentOpen.reason'],
  assignmentOpen: ['assignments', 'mail.assignmentOpen.reason'],
  assignmentReminder: ['assignments', 'mail.assignmentOpen.reason'],
  blockedEnding: ['account', 'mail.accountReason'],
  certificateEnding: ['required', 'mail.peopleMissing.reason'],
  classAsked: ['registrations', 'mail.classAsked.reason'],
  classConfirmed: ['account', 'mail.accountReason'],
  classInvitation: ['outside', 'mail.invitation.reason'],
  classInvitationReminder: ['outside', 'mail.invitation.reason'],
  classRequests: ['registrations', 'mail.classRequests.reason'],
  classRejected: ['account', 'mail.accountReason'],
  contact: ['operator', 'mail.contact.reason'],
  contactCopy: ['outside', 'mail.contactCopy.reason'],
  daily: ['daily', 'mail.daily.reason'],
  emailAsked: ['account', 'mail.accountReason'],
  emailChanged: ['account', 'mail.accountReason'],
  emailNew: ['outside', 'mail.emailNew.reason'],
  emailTaken: ['account', 'mail.accountReason'],
  factorAdded: ['account', 'mail.accountReason'],
  factorGuessed: ['account', 'mail.accountReason'],
  factorRemoved: ['account', 'mail.accountReason'],
  helpWanted: ['help', 'mail.helpWanted.reason'],
  invitation: ['outside', 'mail.invitation.reason'],
  invitationAsked: ['registrations', 'mail.registration.reason'],
  invitationConfirmed: ['account', 'mail.accountReason'],
  invitationRejected: ['account', 'mail.accountReason'],
  invitationReminder: ['outside', 'mail.invitation.reason'],
  lendingAgreed: ['required', 'mail.lendingOrdered.reason'],
  lendingApproved: ['required', 'mail.lendingOrdered.reason'],
  lendingAsked: ['required', 'mail.lendingAsked.reason'],
  lendingAtRisk: ['lending', 'mail.lendingOrdered.reason'],
  lendingAtRiskDesk: ['lending', 'mail.lendingRequest.reason'],
  lendingBroken: ['required', 'mail.lendingOrdered.reason'],
  lendingCancelled: ['required', 'mail.lendingOrdered.reason'],
  lendingChanged: ['required', 'mail.lendingOrdered.reason'],
  lendingDates: ['required', 'mail.lendingOrdered.reason'],
  lendingDisagreed: ['required', 'mail.lendingOrdered.reason'],
  lendingDue: ['lending', 'mail.lendingOrdered.reason'],
  lendingLeaving: ['account', 'mail.lendingOrdered.reason'],
  lendingLeavingDesk: ['required', 'mail.lendingRequest.reason'],
  lendingMessage: ['required', 'mail.lendingOrdered.reason'],
  lendingOffer: ['required', 'mail.lendingOrdered.reason'],
  lendingOrdered: ['lending', 'mail.lendingOrdered.reason'],
  lendingOverdue: ['required', 'mail.lendingOrdered.reason'],
  lendingOverdueOthers: ['required', 'mail.lendingRequest.reason'],
  lendingProposalAccepted: ['required', 'mail.lendingRequest.reason'],
  lendingProposalDeclined: ['required', 'mail.lendingRequest.reason'],
  lendingProposed: ['lending', 'mail.lendingProposed.reason'],
  lendingReceipt: ['lending', 'mail.lendingOrdered.reason'],
  lendingReady: ['required', 'mail.lendingOrdered.reason'],
  lendingRejected: ['required', 'mail.lendingOrdered.reason'],
  lendingRequest: ['lending', 'mail.lendingRequest.reason'],
  lendingState: ['required', 'mail.lendingOrdered.reason'],
  lendingSuspended: ['required', 'mail.lendingOrdered.reason'],
  licenceAlert: ['licences', 'mail.licenceAlert.reason'],
  licenceChanged: ['required', 'mail.licenceAlert.reason'],
  licencesChanged: ['required', 'mail.licenceAlert.reason'],
  licencesWithdrawn: ['required', 'mail.licenceAlert.reason'],
  licencePackageReady: ['required', 'mail.licenceAlert.reason'],
  licenceWithdrawn: ['required', 'mail.licenceAlert.reason'],
  linkGuessed: ['required', 'mail.accountReason'],
  listArchived: ['lists', 'mail.listShared.reason'],
  listShared: ['lists', 'mail.listShared.reason'],
  materialHanded: ['required', 'mail.accountReason'],
  materialRemoved: ['required', 'mail.accountReason'],
  monthlyReport: ['reports', 'mail.monthlyReport.reason'],
  newDevice: ['account', 'mail.accountReason'],
  news: ['news', 'mail.news.reason'],
  passwordChanged: ['account', 'mail.accountReason'],
  peopleMissing: ['required', 'mail.peopleMissing.reason'],
  picturesGuessed: ['required', 'mail.classAsked.reason'],
  portalLinked: ['account', 'mail.accountReason'],
  portalUnlinked: ['account', 'mail.accountReason'],
  portalUnnamed: ['required', 'mail.portalUnnamed.reason'],
  portalUnnamedRole: ['account', 'mail.accountReason'],
  portalUnnamedSchool: ['account', 'mail.accountReason'],
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
  registrationEnding: ['account', 'mail.accountReason'],
  report: ['required', 'mail.report.reason'],
  reportSettled: ['required', 'mail.reportSettled.reason'],
  reset: ['account', 'mail.accountReason'],
  resetElsewhere: ['account', 'mail.accountReason'],
  savedSearchDigest: ['searches', 'mail.savedSearchDigest.reason'],
  schoolClosed: ['account', 'mail.accountReason'],
  schoolClosing: ['account', 'mail.accountReason'],
  schoolJoined: ['account', 'mail.accountReason'],
  schoolLeft: ['account', 'mail.accountReason'],
  schoolOpened: ['account', 'mail.accountReason'],
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

/** Templates that must reach the mailbox or are useless to a user who is signed in. */
const MAIL_ONLY: readonly MailTemplate[] = ['accountExists', 'daily', 'reset', 'resetElsewhere', 'test'];

/** Returns whether mails of this kind are sent regardless of the user's settings. */
export const isRequired = (kind: MailKind): boolean => kind === 'required' || kind === 'account';

/** Returns the notification setting that switches off mails of this kind, or `undefined`. */
export const notificationOf = (kind: MailKind): Notification | undefined => NOTIFICATIONS.find((name) => name === kind);

/** Returns whether a mail of this template also appears as a notice in the portal. */
export function isNotice(template: MailTemplate): boolean {
  const kind: MailKind = MAILS[template][0];
  const name = notificationOf(kind);
  return (isRequired(kind) || (name !== undefined && hasNotices(name))) && !MAIL_ONLY.includes(template);
}
