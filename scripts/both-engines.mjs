/**
 * Tests that run on both databases, because they differ in opening, locking, waiting, closing and concurrency. All other tests only run on
 * PostgreSQL; server/src/db/statements.test.ts then prepares their statements on the embedded database. All journeys use the embedded database, too.
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

/** Returns whether a test file runs on the embedded database, too. */
export const runsOnBoth = (path) => BOTH_ENGINES.some((entry) => (entry.endsWith('/') ? path.startsWith(entry) : path === entry));
