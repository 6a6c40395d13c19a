import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { DAY } from '@fundus/contract/days';
import type { FileRole } from '@fundus/contract/files/files';
import { contentHosts } from '@fundus/contract/files/content-hosts';
import { uploads, type Upload } from '@fundus/contract/files/uploads';
import { sql } from 'kysely';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { districtAdmin, pupil, schoolAdmin, teacher, testPortal, type Caller, type TestPortal } from '../../../testing/index.ts';
import { emptyRemovedFiles } from '../edit-files.ts';
import { removeOldUploads } from './end-uploads.ts';

let portal: TestPortal;
let folder: string;
let editor: Caller;
let address: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fundus-uploads-'));
  portal = await testPortal({ uploadLimitMB: 60 });
  editor = await portal.as(districtAdmin());
  address = await portal.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

let count = 0;
const medium = async (more: object = {}): Promise<string> => {
  const identifier = `UP-${(count += 1)}`;
  await portal.store({ identifier, fn_titel: `Medium ${count}`, fn_typ: '49', ...more });
  return identifier;
};
const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

type Sent = { status: number; headers: IncomingHttpHeaders; body: string };

/** Returns a user's cookies and CSRF token for requests over a real connection. */
async function credentials(browser: Caller): Promise<Record<string, string>> {
  const reply = await browser.inject({ method: 'GET', url: '/api/v1/user/userinfo' });
  const { req } = reply.raw;
  return { cookie: String(req.headers.cookie), 'x-csrf-token': String(reply.headers['x-csrf-token']) };
}

/** Sends a tus request. `cut` breaks the connection after that number of bytes. */
async function tus(
  method: string,
  href: string,
  {
    by = editor,
    bytes,
    offset = 0,
    cut,
    headers = {},
  }: { by?: Caller; bytes?: Buffer; offset?: number; cut?: number; headers?: Record<string, string> } = {},
): Promise<Sent | 'cut'> {
  const patch = bytes && {
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
    'content-length': String(bytes.length),
  };
  const all = { 'tus-resumable': '1.0.0', ...(await credentials(by)), ...patch, ...headers };
  return new Promise((resolve, reject) => {
    const sending = request(address + href, { method, headers: all }, (reply) => {
      let body = '';
      reply.on('data', (part: Buffer) => (body += part.toString()));
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body }));
    });
    sending.on('error', (error) => (cut === undefined ? reject(error) : resolve('cut')));
    if (!bytes) sending.end();
    else if (cut === undefined) sending.end(bytes);
    else sending.write(bytes.subarray(0, cut), () => setTimeout(() => sending.destroy(), 50));
  });
}
const offsetOf = async (href: string): Promise<number> => {
  for (;;) {
    const reply = (await tus('HEAD', href)) as Sent;
    if (reply.status === 200) return Number(reply.headers['upload-offset']);
    await new Promise((passed) => setTimeout(passed, 50));
  }
};

const start = (identifier: string, name: string, bytes: number, role: FileRole = 'main', more: object = {}) =>
  editor.call(uploads.startUpload, { params: { identifier }, body: { name, bytes, role, ...more } });

/** Uploads a complete file and returns the resulting upload. */
async function upload(identifier: string, name: string, bytes: Buffer, role: FileRole = 'main', more: object = {}): Promise<Upload> {
  const { id, href } = await start(identifier, name, bytes.length, role, more);
  expect(((await tus('PATCH', href, { bytes })) as Sent).status).toBe(204);
  await editor.call(uploads.finishUpload, { params: { id }, body: { sha256: hash(bytes) } });
  return settled(id);
}
async function settled(id: string): Promise<Upload> {
  for (;;) {
    await portal.jobs.runDue();
    const now = await editor.call(uploads.upload, { params: { id } });
    if (now.state !== 'checking') return now;
  }
}
const filesOf = async (identifier: string) => (await editor.call(uploads.editFiles, { params: { identifier } })).files;
const stored = (): string[] => {
  const root = join(portal.dataDir, 'files/media');
  return existsSync(root)
    ? readdirSync(root, { recursive: true })
        .map(String)
        .filter((name) => name.includes('.'))
        .sort()
    : [];
};
const parts = (): string[] => readdirSync(join(portal.dataDir, 'uploads'));

