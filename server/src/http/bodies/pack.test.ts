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
])('%s takes %s', (accepted, encoding) => expect(chooseEncoding(accepted)).toBe(encoding));

const app = Fastify();
packReplies(app);
const long = JSON.stringify(Array.from({ length: 200 }, (_, number) => ({ number, text: 'Gewässer im Überblick' })));
const huge = `[${Array.from({ length: 20 }, () => long).join()}]`;
app.get('/long', (_, reply) => reply.type('application/json').header('vary', 'accept-language').send(long));
app.get('/huge', (_, reply) => reply.type('application/json').header('content-length', Buffer.byteLength(huge)).send(huge));
app.get('/kept', (_, reply) => reply.type('text/html; charset=utf-8').header('etag', 'W/"1"').send(Buffer.from(long)));
app.get('/short', (_, reply) => reply.type('application/json').send('x'.repeat(PACK_FROM - 1)));
app.get('/picture', (_, reply) => reply.type('image/png').send(Buffer.alloc(PACK_FROM * 2)));
app.get('/piece', (_, reply) => reply.code(206).type('text/plain').send(long));
afterAll(() => app.close());

const ask = async (url: string, accepted?: string) => {
  const { headers, rawPayload } = await app.inject({ url, ...(accepted && { headers: { 'accept-encoding': accepted } }) });
  return { encoding: headers['content-encoding'], vary: headers.vary, length: Number(headers['content-length']), rawPayload };
};

test('what is packed says the same', async () => {
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

test('what is small, packed already, a piece, or not wanted packed goes as it is', async () => {
  expect(await ask('/long')).toMatchObject({ encoding: undefined, vary: 'accept-language, accept-encoding' });
  for (const url of ['/short', '/picture', '/piece']) expect([url, (await ask(url, 'gzip, br')).encoding]).toEqual([url, undefined]);
});
