import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { accounts } from '@fundus/contract/accounts/accounts';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { uploads } from '@fundus/contract/files/uploads';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { districtAdmin, teacher, testPortal, type TestPortal } from '../../testing/index.ts';
import { unpacked } from './archives/archives.ts';
import { sendWhileAllowed } from './content-rights.ts';
import { contentToken, readContentToken } from './signature.ts';

let portal: TestPortal;
let folder: string;
const BYTES = Buffer.from(Array.from({ length: 5_000 }, (_, i) => i % 251));

const zip = (name: string, files: Record<string, string | Buffer>): string => {
  const inside = join(folder, `${name}-files`);
  mkdirSync(inside, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(inside, path, '..'), { recursive: true });
    writeFileSync(join(inside, path), content);
  }
  const archive = join(folder, `${name}.zip`);
  execFileSync('python3', ['-c', 'import shutil,sys; shutil.make_archive(sys.argv[1][:-4], "zip", sys.argv[2])', archive, inside]);
  return archive;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fundus-files-'));
  portal = await testPortal();
  const { storage } = portal.portal;
  const poster = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#884422' } })
    .webp()
    .toBuffer();
  await storage.write('a/film.mp4', Readable.from(BYTES));
  await storage.write('a/poster.webp', Readable.from(poster));
  const archive = zip('paket', { 'index.html': '<!doctype html><title>Paket</title>', 'js/a.js': 'document.title = "x"' });
  await storage.write('a/paket.zip', Readable.from(await import('node:fs').then((fs) => fs.readFileSync(archive))));
  await portal.store(
    {
      identifier: 'F-1',
      fn_titel: 'Ein Film: "A/B"',
      fn_typ: '49',
      files: [
        { path: 'a/film.mp4', mime: 'video/mp4', bytes: 5_000 },
        { path: 'a/poster.webp', mime: 'image/webp', role: 'poster' },
      ],
    },
    { identifier: 'F-2', fn_titel: 'Ein Paket', fn_typ: '55', files: [{ path: 'a/paket.zip', mime: 'application/zip' }] },
    {
      identifier: 'F-3',
      fn_titel: 'Nur ansehen',
      fn_typ: '49',
      files: [{ path: 'a/film.mp4', mime: 'video/mp4' }],
      licences: [{ scope: 'free', rights: { download: false } }],
    },
    { identifier: '4711', fn_nr: '55 0815', fn_titel: 'Eine DVD', fn_typ: '46' },
  );
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

const filesOf = async (identifier: string) => (await (await portal.as(teacher())).call(catalogue.detail, { params: { identifier } })).files;
const db = () => portal.portal.db;
const get = (url: string, headers: Record<string, string> = {}) => portal.guest().inject({ method: 'GET', url, headers });

describe('signed URLs', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  test('expire after ten minutes for downloads and after hours for viewing', () => {
    const open = contentToken('key', { file: 'f1', use: 'open', by: null }, now);
    const save = contentToken('key', { file: 'f1', use: 'save', by: null }, now);
    expect(readContentToken('key', open, new Date(now.getTime() + 6 * 3_600_000))).toEqual({ file: 'f1', use: 'open', by: null });
    expect(readContentToken('key', open, new Date(now.getTime() + 13 * 3_600_000))).toBe('expired');
    expect(readContentToken('key', save, new Date(now.getTime() + 11 * 60_000))).toBe('expired');
    expect(contentToken('key', { file: 'f1', use: 'open', by: null }, new Date(now.getTime() + 60_000))).toBe(open);
  });
  test('are rejected if they were changed', () => {
    const token = contentToken('key', { file: 'f1', use: 'open', by: null }, now);
    for (const forged of [
      token.replace('f1', 'f2'),
      token.replace('.o.', '.d.'),
      `${token}x`,
      '',
      'a.b.c.d',
      token.replace(/\.\d+\./, '.9999999999.'),
    ])
      expect(readContentToken('key', forged, now), forged).toBeNull();
    expect(readContentToken('other', token, now)).toBeNull();
  });
});

