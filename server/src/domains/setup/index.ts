/** The door of setup: how the portal speaks, names itself and looks, for mails and papers. */
export { mailLook } from './mail-look.ts';
export { pictureHeaders, readPicture, removeUnusedPictures } from './pictures.ts';
export { readTheme } from './theme.ts';
export { wordsFor, type Say } from './words.ts';
export { offeredLanguages } from './languages.ts';
export { writeMail, type MailSource, type Message } from './write-mail.ts';
