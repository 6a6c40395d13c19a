import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testPortal } from '../../testing/index.ts';
import { checkArchive, readArchive, computeChecksum, writeArchive, type Manifest } from './archive.ts';
import { runCommand } from '../commands.ts';
import { listTables } from './dump-repository.ts';
import { compareTables } from './saved-tables.ts';

test('excludes tables of the operator from backups', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundus-tables-'));
  const portal = await testPortal();
  const { db } = portal.portal;
  await sql`create table a_report as select 1 as id`.execute(db);
  expect(compareTables(await listTables(db))).toEqual({ foreign: [], missing: [] });
  const run = async (command: string, file: string) => {
    const lines: string[] = [];
    const env = { dataDir: portal.dataDir, sessionSecret: 's'.repeat(40) };
    const exit = await runCommand(
      { ...portal, env },
      { command, args: { file } },
      { line: (text) => void lines.push(text), progress: () => {} },
    );
    return { exit, text: lines.join('\n') };
  };
  const whole = join(folder, 'whole.tar.gz');
  expect((await run('backup', whole)).exit).toBe(0);
  const contents = new Map<string, Buffer>();
  let manifest!: Manifest;
  await readArchive(
    whole,
    (head) => (manifest = head),
    async ({ name, content }) => void contents.set(name, Buffer.concat(await content.toArray())),
  );
  expect(Object.keys(manifest.tables)).not.toContain('a_report');
  expect(await checkArchive(whole, () => {})).toBe(0);

  const row = Buffer.from('{"id":1}\n');
  contents.set('tables/a_report.jsonl', row);
  const entries = { ...manifest.entries, 'tables/a_report.jsonl': await computeChecksum(Readable.from([row])) };
  const foreign = join(folder, 'foreign.tar.gz');
  await writeArchive(foreign, { ...manifest, tables: { ...manifest.tables, a_report: 1 }, entries }, (name) =>
    Readable.from([contents.get(name)!]),
  );
  await expect(checkArchive(foreign, () => {})).rejects.toThrow(/tables that are not the portal's \(a_report\)/);
  await portal.close();
  const empty = await testPortal({}, { empty: true });
  const lines: string[] = [];
  const exit = await runCommand(
    { ...empty, env: { dataDir: empty.dataDir, sessionSecret: 's'.repeat(40) } },
    { command: 'restore', args: { file: foreign } },
    { line: (text) => void lines.push(text), progress: () => {} },
  );
  expect([exit, lines.join()]).toEqual([1, expect.stringMatching(/a_report/)]);
  await empty.close();
  rmSync(folder, { recursive: true });
});
