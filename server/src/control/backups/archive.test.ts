/** Tests that restore and check reject incomplete, changed or foreign archives, name the fault and leave nothing behind. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import tar from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { teacher, testPortal, type TestPortal } from '../../testing/index.ts';
import { checkArchive } from './archive.ts';
import { runCommand } from '../commands.ts';

let folder: string;
let whole: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fundus-archive-'));
  whole = join(folder, 'whole.tar.gz');
  const portal = await testPortal();
  await portal.as(teacher());
  for (const name of ['a', 'b']) await portal.portal.storage.write(`x/${name}.mp4`, Readable.from([`film ${name}`]));
  expect((await run(portal, 'backup', { file: whole })).exit).toBe(0);
  expect(readdirSync(portal.portal.cacheDir).filter((name) => name.startsWith('backup-'))).toEqual([]);
  await portal.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(on: TestPortal, command: string, args: Record<string, unknown>) {
  const lines: string[] = [];
  const env = { dataDir: on.dataDir, sessionSecret: 's'.repeat(40) };
  const exit = await runCommand({ ...on, env }, { command, args }, { line: (text) => void lines.push(text), progress: () => {} });
  return { exit, text: lines.join('\n') };
}

type Entry = { name: string; content: Buffer };

async function changed(change: (entries: Entry[]) => Entry[]): Promise<string> {
  const extract = tar.extract();
  Readable.from([gunzipSync(readFileSync(whole))]).pipe(extract);
  const entries: Entry[] = [];
  for await (const part of extract) entries.push({ name: part.header.name, content: await buffer(part) });
  const pack = tar.pack();
  for (const { name, content } of change(entries)) pack.entry({ name }, content);
  pack.finalize();
  const file = join(folder, `changed-${Math.random()}.tar.gz`);
  writeFileSync(file, gzipSync(await buffer(pack)));
  return file;
}
const edited = (name: string, edit: (content: string) => string) => (entries: Entry[]) =>
  entries.map((entry) => (entry.name === name ? { name, content: Buffer.from(edit(entry.content.toString())) } : entry));
const bytes = (change: (content: Buffer) => Buffer) => async (): Promise<string> => {
  const file = join(folder, `bytes-${Math.random()}.tar.gz`);
  writeFileSync(file, change(readFileSync(whole)));
  return file;
};

const BROKEN: [string, () => Promise<string>, RegExp][] = [
  ['no manifest', () => changed((all) => all.slice(1)), /does not begin with backup\.json/],
  ['a manifest that is not the first entry', () => changed((all) => [...all.slice(1), all[0]!]), /does not begin with backup\.json/],
  ['a missing table', () => changed((all) => all.filter(({ name }) => name !== 'tables/person.jsonl')), /tables\/person\.jsonl is missing/],
  [
    'a table missing from the entries and the manifest',
    () => changed((all) => edited('backup.json', withoutPerson)(all.filter(({ name }) => name !== 'tables/person.jsonl'))),
    /no rows of person/,
  ],
  [
    'no files',
    () => changed((all) => all.filter(({ name }) => !name.startsWith('files/'))),
    /files\/x\/a\.mp4 is missing, files\/x\/b\.mp4 is missing/,
  ],
  ['a truncated file', () => changed(edited('files/x/a.mp4', (content) => content.slice(0, -1))), /files\/x\/a\.mp4 is changed/],
  [
    'a changed row',
    () => changed(edited('tables/person.jsonl', (content) => content.replace('@', '_'))),
    /tables\/person\.jsonl is changed/,
  ],
  [
    'an entry that the manifest does not list',
    () => changed((all) => [...all, { name: 'files/x/c.mp4', content: Buffer.from('c') }]),
    /files\/x\/c\.mp4 is too much/,
  ],
  ['a duplicate entry', () => changed((all) => [...all, all.at(-1)!]), /is too much/],
  ['a missing end', bytes((content) => content.subarray(0, Math.floor(content.length * 0.6))), /truncated, or not a backup/],
  [
    'a changed byte',
    bytes((content) => Buffer.concat([content.subarray(0, 600), Buffer.from([content[600]! ^ 0xff]), content.subarray(601)])),
    /./,
  ],
  ['no content', bytes(() => Buffer.alloc(0)), /truncated, or not a backup|it is empty/],
  ['no compression', bytes(() => Buffer.from('a letter to the operator')), /truncated, or not a backup/],
];
const withoutPerson = (content: string): string => {
  const head = JSON.parse(content) as { tables: Record<string, unknown>; entries: Record<string, unknown> };
  delete head.tables.person;
  delete head.entries['tables/person.jsonl'];
  return JSON.stringify(head);
};

describe('damaged archives', () => {
  let empty: TestPortal;
  beforeAll(async () => {
    empty = await testPortal({}, { empty: true });
  });
  afterAll(() => empty.close());

  test.each(BROKEN)('are not restored if they have %s', async (what, make, words) => {
    const file = await make();
    expect(await run(empty, 'restore', { file })).toEqual({ exit: 1, text: expect.stringMatching(words) as string });
    expect(await empty.portal.db.selectFrom('district').select('id').execute()).toEqual([]);
    for await (const path of empty.portal.storage.list()) expect(path).toBeUndefined();
    if (what !== 'a table missing from the entries and the manifest')
      await expect(checkArchive(file, () => {})).rejects.toMatchObject({ name: 'OperatorError' });
  });

  test('are rejected if they are not a backup of a portal', async () => {
    const pack = tar.pack();
    pack.entry({ name: 'readme.txt' }, 'hello');
    pack.finalize();
    const file = join(folder, 'foreign.tar.gz');
    writeFileSync(file, gzipSync(await buffer(pack)));
    expect(await run(empty, 'restore', { file })).toEqual({ exit: 1, text: expect.stringMatching(/not a backup of a portal/) as string });
  });
});

describe('archives of development versions before the baseline', () => {
  const replaced = JSON.parse(readFileSync(join(import.meta.dirname, '../../db/migrations/fixtures/replaced.json'), 'utf8')) as string[];
  const madeBy = (migrations: string[]) =>
    changed(edited('backup.json', (content) => JSON.stringify({ ...(JSON.parse(content) as object), migrations })));

  test('pass the check but not the restore if they are from the last version', async () => {
    const file = await madeBy(replaced);
    expect(await checkArchive(file, () => {})).toBe(0);
    const empty = await testPortal({}, { empty: true });
    expect(await run(empty, 'restore', { file })).toEqual({
      exit: 1,
      text: expect.stringMatching(
        /^the backup was made by an older version of the portal \(without 01\d\d_.*; restore it with that version/,
      ) as string,
    });
    await empty.close();
  });

  test('cannot be restored if they are from an earlier version', async () => {
    const file = await madeBy(replaced.slice(0, -1));
    const empty = await testPortal({}, { empty: true });
    expect(await run(empty, 'restore', { file })).toEqual({
      exit: 1,
      text: expect.stringMatching(/^the backup was made by a development version .* restore it with commit \w+/) as string,
    });
    await empty.close();
  });
});

test('checks a complete archive without a portal', async () => {
  const lines: string[] = [];
  expect(await checkArchive(whole, (text) => void lines.push(text))).toBe(0);
  expect(lines[0]).toMatch(/is a complete backup of \d{4}-.*: \d+ rows of \d+ tables and 2 files/);
});

test('leaves no archive after a failed backup', async () => {
  const portal = await testPortal();
  await portal.portal.storage.write('x/a.mp4', Readable.from(['first']));
  const { storage } = portal.portal;
  let reads = 0;
  const other: TestPortal = {
    ...portal,
    portal: { ...portal.portal, storage: { ...storage, read: (path) => (++reads > 1 ? Readable.from(['other']) : storage.read(path)) } },
  };
  const file = join(folder, 'torn.tar.gz');
  expect(await run(other, 'backup', { file })).toEqual({ exit: 1, text: expect.stringMatching(/x\/a\.mp4 changed while/) as string });
  await expect(run(portal, 'backup', { file: join(folder, 'nowhere', 'b.tar.gz') })).rejects.toMatchObject({ code: 'ENOENT' });
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
  expect(statSync(whole).mode & 0o777).toBe(0o600);
  await portal.close();
});
