/** Tests that removing the demo deletes all of its rows and nothing else. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { classes } from '@fundus/contract/classes/classes';
import { classMedia } from '@fundus/contract/classes/media';
import { classMembers } from '@fundus/contract/classes/members';
import { DEMO_PASSWORD } from '@fundus/contract/demo';
import { library } from '@fundus/contract/library/library';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { people } from '../testing/classes.ts';
import { teacher, testPortal, type TestPortal } from '../testing/index.ts';
import { runCommand } from './commands.ts';
import { listTables } from './backups/dump-repository.ts';

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal({}, { empty: true });
  return () => portal.close();
});

async function run(command: string, args: Record<string, unknown> = {}): Promise<{ exit: number; text: string }> {
  const lines: string[] = [];
  const exit = await runCommand(
    { ...portal, env: { dataDir: portal.dataDir, sessionSecret: 's'.repeat(40) } },
    { command, args },
    { line: (text) => void lines.push(text), progress: () => {} },
  );
  return { exit, text: lines.join('\n') };
}

/** Returns every row as text, except rows of the change feeds and the audit log, which record the removal itself. */
async function allRows(): Promise<Set<string>> {
  const { db } = portal.portal;
  const found = new Set<string>();
  for (const table of await listTables(db)) {
    if (['media_change', 'exported_medium', 'audit_log'].includes(table)) continue;
    const { rows } = await sql<{ row: string }>`select to_jsonb(each)::text as row from ${sql.table(table)} as each`.execute(db);
    for (const { row } of rows) found.add(`${table} ${row}`);
  }
  return found;
}

async function files(): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of portal.portal.storage.list()) paths.push(path);
  return paths.sort();
}

async function signIn(login: string) {
  const browser = portal.guest();
  await browser.call(accounts.login, { body: { login, password: DEMO_PASSWORD } });
  return browser;
}

test('removes the demo data only with --yes', async () => {
  const empty = await allRows();
  expect((await run('demo')).exit).toBe(0);
  const person = await signIn('lehrkraft@demo.example');
  await person.call(library.setBookmark, { params: { mediaId: 'FU-photosynthese' } });
  const loaded = await allRows();
  const looked = await run('demo remove', { yes: false });
  expect(looked.exit).toBe(1);
  expect(looked.text).toMatch(/^Would be removed: .*accounts 35, schools 2, districts 1/);
  expect(looked.text).toContain('add --yes');
  expect(await allRows()).toEqual(loaded);
  expect((await run('check')).exit).toBe(0);

  const done = await run('demo remove', { yes: true });
  expect(done.text).toContain('The portal is empty now');
  expect(done.exit).toBe(0);
  expect(await allRows()).toEqual(empty);
  expect(await files()).toEqual([]);
  expect(portal.portal.demo).toBe(false);
  expect(portal.portal.search.status().records).toBe(0);
  const checked = await run('check');
  expect([checked.exit, checked.text]).toEqual([0, expect.not.stringMatching(/Not in the index|Files that/)]);
  expect(await run('demo remove', { yes: true })).toMatchObject({
    exit: 0,
    text: expect.stringContaining('no demo data') as string,
  });
  // The demo can be loaded again.
  expect((await run('demo')).exit).toBe(0);
});

test('keeps the content of other users with all its dependencies', async () => {
  await run('demo');
  const demo = await signIn('lehrkraft@demo.example');
  const before = await allRows();
  const { db } = portal.portal;
  const own = await portal.as(teacher({ demo: false, school_id: 'school-1', email: 'echt@schule.example' }));
  await portal.as(teacher({ demo: false, school_id: null, district_id: 'demo', email: 'kreis@schule.example' }));
  await portal.store({ identifier: 'eigen-1', fn_titel: 'Eigener Film', fn_typ: '49' });
  await own.call(library.setBookmark, { params: { mediaId: 'FU-wasserkreislauf' } });
  const { items } = await demo.call(classes.list, { query: { show: 'own' } });
  await demo.call(classMembers.addMembers, {
    params: { id: items[0]!.id },
    body: { role: 'teacher', people: await people(portal, 'echt@schule.example') },
  });
  const { id } = await own.call(classes.create, { body: { name: 'Echte 7a' } });
  await own.call(classMedia.share, { body: { classes: [id], media: ['FU-schall'] } });
  const others = [...(await allRows())].filter((row) => !before.has(row));
  expect(others.length).toBeGreaterThan(5);
  const { text, exit } = await run('demo remove', { yes: true });
  expect(exit).toBe(0);
  expect(text).toMatch(/Kept: medium FU-wasserkreislauf \(.*\); others bookmarked it/);
  expect(text).toMatch(/Kept: medium FU-schall \(.*\); it is in a class of others/);
  expect(text).toContain(`Kept: class ${items[0]!.name}; it has other members`);
  expect(text).toMatch(/Kept: school school-1; it has other members/);
  expect(text).toMatch(/Kept: district demo; it has other members/);
  const after = await allRows();
  expect(others.filter((row) => !after.has(row))).toEqual([]);
  expect(await db.selectFrom('school').select('school.id').execute()).toEqual([{ id: 'school-1' }]);
  expect((await db.selectFrom('person').select('person.email').orderBy('person.email').execute()).map(({ email }) => email)).toEqual([
    'echt@schule.example',
    'kreis@schule.example',
  ]);
  expect(
    (await db.selectFrom('media_item').select('identifier').orderBy('identifier').execute()).map(({ identifier }) => identifier),
  ).toContain('FU-wasserkreislauf');
  expect((await run('check')).exit).toBe(0);
  const named = await db.selectFrom('media_file').select('media_file.path').orderBy('media_file.path').execute();
  expect(named.length).toBeGreaterThan(2);
  expect(await files()).toEqual(named.map(({ path }) => path).sort());
});
