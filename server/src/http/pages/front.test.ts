import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { LIVE, openFront, READY, type Front } from './front.ts';

let front: Front;
const agents: Agent[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  await front.stop(0);
});

async function opened(handler: RequestListener): Promise<string> {
  front = await openFront({ host: '127.0.0.1', port: 0 });
  front.open(handler);
  return front.url;
}

/** Returns a client that uses a single keep-alive connection. */
function keeping(): (path?: string) => Promise<IncomingMessage> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return async (path = '/') => {
    const [response] = (await once(get(`${front.url}${path}`, { agent }), 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response;
  };
}

/** Shutdown timeout in milliseconds. It is longer than the timeout of a test, so that a test fails if the shutdown does not end earlier. */
const LONG = 300_000;

test('returns 503 with the current step during startup', async () => {
  front = await openFront({ host: '127.0.0.1', port: 0 });
  expect([(await fetch(front.url + LIVE)).status, await (await fetch(front.url + LIVE)).json()]).toEqual([200, { status: 'live' }]);
  expect(await (await fetch(front.url + READY)).json()).toEqual({ status: 'starting', doing: 'database' });
  front.report({ doing: 'index', done: 5_000, of: 29_514 });
  const ready = await fetch(front.url + READY);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'starting', doing: 'index', done: 5_000, of: 29_514 }]);
  const call = await fetch(`${front.url}/api/v1/user/login`, { method: 'POST', body: '{}' });
  expect([call.status, call.headers.get('retry-after'), await call.json()]).toMatchObject([503, '5', { error: { code: 'unavailable' } }]);
  const page = await fetch(front.url, { headers: { accept: 'text/html,*/*' } });
  expect([page.status, page.headers.get('refresh'), await page.text()]).toEqual([
    503,
    '5',
    expect.stringMatching(/startet gerade.*is starting/),
  ]);
  front.open((_, response) => void response.end('here'));
  expect(await (await fetch(front.url)).text()).toBe('here');
});

test('finishes running requests during shutdown', async () => {
  let finish = (): void => {};
  const arrival = Promise.withResolvers<void>();
  const url = await opened((request, response) => {
    if (request.url !== '/slow') return void response.end('quick');
    finish = () => response.end('done');
    arrival.resolve();
  });
  const [slow, quick] = [keeping(), keeping()];
  await quick();
  const begun = slow('/slow');
  await arrival.promise;
  const stopping = front.stop(LONG);
  const ready = await fetch(url + READY);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'stopping' }]);
  // The connection is kept while the port is open. The next reply closes it.
  expect((await quick()).headers.connection).toBe('keep-alive');
  await expect.poll(() => fetch(url).catch(() => 'refused')).toBe('refused');
  expect((await quick()).headers.connection).toBe('close');
  finish();
  expect([(await begun).statusCode, (await begun).headers.connection]).toEqual([200, 'close']);
  await stopping;
});

test('finishes responses that announced keep-alive', async () => {
  let finish = (): void => {};
  await opened((request, response) => {
    response.writeHead(200);
    response.write('first part, ');
    if (request.url !== '/slow') return void response.end();
    finish = () => response.end('second part');
  });
  const { port } = new URL(front.url);
  const unused = connect(Number(port), '127.0.0.1');
  await once(unused, 'connect');
  const idle = keeping();
  await idle();
  const agent = new Agent({ keepAlive: true });
  agents.push(agent);
  const [streamed] = (await once(get(`${front.url}/slow`, { agent }), 'response')) as [IncomingMessage];
  const stopping = front.stop(LONG);
  setTimeout(() => finish(), 100);
  expect(await text(streamed)).toBe('first part, second part');
  await stopping;
});

test('aborts requests that exceed the shutdown time limit', async () => {
  const arrival = Promise.withResolvers<void>();
  await opened(() => arrival.resolve());
  const hanging = fetch(front.url).catch((error: unknown) => error);
  await arrival.promise;
  await front.stop(300);
  expect(await hanging).toBeInstanceOf(Error);
});
