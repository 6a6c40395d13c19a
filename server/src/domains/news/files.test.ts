/** Validating, storing, serving and removing files of news. */
import { DAY } from '@fundus/contract/days';
import { news, newsFileHref, type NewsFile } from '@fundus/contract/news/news';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestCode, people, statusOf } from '../../testing/classes.ts';
import { districtAdmin, pupil, schoolAdmin, teacher, testPortal, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { at, bring, fields, jpeg, publish, step, titles, write } from '../../testing/news.ts';
import { cleanName } from '../files/index.ts';
import { sweepNews } from './sweep.ts';

const PDF = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

const portal = usePortal();
let admin: Caller;
let other: Caller;
let reader: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin());
  other = await portal.as(schoolAdmin());
  reader = await portal.as(teacher());
});
beforeEach(async () => {
  portal.setNow(null);
  await portal.portal.db.deleteFrom('news').execute();
});

const get = (who: Caller, { file }: Pick<NewsFile, 'file'>) => who.inject({ method: 'GET', url: newsFileHref(file) });
const status = async (who: Caller, file: NewsFile) => (await get(who, file)).statusCode;
const stored = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const path of portal.portal.storage.list()) if (path.startsWith('news/')) found.push(path);
  return found;
};
/** Returns an uncompressed ZIP archive with the given entries. */
function zip(entries: Record<string, string>): Buffer {
  const [parts, central]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const [path, data] = [Buffer.from(name), Buffer.from(content)];
    const crc = Buffer.alloc(4);
    crc.writeUInt32LE(crc32(data));
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(data.length, 0);
    sizes.writeUInt32LE(data.length, 4);
    sizes.writeUInt16LE(path.length, 8);
    const local = Buffer.concat([Buffer.from('504b03040a000000000000000000', 'hex'), crc, sizes, path, data]);
    const at = Buffer.alloc(4);
    at.writeUInt32LE(offset);
    central.push(Buffer.concat([Buffer.from('504b01020a000a000000000000000000', 'hex'), crc, sizes, Buffer.alloc(10), at, path]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}
function crc32(data: Buffer): number {
  let crc = ~0;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
const DOCX = zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' });
const ODT = zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<x/>' });

describe('uploads', () => {
  test('re-encodes pictures without their metadata', async () => {
    const content = await jpeg(3_000, 1_000);
    expect(content.includes('Hinterhof')).toBe(true);
    const file = await bring(admin, content, 'picture', '../C:\\Bilder\\Mein Foto.JPEG');
    expect(file).toMatchObject({ name: 'Mein Foto.jpg', mime: 'image/jpeg', width: 2_400, height: 800, href: newsFileHref(file.file) });
    const { rawPayload, headers } = await get(admin, file);
    expect(rawPayload.length).toBe(file.bytes);
    expect(rawPayload.includes('Hinterhof')).toBe(false);
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=3600',
    });
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(headers['content-disposition']).toBeUndefined();
  });

  test('rotates pictures according to their metadata', async () => {
    const plain = sharp({ create: { width: 30, height: 20, channels: 4, background: '#00f8' } });
    expect(await bring(admin, await plain.clone().png().toBuffer())).toMatchObject({ mime: 'image/png', width: 30, height: 20 });
    expect(await bring(admin, await plain.clone().webp().toBuffer())).toMatchObject({ mime: 'image/webp' });
    const turned = await sharp(await jpeg(60, 40))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(await bring(admin, turned)).toMatchObject({ width: 40, height: 60 });
  });

  test('detects the type of attachments by their content', async () => {
    expect(await bring(admin, PDF, 'attachment', 'Elternbrief.docx')).toMatchObject({
      name: 'Elternbrief.pdf',
      mime: 'application/pdf',
      width: null,
    });
    expect(await bring(admin, DOCX, 'attachment', 'a')).toMatchObject({ name: 'a.docx' });
    expect(await bring(admin, ODT, 'attachment', 'a')).toMatchObject({ name: 'a.odt' });
    const picture = await bring(admin, await jpeg(3_000, 30), 'attachment', 'Plan für „Raum 3“.jpg');
    expect(picture).toMatchObject({ mime: 'image/jpeg', width: 3_000 });
    const { headers } = await get(admin, picture);
    expect(decodeURIComponent(String(headers['content-disposition']))).toBe(
      `attachment; filename="Plan fuer _Raum 3_.jpg"; filename*=UTF-8''Plan für „Raum 3“.jpg`,
    );
  });

  test('rejects all other content regardless of the file name', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>');
    const refused: [Buffer, 'picture' | 'attachment', number, string][] = [
      [svg, 'picture', 415, 'unsupported_type'],
      [PDF, 'picture', 415, 'unsupported_type'],
      [Buffer.from('<html><script>x()</script></html>'), 'attachment', 415, 'unsupported_type'],
      [Buffer.from('nur Text'), 'attachment', 415, 'unsupported_type'],
      [zip({ 'index.html': 'x' }), 'attachment', 415, 'unsupported_type'],
      [zip({ 'xl/workbook.xml': 'x' }), 'attachment', 415, 'unsupported_type'],
      [Buffer.alloc(2_000_001), 'picture', 413, 'too_large'],
      [(await jpeg(400, 400)).subarray(0, 300), 'picture', 422, 'broken_file'],
      [PDF.subarray(0, 20), 'attachment', 422, 'broken_file'],
    ];
    const before = await stored();
    for (const [content, kind, code, name] of refused)
      await expect(bring(admin, content, kind, 'x.png'), `${name} ${content.length}`).rejects.toMatchObject({
        status: code,
        code: name,
        field: 'content',
      });
    expect(await stored()).toEqual(before);
    await expect(bring(reader, await jpeg())).rejects.toMatchObject({ status: 403 });
  });

  test('sanitizes file names', () => {
    expect(
      ['', '..', 'a/b/c.PDF', 'C:\\x\\y.tar.gz', ' .ev\u202eil\u0000 ', 'Brief 3. Mai', 'x'.repeat(300)].map((name) =>
        cleanName(name, 'pdf'),
      ),
    ).toEqual(['datei.pdf', 'datei.pdf', 'c.pdf', 'y.tar.pdf', 'ev il.pdf', 'Brief 3. Mai.pdf', `${'x'.repeat(120)}.pdf`]);
  });
});

