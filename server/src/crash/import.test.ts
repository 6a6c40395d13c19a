/** Kills portals during an import. No stored record may be lost, and after a restart the search must match the database. */
import { afterEach, expect, test } from 'vitest';
import type { Home } from '../testing/database-template.ts';
import { endProcesses, newFolder, newHome, start, until, type Running } from '../testing/processes.ts';
import { count, expectShown, importFile, records, recordsFile, shown, stored, TIMEOUT } from '../testing/imported-records.ts';

/**
 * Number of records. Must exceed the number that the index applies at once during an import (`control/records/import-records.ts`) and must not exceed
 * the number that a search can page through.
 */
const RECORDS = 10_000;

afterEach(endProcesses);

/** Starts the import and kills the portal when more than `share` of the records are imported. */
async function killedWhileImporting(
  home: Home,
  file: string,
  share: number,
  imported: (portal: Running) => Promise<number>,
): Promise<void> {
  const portal = await start(home);
  const importing = importFile(home, file);
  let before = 0;
  await until(async () => (before = await imported(portal)) > share * RECORDS);
  await portal.end('SIGKILL');
  // Fails if the import had already ended, because the test would prove nothing. The last records arrive in one batch.
  expect([before < RECORDS, await importing], 'killed in time').toEqual([true, 1]);
  expect((await stored(home)).size).toBeGreaterThanOrEqual(before);
}

// Runs only on the embedded engine. PostgreSQL outlives the portal and recovers by itself; index and snapshots use the same code on both engines.
test.skipIf(process.env.TEST_DATABASE_URL)(
  'keeps the records stored before an import was killed',
  async () => {
    const home = await newHome();
    const folder = newFolder();
    const changed = recordsFile(folder, 0, RECORDS, 'neu');
    await killedWhileImporting(home, recordsFile(folder, 0, RECORDS), 0.15, records);
    if (process.env.TEST_RELEASE) await killedWhileImporting(home, changed, 0.6, (portal) => count(portal, 'neu'));
    const truth = await stored(home);
    const last = await start(home);
    await expectShown(last, truth);
    expect(await importFile(home, changed)).toBe(0);
    await until(async () => (await count(last, 'neu')) === RECORDS);
    expect((await shown(last)).size).toBe(RECORDS);
  },
  TIMEOUT,
);
