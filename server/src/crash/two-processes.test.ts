/** Tests two portals on one PostgreSQL database. */
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Home } from '../testing/database-template.ts';
import { endProcesses, newFolder, newHome, start, until, type Running } from '../testing/processes.ts';
import { count, importFile, records, recordsFile, shown, TIMEOUT } from '../testing/imported-records.ts';

afterEach(endProcesses);

test.runIf(process.env.TEST_DATABASE_URL)(
  'shows changes of the other process',
  async () => {
    const homeA = await newHome();
    const homeB = { ...homeA, dataDir: join(newFolder(), 'b') };
    const folder = newFolder();
    const [a, first] = await Promise.all([start(homeA), start(homeB)]);
    let b = first;

    const importAndWait = async (by: Running, from: number, to: number, home: Home): Promise<void> => {
      expect(await importFile(home, recordsFile(folder, from, to))).toBe(0);
      await until(async () => (await records(by)) >= to);
    };
    await importAndWait(b, 0, 1, homeA);
    await importAndWait(a, 1, 2, homeB);
    await importAndWait(b, 2, 300, homeA);
    expect(await importFile(homeA, recordsFile(folder, 0, 1, 'geändert'))).toBe(0);
    await until(async () => (await count(b, 'geändert')) === 1);
    expect((await shown(b)).get('C-00000')).toContain('geändert');

    await b.end('SIGKILL');
    expect(await importFile(homeA, recordsFile(folder, 300, 1_300))).toBe(0);
    expect(await importFile(homeA, recordsFile(folder, 5, 6, 'unterdessen'))).toBe(0);
    b = await start(homeB);
    expect(await records(b)).toBe(1_300);
    expect(await shown(b)).toEqual(await shown(a));
    expect((await shown(b)).get('C-00005')).toContain('unterdessen');
  },
  TIMEOUT,
);