describe('access to files of news', () => {
  const image = (file: NewsFile, alt = 'Ein Baum') => `<p><img src="${file.href}" alt="${alt}"></p>`;

  test('is limited to the uploader and the authors until publication', async () => {
    const [cover, inText, paper] = [
      await bring(admin, await jpeg()),
      await bring(admin, await jpeg()),
      await bring(admin, PDF, 'attachment'),
    ];
    const all = [cover, inText, paper];
    const far = await portal.as(teacher({ school_id: 'school-b' }));
    const learner = await portal.as(pupil({ role: 'S' }));
    const code = (await createTestCode(portal, {})).caller;
    const seen = (who: Caller) => Promise.all(all.map((file) => status(who, file)));
    expect([await seen(admin), await seen(other), await seen(reader)]).toEqual([
      [200, 200, 200],
      [404, 404, 404],
      [404, 404, 404],
    ]);
    const texts = { de: { title: 'X', body: image(inText), cover_alt: 'Das Haus' } };
    const draft = await write(admin, 'X', { texts, cover: cover.file, attachments: [paper.file] });
    expect(draft).toMatchObject({ cover: { file: cover.file, href: cover.href }, attachments: [{ file: paper.file }] });
    expect([await seen(other), await seen(reader)]).toEqual([
      [200, 200, 200],
      [404, 404, 404],
    ]);
    const shown = await step(admin, draft, 'publish');
    for (const who of [reader, learner, code]) expect(await seen(who)).toEqual([200, 200, 200]);
    expect([await seen(far), (await get(portal.guest(), cover)).statusCode]).toEqual([[404, 404, 404], 401]);
    expect(await reader.call(news.read, { ...at(draft.id), query: {} })).toMatchObject({
      cover: { href: cover.href, alt: 'Das Haus', width: 60, height: 40 },
      attachments: [{ file: paper.file, mime: 'application/pdf', href: paper.href }],
      body: `<p><img src="${inText.href}" alt="Ein Baum" /></p>`,
    });
    await step(admin, shown, 'archive');
    expect([await seen(reader), await seen(other)]).toEqual([
      [404, 404, 404],
      [200, 200, 200],
    ]);
  });

  test('is open to guests for files of public news', async () => {
    const open = await testPortal({ Type: 'bawue' });
    const kreis = await open.as(districtAdmin());
    const cover = await bring(kreis, await jpeg());
    const texts = { de: { title: 'X', cover_alt: 'Ein Baum' } };
    await publish(kreis, 'X', { audience: 'public', texts, cover: cover.file });
    expect(await status(open.guest(), cover)).toBe(200);
    await open.close();
  });

  test('cannot be gained by using a file in news of another user', async () => {
    const [mine, theirs, paper] = [
      await bring(admin, await jpeg()),
      await bring(other, await jpeg()),
      await bring(admin, PDF, 'attachment'),
    ];
    const refused = (more: object) => expect(write(admin, 'X', more)).rejects;
    const text = (body: string) => ({ texts: { de: { title: 'X', body, cover_alt: 'x' } } });
    await refused({ ...text(''), cover: theirs.file }).toMatchObject({ status: 400, field: 'cover' });
    await refused({ ...text(''), cover: paper.file }).toMatchObject({ status: 400, field: 'cover' });
    await refused({ attachments: [mine.file] }).toMatchObject({ status: 400, field: 'attachments' });
    await refused(text(image(theirs))).toMatchObject({ status: 400, field: 'texts.de.body' });
    await refused(text(image(mine, ' '))).toMatchObject({ status: 400, field: 'texts.de.body' });
    await refused({ cover: mine.file }).toMatchObject({ status: 400, field: 'texts.de.cover_alt' });
    // Other authors can keep using the files of this news item in it, but not in others.
    const draft = await write(admin, 'X', text(image(mine)));
    const change = (title: string, more: object) =>
      other.call(news.change, { ...at(draft.id), body: { ...fields(title, more), version: draft.version } });
    await expect(write(other, 'Y', text(image(mine)))).rejects.toMatchObject({ field: 'texts.de.body' });
    expect((await change('X', text(image(mine, 'Neu')))).texts.de!.body).toContain('alt="Neu"');
  });
});

