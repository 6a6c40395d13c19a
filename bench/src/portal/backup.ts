/** Measures how long readers wait during a backup of a portal on the embedded database. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPortal } from '@fundus/e2e/portal';
import { describeLoad, runPortalCommand, writeRecords } from '../measure/commands.ts';
import { storeTable, toTableRow } from '../measure/table.ts';

const QUIET = 5_000;
const PAUSE = 5;
const EMAIL = 'lesende@bench.example';
const PASSWORD = 'ein langes Kennwort';

/** Signs in and returns the session cookies. */
async function signIn(url: string): Promise<string> {
  const token = (await fetch(`${url}/api/v1/user/userinfo`)).headers.get('x-csrf-token') ?? '';
  const reply = await fetch(`${url}/api/v1/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': token },
    body: JSON.stringify({ login: EMAIL, password: PASSWORD }),
  });
  if (reply.status !== 200) throw new Error(`${reply.status}: ${await reply.text()}`);
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Sends uncached reads until `over` returns true. Returns the time of each request in milliseconds. */
async function read(url: string, cookie: string, over: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!over()) {
    const start = performance.now();
    const reply = await fetch(`${url}/api/v1/library/bookmarks`, { headers: { cookie } });
    await reply.arrayBuffer();
    if (reply.status !== 200) throw new Error(`${reply.status} while reading`);
    times.push(performance.now() - start);
    await pause(PAUSE);
  }
  return times;
}

export async function backupBench(records: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fundus-bench-'));
  const dataDir = join(folder, 'data');
  const file = join(folder, 'records.jsonl');
  try {
    await writeRecords(file, records);
    await runPortalCommand(dataDir, ['import', 'jsonl', file]);
    const person = ['--email', EMAIL, '--vorname', 'Lea', '--name', 'Leser', '--role', 'teacher', '--password', PASSWORD];
    await runPortalCommand(dataDir, ['user', 'add', ...person]);
    const portal = await startPortal({ demo: false, dataDir });
    try {
      const cookie = await signIn(portal.url);
      const load = describeLoad();
      const end = performance.now() + QUIET;
      const rows: [string, number[]][] = [['nothing else', await read(portal.url, cookie, () => performance.now() > end)]];
      const took: number[] = [];
      for (const archive of ['first backup', 'second backup']) {
        let done = false;
        const start = performance.now();
        const backup = runPortalCommand(dataDir, ['backup', join(folder, `${archive}.tar.gz`)]).finally(() => (done = true));
        rows.push([archive, await read(portal.url, cookie, () => done)]);
        await backup;
        took.push((performance.now() - start) / 1_000);
      }
      const { size } = await stat(join(folder, 'first backup.tar.gz'));
      storeTable({
        name: `backup-${records}`,
        title: `Reads while ${records.toLocaleString('en')} media on the embedded database are backed up, ms`,
        head: ['load', 'reads', 'p50', 'p95', 'longest'],
        rows: rows.map(([what, times]) => toTableRow(what, times)),
        notes: [
          'Goal: no read waits longer than 300 ms. The folder of the database is copied without blocking; only later changes are copied while others wait. Copied in one step, the longest reads took 924 and 1,030 ms on the same day. The first backup runs right after the start, the second without writes in between.',
          `The backups took ${took.map((seconds) => seconds.toFixed(1)).join(' and ')} s; the archive has ${(size / 1024 ** 2).toFixed(0)} MB.`,
          load,
        ],
      });
    } finally {
      await portal.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
