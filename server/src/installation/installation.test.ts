/** The portal refuses to start with an installation whose data would be overwritten or unreadable, and leaves it unchanged. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findLoneCommand } from '../control/installation-commands.ts';
import { openDatabase } from '../db/open.ts';
import { insertDistrict, insertPeople, insertSchools } from '../domains/accounts/index.ts';
import { explain } from '../control/explain.ts';
import { makeHome, type Home } from '../testing/database-template.ts';
import { openInstallation, type Permission } from './installation.ts';

const ONE = 'o'.repeat(40);
const OTHER = 'x'.repeat(40);
const EMBEDDED = !process.env.TEST_DATABASE_URL;

let home: Home & { drop: () => Promise<void> };
let secretFile: string;
const place = (sessionSecret?: string, dataDir = home.dataDir) => ({ dataDir, databaseUrl: home.databaseUrl, sessionSecret });

/** Starts and stops the portal. Returns the secret in use, or the error message if the start is refused. */
async function start(at = place(), permission: Permission = {}): Promise<string> {
  try {
    const { database, secret } = await openInstallation(at, {}, permission);
    await database.close();
    return secret;
  } catch (error) {
    return explain(error);
  }
}

async function run(command: string, yes: boolean, at = place()): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const io = { line: (text: string) => void lines.push(text), progress: () => {} };
  const code = await findLoneCommand({ command, args: { yes } })!(at, {}, io);
  return { code, text: lines.join('\n') };
}

async function fill(): Promise<void> {
  const { db, close } = await openDatabase(place());
  await insertDistrict(db, { id: 'district-a', name: 'Kreis A' });
  await insertSchools(db, [
    { id: 'school-a', district_id: 'district-a', name: 'Schule A', number: '1', street: '', postcode: '', city: '' },
  ]);
  const about = { role: 'L' as const, school_admin: '0' as const, district_admin: '0' as const, capabilities: [], district_id: null };
  const id = '019b0000-0000-7000-8000-0000000000a1';
  await insertPeople(db, [
    { ...about, id, email: 'a@b.example', vorname: 'A', name: 'B', school_id: 'school-a', demo: true, password_hash: 'x' },
  ]);
  await close();
}

