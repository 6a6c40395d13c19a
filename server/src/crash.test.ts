/** Real processes of the portal, killed at the worst moment: nothing is lost, and after a restart the search says what the database says. */
import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, afterEach } from 'vitest';
import PostalMime from 'postal-mime';
import { openDatabase } from './db/open.ts';
import { hashPassword, insertDistrict, insertPeople, insertSchools } from './domains/accounts/index.ts';
import { command, endProcesses, newFolder, newHome, start, until, type Home, type Running } from './testing/processes.ts';

const SERVER = process.env.TEST_DATABASE_URL;
/** More than the index takes in at a time while an import goes on (`control/import-records.ts`). */
const RECORDS = 6_000;
const TIMEOUT = 300_000;

afterEach(endProcesses);

/** Runs the operator's import; its exit code. */
const importFile = async (home: Home, file: string): Promise<number | null> => (await command(home, ['import', 'jsonl', file])).code;

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
  (await json<{ search?: { records: number } }>(`${url}/api/v1/health/ready`)).search?.records ?? 0;

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
async function stored({ dataDir, databaseUrl }: Home): Promise<Map<string, string>> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl });
  const rows = await db.selectFrom('media_item').select(['media_item.identifier', 'media_item.fn_titel']).execute();
  await close();
  return new Map(rows.map((row) => [row.identifier, row.fn_titel]));
}

/** Begins the import and kills the portal as soon as it shows more than a share of it, and not all of it yet. */
async function killedWhileImporting(
  home: Home,
  file: string,
  share: number,
  imported: (portal: Running) => Promise<number>,
): Promise<void> {
  const portal = await start(home);
  const importing = importFile(home, file);
  let before = 0;
  await until(async () => (before = await imported(portal)) > share * RECORDS);
  await portal.end('SIGKILL');
  // Where the kill came after the end there is nothing to see; the last records come in one go.
  expect([before < RECORDS, await importing], 'killed in time').toEqual([true, 1]);
  expect((await stored(home)).size).toBeGreaterThanOrEqual(before);
}

/** The search shows what the database holds, finds all of it by its words, and nothing else. */
async function expectShown(portal: Running, truth: Map<string, string>): Promise<void> {
  const seen = await shown(portal);
  expect(seen.size).toBe(truth.size);
  expect(seen).toEqual(truth);
  const countWith = (word: string): number =>
    [...truth.keys()].filter((id) => {
      const i = Number(id.slice(2));
      return [i, i * 7 + 3, i * 3 + 1, i * 9 + 4].some((n) => WORDS[n % 10] === word);
    }).length;
  expect(await Promise.all(WORDS.map((word) => count(portal, word)))).toEqual(WORDS.map(countWith));
}

const ADMIN = {
  id: '019b0000-0000-7000-8000-0000000000a1',
  email: 'admin@test.example',
  vorname: 'Ada',
  name: 'Amt',
  school_admin: '1' as const,
};
const ANNOUNCED = {
  id: '019b0000-0000-7000-8000-0000000000a2',
  email: 'kim@test.example',
  vorname: 'Kim',
  name: 'Muster',
  school_admin: '0' as const,
};
const PASSWORD = 'ein-langes-passwort-2026';

/** Two people of one school, before the first start. */
async function addPeople({ dataDir, databaseUrl }: Home): Promise<void> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl });
  await insertDistrict(db, { id: 'district-a', name: 'Kreis A' });
  await insertSchools(db, [
    { id: 'school-a', district_id: 'district-a', name: 'Schule A', number: '1', street: '', postcode: '', city: '' },
  ]);
  const password_hash = await hashPassword(PASSWORD);
  const about = {
    role: 'L' as const,
    district_admin: '0' as const,
    capabilities: [],
    school_id: 'school-a',
    district_id: null,
    demo: true,
    password_hash,
  };
  await insertPeople(
    db,
    [ADMIN, ANNOUNCED].map((person) => ({ ...about, ...person })),
  );
  await close();
}

/** Calls of somebody who has signed in. */
async function visit({ url }: Running, login: string) {
  const kept = new Map<string, string>();
  let token = '';
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = {
      cookie: [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && { 'x-csrf-token': token }),
    };
    const reply = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    for (const cookie of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split(/=(.*)/s);
      kept.set(name, value);
    }
    token = reply.headers.get('x-csrf-token') ?? token;
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T;
  };
  const whoAmI = () => ask('GET', '/api/v1/user/userinfo');
  await whoAmI();
  await ask('POST', '/api/v1/user/login', { login, password: PASSWORD });
  await whoAmI();
  return ask;
}

/** Which names the mails say that were written as files; a mail that was sent once more is the same file. */
async function mailed({ dataDir }: Home): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  const mails = await Promise.all(names.map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
  return mails.flatMap(({ text = '' }) => /Muster Nr-\d+/.exec(text)?.[0] ?? []).sort();
}

