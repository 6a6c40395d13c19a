/** Kills portals while they write the snapshot of the index. After the next start, the index must match the database. */
import { mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { endProcesses, newFolder, newHome, start, until, type Running } from '../testing/processes.ts';
import type { Home } from '../testing/database-template.ts';
import { count, expectShown, importFile, records, recordsFile, stored, TIMEOUT } from '../testing/imported-records.ts';

afterEach(endProcesses);

const RELEASE = Boolean(process.env.TEST_RELEASE);

// Runs only on the embedded engine. PostgreSQL outlives the portal and recovers by itself; index and snapshots use the same code on both engines.
test.skipIf(process.env.TEST_DATABASE_URL)(
  'matches the database after a kill during the snapshot',
  async () => {
    const home = await newHome();
    const folder = newFolder();
    const snapshots = join(home.dataDir, 'search');
    const many = 1_500;
    mkdirSync(snapshots, { recursive: true });
    const first = await start(home);
    expect(await importFile(home, recordsFile(folder, 0, many))).toBe(0);
    await until(async () => (await records(first)) === many);
    await first.end();

    // Changes and adds records, and kills the portal as soon as it starts writing the new snapshot.
    const second = await start(home);
    expect(await importFile(home, recordsFile(folder, 0, 500, 'neu'))).toBe(0);
    expect(await importFile(home, recordsFile(folder, many, many + 200))).toBe(0);
    await until(async () => (await records(second)) === many + 200);
    const watcher = watch(snapshots, (_, name) => {
      if (name?.endsWith('.new')) second.child.kill('SIGKILL');
    });
    expect(await second.end()).toBe('SIGKILL');
    watcher.close();

    const truth = await stored(home);
    expect(truth.size).toBe(many + 200);
    const again = await start(home);
    expect(await count(again, 'neu')).toBe(500);
    await expectShown(again, truth);
    if (RELEASE) await expectRebuilt(again, home, truth);
  },
  TIMEOUT,
);

/**
 * Damages the snapshot of a stopped portal in two ways and checks that a start rebuilds the index. Runs only before a release, because
 * `search/src/pool.test.ts` checks that a damaged snapshot is ignored.
 */
async function expectRebuilt(portal: Running, home: Home, truth: Awaited<ReturnType<typeof stored>>): Promise<void> {
  await portal.end();
  const snapshots = join(home.dataDir, 'search');
  const [name] = readdirSync(snapshots).filter((each) => each.endsWith('.index'));
  const path = join(snapshots, name!);
  const whole = readFileSync(path);
  const bent = Buffer.from(whole);
  bent[bent.length - 999]! ^= 1;
  for (const damaged of [whole.subarray(0, whole.length >>> 1), bent]) {
    writeFileSync(path, damaged);
    const after = await start(home);
    await expectShown(after, truth);
    await after.end('SIGKILL');
  }
}