const countPeople = async (): Promise<number> => {
  const { db, close } = await openDatabase(place());
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from person`.execute(db);
  await close();
  return rows[0]!.n;
};

describe('validation of secrets and folders before the database is opened', () => {
  let dataDir: string;
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'fundus-secret-'))));
  afterEach(() => rmSync(dataDir, { recursive: true }));

  test.each([
    ['empty', '', /is empty/],
    ['white space only', ' \n\n ', /is empty/],
    ['short', 'abc\n', /is too short \(3 characters, at least 32 are needed\)/],
    ['of 31 characters', 'a'.repeat(31), /is too short \(31 characters/],
    ['full of zeros', '\0'.repeat(48), /is damaged/],
  ])('rejects a secret file that is %s', async (_, content, sentence) => {
    writeFileSync(join(dataDir, 'session-secret'), content);
    expect(await start({ dataDir, databaseUrl: undefined, sessionSecret: undefined })).toMatch(sentence);
    expect(readdirSync(dataDir)).toEqual(['session-secret']);
    expect(readFileSync(join(dataDir, 'session-secret'), 'utf8')).toBe(content);
  });

  test('rejects a folder in place of the secret file', async () => {
    mkdirSync(join(dataDir, 'session-secret'));
    expect(await start({ dataDir, databaseUrl: undefined, sessionSecret: undefined })).toMatch(
      /session-secret is a folder instead of a file/,
    );
  });

  test('rejects a SESSION_SECRET that is too short', async () => {
    expect(await start({ dataDir, databaseUrl: undefined, sessionSecret: 'short' })).toMatch(/^SESSION_SECRET is too short/);
  });

  test.each(['files', 'uploads', 'cache', 'search', 'mail'])('rejects a data folder with a read-only subfolder: %s', async (name) => {
    writeFileSync(join(dataDir, name), '');
    expect(await start({ dataDir, databaseUrl: undefined, sessionSecret: ONE })).toMatch(new RegExp(`${name} cannot be used`));
  });
});

describe('installation with a database', () => {
  beforeEach(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'fundus-installation-'));
    home = await makeHome(dataDir);
    secretFile = join(dataDir, 'session-secret');
  });
  afterEach(async () => {
    await home.drop();
    rmSync(home.dataDir, { recursive: true, force: true });
  });

  describe('secret of the portal', () => {
    test('must be restored before the portal starts again', async () => {
      const secret = await start();
      expect(secret).toMatch(/^[\w-]{64}$/);
      expect(statSync(secretFile).mode & 0o777).toBe(0o600);
      renameSync(secretFile, `${secretFile}.away`);
      expect(await start()).toMatch(/the secret of this portal is missing/);
      expect(existsSync(secretFile)).toBe(false);
      renameSync(`${secretFile}.away`, secretFile);
      expect(await start()).toBe(secret);
    });

    test('is rejected if the file or the variable contains another secret', async () => {
      const secret = await start();
      expect(await start(place(OTHER))).toMatch(/SESSION_SECRET is not the secret of this portal, but .*session-secret is/);
      expect(await start(place(secret))).toBe(secret);
      writeFileSync(secretFile, `${OTHER}\n`);
      expect(await start()).toMatch(/session-secret is not the secret this portal was used with/);
      // The variable takes precedence over the file and contains the right secret.
      expect(await start(place(secret))).toBe(secret);
    });

    test('is not stored in readable form', async () => {
      const secret = await start();
      const { db, close } = await openDatabase(place());
      const row = await db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
      await close();
      expect(JSON.stringify(row)).not.toContain(secret);
      expect(row.secret_fingerprint).toMatch(/^[\w-]{43}$/);
    });

    test('is adopted by a database without a fingerprint', async () => {
      await fill();
      expect(await start()).toMatch(/the secret of this portal is missing/);
      writeFileSync(secretFile, `${ONE}\n`);
      // Only versions without the table of installations leave a database with people but without a fingerprint.
      expect(await start()).toBe(ONE);
      expect(await start(place(OTHER))).toMatch(/SESSION_SECRET is not the secret of this portal/);
    });

    test('is read from a prepared file after a crash', async () => {
      const secret = await start();
      renameSync(secretFile, `${secretFile}.next`);
      writeFileSync(secretFile, `${OTHER}\n`);
      expect(await start()).toBe(secret);
      expect(readFileSync(secretFile, 'utf8').trim()).toBe(secret);
      expect(existsSync(`${secretFile}.next`)).toBe(false);
    });

    test('is replaced with "secret accept --yes"', async () => {
      await start();
      await fill();
      const { db, close } = await openDatabase(place());
      await sql`insert into push_subscription (id, person_id, endpoint, p256dh, auth, device, created_at)
      select ${'019b0000-0000-7000-8000-0000000000b1'}, person.id, 'https://push.example/1', repeat('k', 87), repeat('a', 22), 'n', now() from person`.execute(
        db,
      );
      await close();
      writeFileSync(secretFile, `${OTHER}\n`);
      const said = await run('secret accept', false);
      expect(said).toMatchObject({ code: 1, text: expect.stringMatching(/1 browsers show no more notices[\s\S]*add --yes/) as string });
      expect(await start()).toMatch(/is not the secret/);
      expect((await run('secret accept', true)).code).toBe(0);
      expect(await start()).toBe(OTHER);
      expect(await countPeople()).toBe(1);
      rmSync(secretFile);
      expect((await run('secret accept', true)).code).toBe(0);
      expect(await start()).toMatch(/^[\w-]{64}$/);
      expect(await run('secret accept', true)).toMatchObject({ code: 0, text: expect.stringMatching(/nothing to accept/) as string });
    });
  });

  test('empties every encrypted column when another secret is accepted', async () => {
    const { db, close } = await openDatabase(place());
    const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema() and (column_name = 'sealed' or column_name like '%\_sealed') order by 1`.execute(db);
    await close();
    const source = readFileSync(join(import.meta.dirname, 'sealed-repository.ts'), 'utf8');
    const covered = ({ name }: { name: string }): boolean => {
      const [table, column] = name.split('.');
      return source.includes(`delete from ${table}\``) || new RegExp(`update ${table} set ${column} =`).test(source);
    };
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter((row) => !covered(row))).toEqual([]);
  });

  describe.runIf(EMBEDDED)('folder of the embedded database', () => {
    const folder = (): string => join(home.dataDir, 'database');
    test('is rejected and left unchanged if it is incomplete', async () => {
      for (const part of ['PG_VERSION', 'base', 'global/pg_control', 'pg_wal', 'pg_xact']) {
        renameSync(join(folder(), part), join(home.dataDir, 'away'));
        const before = readdirSync(folder(), { recursive: true }).length;
        expect(await start()).toMatch(new RegExp(`is incomplete \\(${part} is missing\\)`));
        expect((await run('start-empty', true).catch((error: unknown) => ({ text: explain(error) }))).text).toMatch(/is incomplete/);
        expect(readdirSync(folder(), { recursive: true })).toHaveLength(before);
        renameSync(join(home.dataDir, 'away'), join(folder(), part));
      }
    });

    test('is created again after an interrupted creation', async () => {
      rmSync(folder(), { recursive: true });
      mkdirSync(join(home.dataDir, 'database.new/base'), { recursive: true });
      expect(await start()).toMatch(/^[\w-]{64}$/);
      expect(existsSync(join(home.dataDir, 'database.new'))).toBe(false);
    });
  });

  describe('empty database next to a used data folder', () => {
    /** Simulates a lost database: a missing folder, or an empty database of the server. */
    async function lose(): Promise<void> {
      if (EMBEDDED) return rmSync(join(home.dataDir, 'database'), { recursive: true });
      const { db, close } = await openDatabase(place());
      await sql`drop schema public cascade`.execute(db);
      await sql`create schema public`.execute(db);
      await close();
    }

    test('is accepted if the folder contains only a secret for the first start', async () => {
      writeFileSync(join(home.dataDir, 'session-secret'), `${OTHER}\n`);
      expect(await start()).toBe(OTHER);
    });

    test('is accepted only after start-empty --yes', async () => {
      const secret = await start();
      mkdirSync(join(home.dataDir, 'files'));
      writeFileSync(join(home.dataDir, 'files/a'), 'a');
      await lose();
      expect(await start()).toMatch(/was used by a portal before \(installation\.json, session-secret, files\/\)/);
      expect(existsSync(join(home.dataDir, 'database'))).toBe(false);
      expect(await run('start-empty', false)).toMatchObject({ code: 1, text: expect.stringMatching(/Nothing was changed/) as string });
      expect(await start()).toMatch(/was used by a portal before/);
      expect((await run('start-empty', true)).code).toBe(0);
      expect(await start()).toBe(secret);
    });

    test('is accepted only while a restore fills it', async () => {
      await start();
      await lose();
      await start(place(), { emptyDatabase: 'fill' });
      expect(await start()).toMatch(/was used by a portal before/);
    });

    test.runIf(EMBEDDED)('is rejected if its folder is empty', async () => {
      await start();
      await lose();
      mkdirSync(join(home.dataDir, 'database/lost+found'), { recursive: true });
      expect(await start()).toMatch(/was used by a portal before/);
    });
  });

  test('rejects a data folder of another installation', async () => {
    await start();
    writeFileSync(join(home.dataDir, 'installation.json'), JSON.stringify({ id: '019b0000-0000-7000-8000-0000000000ff' }));
    expect(await start()).toMatch(/belong to different installations/);
  });

  describe.skipIf(EMBEDDED)('PostgreSQL database', () => {
    test('rejects a second process with another secret', async () => {
      expect(await start(place(ONE))).toBe(ONE);
      const second = mkdtempSync(join(tmpdir(), 'fundus-installation-'));
      expect(await start(place(OTHER, second))).toMatch(/SESSION_SECRET is not the secret this portal was used with/);
      expect(await start(place(undefined, second))).toMatch(/the secret of this portal is missing/);
      expect(existsSync(join(second, 'session-secret'))).toBe(false);
      expect(await start(place(ONE, second))).toBe(ONE);
      rmSync(second, { recursive: true });
    });

    test.each([
      ['tables of ours without migrations', sql`create table school (id int primary key)`],
      ['a migration table of another program', sql`create table migration (id int primary key, batch int)`],
    ])('is rejected and left unchanged if it has %s', async (_, create) => {
      const { db, close } = await openDatabase(place());
      await sql`drop schema public cascade`.execute(db);
      await sql`create schema public`.execute(db);
      await create.execute(db);
      expect(await start()).toMatch(/^the database has tables of another program \((school|migration)\)/);
      const { rows } = await sql`select from pg_tables where schemaname = 'public'`.execute(db);
      expect(rows).toHaveLength(1);
      await close();
    });
  });
});
