/** Tests that the command `check` detects differences between database, index and files and names the command that fixes them. */
import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DAY } from '@fundus/contract/days';
import { beforeAll, expect, test } from 'vitest';
import { runSweepSteps } from '../sweep.ts';
import { usePortal } from '../testing/use-portal.ts';
import { runCommand } from './commands.ts';

const portal = usePortal();
const PATH = 'media/2026-11/019a0000-0000-7000-8000-000000000001.mp4';
beforeAll(async () => {
  await portal.portal.storage.write(PATH, Readable.from(['film']));
  await portal.store(
    { identifier: 'C-1', fn_titel: 'Eins', fn_typ: '49', files: [{ path: PATH, mime: 'video/mp4', bytes: 4 }] },
    { identifier: 'C-2', fn_titel: 'Zwei', fn_typ: '49' },
    { identifier: 'C-3', fn_titel: 'Drei', fn_typ: '49' },
  );
});

const silent = { line: () => {}, progress: () => {} };

async function check(): Promise<{ exit: number; text: string }> {
  const lines: string[] = [];
  const running = { ...portal, env: { dataDir: portal.dataDir, sessionSecret: undefined } };
  const exit = await runCommand(running, { command: 'check', args: {} }, { line: (text) => void lines.push(text), progress: () => {} });
  return { exit, text: lines.join('\n') };
}

test('detects different media in index and database even if their number is equal', async () => {
  expect(await check()).toMatchObject({ exit: 0 });
  const { db, search } = portal.portal;
  await db.updateTable('media_item').set({ retired_at: new Date() }).where('identifier', '=', 'C-2').execute();
  await search.apply([{ seq: 0, id: 'C-3', record: null }]);
  const { exit, text } = await check();
  expect(exit).toBe(1);
  expect(text).toMatch(/Not in the index: C-3\./);
  expect(text).toMatch(/not in the database: C-2\./);
  expect(text).toMatch(/run "reindex"/);
});

test('lists media whose indexed content is outdated until "reindex" is run', async () => {
  await portal.store({ identifier: 'C-4', fn_titel: 'Vier', fn_typ: '49' }, { identifier: 'C-5', fn_titel: 'Fünf', fn_typ: '49' });
  const mended = async () => {
    await runCommand({ ...portal, env: { dataDir: portal.dataDir, sessionSecret: undefined } }, { command: 'reindex', args: {} }, silent);
    return (await check()).exit;
  };
  expect(await mended()).toBe(0);
  const media = db().updateTable('media_item').where('identifier', '=', 'C-4');
  // Changes rows directly, so that the index is not notified.
  const others = [
    { fn_titel: 'Vier neu' },
    { fn_text: 'Mehr' },
    { fn_schlag: ['neu'] },
    { fn_typ: '55' },
    { published: '2020-01-01' },
    { free: false },
  ];
  for (const change of others) {
    await media.set(change).execute();
    const { exit, text } = await check();
    expect([exit, /different content than in the database: (.*)\./.exec(text)?.[1]], JSON.stringify(change)).toEqual([1, 'C-4']);
    expect(text).toContain('run "reindex"');
    expect(await mended()).toBe(0);
  }
  // A licence changes the indexed content, because it determines who can find the medium.
  await db()
    .insertInto('licence')
    .values({ identifier: 'C-4', scope: 'district', district_id: 'district-a', rights: '{}', origin: 'hand' })
    .execute();
  expect((await check()).text).toContain('different content than in the database: C-4.');
  expect(await mended()).toBe(0);
});

test('lists files without a row and rows without a file', async () => {
  await db().updateTable('media_item').set({ retired_at: null }).execute();
  const unnamed = 'media/2026-11/019a0000-0000-7000-8000-000000000002.mp4';
  await portal.portal.storage.write(unnamed, Readable.from(['left by a crash']));
  await portal.portal.storage.write('brought/by-hand.mp4', Readable.from(['of the operator']));
  for (const path of [unnamed, 'brought/by-hand.mp4']) {
    const old = new Date(Date.now() - 2 * DAY);
    utimesSync(join(portal.dataDir, 'files', path), old, old);
  }
  expect((await check()).text).toMatch(new RegExp(`Files that no row refers to: ${unnamed}\\.`));
  await runSweepSteps(portal.portal);
  expect([await portal.portal.storage.stat(unnamed), await portal.portal.storage.stat(PATH)]).toEqual([null, expect.anything()]);
  expect(await portal.portal.storage.stat('brought/by-hand.mp4')).not.toBeNull();
  rmSync(join(portal.dataDir, 'files', PATH));
  const { exit, text } = await check();
  expect(exit).toBe(1);
  expect(text).toContain(`Missing files that rows refer to: ${PATH}.`);
  expect(text).toMatch(/restore a backup into another DATA_DIR/);
});

const db = () => portal.portal.db;
