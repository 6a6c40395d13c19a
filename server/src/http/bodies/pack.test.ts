import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { chooseEncoding, PACK_FROM, packReplies } from './pack.ts';

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0, *;q=0.5', 'gzip'],
  ['*', 'gzip'],
  ['GZIP', 'gzip'],
  ['deflate, identity', undefined],
  ['gzip;q=0', undefined],
  ['', undefined],
  [undefined, undefined],
])('chooses the encoding for Accept-Encoding %s: %s', (accepted, encoding) => expect(chooseEncoding(accepted)).toBe(encoding));

const app = Fastify();
packReplies(app);
const long = JSON.stringify(Array.from({ length: 200 }, (_, number) => ({ number, text: 'Gewässer im Überblick' })));
const huge = `[${Array.from({ length: 20 }, () => long).join()}]`;
app.get('/long', (_, reply) => reply.type('application/json').header('vary', 'accept-language').send(long));
app.get('/huge', (_, reply) => reply.type('application/json').header('content-length', Buffer.byteLength(huge)).send(huge));
app.get('/kept', (_, reply) => reply.type('text/html; charset=utf-8').header('etag', 'W/"1"').send(Buffer.from(long)));
app.get('/short', (_, reply) => reply.type('application/json').send('x'.repeat(PACK_FROM - 1)));
app.get('/picture', (_, reply) => reply.type('image/png').send(Buffer.alloc(PACK_FROM * 2)));
app.get('/stream', (_, reply) => reply.type('text/csv').send(Readable.from([long, long])));
app.get('/short-stream', (_, reply) =>
  reply
    .type('text/csv')
    .header('content-length', 4)
    .send(Readable.from(['a;b\n'])),
);
app.get('/as-it-is', { config: { compress: false } }, (_, reply) => reply.type('text/html').send(Readable.from([long])));
app.get('/events', (_, reply) => reply.type('text/event-stream').send(Readable.from([long])));
app.get('/broken', (_, reply) => reply.type('text/csv').send(brokenStream()));
app.get('/piece', (_, reply) => reply.code(206).type('text/plain').send(long));
function brokenStream(): Readable {
  let parts = 0;
  return new Readable({
    read() {
      if (parts++ < 100) this.push(randomBytes(1_000).toString('hex'));
      else this.destroy(new Error('the source failed'));
    },
  });
}
afterAll(() => app.close());

const ask = async (url: string, accepted?: string) => {
  const { headers, rawPayload } = await app.inject({ url, ...(accepted && { headers: { 'accept-encoding': accepted } }) });
  return { encoding: headers['content-encoding'], vary: headers.vary, length: Number(headers['content-length']), rawPayload };
};

test('compresses replies that decompress to the original', async () => {
  const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };
  for (const [name, open] of Object.entries(unpack))
    for (const [url, whole] of [
      ['/long', long],
      ['/huge', huge],
      ['/kept', long],
      ['/kept', long],
    ] as const) {
      const { encoding, length, rawPayload } = await ask(url, name);
      expect([url, encoding, length]).toEqual([url, name, rawPayload.length]);
      expect(open(rawPayload).toString()).toBe(whole);
      expect(rawPayload.length).toBeLessThan(whole.length / 5);
    }
});

test('leaves small, compressed and partial replies uncompressed', async () => {
  expect(await ask('/long')).toMatchObject({ encoding: undefined, vary: 'accept-language, accept-encoding' });
  for (const url of ['/short', '/picture', '/piece']) expect([url, (await ask(url, 'gzip, br')).encoding]).toEqual([url, undefined]);
});

test('compresses streams with gzip if the browser accepts it', async () => {
  for (const accepted of ['gzip', 'br, gzip', 'zstd, *']) {
    const { encoding, vary, rawPayload } = await ask('/stream', accepted);
    expect([encoding, vary]).toEqual(['gzip', 'accept-encoding']);
    expect(gunzipSync(rawPayload).toString()).toBe(long + long);
  }
  for (const accepted of ['br', 'gzip;q=0', undefined]) {
    const { encoding, rawPayload } = await ask('/stream', accepted);
    expect([accepted, encoding, rawPayload.toString()]).toEqual([accepted, undefined, long + long]);
  }
});

test('leaves short streams and event streams uncompressed', async () => {
  for (const url of ['/short-stream', '/events', '/as-it-is']) expect([url, (await ask(url, 'gzip')).encoding]).toEqual([url, undefined]);
});

test('closes the connection if a stream fails', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const reading = fetch(`http://127.0.0.1:${port}/broken`, { headers: { 'accept-encoding': 'gzip' } }).then((reply) => reply.text());
  await expect(reading).rejects.toThrow();
});
