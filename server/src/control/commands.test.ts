import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { library } from '@fundus/contract/library/library';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../db/new-id.ts';
import { teacher, testPortal, type TestPortal } from '../testing/index.ts';
import { runCommand } from './commands.ts';

let portal: TestPortal;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fundus-commands-'));
  portal = await testPortal();
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(
  on: TestPortal,
  command: string,
  args: Record<string, unknown> = {},
): Promise<{ exit: number; text: string; steps: number }> {
  const lines: string[] = [];
  let steps = 0;
  const exit = await runCommand(
    { ...on, env: { dataDir: on.dataDir, sessionSecret: 's'.repeat(40) } },
    { command, args },
    { line: (text) => void lines.push(text), progress: () => void (steps += 1) },
  );
  return { exit, text: lines.join('\n'), steps };
}

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const counts = async (): Promise<number> => (await portal.portal.db.selectFrom('media_item').select('identifier').execute()).length;

test('imports a file idempotently despite malformed lines', async () => {
  const source = file(
    'a.jsonl',
    '{"id":"a1","title":"Moore","type":"video","audience":["A(5-7)"]}\n{"id":"a2"}\nkein json\n{"id":"a3","title":"Heide","type":"image"}\n',
  );
  const dry = await run(portal, 'import', { format: 'jsonl', source, dryRun: true });
  expect(dry.text).toMatch(/Dry run, nothing was stored. 4 records read: 2 stored, 0 changed, 0 unchanged, 2 refused/);
  expect(await counts()).toBe(0);
  const first = await run(portal, 'import', { format: 'jsonl', source });
  expect(first.exit).toBe(1);
  expect(first.text).toMatch(/2 stored/);
  expect(first.text).toMatch(/line 2: title/);
  expect(first.text).toMatch(/line 3:/);
  expect(first.steps).toBeGreaterThan(0);
  expect((await run(portal, 'import', { format: 'jsonl', source })).text).toMatch(/0 stored, 0 changed, 2 unchanged/);
  const browser = await portal.as(teacher());
  const { items } = await browser.call(catalogue.search, { query: { q: 'Moore' } });
  expect(items[0]).toMatchObject({ identifier: 'a1', fn_adressat: ['A(5)', 'A(6)', 'A(7)'], active: true });
});

test('applies a loaded, replaced or removed thesaurus immediately', async () => {
  const browser = await portal.as(teacher());
  const total = async (q: string): Promise<number> => (await browser.call(catalogue.search, { query: { q } })).total;
  const head = 'term\tkind\tsee\tdefinition\n';
  const first = file('a.tsv', `${head}Torfland\tnon-descriptor\tMoore\t\nHeide\tsee-also\tMoore\t\nMoore\tdescriptor\t\tnass\n\n`);
  expect(await total('Torfland')).toBe(0);
  expect(await run(portal, 'thesaurus load', { file: first })).toMatchObject({ exit: 0, text: '1 terms loaded' });
  expect([await total('Torfland'), await total('Heide')]).toEqual([1, 1]);
  const second = file('b.tsv', 'see\tterm\nMoore\tSumpf\nSumpf\tSumpf\n');
  expect((await run(portal, 'thesaurus load', { file: second })).exit).toBe(0);
  expect([await total('Torfland'), await total('Sumpf')]).toEqual([0, 1]);
  for (const [name, content] of [
    ['c.tsv', 'Wort\tanderes\n'],
    ['d.tsv', head],
  ] as const)
    expect((await run(portal, 'thesaurus load', { file: file(name, content) })).exit).toBe(1);
  expect(await total('Sumpf')).toBe(1);
  expect((await run(portal, 'thesaurus remove')).exit).toBe(0);
  expect(await total('Sumpf')).toBe(0);
});

test('imports records with a licence for a known school', async () => {
  const source = file('b.jsonl', '{"id":"b1","title":"Nur für a","type":"video"}\n');
  expect((await run(portal, 'import', { format: 'jsonl', source, licence: 'school:999' })).text).toMatch(/line 1: licences.target .*999/);
  expect((await run(portal, 'import', { format: 'jsonl', source, licence: 'school:10a' })).exit).toBe(0);
  const stranger = await portal.as(teacher({ school_id: 'school-b' }));
  expect((await stranger.call(catalogue.search, { query: { q: 'Nur für a' } })).total).toBe(0);
});

test('requires a column plan for CSV files', async () => {
  const source = file('c.csv', 'Signatur;Titel;Art\nc1;Die Burg;DVD\nc2;;DVD\n');
  expect((await run(portal, 'import', { format: 'csv', source })).text).toMatch(/needs a column plan/);
  const plan = file(
    'plan.json',
    JSON.stringify({
      delimiter: ';',
      columns: { identifier: 'Signatur', fn_titel: 'Titel', fn_typ: { column: 'Art', map: { DVD: '46' } } },
    }),
  );
  const { exit, text } = await run(portal, 'import', { format: 'csv', source, plan });
  expect(exit).toBe(1);
  expect(text).toMatch(/1 stored.*1 refused/);
});

