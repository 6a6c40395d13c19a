/** Real processes of the portal, killed at the worst moment: nothing is lost, and after a restart the search says what the database says. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { newId } from './db/new-id.ts';
import { openDatabase } from './db/open.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SERVER = process.env.TEST_DATABASE_URL;
const RECORDS = 6_000;
const TIMEOUT = 300_000;

type Running = { url: string; child: ChildProcess; said: string[] };

const folders: string[] = [];
const children = new Set<ChildProcess>();
const databases: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all([...children].map((child) => kill(child)));
  for (const drop of databases.splice(0)) await drop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fundus-crash-'));
  folders.push(folder);
  return folder;
}

/** Only what the process needs: the settings of whoever runs the tests stay out. */
function environment(dataDir: string, databaseUrl: string | undefined): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  const own = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'warn', SESSION_SECRET: 's'.repeat(40) };
  return { PATH, HOME, TMPDIR, ...own, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
}

function run(script: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, [join(ROOT, 'server/src', script), ...args], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function start(dataDir: string, databaseUrl?: string): Promise<Running> {
  const child = run('main.ts', [], environment(dataDir, databaseUrl));
  const said: string[] = [];
  createInterface({ input: child.stderr! }).on('line', (line) => said.push(line));
  const url = await new Promise<string>((done, failed) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const address = /^Portal ready at (\S+)$/.exec(line)?.[1];
      if (address) done(address);
    });
    child.once('exit', () => failed(new Error(`the portal ended:\n${said.join('\n')}`)));
  });
  return { url, child, said };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Runs the operator's import; its exit code. */
async function importFile(dataDir: string, file: string, databaseUrl?: string): Promise<number | null> {
  const child = run('cli.ts', ['import', 'jsonl', file], environment(dataDir, databaseUrl));
  child.stdout!.resume();
  child.stderr!.resume();
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

const WORDS = ['Vulkan', 'Zelle', 'Bruch', 'Geige', 'Wasser', 'Burg', 'Planet', 'Gedicht', 'Strom', 'Karte'];
const idOf = (i: number): string => `C-${String(i).padStart(5, '0')}`;

function recordsFile(folder: string, from: number, to: number, note = ''): string {
  const file = join(folder, `records-${from}-${to}-${note}.jsonl`);
  const line = (i: number): string =>
    JSON.stringify({
      identifier: idOf(i),
      fn_titel: `${WORDS[i % 10]} und ${WORDS[(i * 7 + 3) % 10]} ${i} ${note}`.trim(),
      fn_kurztext: `Über ${WORDS[(i * 3 + 1) % 10]}, ${WORDS[(i * 9 + 4) % 10]} und die Nummer ${i}`,
      fn_typ: '49',
      fn_sprache: ['de'],
    });
  writeFileSync(file, Array.from({ length: to - from }, (_, i) => line(from + i)).join('\n'));
  return file;
}

const json = async <T>(url: string): Promise<T> => (await (await fetch(url)).json()) as T;
type Found = { total: number; items: { identifier: string; fn_titel: string }[] };

const records = async ({ url }: Running): Promise<number> =>
  (await json<{ search: { records: number } }>(`${url}/api/v1/health/ready`)).search.records;

/** Everything the search shows, title by identifier. */
async function shown({ url }: Running): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (let offset = 0, total = 1; offset < total; offset += 100) {
    const page = await json<Found>(`${url}/api/v1/media/catalogue/search?sort=title&limit=100&offset=${offset}`);
    total = page.total;
    for (const item of page.items) all.set(item.identifier, item.fn_titel);
  }
  return all;
}

const count = async ({ url }: Running, q: string): Promise<number> =>
  (await json<Found>(`${url}/api/v1/media/catalogue/search?limit=1&q=${encodeURIComponent(`"${q}"`)}`)).total;

