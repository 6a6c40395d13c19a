/**
 * Tests that run on both databases, because opening, locking, waiting, closing and concurrency differ. All others run on PostgreSQL only; their
 * statements are then prepared on the embedded database (server/src/db/statements.test.ts), which all journeys use as well.
 */
export const BOTH_ENGINES = [
  'server/src/db/',
  'server/src/installation/',
  'server/src/jobs/',
  ...['backups/archive', 'claim'].map((name) => `server/src/control/${name}.test.ts`),
  'server/src/crash/',
  'server/src/stop.test.ts',
  'server/src/domains/licences/seats/seats-race.test.ts',
];

/** Returns whether a test file also runs on the embedded database. */
export const runsOnBoth = (path) => BOTH_ENGINES.some((entry) => (entry.endsWith('/') ? path.startsWith(entry) : path === entry));
