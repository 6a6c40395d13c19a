/** Starts a private PostgreSQL server for a test run. Its folder is removed afterwards. */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { aptInstall, isDebian, isRoot } from './ensure-chromium.mjs';
import { printLine } from './run.mjs';

/** Returns the program folder of the newest installed PostgreSQL; undefined if there is none. */
export function findPostgres() {
  const homes = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'].flatMap((parent) =>
    existsSync(parent)
      ? readdirSync(parent).map((name) => ({ version: Number(/(\d+)$/.exec(name)?.[1]), bin: join(parent, name, 'bin') }))
      : [],
  );
  const newest = homes.filter(({ bin }) => existsSync(join(bin, 'initdb'))).sort((a, b) => b.version - a.version)[0]?.bin;
  return newest ?? (process.env.PATH ?? '').split(delimiter).find((folder) => existsSync(join(folder, 'initdb')));
}

/** Returns the program folder of PostgreSQL. On CI, it is installed if possible. */
export async function ensurePostgres() {
  const found = findPostgres();
  if (found || !process.env.CI) return found;
  if (isDebian() && isRoot()) {
    printLine('Installing PostgreSQL for the domain tests …');
    await aptInstall('postgresql');
    const installed = findPostgres();
    if (installed) return installed;
  }
  throw new Error('In CI the domain tests need PostgreSQL. Install the package "postgresql".');
}

/** Returns another user and group for the server if this process runs as root, because PostgreSQL refuses to run as root. */
function otherUser() {
  if (!isRoot()) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      continue;
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody".');
}

/** Returns a free port below the range of ephemeral ports. */
export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const free = await new Promise((done) => {
      const server = createServer().once('error', () => done(false));
      server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
    });
    if (free) return port;
  }
}

/**
 * Starts a server and returns its TCP address, its socket address and a function that stops it. Statements over the socket, which only its owner and
 * root can access, cost a third less. Durability, replication and statistics are disabled, because the data is disposable.
 */
export async function startPostgres(bin, { autovacuum = true } = {}) {
  const user = otherUser();
  const folder = mkdtempSync(join(tmpdir(), 'fundus-postgres-'));
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(folder, 'password');
  const data = join(folder, 'data');
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', LC_MESSAGES: 'C', HOME: folder };
  let server;

  const stop = async () => {
    if (server && server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((done) => server.once('exit', done));
      server.kill('SIGINT');
      const patience = setTimeout(() => server.kill('SIGQUIT'), 5_000);
      await ended;
      clearTimeout(patience);
    }
    rmSync(folder, { recursive: true, force: true });
  };

  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (user.uid !== undefined) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
    const options = { ...user, env, cwd: folder };
    const settings = [
      '-U',
      'portal',
      '--auth-host=scram-sha-256',
      '--auth-local=trust',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ];
    execFileSync(join(bin, 'initdb'), ['-D', data, ...settings], { ...options, stdio: ['ignore', 'ignore', 'inherit'] });

    const port = await freePort();
    const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'];
    const size = ['max_connections=200', 'shared_buffers=128MB', 'jit=off', ...(autovacuum ? [] : ['autovacuum=off'])];
    const listen = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`];
    const args = ['-D', data, ...[...quick, ...size, ...listen].flatMap((setting) => ['-c', setting])];
    server = spawn(join(bin, 'postgres'), args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    await ready(server);
    const url = `postgres://portal:${password}@127.0.0.1:${port}/postgres`;
    return { url, socketUrl: `${url}?host=${folder}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function ready(server) {
  return new Promise((done, fail) => {
    let log = '';
    const patience = setTimeout(() => fail(new Error(`PostgreSQL did not respond within 30 s:\n${log}`)), 30_000);
    server.stderr.on('data', (chunk) => {
      if (log.length < 10_000) log += chunk;
      if (!log.includes('ready to accept connections')) return;
      clearTimeout(patience);
      done();
    });
    server.once('error', fail);
    server.once('exit', (code) => {
      clearTimeout(patience);
      fail(new Error(`PostgreSQL exited with code ${code}:\n${log}`));
    });
  });
}