describe('content URLs', () => {
  const later = (seconds: number) => portal.setNow(new Date(Date.now() + seconds * 1_000));
  afterEach(() => portal.setNow(null));

  test.each([
    [
      'the medium is taken out',
      (id: string) => db().updateTable('media_item').set({ retired_at: new Date() }).where('identifier', '=', id).execute(),
    ],
    ['its licence is withdrawn', (id: string) => db().deleteFrom('licence').where('identifier', '=', id).execute()],
    [
      'the person is blocked',
      (id: string) => db().updateTable('person').set({ state: 'blocked' }).where('email', '=', `${id}@a.example`).execute(),
    ],
  ])('become invalid within a minute if %s', async (name, end) => {
    const identifier = `ends-${name.length}`;
    await portal.store({
      identifier,
      fn_titel: 'Ein Film',
      fn_typ: '49',
      licences: [{ scope: 'school', target: 'school-a' }],
      files: [{ path: 'a/film.mp4', mime: 'video/mp4' }],
    });
    const viewer = await portal.as(teacher({ email: `${identifier}@a.example` }));
    const { files } = await viewer.call(catalogue.detail, { params: { identifier } });
    const addresses = [files[0]!.href, files[0]!.download_href!];
    for (const address of addresses) expect((await get(address)).statusCode).toBe(200);
    await end(identifier);
    later(60);
    for (const address of addresses) {
      const answer = await get(address, { range: 'bytes=100-199' });
      expect([answer.statusCode, answer.json()]).toMatchObject([403, { error: { code: 'licence_missing' } }]);
    }
    portal.setNow(null);
  });

  test('stop the transfer of a film after the right has ended', async () => {
    const out = new PassThrough({ highWaterMark: 10 });
    let open = true;
    const film = Readable.from(
      (async function* () {
        for (let piece = 0; ; piece++) {
          if (piece === 3) open = false;
          await new Promise((next) => setTimeout(next, 5));
          yield Buffer.alloc(10);
        }
      })(),
    );
    out.resume();
    const sending = sendWhileAllowed(
      out,
      (to) => pipeline(film, to),
      async () => open,
      5,
    );
    await expect(sending).rejects.toThrow();
    expect(out.destroyed).toBe(true);
  });

  test('do not disclose the user for whom they were created', async () => {
    const viewer = await portal.as(teacher({ email: 'namenlos@a.example' }));
    const { files } = await viewer.call(catalogue.detail, { params: { identifier: 'F-1' } });
    const { id } = await db().selectFrom('person').select('id').where('email', '=', 'namenlos@a.example').executeTakeFirstOrThrow();
    expect(files[0]!.href).not.toContain(id);
    expect(readContentToken(portal.portal.secret, files[0]!.href.split('/')[2]!, new Date())).toMatchObject({ use: 'open', by: id });
    expect((await filesOf('F-1'))[0]!.href).not.toBe(files[0]!.href);
  });

  test('open unpublished files only for editors', async () => {
    await portal.store({
      identifier: 'ends-edit',
      fn_titel: 'Neu',
      fn_typ: '49',
      licences: [{ scope: 'none' }],
      files: [{ path: 'a/film.mp4', mime: 'video/mp4' }],
    });
    const editor = await portal.as(districtAdmin({ email: 'redaktion@a.example' }));
    const { files } = await editor.call(uploads.editFiles, { params: { identifier: 'ends-edit' } });
    expect((await get(files[0]!.href)).statusCode).toBe(200);
    await db()
      .updateTable('person')
      .set({ district_admin: '0', school_admin: '0', role: 'L' })
      .where('email', '=', 'redaktion@a.example')
      .execute();
    later(60);
    expect((await get(files[0]!.href)).statusCode).toBe(403);
    portal.setNow(null);
    const token = contentToken(portal.portal.secret, { file: files[0]!.id, use: 'open', by: null }, new Date());
    expect((await get(`/content/${token}/film.mp4`)).statusCode).toBe(403);
  });
});

