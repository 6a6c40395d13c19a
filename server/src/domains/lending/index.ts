/** Public API of lending. */
export { addHolidays } from './calendar/holidays.ts';
export { findAvailabilityOn, type DayAvailability } from './cart/of-media.ts';
export { importLending, readLendingFile } from './migration/command.ts';
export type { MigrationCtx } from './migration/migrating.ts';
export { releaseReminders } from './migration/state.ts';
export { listAllPoints, type PointRow } from './points/point-repository.ts';
