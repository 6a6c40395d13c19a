/** The door of setup: how the portal names itself and looks, for mails and papers. */
export { readTheme } from './theme.ts';
export { offeredLanguages } from './languages.ts';