const png = (width = 300, height = 200, background = '#336699'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
const hasFfmpeg = ((): boolean => {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
const film = (name: string, ...args: string[]): Buffer => {
  const path = join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10:duration=3', ...args, path]);
  return readFileSync(path);
};
const zip = (name: string, files: Record<string, string>, script = ''): Buffer => {
  const path = join(folder, name);
  const lines = Object.entries(files).map(([file, content]) => `z.writestr(${JSON.stringify(file)}, ${JSON.stringify(content)})`);
  execFileSync('python3', [
    '-c',
    ['import zipfile,sys', 'z=zipfile.ZipFile(sys.argv[1],"w",zipfile.ZIP_DEFLATED)', ...lines, script, 'z.close()'].join('\n'),
    path,
  ]);
  return readFileSync(path);
};

describe('permissions for uploads', () => {
  test('allows only district administrators and catalogue editors to upload', async () => {
    const identifier = await medium();
    const body = { name: 'a.png', bytes: 10, role: 'main' as const };
    await expect(portal.guest().call(uploads.startUpload, { params: { identifier }, body })).rejects.toMatchObject({
      code: 'login_required',
    });
    const others = [
      [pupil(), 'forbidden'],
      [teacher(), 'not_found'],
      [schoolAdmin(), 'not_found'],
      [teacher({ capabilities: ['cap_lending'] }), 'not_found'],
    ] as const;
    for (const [person, code] of others) {
      const browser = await portal.as(person);
      await expect(browser.call(uploads.startUpload, { params: { identifier }, body })).rejects.toMatchObject({ code });
      await expect(browser.call(uploads.editFiles, { params: { identifier } })).rejects.toMatchObject({ code });
    }
    const capable = await portal.as(teacher({ capabilities: ['cap_catalogue'] }));
    expect(await capable.call(uploads.startUpload, { params: { identifier }, body })).toMatchObject({ href: expect.any(String) as string });
  });

  test('allows only the user who started an upload to read, continue or cancel it', async () => {
    const identifier = await medium();
    const capable = await portal.as(teacher({ capabilities: ['cap_catalogue'] }));
    const begun = await capable.call(uploads.startUpload, { params: { identifier }, body: { name: 'a.png', bytes: 10, role: 'main' } });
    await expect(editor.call(uploads.upload, { params: { id: begun.id } })).rejects.toMatchObject({ code: 'not_found' });
    await expect(editor.call(uploads.finishUpload, { params: { id: begun.id }, body: {} })).rejects.toMatchObject({ code: 'not_found' });
    await expect(editor.call(uploads.cancelUpload, { params: { id: begun.id } })).rejects.toMatchObject({ code: 'not_found' });
    expect(await tus('PATCH', begun.href, { bytes: Buffer.alloc(10) })).toMatchObject({ status: 404 });
    expect(await tus('PATCH', begun.href, { by: await portal.as(teacher()), bytes: Buffer.alloc(10) })).toMatchObject({ status: 404 });
    expect(await tus('PATCH', begun.href, { by: await portal.as(pupil()), bytes: Buffer.alloc(10) })).toMatchObject({ status: 403 });
    expect(await tus('PATCH', begun.href, { by: portal.guest(), bytes: Buffer.alloc(10), headers: { cookie: '' } })).toMatchObject({
      status: 401,
    });
    expect(await tus('PATCH', begun.href, { by: capable, bytes: Buffer.alloc(10), headers: { 'x-csrf-token': 'x' } })).toMatchObject({
      status: 403,
    });
    expect(await capable.call(uploads.upload, { params: { id: begun.id } })).toMatchObject({ received: 0 });
  });

  test('lists only the user’s own unfinished or recently rejected uploads', async () => {
    const identifier = await medium();
    const capable = await portal.as(teacher({ capabilities: ['cap_catalogue'] }));
    const begun = await capable.call(uploads.startUpload, { params: { identifier }, body: { name: 'a.png', bytes: 10, role: 'main' } });
    const waits = { identifier, title: `Medium ${count}`, waiting: 1, failed: 0 };
    expect((await capable.call(uploads.openUploads)).items).toEqual([waits]);
    await portal.portal.db.updateTable('upload').set({ state: 'refused' }).where('upload.id', '=', begun.id).execute();
    expect((await capable.call(uploads.openUploads)).items).toEqual([{ ...waits, waiting: 0, failed: 1 }]);
    await portal.portal.db
      .updateTable('upload')
      .set({ changed_at: new Date(Date.now() - 2 * DAY) })
      .where('upload.id', '=', begun.id)
      .execute();
    expect((await capable.call(uploads.openUploads)).items).toEqual([]);
    await portal.portal.db.updateTable('upload').set({ state: 'receiving' }).where('upload.id', '=', begun.id).execute();
    expect((await editor.call(uploads.openUploads)).items.filter((item) => item.identifier === identifier)).toEqual([]);
    await capable.call(uploads.cancelUpload, { params: { id: begun.id } });
  });
});

describe('uploaded bytes', () => {
  test('arrive unchanged after two interrupted connections', async () => {
    const identifier = await medium();
    const bytes = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      randomBytes(24 * 1024 * 1024),
      Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
    ]);
    const { id, href } = await start(identifier, 'Groß.pdf', bytes.length);
    let offset = 0;
    for (const cut of [9_000_000, 8_000_001]) {
      expect(await tus('PATCH', href, { bytes: bytes.subarray(offset), offset, cut })).toBe('cut');
      const reached = await offsetOf(href);
      expect(reached).toBeGreaterThan(offset);
      expect(reached).toBeLessThan(bytes.length);
      offset = reached;
    }
    expect(await editor.call(uploads.upload, { params: { id } })).toMatchObject({ state: 'receiving', received: offset });
    await expect(editor.call(uploads.finishUpload, { params: { id }, body: {} })).rejects.toMatchObject({ code: 'state_conflict' });
    expect(await tus('PATCH', href, { bytes: bytes.subarray(0, 10), offset: 0 })).toMatchObject({ status: 409 });
    expect(await tus('PATCH', href, { bytes: bytes.subarray(offset), offset })).toMatchObject({ status: 204 });
    await editor.call(uploads.finishUpload, { params: { id }, body: { sha256: hash(bytes) } });
    expect(await settled(id)).toMatchObject({ state: 'done', problem: null });
    const [file] = await filesOf(identifier);
    expect(file).toMatchObject({
      role: 'main',
      mime: 'application/pdf',
      bytes: bytes.length,
      viewer: 'pdf',
      name: 'Groß.pdf',
      uploaded: true,
    });
    const [seen] = (await (await portal.as(teacher())).call(catalogue.detail, { params: { identifier } })).files;
    const read = await portal.guest().inject({ method: 'GET', url: seen!.href });
    expect(hash(read.rawPayload)).toBe(hash(bytes));
    expect(parts()).not.toContain(id);
  });

  test('are rejected and deleted if their checksum differs', async () => {
    const identifier = await medium();
    const before = stored();
    const bytes = await png();
    const { id, href } = await start(identifier, 'a.png', bytes.length);
    await tus('PATCH', href, { bytes });
    await editor.call(uploads.finishUpload, { params: { id }, body: { sha256: 'a'.repeat(64) } });
    expect(await settled(id)).toMatchObject({ state: 'refused', problem: { code: 'checksum_mismatch' } });
    expect([await filesOf(identifier), stored(), parts().includes(id)]).toEqual([[], before, false]);
    expect((await editor.call(uploads.editFiles, { params: { identifier } })).uploads).toMatchObject([{ id, state: 'refused' }]);
    await editor.call(uploads.cancelUpload, { params: { id } });
    expect((await editor.call(uploads.editFiles, { params: { identifier } })).uploads).toEqual([]);
  });

  test('are rejected if they exceed the announced size or the upload limit', async () => {
    const identifier = await medium();
    await expect(start(identifier, 'a.mp4', 60_000_001)).rejects.toMatchObject({ code: 'too_large', field: 'file' });
    const { id, href } = await start(identifier, 'a.mp4', 100);
    expect(await tus('PATCH', href, { bytes: Buffer.alloc(101) })).toMatchObject({ status: 413 });
    await editor.call(uploads.cancelUpload, { params: { id } });
    await expect(start('gibt-es-nicht', 'a.mp4', 100)).rejects.toMatchObject({ code: 'not_found' });
    await expect(start(identifier, 'a.mp4', 0)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('can be sent again after a full disk', async () => {
    const identifier = await medium();
    const bytes = await png();
    const { id, href } = await start(identifier, 'a.png', bytes.length);
    const part = join(portal.dataDir, 'uploads', id);
    rmSync(part);
    symlinkSync('/dev/full', part);
    const refused = (await tus('PATCH', href, { bytes })) as Sent;
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([
      507,
      { error: { code: 'storage_full', message_key: 'error.storage_full' } },
    ]);
    rmSync(part);
    writeFileSync(part, '');
    expect(await tus('PATCH', href, { bytes })).toMatchObject({ status: 204 });
    await editor.call(uploads.finishUpload, { params: { id }, body: {} });
    expect(await settled(id)).toMatchObject({ state: 'done' });
  });

  test('are rejected if the disk has too little free space', async () => {
    const identifier = await medium();
    const { storage } = portal.portal;
    const free = storage.free;
    storage.free = async () => 600_000_000;
    await expect(start(identifier, 'a.mp4', 55_000_000).then(() => start(identifier, 'b.mp4', 55_000_000))).rejects.toMatchObject({
      code: 'storage_full',
    });
    storage.free = free;
    const { storeFile } = storage;
    storage.storeFile = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    const before = stored();
    expect(await upload(identifier, 'a.png', await png())).toMatchObject({ state: 'refused', problem: { code: 'storage_full' } });
    storage.storeFile = storeFile;
    expect([await filesOf(identifier), stored()]).toEqual([[], before]);
  });

  test('are deleted after a day of inactivity', async () => {
    const identifier = await medium();
    const { id, href } = await start(identifier, 'a.png', 1_000);
    await tus('PATCH', href, { bytes: Buffer.alloc(500) });
    const now = Date.now();
    portal.setNow(new Date(now + 23 * 3_600_000));
    await removeOldUploads(portal.portal);
    expect(parts()).toContain(id);
    portal.setNow(new Date(now + 25 * 3_600_000));
    expect(await removeOldUploads(portal.portal)).toBeGreaterThan(0);
    expect(parts()).not.toContain(id);
    portal.setNow(null);
    await expect(editor.call(uploads.upload, { params: { id } })).rejects.toMatchObject({ code: 'not_found' });
    expect(await tus('HEAD', href)).toMatchObject({ status: 404 });
  });
});

describe('processing of uploads', () => {
  test.skipIf(!hasFfmpeg)('creates a poster for a film', async () => {
    const identifier = await medium();
    const bytes = film('film.mp4', '-pix_fmt', 'yuv420p');
    expect(await upload(identifier, 'ohne-endung', bytes)).toMatchObject({ state: 'done', problem: null });
    const files = await filesOf(identifier);
    expect(files).toMatchObject([
      { role: 'main', mime: 'video/mp4', width: 320, height: 180, duration: 3 },
      { role: 'poster', mime: 'image/webp', width: 800, height: 452 },
    ]);
    const cover = await portal.guest().inject({ method: 'GET', url: `/api/v1/covers/${identifier}` });
    expect(await sharp(cover.rawPayload).metadata()).toMatchObject({ width: 400, height: 226 });
    // The poster is a frame of the film, whose test pattern contains pure red.
    const { channels } = await sharp(cover.rawPayload).stats();
    expect(channels[0]!.max).toBeGreaterThan(200);
    expect(await upload(identifier, 'nochmal.mp4', bytes)).toMatchObject({ state: 'refused', problem: { code: 'already_exists' } });
  });

  test.skipIf(!hasFfmpeg)('offers to convert a film that browsers may not play', async () => {
    const identifier = await medium();
    expect(await upload(identifier, 'alt.mp4', film('alt.mp4', '-c:v', 'mpeg4'))).toMatchObject({
      state: 'asking',
      problem: { code: 'convert', details: { codecs: 'mpeg4', keep: true } },
    });
    const half = film('halb.mp4', '-pix_fmt', 'yuv420p');
    expect(await upload(identifier, 'halb.mp4', half.subarray(0, half.length / 2))).toMatchObject({
      state: 'refused',
      problem: { code: 'broken_file' },
    });
    const sound = film('ton.m4a', '-f', 'lavfi', '-i', 'sine=duration=2', '-map', '1:a');
    expect(await upload(identifier, 'ton.mp4', sound, 'audio_description')).toMatchObject({ state: 'done' });
    expect((await filesOf(identifier)).find((file) => file.role === 'audio_description')).toMatchObject({
      mime: 'audio/mp4',
      viewer: 'audio',
      duration: expect.closeTo(2, 0) as number,
    });
  });

  test('uses an uploaded picture as the cover', async () => {
    const identifier = await medium();
    expect(await upload(identifier, 'bild.gif', await png(640, 480))).toMatchObject({ state: 'done' });
    expect(await filesOf(identifier)).toMatchObject([
      { role: 'main', mime: 'image/png', width: 640, height: 480 },
      { role: 'poster', mime: 'image/webp' },
    ]);
  });

  test('uses the first page of a PDF as the cover', async () => {
    const identifier = await medium();
    const doc = new PDFDocument({ size: 'A4', margin: 0 });
    doc.rect(0, 0, 595, 842).fill('#ff0000').end();
    expect(await upload(identifier, 'blatt.pdf', await buffer(doc))).toMatchObject({ state: 'done' });
    expect(await filesOf(identifier)).toMatchObject([
      { role: 'main', mime: 'application/pdf' },
      { role: 'poster', mime: 'image/webp', width: 800, height: 452 },
    ]);
    const cover = await portal.guest().inject({ method: 'GET', url: `/api/v1/covers/${identifier}` });
    expect((await sharp(cover.rawPayload).stats()).dominant).toMatchObject({ r: 248, g: 8, b: 8 });
  });

  test('restores a replaced poster', async () => {
    const identifier = await medium();
    await upload(identifier, 'eins.png', await png(900, 900), 'poster');
    await upload(identifier, 'zwei.png', await png(900, 900, '#993366'), 'poster');
    const { files, removed } = await editor.call(uploads.editFiles, { params: { identifier } });
    expect([files.map((file) => file.name), removed.map((file) => file.name)]).toEqual([['zwei.png'], ['eins.png']]);
    const back = await editor.call(uploads.restoreFile, { params: { identifier, fileId: removed[0]!.id } });
    expect([back.files.map((file) => file.name), back.removed.map((file) => file.name)]).toEqual([['eins.png'], ['zwei.png']]);
  });

  test('converts SubRip in any encoding to WebVTT', async () => {
    const identifier = await medium();
    const srt =
      '1\r\n00:00:01,500 --> 00:00:03,000\r\n<font color="red">Grüße</font> vom\r\n<i>Quastenflosser</i>\r\n\r\n2\r\n00:00:04,000 --> 00:00:05,000\r\n{\\an8}Ende\r\n';
    expect(await upload(identifier, 'ut.srt', Buffer.from(srt, 'latin1'), 'caption', { language: 'de', label: 'Deutsch' })).toMatchObject({
      state: 'done',
    });
    const [file] = await filesOf(identifier);
    expect(file).toMatchObject({ mime: 'text/vtt', language: 'de', label: 'Deutsch', role: 'caption' });
    const read = await portal.guest().inject({ method: 'GET', url: file!.href });
    expect(read.payload).toBe(
      'WEBVTT\n\n00:00:01.500 --> 00:00:03.000\nGrüße vom\n<i>Quastenflosser</i>\n\n00:00:04.000 --> 00:00:05.000\nEnde\n',
    );
    await portal.follower.catchUp();
    const hits = await (await portal.as(teacher())).call(catalogue.search, { query: { q: 'Quastenflosser' } });
    expect(hits.items.map((item) => item.identifier)).toContain(identifier);
  });

  test('stores a compressed SVG drawing uncompressed', async () => {
    const identifier = await medium();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/></svg>';
    expect(await upload(identifier, 'karte.svgz', gzipSync(svg), 'main')).toMatchObject({ state: 'done' });
    const [file] = await filesOf(identifier);
    expect(file).toMatchObject({ mime: 'image/svg+xml', width: 40, height: 30 });
  });

  test('accepts an XFA form with a notice', async () => {
    const form = '%PDF-1.7\n1 0 obj<</Type /Catalog /AcroForm 2 0 R /NeedsRendering true>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF';
    expect(await upload(await medium(), 'antrag.pdf', Buffer.from(form), 'main')).toMatchObject({
      state: 'done',
      problem: { code: 'xfa_form' },
    });
  });

  test.each<[string, FileRole, () => Buffer | Promise<Buffer>, object]>([
    [
      'a page as a picture',
      'main',
      () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      { code: 'unsupported_type', details: { found: 'html' } },
    ],
    ['a picture as captions', 'caption', () => png(), { code: 'unsupported_type', details: { found: 'png' } }],
    ['text as a film', 'main', () => Buffer.from('nur Text'), { code: 'unsupported_type', details: { found: 'txt' } }],
    ['captions without a cue', 'caption', () => Buffer.from('WEBVTT\n\nNOTE nichts\n'), { code: 'broken_file' }],
    ['a program', 'material', () => Buffer.from('\x7fELF\0\0\0\0'), { code: 'unsupported_type', details: { found: 'unknown' } }],
    [
      'half a picture',
      'main',
      async () =>
        (
          await sharp(randomBytes(300_000), { raw: { width: 500, height: 200, channels: 3 } })
            .jpeg()
            .toBuffer()
        ).subarray(0, 4_000),
      { code: 'broken_file' },
    ],
    ['half a PDF', 'material', () => Buffer.from('%PDF-1.7\nabgebrochen'), { code: 'broken_file' }],
    ['a PDF without a trailer', 'material', () => Buffer.from('%PDF-1.7\n1 0 obj<</Type /Catalog>>endobj\n%%EOF'), { code: 'broken_file' }],
    ['a compressed text', 'main', () => gzipSync('Kein Bild'), { code: 'unsupported_type' }],
    [
      'an archive without a start',
      'main',
      () => zip('leer.zip', { 'a.txt': 'x' }),
      { code: 'unsupported_type', details: { archive: 'start' } },
    ],
    [
      'a climbing archive',
      'main',
      () => zip('klettert.zip', { 'index.html': 'x', '../../b.txt': 'y' }),
      { code: 'unsupported_type', details: { archive: 'path' } },
    ],
    [
      'a bomb',
      'main',
      () => zip('bombe.zip', { 'index.html': 'x' }, 'z.writestr("null.bin", "0"*8000000)'),
      { code: 'unsupported_type', details: { archive: 'ratio' } },
    ],
    [
      'half an archive',
      'material',
      () => zip('halb.zip', { 'index.html': 'x'.repeat(5_000) }).subarray(0, 60),
      { code: 'unsupported_type', details: { archive: 'broken' } },
    ],
  ])('rejects %s without storing it', async (_, role, content, problem) => {
    const identifier = await medium();
    const before = stored();
    const refused = await upload(identifier, 'datei', await content(), role);
    expect(refused).toMatchObject({ state: 'refused', problem });
    expect([await filesOf(identifier), stored(), parts().includes(refused.id)]).toEqual([[], before, false]);
  });
});

test('reads duration and size of a film without ffmpeg', async () => {
  vi.stubEnv('PATH', join(folder, 'nothing-is-here'));
  try {
    const identifier = await medium();
    const bytes = readFileSync(join(import.meta.dirname, '../../../../../demo/src/media/brueche-addieren/film.mp4'));
    const done = await upload(identifier, 'film.mp4', bytes);
    expect(done).toMatchObject({ state: 'done', problem: null });
    expect(await filesOf(identifier)).toMatchObject([
      { role: 'main', mime: 'video/mp4', bytes: bytes.length, width: 640, duration: 51.55, sound: true },
    ]);
    const cover = await portal.guest().inject({ method: 'GET', url: `/api/v1/covers/${identifier}` });
    expect(await sharp(cover.rawPayload).metadata()).toMatchObject({ width: 400, height: 226 });
  } finally {
    vi.unstubAllEnvs();
  }
});

describe('packages', () => {
  test('open their start page on an origin of their own', async () => {
    const identifier = await medium();
    await upload(
      identifier,
      'lernmodul.zip',
      zip('modul.zip', { 'modul/index.html': '<!doctype html><title>Modul</title>', 'modul/bild.svg': '<svg/>' }),
    );
    const [file] = await filesOf(identifier);
    expect(file).toMatchObject({ mime: 'application/zip', viewer: 'package' });
    expect(file!.href).toMatch(/\/modul\/index\.html$/);
    const page = await portal.guest().inject({ method: 'GET', url: file!.href });
    const runtime = '<script src="/packages/runtime.js"></script>';
    expect([page.statusCode, page.payload]).toEqual([200, `<!doctype html>${runtime}<title>Modul</title>`]);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/sandbox allow-scripts/);
    expect(policy).not.toMatch(/allow-same-origin|allow-top-navigation/);
    // The policy allows nothing from outside the package.
    const own = `${/\/content\/[^/]+\//.exec(file!.href)![0]}`;
    expect(policy).toContain(`connect-src localhost:80${own} localhost:80/packages/ data: blob:;`);
    expect(policy).toContain("frame-ancestors 'self'");
  });

  test('serve nested frames and requests without a cookie', async () => {
    const identifier = await medium();
    await upload(
      identifier,
      'rahmen.zip',
      zip('rahmen.zip', { 'index.html': '<html><iframe src="innen.htm">', 'innen.htm': '<html>Innen', 'daten.json': '{}' }),
    );
    const [file] = await filesOf(identifier);
    const inside = await portal.guest().inject({ method: 'GET', url: `${file!.href}innen.htm` });
    expect([inside.statusCode, inside.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(inside.headers['content-security-policy']).not.toContain('frame-ancestors');
    const asked = await portal.guest().inject({ method: 'OPTIONS', url: `${file!.href}daten.json`, headers: { origin: 'null' } });
    expect([asked.statusCode, asked.headers['access-control-allow-origin'], asked.headers['access-control-allow-headers']]).toEqual([
      204,
      '*',
      '*',
    ]);
    const missing = await portal.guest().inject({ method: 'GET', url: `${file!.href}fort.html`, headers: { 'sec-fetch-dest': 'iframe' } });
    expect([missing.statusCode, missing.headers['x-frame-options']]).toEqual([404, undefined]);
    expect(missing.payload).toContain('Diese Seite fehlt');
    // Packages from Windows reference files in different case.
    expect((await portal.guest().inject({ method: 'GET', url: `${file!.href}Daten.JSON` })).statusCode).toBe(200);
    expect((await portal.guest().inject({ method: 'GET', url: `${file!.href}..%2f..%2fx` })).statusCode).toBe(404);
  });

  test('may load only from external hosts allowed by a district administrator', async () => {
    const identifier = await medium();
    await upload(identifier, 'video.zip', zip('video.zip', { 'index.html': '<html>' }));
    const [file] = await filesOf(identifier);
    const policyOf = async () =>
      String((await portal.guest().inject({ method: 'GET', url: file!.href })).headers['content-security-policy']);
    expect(await policyOf()).not.toContain('youtube');
    await expect((await portal.as(teacher())).call(contentHosts.setHosts, { body: { hosts: ['youtu.be'] } })).rejects.toMatchObject({
      code: 'forbidden',
    });
    for (const wrong of ['https://a.example/x', '*', 'localhost', "a.example'; script-src *", 'a..example'])
      await expect(editor.call(contentHosts.setHosts, { body: { hosts: [wrong] } }), wrong).rejects.toMatchObject({
        code: 'validation_failed',
      });
    expect(await editor.call(contentHosts.setHosts, { body: { hosts: ['YouTu.be', 'medien.example'] } })).toEqual({
      hosts: ['medien.example', 'www.youtube.com'],
    });
    expect(await policyOf()).toMatch(/script-src [^;]* medien\.example www\.youtube\.com [^;]*s\.ytimg\.com/);
    await editor.call(contentHosts.setHosts, { body: { hosts: [] } });
    expect(await policyOf()).not.toContain('youtube');
  });

  test('play a segmented film from its playlist', async () => {
    const identifier = await medium();
    await upload(identifier, 'hls.zip', zip('hls.zip', { 'film/index.m3u8': '#EXTM3U\n#EXTINF:2,\nteil 1.ts\n', 'film/teil 1.ts': 'G' }));
    const [file] = await filesOf(identifier);
    expect(file).toMatchObject({ mime: 'application/vnd.apple.mpegurl', viewer: 'video' });
    const list = await portal.guest().inject({ method: 'GET', url: file!.href });
    expect([list.statusCode, list.headers['content-type']]).toEqual([200, 'application/vnd.apple.mpegurl']);
    const piece = await portal
      .guest()
      .inject({ method: 'GET', url: file!.href.replace('index.m3u8', 'teil%201.ts'), headers: { range: 'bytes=0-0' } });
    expect([piece.statusCode, piece.headers['content-type'], piece.payload]).toEqual([206, 'video/mp2t', 'G']);
  });

  test.each([
    [
      'H5P',
      {
        'h5p.json': '{"title":"Quiz","mainLibrary":"Q","preloadedDependencies":[{"machineName":"Q","majorVersion":1,"minorVersion":0}]}',
        'content/content.json': '{}',
        'Q-1.0/library.json': '{"machineName":"Q","majorVersion":1,"minorVersion":0}',
      },
      'h5p',
    ],
    [
      'a book',
      { mimetype: 'application/epub+zip', 'META-INF/container.xml': '<rootfile full-path="b.opf"/>', 'b.opf': '<itemref idref="a"/>' },
      'epub',
    ],
    ['a document', { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' }, 'none'],
  ] as const)('recognises %s by its content', async (name, files, viewer) => {
    const identifier = await medium();
    expect(await upload(identifier, 'datei.zip', zip(`${viewer}.zip`, files), 'material')).toMatchObject({ state: 'done' });
    expect((await filesOf(identifier))[0]).toMatchObject({ viewer });
    const asMain = await upload(await medium(), 'datei.zip', zip(`${viewer}.zip`, files));
    expect(asMain.state, name).toBe(viewer === 'none' ? 'refused' : 'done');
  });
});

describe('files of a medium', () => {
  test('are sorted, labelled, deleted and restored by editors', async () => {
    const identifier = await medium();
    for (const name of ['a', 'b', 'c']) await upload(identifier, `${name}.txt`, Buffer.from(`Blatt ${name}`), 'material');
    const ids = (await filesOf(identifier)).map((file) => file.id);
    const turned = await editor.call(uploads.orderFiles, { params: { identifier }, body: { ids: ids.toReversed() } });
    expect(turned.files.map((file) => file.name)).toEqual(['c.txt', 'b.txt', 'a.txt']);
    for (const wrong of [ids.slice(1), [...ids, ids[0]!], [ids[0]!, ids[0]!, ids[1]!]])
      await expect(editor.call(uploads.orderFiles, { params: { identifier }, body: { ids: wrong } })).rejects.toMatchObject({
        code: 'version_conflict',
      });
    const named = await editor.call(uploads.changeFile, {
      params: { identifier, fileId: ids[0]! },
      body: { label: 'Arbeitsblatt', language: 'de', role: 'transcript' },
    });
    expect(named.files.at(-1)).toMatchObject({ label: 'Arbeitsblatt', language: 'de', role: 'transcript' });
    await expect(
      editor.call(uploads.changeFile, { params: { identifier, fileId: ids[0]! }, body: { role: 'poster' } }),
    ).rejects.toMatchObject({ code: 'unsupported_type' });
    const { href } = turned.files.find((file) => file.id === ids[1])!;
    const read = async () => (await portal.guest().inject({ method: 'GET', url: href, headers: { range: 'bytes=0-3' } })).statusCode;
    expect([await read(), await read()]).toEqual([206, 206]);
    const { files, removed } = await editor.call(uploads.removeFile, { params: { identifier, fileId: ids[1]! } });
    expect([files.length, removed.map((file) => file.name)]).toEqual([2, ['b.txt']]);
    expect(await read()).toBe(404);
    const other = await medium();
    await expect(editor.call(uploads.restoreFile, { params: { identifier: other, fileId: ids[1]! } })).rejects.toMatchObject({
      code: 'not_found',
    });
    const back = await editor.call(uploads.restoreFile, { params: { identifier, fileId: ids[1]! } });
    expect([back.files.map((file) => file.name), back.removed]).toEqual([['c.txt', 'a.txt', 'b.txt'], []]);
    expect(await read()).toBe(206);
    const audit = await portal.portal.db
      .selectFrom('audit_log')
      .select('audit_log.what')
      .where('audit_log.what', 'like', 'files.%')
      .execute();
    expect(new Set(audit.map((row) => row.what))).toEqual(
      new Set(['files.add', 'files.order', 'files.change', 'files.remove', 'files.restore']),
    );
  });

  test('remain deleted after a re-import', async () => {
    const record = {
      files: [
        { path: 'import/a.pdf', mime: 'application/pdf' },
        { path: 'import/b.pdf', mime: 'application/pdf' },
      ],
    };
    const identifier = await medium(record);
    await upload(identifier, 'eigen.txt', Buffer.from('eigen'), 'material');
    const files = await filesOf(identifier);
    await editor.call(uploads.removeFile, { params: { identifier, fileId: files[0]!.id } });
    await portal.store({ identifier, fn_titel: 'Neu geliefert', fn_typ: '49', ...record });
    expect((await filesOf(identifier)).map((file) => file.name).sort()).toEqual(['b.pdf', 'eigen.txt']);
  });

  test('are removed permanently 30 days after their deletion', async () => {
    const identifier = await medium();
    await upload(identifier, 'weg.txt', Buffer.from('weg'), 'material');
    const before = stored();
    const [file] = await filesOf(identifier);
    await editor.call(uploads.removeFile, { params: { identifier, fileId: file!.id } });
    expect(stored()).toEqual(before);
    const { sha256 } = await portal.portal.db
      .selectFrom('removed_file')
      .select(sql<string>`removed_file.file ->> 'sha256'`.as('sha256'))
      .where('removed_file.id', '=', file!.id)
      .executeTakeFirstOrThrow();
    const inside = join(portal.portal.cacheDir, 'unpacked', sha256);
    mkdirSync(inside, { recursive: true });
    portal.setNow(new Date(Date.now() + 31 * DAY));
    expect(await emptyRemovedFiles(portal.portal)).toBeGreaterThan(0);
    portal.setNow(null);
    expect(existsSync(inside)).toBe(false);
    expect(stored().length).toBeLessThan(before.length);
    await expect(editor.call(uploads.restoreFile, { params: { identifier, fileId: file!.id } })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