describe('removal of files', () => {
  test('deletes files that have been unused for a day', async () => {
    await sweepNews({ ...portal.portal, now: () => new Date(Date.now() + 2 * DAY) }, { remind: false });
    const [kept, loose, dropped] = [
      await bring(admin, await jpeg()),
      await bring(admin, await jpeg()),
      await bring(admin, PDF, 'attachment'),
    ];
    const texts = { de: { title: 'X', cover_alt: 'x' } };
    const draft = await write(admin, 'X', { texts, cover: kept.file, attachments: [dropped.file] });
    const sweepAt = (hours: number) =>
      sweepNews({ ...portal.portal, now: () => new Date(Date.now() + hours * 3_600_000) }, { remind: false });
    await sweepAt(23);
    expect(await stored()).toHaveLength(3);
    await sweepAt(25);
    expect((await stored()).sort()).toEqual([`news/${dropped.file}.pdf`, `news/${kept.file}.jpg`].sort());
    expect(await status(admin, loose)).toBe(404);
    await admin.call(news.change, { ...at(draft.id), body: { ...fields('X', { texts, cover: kept.file }), version: draft.version } });
    await sweepAt(1);
    expect(await stored()).toHaveLength(2);
    await sweepAt(25);
    expect(await stored()).toEqual([`news/${kept.file}.jpg`]);
    await admin.call(news.remove, { ...at(draft.id), query: { version: draft.version + 1 } });
    await sweepAt(25);
    expect(await stored()).toEqual([]);
  });

  test('keeps the files of an erased user in their news', async () => {
    const leaves = await portal.as(schoolAdmin({ email: 'geht@a.example' }));
    const cover = await bring(leaves, await jpeg());
    await publish(leaves, 'Bleibt', { texts: { de: { title: 'Bleibt', cover_alt: 'x' } }, cover: cover.file });
    const ids = await people(portal, 'geht@a.example');
    await portal.portal.db
      .transaction()
      .execute((trx) => portal.portal.domains.erasePeople({ ...portal.portal, db: trx, now: new Date() }, ids));
    expect(await titles(reader)).toEqual(['Bleibt']);
    expect(await status(reader, cover)).toBe(200);
    expect(await statusOf(reader.call(news.draft, at(cover.file)))).toBe(404);
  });

  test('rejects an empty upload', async () => {
    for (const kind of ['picture', 'attachment'] as const)
      await expect(bring(admin, Buffer.alloc(0), kind, 'leer.jpg')).rejects.toMatchObject({ status: 400, field: 'content' });
  });
});