describe('streaming of files', () => {
  test('sends whole files and byte ranges', async () => {
    const [film] = await filesOf('F-1');
    const whole = await get(film!.href);
    expect([whole.statusCode, whole.headers['content-type'], whole.rawPayload.equals(BYTES)]).toEqual([200, 'video/mp4', true]);
    const part = await get(film!.href, { range: 'bytes=100-199' });
    expect([part.statusCode, part.headers['content-range'], part.rawPayload.equals(BYTES.subarray(100, 200))]).toEqual([
      206,
      'bytes 100-199/5000',
      true,
    ]);
    expect((await get(film!.href, { range: 'bytes=-10' })).rawPayload.equals(BYTES.subarray(4990))).toBe(true);
    expect((await get(film!.href, { range: 'bytes=4990-' })).headers['content-range']).toBe('bytes 4990-4999/5000');
    expect((await get(film!.href, { range: 'bytes=9000-' })).statusCode).toBe(416);
    const etag = String(whole.headers.etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`])
      expect((await get(film!.href, { 'if-none-match': known })).statusCode, known).toBe(304);
    expect((await get(film!.href, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('resumes a download only if the file is unchanged', async () => {
    const [film] = await filesOf('F-1');
    const { etag } = (await get(film!.href)).headers;
    expect((await get(film!.href, { range: 'bytes=100-199', 'if-range': String(etag) })).statusCode).toBe(206);
    const other = await get(film!.href, { range: 'bytes=100-199', 'if-range': '"another-state"' });
    expect([other.statusCode, other.rawPayload.equals(BYTES)]).toEqual([200, true]);
  });

  test('sandboxes files that browsers open as pages', async () => {
    await portal.portal.storage.write('a/blatt.html', Readable.from(['<script>fetch("/api/v1/user/userinfo")</script>']));
    await portal.store({
      identifier: 'F-8',
      fn_titel: 'Seiten',
      fn_typ: '55',
      files: [
        { path: 'a/blatt.html', mime: 'text/html', role: 'material' },
        { path: 'a/film.mp4', mime: 'video/mp4' },
      ],
    });
    const [page, film] = await filesOf('F-8');
    expect((await get(page!.href)).headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox$/);
    expect((await get(film!.href)).headers['content-security-policy']).not.toContain('sandbox');
  });

  test('names downloads after the title of the medium', async () => {
    const [film] = await filesOf('F-1');
    const saved = await get(film!.download_href!);
    expect(saved.headers['content-disposition']).toBe('attachment; filename="Ein Film A B .mp4"');
    expect((await filesOf('F-3'))[0]).toMatchObject({ download_href: null });
  });

  test('records a download when its first bytes are sent', async () => {
    const reader = await portal.as(teacher());
    const { id } = (await reader.call(accounts.userinfo)) as { id: string };
    const [film] = (await reader.call(catalogue.detail, { params: { identifier: 'F-1' } })).files;
    const noted = async (): Promise<number> =>
      (await portal.portal.db.selectFrom('download').select('identifier').where('person_id', '=', id).execute()).length;
    const url = film!.download_href!;
    const about = await portal.app.inject({ method: 'HEAD', url });
    expect([about.statusCode, about.headers['content-length'], about.rawPayload.length]).toEqual([200, '5000', 0]);
    await portal.app.inject({ method: 'HEAD', url, headers: { range: 'bytes=0-99' } });
    await get(url, { range: 'bytes=0-', 'if-none-match': String(about.headers.etag) });
    expect(await noted()).toBe(0);
    await get(url, { range: 'bytes=0-' });
    expect(await noted()).toBe(1);
  });

  test('offers no downloads in the portal of a partner publisher', async () => {
    const hueber = await testPortal({ Type: 'hueber' });
    await hueber.portal.storage.write('a/film.mp4', Readable.from(BYTES));
    await hueber.store({ identifier: 'F-1', fn_titel: 'Film', fn_typ: '49', files: [{ path: 'a/film.mp4', mime: 'video/mp4' }] });
    const browser = await hueber.as(teacher());
    const detail = await browser.call(catalogue.detail, { params: { identifier: 'F-1' } });
    expect(detail.can.download).toBe(false);
    expect(detail.files[0]!.download_href).toBeNull();
    await expect(browser.call(catalogue.similar, { params: { identifier: 'F-1' } })).rejects.toMatchObject({ code: 'feature_disabled' });
    await hueber.close();
  });

  test('redirects page requests with an invalid URL to an error page', async () => {
    const [film] = await filesOf('F-1');
    const opened = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const foreign = film!.href.replace(/\.(o[^.]*)\.[^/]+/, '.$1.forged');
    portal.setNow(new Date(Date.now() + 20 * 60_000));
    expect((await get(film!.download_href!, opened)).headers.location).toBe('/error/link_expired');
    expect((await get(foreign, opened)).headers.location).toBe('/error/not_found');
    expect((await get(film!.download_href!, { ...opened, 'sec-fetch-dest': 'empty' })).statusCode).toBe(410);
    expect((await get(foreign)).statusCode).toBe(404);
    expect((await get(film!.href, opened)).statusCode).toBe(200);
    portal.setNow(null);
  });

  test('returns 404 for a missing file', async () => {
    await portal.store({ identifier: 'F-9', fn_titel: 'Weg', fn_typ: '49', files: [{ path: 'a/weg.mp4', mime: 'video/mp4' }] });
    expect((await get((await filesOf('F-9'))[0]!.href)).statusCode).toBe(404);
  });
});

describe('packages of pages', () => {
  test('are served from their own origin', async () => {
    const [paket] = await filesOf('F-2');
    expect(paket!.href).toMatch(/^\/content\/[^/]+\/$/);
    const page = await get(paket!.href);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(/sandbox allow-scripts (?!.*allow-(same-origin|top))/);
    expect((await get(`${paket!.href}js/a.js`)).headers['content-type']).toBe('text/javascript; charset=utf-8');
    for (const path of ['gibt-es-nicht.html', '..%2f..%2f..%2fsession-secret', '%2e%2e/%2e%2e/session-secret', 'js'])
      expect((await get(paket!.href + path)).statusCode, path).toBe(404);
  });

  test('are rejected if they contain zip bombs or links', async () => {
    const bomb = zip('bombe', { 'null.txt': Buffer.alloc(4 * 1024 * 1024) });
    await expect(unpacked((use) => use(bomb), folder, 'bombe')).rejects.toMatchObject({
      code: 'unsupported_type',
      details: { archive: 'ratio' },
    });
    const many = zip('viele', Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`${i}.txt`, 'x'])));
    await expect(unpacked((use) => use(many), folder, 'viele')).rejects.toMatchObject({ details: { archive: 'entries' } });
    const inside = join(folder, 'link-files');
    mkdirSync(inside);
    symlinkSync('/etc/passwd', join(inside, 'passwd'));
    const link = join(folder, 'link.zip');
    execFileSync('python3', [
      '-c',
      'import zipfile,sys; z=zipfile.ZipFile(sys.argv[1],"w"); i=zipfile.ZipInfo("passwd"); i.external_attr=0o120777<<16; i.create_system=3; z.writestr(i,"/etc/passwd"); z.close()',
      link,
    ]);
    await expect(unpacked((use) => use(link), folder, 'link')).rejects.toMatchObject({ details: { archive: 'link' } });
    const climbing = join(folder, 'climb.zip');
    execFileSync('python3', [
      '-c',
      'import zipfile,sys; z=zipfile.ZipFile(sys.argv[1],"w"); z.writestr("../../climb.txt","x"); z.close()',
      climbing,
    ]);
    await expect(unpacked((use) => use(climbing), folder, 'climb')).rejects.toMatchObject({ code: 'unsupported_type' });
    const python = (name: string, script: string): string => {
      const path = join(folder, name);
      execFileSync(
        'python3',
        ['-c', `import zipfile,sys\nz=zipfile.ZipFile(sys.argv[1],"w",zipfile.ZIP_DEFLATED)\n${script}\nz.close()`, path],
        {
          stdio: 'ignore',
        },
      );
      return path;
    };
    for (const [archive, rule] of [
      [python('twice.zip', 'z.writestr("a.txt","1"); z.writestr("a.txt","2")'), 'twice'],
      [python('place.zip', 'z.writestr("a/b.txt","1"); z.writestr("a","2")'), 'twice'],
      [python('name.zip', 'z.writestr("ü"*150+".txt","1")'), 'name'],
      [python('nested.zip', 'z.writestr("index.html","x"); z.writestr("more.zip","y")'), 'nested'],
      [python('many-ratio.zip', '[z.writestr(f"{i}.txt","0"*900000) for i in range(30)]'), 'ratio'],
    ] as const)
      await expect(
        unpacked((use) => use(archive), folder, rule),
        rule,
      ).rejects.toMatchObject({ details: { archive: rule } });
    writeFileSync(join(folder, 'kaputt.zip'), 'no archive');
    await expect(unpacked((use) => use(join(folder, 'kaputt.zip')), folder, 'kaputt')).rejects.toMatchObject({ code: 'unsupported_type' });
  });
});

test('reports a full disk during unpacking', async () => {
  const archive = zip('voll', { 'index.html': '<!doctype html>' });
  const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  await expect(unpacked(full, folder, 'voll')).rejects.toMatchObject({ code: 'storage_full' });
  expect(await unpacked((use) => use(archive), folder, 'voll')).toBe(join(folder, 'unpacked', 'voll'));
});

describe('covers', () => {
  test.each([
    ['F-1', 1],
    ['F-2', 2],
    ['VERLEIH-55 0815', 1],
    ['asp-all', 1],
  ] as const)('are pictures of 400 × 226 pixels times the size: %s, %i', async (identifier, size) => {
    const reply = await get(`/api/v1/covers/${encodeURIComponent(identifier)}?size=${size}`);
    expect(reply.headers['content-type']).toBe('image/webp');
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ width: 400 * size, height: 226 * size });
    const again = await get(`/api/v1/covers/${encodeURIComponent(identifier)}?size=${size}`, {
      'if-none-match': String(reply.headers.etag),
    });
    expect(again.statusCode).toBe(304);
  });
  test('are not generated for unknown media', async () => {
    expect((await get('/api/v1/covers/unbekannt')).statusCode).toBe(404);
  });
  test('contain the poster of the medium if one exists', async () => {
    const reply = await get('/api/v1/covers/F-1');
    const { dominant } = await sharp(reply.rawPayload).stats();
    expect(dominant.r).toBeGreaterThan(dominant.b);
  });

  test('are generated if the poster cannot be read', async () => {
    await portal.portal.storage.write('a/kaputt.webp', Readable.from(['no picture']));
    await portal.store({
      identifier: 'F-7',
      fn_titel: 'Kaputt',
      fn_typ: '49',
      files: [{ path: 'a/kaputt.webp', mime: 'image/webp', role: 'poster' }],
    });
    const reply = await get('/api/v1/covers/F-7');
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ width: 400, height: 226 });
  });

  test('are sent even if they cannot be cached', async () => {
    const other = await testPortal();
    mkdirSync(other.portal.cacheDir, { recursive: true });
    writeFileSync(join(other.portal.cacheDir, 'covers'), 'in the way');
    await other.store({ identifier: 'F-1', fn_titel: 'Voll', fn_typ: '49' });
    const reply = await other.guest().inject({ method: 'GET', url: '/api/v1/covers/F-1' });
    expect([reply.statusCode, (await sharp(reply.rawPayload).metadata()).width]).toEqual([200, 400]);
    await other.close();
  });

  test('are the only content allowed from a configured cover service', async () => {
    const other = await testPortal({ CoverService: 'https://covers.example.org/v1/' });
    await other.store(
      { identifier: 'F-1', fn_titel: 'Film', fn_typ: '49' },
      { identifier: '4711', fn_nr: '55 0815', fn_titel: 'Eine DVD', fn_typ: '46' },
      { identifier: 'asp-all', fn_titel: 'Alles', fn_typ: '49' },
      { identifier: 'M-1', fn_titel: 'Mediathek', fn_typ: '49', is_mediathek: true },
    );
    const browser = await other.as(teacher());
    const coverOf = async (identifier: string) => (await browser.call(catalogue.detail, { params: { identifier } })).cover;
    expect(await Promise.all(['F-1', '4711', 'asp-all', 'M-1'].map(coverOf))).toEqual([
      'https://covers.example.org/v1/F-1',
      'https://covers.example.org/v1/VERLEIH-55%200815',
      '/api/v1/covers/asp-all',
      '/api/v1/covers/M-1',
    ]);
    const policy = String((await other.guest().inject({ method: 'GET', url: '/api/v1/health/live' })).headers['content-security-policy']);
    expect(policy).toMatch(/img-src 'self' data: blob: https:\/\/covers\.example\.org(;|$)/);
    expect(policy.match(/covers\.example/g)).toHaveLength(1);
    await other.close();
  });
});