test('adds school holidays from a valid file', async () => {
  const years = { '2031/32': [['Herbstferien', '2031-10-06', '2031-10-18']] };
  const content = { checked_on: '2031-01-01', lands: { SN: { source: 'Ferienordnung', url: 'https://www.schule.sachsen.de/', years } } };
  const { exit, text } = await run(portal, 'holidays add', { file: file('ferien.json', JSON.stringify(content)) });
  expect([exit, text]).toEqual([0, '1 periods of 1 school years in 1 Länder added']);
  expect((await run(portal, 'holidays add', { file: file('kein.json', '{') })).text).toMatch(/is not valid JSON/);
  const wrong = JSON.stringify({ ...content, checked_on: 'gestern' });
  expect((await run(portal, 'holidays add', { file: file('falsch.json', wrong) })).text).toMatch(/^checked_on: /);
});

test('names the unknown file, format or command', async () => {
  expect((await run(portal, 'import', { format: 'jsonl', source: join(folder, 'nichts') })).text).toMatch(/cannot be read/);
  expect((await run(portal, 'import', { format: 'xls', source: 'x' })).text).toMatch(/^format:/);
  expect(await run(portal, 'dance')).toMatchObject({ exit: 1, text: 'unknown command: dance' });
});

test('adds a user unless the address already has an account', async () => {
  const person = { email: 'neu@schule.example', vorname: 'Neu', name: 'Hier', role: 'teacher', school: 'school-a' };
  expect((await run(portal, 'user add', person)).text).toMatch(/neu@schule.example may sign in. Password: \S{16}/);
  expect((await run(portal, 'user add', person)).text).toMatch(/has an account already/);
  expect((await run(portal, 'user add', { ...person, email: 'x@y.example', school: 'nowhere' })).text).toMatch(/unknown school nowhere/);
  expect((await run(portal, 'user add', { ...person, email: 'x' })).text).toMatch(/^email:/);
});

test('reports differences between index and database until the index is rebuilt', async () => {
  expect(await run(portal, 'check')).toMatchObject({ exit: 0 });
  await portal.portal.db.deleteFrom('media_item').where('identifier', '=', 'a3').execute();
  expect(await run(portal, 'check')).toMatchObject({ exit: 1 });
  expect((await run(portal, 'reindex')).text).toMatch(/records indexed/);
  expect(await run(portal, 'check')).toMatchObject({ exit: 0 });
});

test('restores people, media and files from a backup into an empty portal', async () => {
  await portal.portal.storage.write('x/film.mp4', Readable.from(Buffer.from('film')));
  await portal.store({
    identifier: 'B-1',
    fn_titel: 'Mit Datei',
    fn_typ: '49',
    files: [{ path: 'x/film.mp4', mime: 'video/mp4', bytes: 4 }],
  });
  const browser = await portal.as(teacher({ email: 'sicher@schule.example' }));
  await browser.call(library.setBookmark, { params: { mediaId: 'B-1' } });
  // Adds a row that references a row of the same table in a later batch.
  const made = { school_id: 'school-a', kind: 'class' as const, school_year: '2026/27', state_since: new Date(), created_at: new Date() };
  const rows = Array.from({ length: 502 }, (_, i) => ({ ...made, id: newId(), name: `Klasse ${i}`, successor_id: null as string | null }));
  rows[0]!.successor_id = rows[501]!.id;
  await portal.portal.db.insertInto('class').values(rows).execute();
  const archive = join(folder, 'portal.backup');
  expect((await run(portal, 'backup', { file: archive })).text).toMatch(/1 files written to/);
  expect((await run(portal, 'restore', { file: archive })).text).toMatch(/The portal is not empty/);

  const other = await testPortal({}, { empty: true });
  expect((await run(other, 'restore', { file: archive })).text).toMatch(/restored/);
  const again = await other.signIn('sicher@schule.example');
  expect((await again.call(library.bookmarks, { query: {} })).items[0]).toMatchObject({ identifier: 'B-1', title: 'Mit Datei' });
  expect((await again.call(catalogue.search, { query: { q: 'Moore' } })).total).toBe(1);
  expect(await other.portal.storage.stat('x/film.mp4')).toMatchObject({ bytes: 4 });
  const carried = await other.portal.db.selectFrom('class').select('name').where('successor_id', '=', rows[501]!.id).execute();
  expect(carried).toEqual([{ name: 'Klasse 0' }]);
  await other.store({ identifier: 'B-2', fn_titel: 'Danach', fn_typ: '49' });
  expect((await again.call(catalogue.search, { query: { q: 'Danach' } })).total).toBe(1);
  await other.close();
});

test('leaves the portal empty after a failed restore', async () => {
  const other = await testPortal({}, { empty: true });
  const broken = file('broken.backup', 'this is not an archive');
  expect((await run(other, 'restore', { file: broken })).exit).toBe(1);
  expect(await other.portal.db.selectFrom('person').select('id').execute()).toEqual([]);
  await other.close();
});
