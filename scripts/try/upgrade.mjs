/**
 * Tests the procedure in docs/operate/upgrade.md: `node scripts/try/upgrade.mjs COMMIT` upgrades from COMMIT to this version and back, and requires
 * the git history. If DATABASE_URL is the address of a server on which databases can be created, PostgreSQL is used, otherwise the embedded database.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { main, portalNode, root, printLine } from '../run.mjs';

const folder = mkdtempSync(join(tmpdir(), 'fundus-upgrade-'));
const older = join(folder, 'older');
const archive = join(folder, 'before.tar.gz');
const server = process.env.DATABASE_URL;
const databases = [];

function exec(command, args, cwd = root, env = process.env) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  return { status, text: `${stdout}${stderr}`.trim() };
}

function need(done, what) {
  if (done.status !== 0) throw new Error(`${what} failed: ${done.text}`);
  return done.text;
}

/** Returns the settings of a portal with a separate data folder and database. */
function makePlace(name) {
  const settings = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DEMO: 'off', LOG_LEVEL: 'error', DATA_DIR: join(folder, name) };
  if (!server) return settings;
  const database = `try_upgrade_${process.pid}_${name}`;
  need(exec('psql', [server, '-c', `create database ${database}`]), 'creating a database');
  databases.push(database);
  const url = new URL(server);
  url.pathname = `/${database}`;
  return { ...settings, DATABASE_URL: url.href };
}

const portal = (version, place, ...args) => exec(portalNode, ['server/src/cli.ts', ...args], version, place);

/** Starts a portal, reads its state and data, and stops it. Returns the error if it refuses to start. */
async function startAndRead(version, place) {
  const child = spawn(portalNode, ['server/src/main.ts'], { cwd: version, env: place, stdio: ['ignore', 'pipe', 'pipe'] });
  const errors = [];
  child.stderr.on('data', (chunk) => errors.push(chunk));
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [, url] = /^Portal ready at (\S+)/.exec(line) ?? [];
      if (!url) continue;
      const ready = await fetch(`${url}/api/v1/health/ready`);
      const [media] = need(portal(version, place, 'check'), 'check').split('\n');
      return { ready: ready.status, media, district: need(portal(version, place, 'district', 'list'), 'district list') };
    }
    return { refused: Buffer.concat(errors).toString().trim() };
  } finally {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
  }
}

function expectSame(actual, expected, what) {
  const [a, b] = [actual, expected].map((value) => JSON.stringify(value));
  if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`);
  printLine(`${what}: ${a}`);
}

const MEDIUM = { id: 'film-1', title: 'Vulkane', type: 'video', language: 'de' };

async function tryUpgrade(commit) {
  need(exec('git', ['worktree', 'add', '--detach', older, commit]), 'checking out the older version');
  const sameDependencies = exec('git', ['diff', '--quiet', commit, '--', 'package-lock.json']).status === 0;
  if (sameDependencies) need(exec('cp', ['-al', join(root, 'node_modules'), older]), 'linking the dependencies');
  else need(exec('npm', ['ci'], older), 'installing the older dependencies');

  const place = makePlace('data');
  need(portal(older, place, 'district', 'add', 'Musterkreis'), 'district add');
  writeFileSync(join(folder, 'media.jsonl'), `${JSON.stringify(MEDIUM)}\n`);
  need(portal(older, place, 'import', 'jsonl', join(folder, 'media.jsonl'), '--licence', 'free'), 'import');
  const before = await startAndRead(older, place);
  printLine(`older version: ${JSON.stringify(before)}`);
  printLine(need(portal(older, place, 'backup', archive), 'backup'));
  printLine(need(portal(older, place, 'check', archive), 'check of the archive'));

  expectSame(await startAndRead(root, place), before, 'this version after the upgrade');
  printLine(need(portal(root, place, 'check'), 'check after the upgrade'));
  printLine(`older version on the upgraded database: ${JSON.stringify(await startAndRead(older, place))}`);
  printLine(`this version restores the older archive: ${portal(root, makePlace('forward'), 'restore', archive).text}`);

  const back = makePlace('back');
  printLine(need(portal(older, back, 'restore', archive), 'restore'));
  expectSame(await startAndRead(older, back), before, 'older version after the rollback');
}

await main(async () => {
  try {
    const [commit] = process.argv.slice(2);
    if (!commit) throw new Error('Name the older version: node scripts/try/upgrade.mjs COMMIT');
    await tryUpgrade(commit);
  } finally {
    exec('git', ['worktree', 'remove', '--force', older]);
    for (const name of databases) exec('psql', [server, '-c', `drop database ${name} with (force)`]);
    rmSync(folder, { recursive: true, force: true });
  }
});
