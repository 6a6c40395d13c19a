/** Tests that a restore erases people again who were erased after the backup. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSweepSteps } from '../../sweep.ts';
import { teacher, testPortal, type TestPortal } from '../../testing/index.ts';
import { runCommand } from '../commands.ts';

const SECRET = 'e'.repeat(40);
let folder: string;
let archive: string;
let list: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fundus-erased-'));
  archive = join(folder, 'before.tar.gz');
  list = join(folder, 'erasures.json');
  const portal = await testPortal({}, { sessionSecret: SECRET });
  await portal.as(teacher({ email: 'geht@a.example' }));
  await portal.as(teacher({ email: 'bleibt@a.example' }));
  await run(portal, 'backup', { file: archive });
  const { db } = portal.portal;
  const { id } = await db.selectFrom('person').select('id').where('email', '=', 'geht@a.example').executeTakeFirstOrThrow();
  await db.transaction().execute((trx) => portal.portal.domains.erasePeople({ ...portal.portal, db: trx, now: new Date() }, [id]));
  await runSweepSteps(portal.portal);
  copyFileSync(portal.portal.erasuresFile, list);
  await portal.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(on: TestPortal, command: string, args: Record<string, unknown>, secret = SECRET) {
  const lines: string[] = [];
  const env = { dataDir: on.dataDir, sessionSecret: secret };
  const exit = await runCommand({ ...on, env }, { command, args }, { line: (text) => void lines.push(text), progress: () => {} });
  return { exit, text: lines.join('\n') };
}

async function restored(
  args: object,
  use: (names: string[], reply: { exit: number; text: string }, portal: TestPortal) => void,
  before = (_: TestPortal) => {},
) {
  const portal = await testPortal({}, { empty: true, sessionSecret: SECRET });
  try {
    before(portal);
    const reply = await run(portal, 'restore', { file: archive, ...args });
    const rows = await portal.portal.db
      .selectFrom('person')
      .select('email')
      .where('email', 'like', '%t@a.example')
      .orderBy('email')
      .execute();
    use(
      rows.map(({ email }) => email!),
      reply,
      portal,
    );
  } finally {
    await portal.close();
  }
}

test('erases people again if they were erased after the backup', async () => {
  await restored({ erasures: list }, (names, { exit, text }) => {
    expect([exit, names]).toEqual([0, ['bleibt@a.example']]);
    expect(text).toContain('1 person erased since then was erased again');
  });
  await restored(
    {},
    (names) => expect(names).toEqual(['bleibt@a.example']),
    (portal) => copyFileSync(list, portal.portal.erasuresFile),
  );
});

test('restores nothing if the list of erasures is invalid', async () => {
  await restored({}, (names) => expect(names).toEqual(['bleibt@a.example', 'geht@a.example']));
  const foreign = join(folder, 'foreign.json');
  writeFileSync(foreign, JSON.stringify({ key: 'x', erasures: [{ person_hash: 'y', erased_at: new Date() }] }));
  await restored({ erasures: foreign }, (names, { exit, text }) => {
    expect([exit, names]).toEqual([1, []]);
    expect(text).toMatch(/a different secret/);
  });
  writeFileSync(foreign, 'no list');
  await restored({ erasures: foreign }, (names, { exit, text }) => {
    expect([exit, names]).toEqual([1, []]);
    expect(text).toMatch(/not a list of erasures/);
  });
});
