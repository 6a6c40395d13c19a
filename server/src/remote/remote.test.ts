import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-addresses.ts';
import { makeRemote, RemoteError, type RemoteRequest } from './remote.ts';

const soon = () => AbortSignal.timeout(60_000);

describe('public addresses', () => {
  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2a00:1450:4001::1'])('accepts the public address %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255'],
    ...['::1', '::', '::ffff:8.8.8.8', '::ffff:7f00:1', 'fe80::1', 'fd00::1', 'ff02::1', '64:ff9b::a00:1', '2002:a00:1::', '2001:db8::1'],
    'localhost',
  ])('rejects %s as not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('URL entered by a user', () => {
  const asked: string[] = [];
  const answers: Record<string, string[]> = {
    'private.example': ['10.0.0.8'],
    'rebinding.example': ['93.184.215.14', '127.0.0.1'],
    'six.example': ['::ffff:10.0.0.1'],
    'nobody.example': [],
  };
  const remote = makeRemote({
    intranet: [],
    name: 'Fundus',
    resolve: async (host) => {
      asked.push(host);
      return answers[host] ?? [];
    },
  });
  it.each([
    ...['http://books.example/', 'https://books.example:8443/', 'https://127.0.0.1/', 'https://2130706433/', 'https://0x7f000001/'],
    ...['https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:8.8.8.8]/', 'https://169.254.169.254/latest/meta-data/'],
    ...['https://someone@books.example/', 'file:///etc/passwd', 'gopher://books.example/', 'books', ''],
  ])('is rejected before name resolution: %s', async (url) => {
    await expect(remote({ url, enteredBy: 'stranger', signal: soon() })).rejects.toMatchObject({ code: 'address' });
    expect(asked).toEqual([]);
  });
  it.each([
    ['https://private.example/', 'address'],
    ['https://rebinding.example/', 'address'],
    ['https://six.example/', 'address'],
    ['https://nobody.example/', 'unreachable'],
  ])('is rejected after name resolution: %s', async (url, code) => {
    await expect(remote({ url, enteredBy: 'stranger', signal: soon() })).rejects.toMatchObject({ code });
  });
});

describe('requests over HTTP', () => {
  let server: Server;
  let other: Server;
  let base: string;
  let reply: (request: IncomingMessage, response: ServerResponse) => void;
  const seen: IncomingMessage[] = [];
  const open = async (answer: Parameters<typeof createServer>[1]): Promise<Server> => {
    const opened = createServer(answer as never);
    await new Promise<void>((ready) => opened.listen(0, '127.0.0.1', ready));
    return opened;
  };
  const at = (which: Server): string => `http://127.0.0.1:${(which.address() as AddressInfo).port}`;
  beforeAll(async () => {
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      seen.push(request);
      reply(request, response);
    };
    server = await open(answer as never);
    other = await open(answer as never);
    base = at(server);
  });
  beforeEach(() => void seen.splice(0));
  afterAll(() => {
    for (const each of [server, other]) {
      each.closeAllConnections();
      each.close();
    }
  });
  const remote = (request: Partial<RemoteRequest> = {}) =>
    makeRemote({ intranet: [new URL(base).host, new URL(at(other)).host], name: 'Fundus' })({
      ...{ url: base, enteredBy: 'administrator', signal: soon() },
      ...request,
    });

  it('send no data about the user', async () => {
    reply = (_, response) => response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(gzipSync('Lava'));
    const answer = await remote({ url: `${base}/a?q=1`, headers: { authorization: 'Bearer k' } });
    expect([answer.type, answer.bytes.toString()]).toEqual(['text/plain', 'Lava']);
    expect(seen[0]!.headers).toEqual({
      accept: '*/*',
      'accept-encoding': 'gzip',
      authorization: 'Bearer k',
      connection: 'close',
      host: new URL(base).host,
      'user-agent': 'Fundus',
    });
  });

  it('do not send the key to another host after a redirect', async () => {
    reply = (request, response) =>
      request.url === '/end' ? response.end('there') : response.writeHead(302, { location: `${at(other)}/end` }).end();
    expect((await remote({ headers: { authorization: 'Bearer k' } })).bytes.toString()).toBe('there');
    expect(seen.map((request) => request.headers.authorization)).toEqual(['Bearer k', undefined]);
  });

  it.each<[string, (request: IncomingMessage, response: ServerResponse) => void, string]>([
    ['leads to a private address', (_, response) => response.writeHead(302, { location: 'https://10.0.0.1/' }).end(), 'address'],
    ['leads to a file', (_, response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end(), 'address'],
    ['leads in a circle', (_, response) => response.writeHead(307, { location: '/again' }).end(), 'redirect'],
    ['refuses', (_, response) => response.writeHead(403).end(), 'refused'],
    [
      'breaks off',
      (_, response) => response.writeHead(200, { 'content-length': 20 }).write('half', () => response.destroy()),
      'unreachable',
    ],
    ['says it is large', (_, response) => response.writeHead(200, { 'content-length': 9_000_000 }).write('x'), 'too_large'],
    ['has no end', (_, response) => void sendForEver(response), 'too_large'],
    [
      'is a bomb',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000))),
      'too_large',
    ],
    ['is not packed as it says', (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain'), 'bad_reply'],
    ['is packed otherwise', (_, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'), 'bad_reply'],
    ['has huge headers', (_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(60_000) }).end(), 'unreachable'],
  ])('reject a response that %s', async (_, answer, code) => {
    reply = answer;
    await expect(remote()).rejects.toMatchObject({ name: 'RemoteError', code });
  });

  it('do not follow the redirect of a POST', async () => {
    reply = (_, response) => response.writeHead(307, { location: '/other' }).end();
    await expect(remote({ method: 'POST', body: 'q=1' })).rejects.toMatchObject({ code: 'redirect' });
    expect(seen).toHaveLength(1);
  });

  it.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ['says nothing', () => {}],
    ['begins and goes silent', (_, response) => response.writeHead(200).write('x')],
  ])('time out if the server %s', async (_, answer) => {
    reply = answer;
    await expect(remote({ signal: AbortSignal.timeout(100) })).rejects.toMatchObject({ code: 'timeout' });
  });

  it('throw the reason of an abort', async () => {
    reply = () => {};
    const given = new AbortController();
    const asked = remote({ signal: given.signal });
    given.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    await expect(asked).rejects.not.toBeInstanceOf(RemoteError);
  });
});

function sendForEver(response: ServerResponse): void {
  const piece = Buffer.alloc(64 * 1024, 'x');
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}
