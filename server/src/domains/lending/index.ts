/** The door of lending: whether what a lesson needs can be borrowed for it. */
export { addHolidays } from './holidays.ts';
export { importLending, readLendingFile } from './migration/command.ts';
export type { MigrationCtx } from './migration/migrating.ts';
export { releaseReminders } from './migration/state.ts';
export { listAllPoints, type PointRow } from './point-repository.ts';
export { findLentOn, type OnDay } from './of-media.ts';
