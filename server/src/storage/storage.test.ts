/** Guarantees that the storage makes both on disk and in a bucket. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { S3Settings } from '../env.ts';
import { makeS3Storage } from './s3.ts';
import { sendFile } from './send-file.ts';
import { localStorage, type Storage } from './storage.ts';

let folder: string;
let bucket: S3rver;
let settings: S3Settings;

/** Returns a free port, because s3rver does not report its port. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fundus-storage-'));
  const port = await freePort();
  bucket = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'media', configs: [] }],
  });
  await bucket.run();
  settings = {
    bucket: 'media',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-central-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    prefix: 'portal',
    pathStyle: true,
  };
});
afterAll(async () => {
  await bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

const drivers: [string, () => Promise<Storage>][] = [
  ['on disk', async () => localStorage(mkdtempSync(join(folder, 'disk-')))],
  ['in a bucket', async () => makeS3Storage({ ...settings, prefix: `portal-${randomBytes(4).toString('hex')}` })],
];

const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
/** Returns a slow stream. Like a socket, it accepts the next chunk only after the callback of the previous one. */
function receiver(ms: number): { taken: Buffer[]; into: Writable } {
  const taken: Buffer[] = [];
  const into = new Writable({
    write: (part: Buffer, _, done) =>
      void setTimeout(() => {
        taken.push(Buffer.from(part));
        done();
      }, ms),
  });
  into.on('error', () => undefined);
  return { taken, into };
}
const ended = (into: Writable): Promise<void> => new Promise((done) => void into.end(done));
const all = async (storage: Storage): Promise<string[]> => {
  const paths: string[] = [];
  for await (const path of storage.list()) paths.push(path);
  return paths.sort();
};

describe('unreadable files on disk', () => {
  test('cause an error instead of an empty list', async () => {
    const root = mkdtempSync(join(folder, 'unreadable-'));
    expect(await all(localStorage(join(root, 'not-there-yet')))).toEqual([]);
    writeFileSync(join(root, 'file'), 'no folder');
    await expect(all(localStorage(join(root, 'file')))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  test('cause an error instead of being treated as missing', async () => {
    const root = mkdtempSync(join(folder, 'unreadable-'));
    const storage = localStorage(root);
    symlinkSync('loop.mp4', join(root, 'loop.mp4'));
    writeFileSync(join(root, 'file'), '');
    expect(await storage.stat('nothing.mp4')).toBeNull();
    expect(await storage.stat('file/below.mp4')).toBeNull();
    expect(await storage.stat(`${'a'.repeat(300)}.mp4`)).toBeNull();
    await expect(storage.stat('loop.mp4')).rejects.toMatchObject({ code: 'ELOOP' });
  });
});

describe.each(drivers)('storage %s', (name, open) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await open();
  });
  afterAll(() => storage.close());

  test('returns files unchanged as a whole and in ranges', async () => {
    const bytes = randomBytes(300_000);
    await storage.write('a/b/film.mp4', Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]));
    expect(await storage.stat('a/b/film.mp4')).toMatchObject({ bytes: 300_000 });
    expect(Math.abs(Date.now() - (await storage.stat('a/b/film.mp4'))!.changed.getTime())).toBeLessThan(60_000);
    expect((await buffer(storage.read('a/b/film.mp4'))).equals(bytes)).toBe(true);
    expect((await buffer(storage.read('a/b/film.mp4', { start: 100, end: 199 }))).equals(bytes.subarray(100, 200))).toBe(true);
    expect((await buffer(storage.read('a/b/film.mp4', { start: 299_990, end: 299_999 }))).equals(bytes.subarray(299_990))).toBe(true);
  });

  test('replaces, lists and removes files', async () => {
    await storage.write('list/Übung 1 + 2.txt', Readable.from(['eins']));
    await storage.write('list/Übung 1 + 2.txt', Readable.from(['zwei!']));
    expect((await buffer(storage.read('list/Übung 1 + 2.txt'))).toString()).toBe('zwei!');
    expect(await all(storage)).toContain('list/Übung 1 + 2.txt');
    await storage.remove('list/Übung 1 + 2.txt');
    await storage.remove('list/Übung 1 + 2.txt');
    expect(await storage.stat('list/Übung 1 + 2.txt')).toBeNull();
    expect(await all(storage)).not.toContain('list/Übung 1 + 2.txt');
  });

  test('stores files that need more than one part', async () => {
    const bytes = randomBytes(37 * 1024 * 1024);
    const local = join(folder, `large-${name.replaceAll(' ', '-')}`);
    writeFileSync(local, bytes);
    await storage.storeFile('large.bin', local);
    expect(hash(readFileSync(local))).toBe(hash(bytes));
    expect(hash(await buffer(storage.read('large.bin')))).toBe(hash(bytes));
    const start = 16 * 1024 * 1024 - 5;
    expect((await buffer(storage.read('large.bin', { start, end: start + 9 }))).equals(bytes.subarray(start, start + 10))).toBe(true);
  });

  test('keeps the previous file if the source of a new one fails', async () => {
    await storage.write('kept.bin', Readable.from(['before']));
    const before = await all(storage);
    for (const size of [10, 20 * 1024 * 1024]) {
      const breaking = Readable.from(
        (function* () {
          yield randomBytes(size);
          throw new Error('connection lost');
        })(),
      );
      await expect(storage.write('kept.bin', breaking)).rejects.toThrow('connection lost');
    }
    expect((await buffer(storage.read('kept.bin'))).toString()).toBe('before');
    expect(await all(storage)).toEqual(before);
  });

  test('provides files on the local disk for external tools', async () => {
    await storage.write('tool/in.txt', Readable.from(['content']));
    let seen = '';
    const answer = await storage.withLocal('tool/in.txt', async (file) => {
      seen = file;
      return readFileSync(file, 'utf8');
    });
    expect(answer).toBe('content');
    await expect(storage.withLocal('tool/in.txt', async () => Promise.reject(new Error('tool failed')))).rejects.toThrow('tool failed');
    expect(readdirSync(tmpdir()).filter((entry) => seen.includes(entry) && entry.startsWith('fundus-s3-'))).toEqual([]);
  });

  test('sends a file unchanged to concurrent readers with different speeds', async () => {
    const bytes = randomBytes(1_500_000);
    await storage.write('many.bin', Readable.from([bytes]));
    const out = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const range = { start: i * 1_000, end: 1_400_000 + i };
        const { taken, into } = receiver(i % 3);
        await storage.send('many.bin', range, into);
        await ended(into);
        return Buffer.concat(taken).equals(bytes.subarray(range.start, range.end + 1));
      }),
    );
    expect(out).toEqual(Array.from({ length: 12 }, () => true));
    const { taken, into } = receiver(0);
    await storage.send('many.bin', undefined, into);
    expect(into.writableEnded).toBe(false);
    await ended(into);
    expect(hash(Buffer.concat(taken))).toBe(hash(bytes));
  });

  test('fails only for the reader that disconnects or requests a missing file', async () => {
    await storage.write('left.bin', Readable.from([randomBytes(2_000_000)]));
    const leaving = receiver(2);
    setTimeout(() => leaving.into.destroy(), 5);
    await expect(storage.send('left.bin', undefined, leaving.into)).rejects.toThrow();
    const gone = receiver(0);
    gone.into.destroy();
    await expect(storage.send('left.bin', undefined, gone.into)).rejects.toThrow();
    await expect(storage.send('never.bin', undefined, receiver(0).into)).rejects.toThrow();
    const { taken, into } = receiver(0);
    await storage.send('left.bin', { start: 5, end: 9 }, into);
    await ended(into);
    expect(Buffer.concat(taken)).toHaveLength(5);
  });

  test('rejects paths outside of the storage', async () => {
    for (const path of ['../outside', 'a/../../outside', '/etc/passwd', '', '.', 'a\0b']) {
      expect(() => storage.read(path), path).toThrow('leaves');
      await expect(async () => storage.write(path, Readable.from(['x'])), path).rejects.toThrow('leaves');
    }
  });

  test('rejects reading a missing file without ending the process', async () => {
    await expect(buffer(storage.read('not/there'))).rejects.toThrow();
  });
});

