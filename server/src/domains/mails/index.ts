/** The door of mails: the portal's words, how it looks in them, telling somebody something. */
export { mailLook } from './mail-look.ts';
export { followNotices, unsubscribe } from './notices.ts';
export { notifyCode, notifyPerson, simpleMail } from './notify.ts';
export { findReader } from './repository.ts';
export { loadWords, type Say } from './words.ts';
export { writeMail, writeToStranger, type MailSource, type Message } from './write-mail.ts';
