/** Public API of mails: texts, theme and notifications of users. */
export { readMailTheme } from './mail-theme.ts';
export { followNotices, unsubscribe } from './notices.ts';
export { notifyCode, notifyPerson, simpleMail } from './notify.ts';
export { findReader } from './repository.ts';
export { loadWords, type Translate } from './words.ts';
export { holdDecision, undoDecision, withdrawDecision } from './decisions.ts';
export { writeMail, mailUnknownAddress, type Delayed, type MailSource, type Message } from './write-mail.ts';
