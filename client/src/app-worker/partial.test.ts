import { Blob } from 'node:buffer';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { rangeResponse } from './partial.ts';

// Replaces jsdom's `Blob`, which the `Response` of Node cannot read.
beforeAll(() => void vi.stubGlobal('Blob', Blob));
afterAll(() => void vi.unstubAllGlobals());

const stored = () => new Response('0123456789', { headers: { 'content-type': 'video/mp4' } });
const read = async (range: string | null) => {
  const part = await rangeResponse(stored(), range);
  return [part.status, part.headers.get('content-range'), await part.text()];
};

it.each([
  ['bytes=0-', 206, 'bytes 0-9/10', '0123456789'],
  ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
  ['bytes=8-99', 206, 'bytes 8-9/10', '89'],
  ['bytes=-3', 206, 'bytes 7-9/10', '789'],
  ['bytes=-99', 206, 'bytes 0-9/10', '0123456789'],
  ['bytes=10-', 416, 'bytes */10', ''],
  ['bytes=5-2', 416, 'bytes */10', ''],
])('responds to the range %s with status %i', async (range, status, header, body) =>
  expect(await read(range)).toEqual([status, header, body]),
);

it.each([null, 'bytes=-', 'lines=1-2', 'bytes=0-1,4-5'])('returns the whole file for the range %s', async (range) => {
  expect(await read(range)).toEqual([200, null, '0123456789']);
});

it('preserves the content type in a partial response', async () => {
  const part = await rangeResponse(stored(), 'bytes=0-1');
  expect([part.headers.get('content-type'), part.headers.get('content-length')]).toEqual(['video/mp4', '2']);
});
