/** The door of reviews and reports. */
export { isEditor } from './policy.ts';
export { forgetOldReports } from './reports.ts';
export { endOldRecommendations } from './service.ts';
