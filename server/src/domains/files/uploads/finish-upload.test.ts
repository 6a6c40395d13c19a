/** Failures after an upload. Complete uploads are never lost, and unused files are removed. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { uploads, type Upload } from '@fundus/contract/files/uploads';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeJobs } from '../../../jobs/runner.ts';
import { districtAdmin, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { removeOldUploads } from './end-uploads.ts';
import { uploadWorker } from './finish-upload.ts';
import { UPLOAD_JOB } from './uploads.ts';

const HOUR = 3_600_000;
const portal = usePortal();
let editor: Caller;

beforeAll(async () => {
  editor = await portal.as(districtAdmin());
});
afterEach(() => portal.setNow(null));

let count = 0;
const pdf = (): Buffer => Buffer.from(`%PDF-1.7\nBlatt ${(count += 1)}\ntrailer<</Root 1 0 R>>\n%%EOF\n`);
const png = (): Promise<Buffer> =>
  sharp({ create: { width: 300 + (count += 1), height: 200, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();

/** Uploads all bytes of a file for a new medium and queues the inspection without running it. */
async function sent(bytes: Buffer, name = 'blatt.pdf'): Promise<Upload> {
  const identifier = `SETTLE-${(count += 1)}`;
  await portal.store({ identifier, fn_titel: `Medium ${count}`, fn_typ: '49' });
  const begun = await editor.call(uploads.startUpload, { params: { identifier }, body: { name, bytes: bytes.length, role: 'main' } });
  writeFileSync(partOf(begun), bytes);
  return editor.call(uploads.finishUpload, { params: { id: begun.id }, body: {} });
}
const partOf = ({ id }: { id: string }): string => join(portal.portal.uploadDir, id);
/** Returns the upload as its editor sees it. Resets the clock, so that the session is valid. */
async function now({ id }: Upload): Promise<Upload> {
  portal.setNow(null);
  return editor.call(uploads.upload, { params: { id } });
}
async function seen({ identifier }: Upload) {
  portal.setNow(null);
  return editor.call(uploads.editFiles, { params: { identifier } });
}
const filesOf = async (upload: Upload) => (await seen(upload)).files;
const stored = (): string[] => {
  const root = join(portal.dataDir, 'files/media');
  return existsSync(root) ? (readdirSync(root, { recursive: true }) as string[]).filter((name) => name.includes('.')).sort() : [];
};
const rowOf = ({ id }: Upload) => portal.portal.db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst();
/** Returns the latest upload job. Finished jobs have no payload that contains the upload. */
const job = () =>
  portal.portal.db.selectFrom('job').selectAll().where('kind', '=', UPLOAD_JOB).orderBy('created_at', 'desc').executeTakeFirstOrThrow();
const later = (hours: number): void => portal.setNow(new Date(Date.now() + hours * HOUR));

/** Returns the stored bytes of a medium's only main file. */
async function bytesOf(upload: Upload): Promise<Buffer> {
  const { path } = await portal.portal.db.selectFrom('media_file').select('path').where('id', '=', upload.id).executeTakeFirstOrThrow();
  return buffer(portal.portal.storage.read(path));
}

/** Makes the database reject new files during `use`, so that the transaction fails after the bytes are stored. */
async function withoutFiles(use: () => Promise<void>): Promise<void> {
  await sql`alter table media_file add constraint none_today check (uploaded_at is null) not valid`.execute(portal.portal.db);
  try {
    await use();
  } finally {
    await sql`alter table media_file drop constraint none_today`.execute(portal.portal.db);
  }
}
const unreachable = (): Promise<never> => Promise.reject(new Error('the bucket does not answer'));
async function withStorage(storeFile: typeof portal.portal.storage.storeFile, use: () => Promise<void>): Promise<void> {
  const { storage } = portal.portal;
  const before = storage.storeFile;
  storage.storeFile = storeFile;
  try {
    await use();
  } finally {
    storage.storeFile = before;
  }
}

