/** Shutdown of a portal: running requests are answered, and nothing prevents the process from exiting. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { databaseProxy } from './testing/database-proxy.ts';
import { endProcesses, newFolder, newHome, start, until, type Running } from './testing/processes.ts';

const TIMEOUT = 300_000;
const SERVER = process.env.TEST_DATABASE_URL;
const CLIENTS = 20;
/** Shutdown limit of a busy machine. Clients may be idle for a tenth of it until their connections are closed. */
const PATIENT = { STOP_SECONDS: '100' };
const EXAMPLE = join(import.meta.dirname, '../../deploy/nginx/fundus.conf');
const CALLS = ['/api/v1/config/frontend', '/api/v1/health/live', '/api/v1/openapi.json'];

const open: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
  await endProcesses();
});

type Ended = { answers: number; statuses: Set<number>; by: string };

/** Sends sequential requests on one connection until the server closes or refuses it. */
async function ask(url: string, from: number, leaves: (response: IncomingMessage) => boolean): Promise<Ended> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ended: Ended = { answers: 0, statuses: new Set(), by: 'told' };
  try {
    for (let n = from; ; n += 1) {
      const call = request(url + CALLS[n % CALLS.length], { agent });
      call.end();
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      ended.answers += 1;
      ended.statuses.add(response.statusCode ?? 0);
      if (leaves(response)) return ended;
    }
  } catch (error) {
    ended.by = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'refused' : String(error);
    return ended;
  } finally {
    agent.destroy();
  }
}

const findNginx = (): string | undefined =>
  ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)].map((folder) => join(folder, 'nginx')).find(existsSync);

/** Starts nginx from Debian with the documented example configuration. `log` returns its messages about the portal. */
async function nginxBefore(program: string, url: string): Promise<{ url: string; log: () => string }> {
  const folder = newFolder();
  const [log, port] = [join(folder, 'error.log'), await freePort()];
  const example = readFileSync(EXAMPLE, 'utf8')
    .replace('127.0.0.1:8080', new URL(url).host)
    // Removes the server block for port 80 and the IPv6 listeners.
    .replace(/server \{\n {4}listen 80;[^]*?\n\}\n/, '')
    .replace(/listen \[::\].*/g, '')
    .replace(/listen .*/, `listen 127.0.0.1:${port};`)
    .replace(/ssl_.*/g, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log ${log} warn; events { worker_connections 256; }
     http { access_log off; ${temporary} ${example} }`,
  );
  const child = spawn(program, ['-p', folder, '-e', log, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  open.push(async () => {
    if (child.exitCode === null) await Promise.all([once(child, 'exit'), child.kill('SIGTERM')]);
  });
  const through = `http://127.0.0.1:${port}`;
  await until(() => fetch(through).then(() => true, () => false), 10_000); // oxfmt-ignore
  return { url: through, log: () => readFileSync(log, 'utf8') };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Waits until every client has received several answers, and then stops the portal. */
async function endUnder(portal: Running, clients: Promise<Ended>[], answers: () => number) {
  await until(() => answers() > 5 * CLIENTS);
  const code = await portal.end();
  return { code, ended: await Promise.all(clients) };
}

test(
  'exits before the time limit despite keep-alive connections',
  async () => {
    const home = await newHome();
    const portal = await start(home, PATIENT);
    let answers = 0;
    const clients = Array.from({ length: CLIENTS }, (_, n) =>
      ask(portal.url, n, (response) => ((answers += 1), response.headers.connection === 'close')),
    );
    // This client keeps its connection open without sending further requests.
    const idle = new Agent({ keepAlive: true });
    open.push(() => idle.destroy());
    const call = request(portal.url, { agent: idle }).end();
    ((await once(call, 'response')) as [IncomingMessage])[0].resume();

    const { code, ended } = await endUnder(portal, clients, () => answers);
    expect(ended.map(({ by, statuses }) => [by, ...statuses])).toEqual(Array.from({ length: CLIENTS }, () => ['told', 200]));
    expect([code, portal.said]).toEqual([0, []]);
    // Created files are readable only by the user of the portal process.
    const made = ['uploads', 'search', 'session-secret', 'portal.owner'].map((name) => join(home.dataDir, name)).filter(existsSync);
    expect(made.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
    expect(made.length).toBeGreaterThan(2);
  },
  TIMEOUT,
);

const nginx = findNginx();
test.skipIf(!nginx)(
  'completes all requests behind nginx with keep-alive connections',
  async () => {
    const portal = await start(await newHome(), PATIENT);
    const proxy = await nginxBefore(nginx!, portal.url);
    let answers = 0;
    const clients = Array.from({ length: CLIENTS }, (_, n) =>
      ask(proxy.url, n, (response) => ((answers += 1), response.statusCode === 502)),
    );
    const { code, ended } = await endUnder(portal, clients, () => answers);
    expect(ended.map(({ by, statuses }) => [by, ...[...statuses].sort()])).toEqual(
      Array.from({ length: CLIENTS }, () => ['told', 200, 502]),
    );
    const complaints = proxy.log().split('\n').filter((line) => line && !line.includes('Connection refused')); // oxfmt-ignore
    expect([code, complaints]).toEqual([0, []]);
  },
  TIMEOUT,
);

test(
  'exits even if the database hangs',
  async () => {
    const home = await newHome();
    const proxy = SERVER ? await databaseProxy(home.databaseUrl!) : undefined;
    open.push(() => proxy?.close());
    const hang = join(newFolder(), 'hang');
    const preload = new URL('./testing/hanging-engine.mjs', import.meta.url);
    const portal = await start(
      { ...home, ...(proxy && { databaseUrl: proxy.url }) },
      { STOP_SECONDS: '1', HANG: hang, ...(!proxy && { NODE_OPTIONS: `--import ${preload.href}` }) },
    );
    await (proxy ? proxy.set('hanging') : writeFile(hang, ''));
    const waiting = fetch(`${portal.url}/api/v1/config/frontend`, { headers: { cookie: 'portal_sid=x' } }).catch((error: unknown) => error);
    await until(async () => (await fetch(`${portal.url}/api/v1/health/live`)).ok);
    expect(await portal.end()).toBe(1);
    expect(portal.said.at(-1)).toMatch(/did not close in time/);
    expect(await waiting).toBeInstanceOf(Error);
  },
  TIMEOUT,
);
