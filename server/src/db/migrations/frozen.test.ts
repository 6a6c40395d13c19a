/** Tests that a consistent read of the whole database does not block other callers, on either engine. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testPortal } from '../../testing/index.ts';

test('isolates a consistent read from simultaneous writes', async () => {
  const portal = await testPortal();
  const folder = mkdtempSync(join(tmpdir(), 'fundus-frozen-'));
  const copy = join(folder, 'copy');
  const districts = (db: typeof portal.portal.db) => db.selectFrom('district').select('district.id').orderBy('district.id').execute();
  const before = await districts(portal.portal.db);
  await portal.database.readFrozen(copy, async (frozen) => {
    expect(await districts(frozen)).toEqual(before);
    // On the embedded engine, this would wait for the end of the read if the read used the only connection.
    await portal.portal.db.insertInto('district').values({ id: 'neu', name: 'Neu' }).execute();
    expect(await districts(portal.portal.db)).toHaveLength(before.length + 1);
    expect(await districts(frozen)).toEqual(before);
  });
  expect(existsSync(copy)).toBe(false);
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});