/** What the database holds, read after the portal has ended. */
async function stored(dataDir: string, databaseUrl?: string): Promise<Map<string, string>> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl });
  const rows = await db.selectFrom('media_item').select(['media_item.identifier', 'media_item.fn_titel']).execute();
  await close();
  return new Map(rows.map((row) => [row.identifier, row.fn_titel]));
}

async function until(what: () => Promise<boolean>, ms = 60_000): Promise<number> {
  const started = performance.now();
  while (!(await what())) {
    if (performance.now() - started > ms) throw new Error(`not within ${ms} ms`);
    await new Promise((done) => setTimeout(done, 15));
  }
  return performance.now() - started;
}

async function ownDatabase(): Promise<string | undefined> {
  if (!SERVER) return undefined;
  const name = `crash_${newId().replaceAll('-', '')}`;
  const admin = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: SERVER });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await admin(`create database ${name}`);
  databases.push(() => admin(`drop database ${name} with (force)`));
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return String(url);
}

/** A portal that was killed when it showed more than a share of what was being imported, and not all of it yet. */
async function killedWhileImporting(file: string, share: number) {
  for (let attempt = 1; ; attempt += 1) {
    const dataDir = join(newFolder(), 'data');
    const databaseUrl = await ownDatabase();
    const first = await start(dataDir, databaseUrl);
    const importing = importFile(dataDir, file, databaseUrl);
    let before = 0;
    await until(async () => (before = await records(first)) > share * RECORDS);
    await kill(first.child);
    const code = await importing;
    if (before < RECORDS && code !== 0) return { dataDir, databaseUrl, before };
    // The last records come in one go: on a quick machine the kill may be too late.
    expect(attempt, 'killed in time').toBeLessThan(5);
  }
}

/** The search shows what the database holds, finds all of it by its words, and nothing else. */
async function agrees(portal: Running, dataDir: string, databaseUrl?: string): Promise<Map<string, string>> {
  const seen = await shown(portal);
  const byWord = await Promise.all(WORDS.map((word) => count(portal, word)));
  await kill(portal.child, 'SIGTERM');
  const truth = await stored(dataDir, databaseUrl);
  expect(seen.size).toBe(truth.size);
  expect(seen).toEqual(truth);
  const holding = (word: string): number =>
    [...truth.keys()].filter((id) => {
      const i = Number(id.slice(2));
      return [i, i * 7 + 3, i * 3 + 1, i * 9 + 4].some((n) => WORDS[n % 10] === word);
    }).length;
  expect(byWord).toEqual(WORDS.map(holding));
  return truth;
}

