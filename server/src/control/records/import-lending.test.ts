import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schoolAdmin, teacher, testPortal, type TestPortal } from '../../testing/index.ts';
import { MONDAY, openPoint } from '../../testing/lending.ts';
import { runCommand } from '../commands.ts';

let portal: TestPortal;
let folder: string;
let point: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fundus-lending-'));
  portal = await testPortal({ GeraeteVerleih: true });
  portal.setNow(MONDAY);
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(command: string, args: Record<string, unknown> = {}, content?: string): Promise<{ exit: number; text: string }> {
  const file = join(folder, 'tabelle.csv');
  if (content !== undefined) writeFileSync(file, content);
  const lines: string[] = [];
  const running = { ...portal, env: { dataDir: portal.dataDir, sessionSecret: 's'.repeat(40) } };
  const given = content === undefined ? args : { file, ...args };
  const exit = await runCommand(running, { command, args: given }, { line: (text) => void lines.push(text), progress: () => {} });
  return { exit, text: lines.join('\n') };
}
const take = (table: string, content: string, more: Record<string, unknown> = {}) => run('lending import', { table, ...more }, content);

test('requires a lending point for an import', async () => {
  expect((await run('lending points')).text).toContain('no lending point');
  expect((await take('stock', 'Inventarnummer;Modell\nK-1;Kamera\n')).text).toContain('no lending point');
  const admin = await portal.as(schoolAdmin({ email: 'amt@a.example' }));
  point = (await openPoint(admin)).id;
  expect((await run('lending points')).text).toContain(point);
  expect((await take('stock', 'Inventarnummer;Modell\nK-1;Kamera\n', { point: 'nowhere' })).text).toContain(point);
});

test('imports all four tables idempotently', async () => {
  await portal.as(teacher({ vorname: 'Kim', name: 'Falk', email: 'kim@a.example' }));
  const stock = 'Inventarnummer;Modell;Art\nK-1;Kamera;Film\nK-2;Kamera;Film\n';
  expect(await take('stock', stock, { dryRun: true })).toMatchObject({ exit: 0, text: expect.stringContaining('new: 2') as string });
  expect((await take('stock', stock)).exit).toBe(0);
  expect((await take('borrowers', 'Nummer;Name;E-Mail\n1001;Falk;kim@a.example\n')).text).toContain('new: 1');
  const loans = 'Gerät;Kennung;Ausgeliehen am;Fällig am\nK-1;1001;1.2.2026;20.2.2026\nK-9;1001;1.2.2026;20.2.2026\n';
  const refused = await take('loans', loans, { map: ['borrower=Kennung'] });
  expect(refused).toMatchObject({ exit: 1, text: expect.stringContaining('row 3 K-9 rejected: device: no_device, K-9') as string });
  expect((await take('loans', loans, { map: ['borrower=Kennung'], skipErrors: true })).text).toContain('new: 1');
  expect((await take('loans', loans, { map: ['borrower=Kennung'], skipErrors: true })).text).toContain('new: 0, changed: 0, unchanged: 1');
  const reservations = 'Modell;Kundennummer;Von;Bis\nKamera;1001;16.3.2026;17.3.2026\n';
  expect((await take('reservations', reservations)).text).toContain('new: 1');
  expect((await run('lending reminders', { overdue: 'first' })).text).toContain('1 open, 1 overdue');
  expect((await portal.portal.db.selectFrom('lending_migrated').select('paused').where('paused', '=', true).execute()).length).toBe(0);
});
