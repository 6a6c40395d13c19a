/** The door of the personal library. */
export { sendAlerts } from './alerts.ts';
export { forgetOldHistory } from './service.ts';
export { dropOpenWishes } from './wish-repository.ts';
