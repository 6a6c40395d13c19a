/** Checks that uploaded files that are slow to parse are rejected in bounded time without blocking the main thread. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileRole } from '@fundus/contract/files/files';
import { uploads } from '@fundus/contract/files/uploads';
import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { schools } from '@fundus/contract/schools/schools';
import { beforeAll, expect, test } from 'vitest';
import { busiestTurn } from './testing/busiest-turn.ts';
import { districtAdmin, schoolAdmin, type Caller } from './testing/index.ts';
import { usePortal } from './testing/use-portal.ts';
import { openPoint, stock } from './testing/lending.ts';
import { bring } from './testing/news.ts';

/** Maximum CPU time of the main thread in milliseconds without a pause. Parsing these files there would take several seconds. */
const MAX = 1_000;

/** Comments that a backtracking regular expression can split in 2^27 ways. */
const COMMENTS = Buffer.from(`${'<!---->'.repeat(28)}x`);
const TAGS = Buffer.from(`1\n00:00:00,000 --> 00:00:01,000\n${'<'.repeat(100_000)}`);
const NESTED = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="1" height="1"/>${'<g>'.repeat(140_000)}`,
);

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let editor: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin());
  editor = await portal.as(districtAdmin());
  await portal.store({ identifier: 'HF-1', fn_titel: 'Film', fn_typ: '49' });
});

const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: { status: number }) => error.status,
  );

/** Starts an upload and stores its content. Returns a function that inspects the file in the same way as the job. */
async function uploaded(name: string, role: FileRole, bytes: Buffer): Promise<() => Promise<void>> {
  const { id } = await editor.call(uploads.startUpload, { params: { identifier: 'HF-1' }, body: { name, bytes: bytes.length, role } });
  mkdirSync(portal.portal.uploadDir, { recursive: true });
  writeFileSync(join(portal.portal.uploadDir, id), bytes);
  await editor.call(uploads.finishUpload, { params: { id }, body: {} });
  return async () => {
    await portal.jobs.runDue();
    expect(['done', 'refused']).toContain((await editor.call(uploads.upload, { params: { id } })).state);
  };
}

test.each([
  ['comments as material', 'blatt.txt', 'material', COMMENTS],
  ['a caption of tags', 'untertitel.srt', 'caption', TAGS],
] as const)('keeps the main thread free while a job inspects %s', async (_, name, role, bytes) => {
  const inspect = await uploaded(name, role, bytes);
  expect(await busiestTurn(inspect)).toBeLessThan(MAX);
});

/** Expects that a call rejects its file without blocking the main thread. */
async function expectRefused(call: () => Promise<unknown>): Promise<void> {
  let status = 0;
  const most = await busiestTurn(async () => {
    status = await statusOf(call());
  });
  expect([413, 415]).toContain(status);
  expect(most).toBeLessThan(MAX);
}

test('keeps the main thread free while a news attachment is inspected', () =>
  expectRefused(() => bring(admin, COMMENTS, 'attachment', 'x.pdf')));

test('keeps the main thread free while a photo of a device is inspected', async () => {
  const { items } = await stock(admin, await openPoint(admin, { approval: 'auto' }), ['K-1']);
  const body = { item: items[0]!.id, content: COMMENTS.toString('base64') };
  await expectRefused(() => admin.call(lendingCondition.addPhoto, { body }));
});

test('keeps the main thread free while a school logo is sanitized', async () => {
  const { version } = await admin.call(schools.read, { params: { id: 'school-a' } });
  const body = { version, content: NESTED.toString('base64') };
  await expectRefused(() => admin.call(schools.setLogo, { params: { id: 'school-a' }, body }));
});
