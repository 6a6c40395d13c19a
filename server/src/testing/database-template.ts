/** Creates a migrated database before the tests. Every test portal gets a copy, because copying is much faster than migrating. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { newId } from '../db/new-id.ts';
import { openDatabase } from '../db/open.ts';

/** Environment variable with the template: the name of a database on the server of TEST_DATABASE_URL, or a folder. */
const DATABASE = 'TEST_DATABASE_TEMPLATE';
const FOLDER = 'TEST_FOLDER_TEMPLATE';

const ROOT = join(import.meta.dirname, '../../..');
const KEPT = join(ROOT, '.cache/database');

/** Global setup of Vitest. Environment variables set here are passed to the test processes. The returned function cleans up. */
export async function setup({ config }: TestProject): Promise<() => Promise<void>> {
  // The URL is empty for projects that use the embedded database.
  const server = config.env?.TEST_DATABASE_URL ?? process.env.TEST_DATABASE_URL;
  if (server) {
    const name = `template_${newId().replaceAll('-', '')}`;
    await admin(server, `create database ${name}`);
    await (await openDatabase({ dataDir: '', databaseUrl: addressOf(server, name) })).close();
    process.env[DATABASE] = name;
    return () => admin(server, `drop database ${name} with (force)`);
  }
  process.env[FOLDER] ??= await cachedTemplate();
  return async () => {};
}

/** Returns a migrated data folder. It is cached as long as the migrations and the code that opens databases are unchanged. */
async function cachedTemplate(): Promise<string> {
  const template = join(KEPT, stateOfMigrations());
  if (existsSync(template)) return template;
  mkdirSync(KEPT, { recursive: true });
  const before = readdirSync(KEPT);
  const part = mkdtempSync(join(KEPT, 'part-'));
  await (await openDatabase({ dataDir: part, databaseUrl: undefined })).close();
  try {
    renameSync(part, template);
  } catch (error) {
    // Another test run has created the template in the meantime.
    if (!existsSync(template)) throw error;
  }
  for (const old of [part, ...before.map((name) => join(KEPT, name))]) rmSync(old, { recursive: true, force: true });
  return template;
}

function stateOfMigrations(): string {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  for (const folder of ['server/migrations', 'server/src/db'])
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((each) => /\.\w+$/.test(each) && !each.includes('.test.'))
      .sort())
      hash.update(`${name}\0`).update(readFileSync(join(ROOT, folder, name)));
  return hash.digest('hex').slice(0, 32);
}

/** Copies a migrated database into an empty data folder. Without the global setup, the portal creates a new database. */
export function fillDataDir(dataDir: string): void {
  const template = process.env[FOLDER];
  if (template && !process.env.TEST_DATABASE_URL) cpSync(template, dataDir, { recursive: true });
}

/** Data folder of a portal that a test opens repeatedly. If TEST_DATABASE_URL is set, it also has a separate database. */
export type Home = { dataDir: string; databaseUrl?: string };

/** Returns a home with a migrated database. `drop` removes the database, but not the folder. */
export async function makeHome(dataDir: string): Promise<Home & { drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL;
  if (server) {
    const { url, drop } = await ownDatabase(server);
    return { dataDir, databaseUrl: url, drop };
  }
  fillDataDir(dataDir);
  return { dataDir, drop: async () => {} };
}

/** Creates a database on the server. `drop` removes it. */
export async function ownDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${newId().replaceAll('-', '')}`;
  const template = process.env[DATABASE];
  // Copying the files takes half as long as copying through the write-ahead log.
  await admin(server, `create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`);
  return { url: addressOf(server, name), drop: () => admin(server, `drop database ${name} with (force)`) };
}

function addressOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return String(url);
}

async function admin(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
