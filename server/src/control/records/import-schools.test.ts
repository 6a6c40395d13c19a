import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testPortal, type TestPortal } from '../../testing/index.ts';
import { runCommand } from '../commands.ts';

let portal: TestPortal;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fundus-schools-'));
  portal = await testPortal();
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(content: string, about: object = {}): Promise<{ exit: number; text: string }> {
  const file = join(folder, 'schulen.csv');
  writeFileSync(file, content);
  const lines: string[] = [];
  const running = { ...portal, env: { dataDir: portal.dataDir, sessionSecret: 's'.repeat(40) } };
  const args = { file, district: 'district-a', ...about };
  const exit = await runCommand(running, { command: 'school import', args }, { line: (text) => void lines.push(text), progress: () => {} });
  return { exit, text: lines.join('\n') };
}
const count = async () => (await portal.portal.db.selectFrom('school').select('id').where('number', 'like', '80%').execute()).length;

test('prints a preview before it writes the schools', async () => {
  const list = 'Schulnummer;Schulname;Träger\n800001;Erste;Stadt\n800002;Zweite;Kreis\n';
  const looked = await run(list, { dryRun: true });
  expect(looked).toEqual({
    exit: 0,
    text: 'number = Schulnummer\nname = Schulname\nnot imported: Träger\nnew: 2, changed: 0, unchanged: 0, rejected: 0',
  });
  expect(await count()).toBe(0);
  expect((await run(list)).exit).toBe(0);
  expect(await count()).toBe(2);
  expect((await run(list.replace('Zweite', 'Neue'))).text).toContain('row 3 800002 changed: name: Zweite -> Neue');
});

test('maps columns by --map', async () => {
  const list = 'Kennung;Wie sie heißt\n800003;Dritte\n';
  expect(await run(list)).toMatchObject({ exit: 1, text: expect.stringContaining('no column for: number, name') as string });
  expect((await run(list, { map: ['number=Kennung', 'name=wie sie heißt'] })).exit).toBe(0);
  expect((await run(list, { map: ['nummer=Kennung'] })).text).toContain('the columns are number, name');
  expect((await run(list, { map: ['number=Nr'] })).text).toContain('the headers are Kennung, Wie sie heißt');
});

test('writes nothing if an invalid row is not skipped', async () => {
  const before = await count();
  const list = 'Schulnummer;Name;PLZ\n800004;Vierte;12345\n800005;Fünfte;x\n';
  expect(await run(list)).toMatchObject({ exit: 1, text: expect.stringContaining('row 3 800005 rejected: postcode: format') as string });
  expect(await count()).toBe(before);
  expect((await run(list, { skipErrors: true })).exit).toBe(1);
  expect(await count()).toBe(before + 1);
  expect((await run('%PDF-1.7')).text).toBe('file: binary (docs/import/tables.md)');
  expect((await run(list, { district: 'nowhere' })).text).toBe('district: unknown district nowhere: district-a (Kreis A)');
});