test('reports a missing bucket when the storage is opened', async () => {
  await expect(makeS3Storage({ ...settings, bucket: 'nirgends' })).rejects.toThrow(/^S3_BUCKET nirgends: /);
});

test('removes the temporary file when a local file is stored again', async () => {
  const [root, local] = [join(folder, 'again'), join(folder, 'again.bin')];
  const storage = localStorage(root);
  writeFileSync(local, 'bytes');
  for (let times = 0; times < 2; times += 1) await storage.storeFile('a.bin', local);
  expect([readdirSync(root), readFileSync(join(root, 'a.bin'), 'utf8')]).toEqual([['a.bin'], 'bytes']);
  // The storage does not need the original file any more.
  rmSync(local);
  expect((await buffer(storage.read('a.bin'))).toString()).toBe('bytes');
  await expect(storage.storeFile('b.bin', local)).rejects.toThrow('ENOENT');
  expect(readdirSync(root)).toEqual(['a.bin']);
});

test('reports the free space of a disk', async () => {
  expect(await localStorage(join(folder, 'room')).free()).toBeGreaterThan(0);
});

test('reports no free space for a bucket', async () => {
  const storage = await makeS3Storage(settings);
  expect(await storage.free()).toBeNull();
  await storage.close();
});

test('throws if a file was truncated after its size was read', async () => {
  const path = join(folder, 'short.bin');
  writeFileSync(path, randomBytes(1_000));
  await expect(sendFile(path, { start: 0, end: 1_999 }, receiver(0).into)).rejects.toThrow('shorter');
});

test('syncs a file and its directory entry to the disk before the write resolves', async () => {
  const root = mkdtempSync(join(tmpdir(), 'fundus-sync-'));
  const storage = localStorage(root);
  const handle = await open(root);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  let synced = 0;
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(async () => void (synced += 1));
  await storage.write('a/b.bin', Readable.from(['x']));
  // One sync each for the file, its folder, and the parent of the new folder.
  expect(synced).toBe(3);
  writeFileSync(join(root, 'local'), 'y');
  await storage.storeFile('c.bin', join(root, 'local'));
  expect(synced).toBe(5);
  spy.mockRestore();
  rmSync(root, { recursive: true });
});
