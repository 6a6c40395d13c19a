/**
 * Tests that run on both databases: their subject is what differs, how a database is opened, locked, waited for and ended, and what many
 * requests at once come to. All others run on PostgreSQL alone; each statement they sent there is prepared on the embedded database
 * (server/src/db/statements.test.ts), and every journey in the browser runs on it.
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

/** Whether a test file runs on the embedded database too. */
export const runsOnBoth = (path) => BOTH_ENGINES.some((entry) => (entry.endsWith('/') ? path.startsWith(entry) : path === entry));