// On PostgreSQL the database outlives the portal, and what it does at a kill is its own; the index and its snapshots are the same code on both.
describe.skipIf(SERVER)('killed with -9', () => {
  test(
    'twice in the middle of an import: what was stored stays, and the import can be repeated',
    async () => {
      const home = await newHome();
      const folder = newFolder();
      const changed = recordsFile(folder, 0, RECORDS, 'neu');
      await killedWhileImporting(home, recordsFile(folder, 0, RECORDS), 0.15, records);
      await killedWhileImporting(home, changed, 0.6, (portal) => count(portal, 'neu'));
      const truth = await stored(home);
      const last = await start(home);
      await expectShown(last, truth);
      expect(await importFile(home, changed)).toBe(0);
      await until(async () => (await count(last, 'neu')) === RECORDS);
      expect((await shown(last)).size).toBe(RECORDS);
    },
    TIMEOUT,
  );

  test(
    'while the snapshot is written, or leaving half of one or a damaged one: the index is what the database says',
    async () => {
      const home = await newHome();
      const folder = newFolder();
      const snapshots = join(home.dataDir, 'search');
      const many = 1_500;
      mkdirSync(snapshots, { recursive: true });
      const first = await start(home);
      expect(await importFile(home, recordsFile(folder, 0, many))).toBe(0);
      await until(async () => (await records(first)) === many);
      await first.end();

      // Changed, added, and then killed as soon as the new snapshot begins to be written.
      const second = await start(home);
      expect(await importFile(home, recordsFile(folder, 0, 500, 'neu'))).toBe(0);
      expect(await importFile(home, recordsFile(folder, many, many + 200))).toBe(0);
      await until(async () => (await records(second)) === many + 200);
      const watcher = watch(snapshots, (_, name) => {
        if (name?.endsWith('.new')) second.child.kill('SIGKILL');
      });
      expect(await second.end()).toBe('SIGKILL');
      watcher.close();

      const truth = await stored(home);
      expect(truth.size).toBe(many + 200);
      const again = await start(home);
      expect(await count(again, 'neu')).toBe(500);
      await expectShown(again, truth);
      await again.end();

      const [name] = readdirSync(snapshots).filter((each) => each.endsWith('.index'));
      const path = join(snapshots, name!);
      const whole = readFileSync(path);
      const bent = Buffer.from(whole);
      bent[bent.length - 999]! ^= 1;
      for (const damaged of [whole.subarray(0, whole.length >>> 1), bent]) {
        writeFileSync(path, damaged);
        const after = await start(home);
        await expectShown(after, truth);
        await after.end('SIGKILL');
      }
    },
    TIMEOUT,
  );
});

describe('killed with -9 while people are told things', () => {
  test(
    'each is told once, by mail and in the portal, or in neither way',
    async () => {
      const home = await newHome();
      await addPeople(home);
      const answered: string[] = [];
      let last = 0;
      for (const most of [20, 45]) {
        const portal = await start(home, { DEMO: 'on' });
        const ask = await visit(portal, ADMIN.email);
        const path = `/api/v1/people/${ANNOUNCED.id}`;
        let { version } = await ask<{ version: number }>('GET', path);
        const killed = until(() => answered.length >= most).then(() => portal.end('SIGKILL'));
        for (let alive = true; alive;) {
          const name = `Muster Nr-${++last}`;
          const reply = await ask<{ version: number }>('PATCH', `${path}/name`, { version, vorname: 'Kim', name }).catch(() => null);
          if (reply) answered.push(name);
          if (reply) ({ version } = reply);
          alive = reply !== null;
        }
        await killed;
      }
      const portal = await start(home, { DEMO: 'on' });
      const kim = await visit(portal, ANNOUNCED.email);
      const { items } = await kim<{ items: { text: string }[] }>('GET', '/api/v1/notices?limit=100');
      const shown = items.flatMap(({ text }) => /Muster Nr-\d+/.exec(text)?.[0] ?? []).sort();
      await until(async () => (await mailed(home)).length >= shown.length);
      expect(await mailed(home)).toEqual(shown);
      expect(new Set(shown).size).toBe(shown.length);
      // What was answered is told; of each time the portal was killed one more may be, which nobody had an answer to.
      expect(answered.filter((name) => !shown.includes(name))).toEqual([]);
      expect(shown.length - answered.length).toBeLessThanOrEqual(2);
    },
    TIMEOUT,
  );
});

describe.skipIf(!SERVER)('two processes on one PostgreSQL', () => {
  test(
    'see each other’s changes within a second; one that was away catches up',
    async () => {
      const homeA = await newHome();
      const homeB = { ...homeA, dataDir: join(newFolder(), 'b') };
      const folder = newFolder();
      const [a, first] = await Promise.all([start(homeA), start(homeB)]);
      let b = first;

      // The moment of the commit is before the command ends, so this is the longest it can have taken.
      const noticed = async (by: Running, from: number, to: number, home: Home): Promise<number> => {
        expect(await importFile(home, recordsFile(folder, from, to))).toBe(0);
        return until(async () => (await records(by)) >= to, 10_000);
      };
      expect(await noticed(b, 0, 1, homeA)).toBeLessThan(1_000);
      expect(await noticed(a, 1, 2, homeB)).toBeLessThan(1_000);
      expect(await noticed(b, 2, 300, homeA)).toBeLessThan(1_000);
      expect(await importFile(homeA, recordsFile(folder, 0, 1, 'geändert'))).toBe(0);
      expect(await until(async () => (await count(b, 'geändert')) === 1, 10_000)).toBeLessThan(1_000);
      expect((await shown(b)).get('C-00000')).toContain('geändert');

      await b.end('SIGKILL');
      expect(await importFile(homeA, recordsFile(folder, 300, 1_300))).toBe(0);
      expect(await importFile(homeA, recordsFile(folder, 5, 6, 'unterdessen'))).toBe(0);
      b = await start(homeB);
      expect(await records(b)).toBe(1_300);
      expect(await shown(b)).toEqual(await shown(a));
      expect((await shown(b)).get('C-00005')).toContain('unterdessen');
    },
    TIMEOUT,
  );
});