describe('a temporary failure', () => {
  test('delays the file if the database fails after the bytes are stored', async () => {
    const bytes = await png();
    const upload = await sent(bytes, 'bild.png');
    const before = stored();
    await withoutFiles(async () => {
      await portal.jobs.runDue();
      expect(await now(upload)).toMatchObject({ state: 'checking' });
      expect((await job()).last_error).toMatch(/none_today/);
    });
    later(1);
    await portal.jobs.runDue();
    expect(await now(upload)).toMatchObject({ state: 'done', problem: null });
    expect((await filesOf(upload)).map((file) => file.role)).toEqual(['main', 'poster']);
    expect((await bytesOf(upload)).equals(bytes)).toBe(true);
    expect([stored().length - before.length, existsSync(partOf(upload))]).toEqual([2, false]);
  });

  test('completes the upload if the connection breaks during the commit', async () => {
    const bytes = pdf();
    const upload = await sent(bytes);
    const { db } = portal.portal;
    const transaction = db.transaction.bind(db);
    db.transaction = () =>
      ({
        execute: async (use: Parameters<ReturnType<typeof transaction>['execute']>[0]) => {
          await transaction().execute(use);
          throw new Error('connection terminated');
        },
      }) as never;
    await portal.jobs.runDue();
    db.transaction = transaction;
    expect((await job()).last_error).toBe('connection terminated');
    expect((await bytesOf(upload)).equals(bytes)).toBe(true);
    later(1);
    await portal.jobs.runDue();
    expect(await now(upload)).toMatchObject({ state: 'done' });
    expect((await bytesOf(upload)).equals(bytes)).toBe(true);
    expect(existsSync(partOf(upload))).toBe(false);
  });

  test('retries for more than a day if the storage fails', async () => {
    const bytes = pdf();
    const upload = await sent(bytes);
    await withStorage(unreachable, async () => {
      for (const hours of [0, 10, 25, 49]) {
        later(hours);
        await portal.jobs.runDue();
        await removeOldUploads(portal.portal);
        expect(await now(upload)).toMatchObject({ state: 'checking' });
      }
    });
    later(51);
    await portal.jobs.runDue();
    expect(await now(upload)).toMatchObject({ state: 'done' });
    expect((await bytesOf(upload)).equals(bytes)).toBe(true);
  });

  test('lets another worker continue after the bytes were stored', async () => {
    const bytes = pdf();
    const upload = await sent(bytes);
    await withoutFiles(async () => void (await portal.jobs.runDue()));
    // The next attempt runs on another machine with the same storage but another disk.
    rmSync(partOf(upload), { force: true });
    later(1);
    await portal.jobs.runDue();
    expect(await now(upload)).toMatchObject({ state: 'done' });
    expect((await bytesOf(upload)).equals(bytes)).toBe(true);
  });
});

describe('two concurrent workers', () => {
  test.each(['before', 'after'])('add the file only once if one worker freezes %s storing', async (moment) => {
    const bytes = await png();
    const upload = await sent(bytes, 'bild.png');
    const before = stored();
    const { storeFile } = portal.portal.storage;
    let goOn = (): void => {};
    const paused = new Promise<void>((done) => (goOn = done));
    let arrived = 0;
    const other = makeJobs(
      { db: portal.portal.db, log: portal.portal.log, now: () => portal.portal.now() },
      { [UPLOAD_JOB]: uploadWorker(portal.portal) },
    );
    await withStorage(
      async (path, file) => {
        const mine = (arrived += 1);
        if (mine === 1 && moment === 'before') await paused;
        await storeFile(path, file);
        if (mine === 1 && moment === 'after') await paused;
      },
      async () => {
        const hanging = portal.jobs.runDue();
        await expect.poll(() => arrived).toBe(1);
        // The lease has expired, so the other worker claims the job.
        later(0.25);
        expect(await other.runDue()).toBe(1);
        expect(await now(upload)).toMatchObject({ state: 'done', problem: null });
        goOn();
        await hanging;
      },
    );
    expect(arrived).toBe(2);
    expect(await now(upload)).toMatchObject({ state: 'done', problem: null });
    expect((await filesOf(upload)).map((file) => file.role)).toEqual(['main', 'poster']);
    expect((await bytesOf(upload)).equals(bytes)).toBe(true);
    expect([stored().length - before.length, existsSync(partOf(upload)), (await job()).state]).toEqual([2, false, 'done']);
  });
});

describe('a permanent failure', () => {
  const givenUp = { state: 'refused', problem: { code: 'given_up' } };

  test('rejects the upload after three days', async () => {
    const upload = await sent(await png(), 'bild.png');
    const before = stored();
    await withoutFiles(async () => {
      await portal.jobs.runDue();
      later(73);
      await portal.jobs.runDue();
    });
    expect((await job()).state).toBe('given_up');
    expect(await now(upload)).toMatchObject(givenUp);
    expect([await filesOf(upload), stored(), existsSync(partOf(upload))]).toEqual([[], before, false]);
    expect((await seen(upload)).uploads).toMatchObject([{ id: upload.id, ...givenUp }]);
  });

  test('rejects an upload whose bytes are missing', async () => {
    const upload = await sent(pdf());
    rmSync(partOf(upload));
    await portal.jobs.runDue();
    expect(await now(upload)).toMatchObject({ state: 'checking' });
    later(73);
    await portal.jobs.runDue();
    expect(await now(upload)).toMatchObject(givenUp);
  });

  test('rejects an upload whose job is missing', async () => {
    const upload = await sent(pdf());
    await portal.portal.db
      .deleteFrom('job')
      .where('id', '=', (await job()).id)
      .execute();
    later(23);
    await removeOldUploads(portal.portal);
    expect(await now(upload)).toMatchObject({ state: 'checking' });
    later(25);
    await removeOldUploads(portal.portal);
    expect(await now(upload)).toMatchObject(givenUp);
    expect(existsSync(partOf(upload))).toBe(false);
    later(50);
    await removeOldUploads(portal.portal);
    expect(await rowOf(upload)).toBeUndefined();
  });
});

test('removes the stored bytes if the medium was deleted during the upload', async () => {
  const upload = await sent(await png(), 'bild.png');
  const before = stored();
  const { storage } = portal.portal;
  const { storeFile } = storage;
  await withStorage(
    async (path, file) => {
      await storeFile(path, file);
      await portal.portal.db.deleteFrom('media_item').where('identifier', '=', upload.identifier).execute();
    },
    async () => void (await portal.jobs.runDue()),
  );
  expect([(await job()).state, stored(), existsSync(partOf(upload))]).toEqual(['done', before, false]);
});