describe('killed with -9', () => {
  test.each([0.15, 0.6])(
    'in the middle of an import, at %d of it: what was stored stays, the import can be repeated',
    async (share) => {
      const file = recordsFile(newFolder(), 0, RECORDS);
      const { dataDir, databaseUrl, before } = await killedWhileImporting(file, share);

      const again = await start(dataDir, databaseUrl);
      const kept = await agrees(again, dataDir, databaseUrl);
      expect(kept.size).toBeGreaterThanOrEqual(before);

      const last = await start(dataDir, databaseUrl);
      expect(await importFile(dataDir, file, databaseUrl)).toBe(0);
      await until(async () => (await records(last)) === RECORDS);
      expect((await agrees(last, dataDir, databaseUrl)).size).toBe(RECORDS);
    },
    TIMEOUT,
  );

  test(
    'while the snapshot is written: the one before, or none, is followed by what the log says',
    async () => {
      const dataDir = join(newFolder(), 'data');
      const databaseUrl = await ownDatabase();
      const folder = newFolder();
      mkdirSync(join(dataDir, 'search'), { recursive: true });
      const first = await start(dataDir, databaseUrl);
      expect(await importFile(dataDir, recordsFile(folder, 0, RECORDS), databaseUrl)).toBe(0);
      await until(async () => (await records(first)) === RECORDS);
      await kill(first.child, 'SIGTERM');

      // Changed, added, and then killed as soon as the new snapshot begins to be written.
      const second = await start(dataDir, databaseUrl);
      expect(await importFile(dataDir, recordsFile(folder, 0, 500, 'neu'), databaseUrl)).toBe(0);
      expect(await importFile(dataDir, recordsFile(folder, RECORDS, RECORDS + 200), databaseUrl)).toBe(0);
      await until(async () => (await records(second)) === RECORDS + 200);
      const begun = new Promise<void>((done) => {
        const watcher = watch(join(dataDir, 'search'), (_, name) => {
          if (!name?.endsWith('.new')) return;
          second.child.kill('SIGKILL');
          watcher.close();
          done();
        });
      });
      second.child.kill('SIGTERM');
      await begun;
      await until(async () => second.child.signalCode !== null || second.child.exitCode !== null);
      expect(second.child.signalCode).toBe('SIGKILL');

      const again = await start(dataDir, databaseUrl);
      expect(await count(again, 'neu')).toBe(500);
      expect((await agrees(again, dataDir, databaseUrl)).size).toBe(RECORDS + 200);
    },
    TIMEOUT,
  );

  test(
    'leaves half a snapshot, or a damaged one: the index is built anew from the database',
    async () => {
      const dataDir = join(newFolder(), 'data');
      const databaseUrl = await ownDatabase();
      const first = await start(dataDir, databaseUrl);
      expect(await importFile(dataDir, recordsFile(newFolder(), 0, 1_500), databaseUrl)).toBe(0);
      await kill(first.child, 'SIGTERM');
      const [name] = readdirSync(join(dataDir, 'search')).filter((each) => each.endsWith('.index'));
      const path = join(dataDir, 'search', name!);
      const whole = readFileSync(path);
      const damages = [
        () => writeFileSync(path, whole.subarray(0, whole.length >>> 1)),
        () => {
          const bent = Buffer.from(whole);
          bent[bent.length - 999]! ^= 1;
          writeFileSync(path, bent);
        },
      ];
      for (const damage of damages) {
        damage();
        const again = await start(dataDir, databaseUrl);
        expect((await agrees(again, dataDir, databaseUrl)).size).toBe(1_500);
      }
    },
    TIMEOUT,
  );
});

describe.skipIf(!SERVER)('two processes on one PostgreSQL', () => {
  test(
    'see each other’s changes within a second; one that was away catches up',
    async () => {
      const databaseUrl = (await ownDatabase())!;
      const [dataA, dataB, folder] = [join(newFolder(), 'a'), join(newFolder(), 'b'), newFolder()];
      const a = await start(dataA, databaseUrl);
      let b = await start(dataB, databaseUrl);

      // The moment of the commit is before the command ends, so this is the longest it can have taken.
      const noticed = async (by: Running, from: number, to: number, dataDir: string): Promise<number> => {
        expect(await importFile(dataDir, recordsFile(folder, from, to), databaseUrl)).toBe(0);
        return until(async () => (await records(by)) >= to, 10_000);
      };
      expect(await noticed(b, 0, 1, dataA)).toBeLessThan(1_000);
      expect(await noticed(a, 1, 2, dataB)).toBeLessThan(1_000);
      expect(await noticed(b, 2, 300, dataA)).toBeLessThan(1_000);
      expect(await importFile(dataA, recordsFile(folder, 0, 1, 'geändert'), databaseUrl)).toBe(0);
      expect(await until(async () => (await count(b, 'geändert')) === 1, 10_000)).toBeLessThan(1_000);
      expect((await shown(b)).get('C-00000')).toContain('geändert');

      await kill(b.child);
      expect(await importFile(dataA, recordsFile(folder, 300, 1_300), databaseUrl)).toBe(0);
      expect(await importFile(dataA, recordsFile(folder, 5, 6, 'unterdessen'), databaseUrl)).toBe(0);
      b = await start(dataB, databaseUrl);
      expect(await records(b)).toBe(1_300);
      expect(await shown(b)).toEqual(await shown(a));
      expect((await shown(b)).get('C-00005')).toContain('unterdessen');
    },
    TIMEOUT,
  );
});
