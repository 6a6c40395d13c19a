/** Public API of mails: texts, theme and notifications of users. */
export { readMailTheme } from './mail-theme.ts';
export { forwardNotices, unsubscribe } from './notices.ts';
export { notifyCode, notifyPerson, simpleMail } from './notify.ts';
export { findReader } from './repository.ts';
export { loadWords, type Translate } from './words.ts';
export { makeUndoableDecision, undoDecision, withdrawDecision } from './decisions.ts';
export { writeMail, mailUnknownAddress, type DelayedMessages, type MailContext, type Message } from './write-mail.ts';
