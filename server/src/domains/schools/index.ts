/** The door of schools. */
export { settingsOf } from './service.ts';
