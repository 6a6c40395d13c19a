import { setup } from '@fundus/contract/setup/setup';
import { setupAdmin } from '@fundus/contract/setup/admin';
import { ThemeSettings } from '@fundus/contract/setup/theme';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { districtAdmin, pupil, schoolAdmin, teacher, testPortal, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal();
let admin: Caller;
beforeAll(async () => {
  admin = await portal.as(districtAdmin({ vorname: 'Petra', name: 'Kern' }));
});

const settings = (about: Partial<ThemeSettings> = {}) => ThemeSettings.parse(about);
const states = () => admin.call(setupAdmin.themeStates);
/** Replaces the draft and returns its version. */
async function draft(about: Partial<ThemeSettings> = {}): Promise<number> {
  const before = (await states()).draft;
  const { draft } = await admin.call(setupAdmin.saveTheme, { body: { version: before?.version ?? 0, settings: settings(about) } });
  return draft!.version;
}
const audit = async (what: string) =>
  portal.portal.db.selectFrom('audit_log').selectAll().where('audit_log.what', '=', what).orderBy('audit_log.id', 'desc').execute();
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" onload="alert(1)"><rect width="40" height="20" fill="#c00"/></svg>';

describe('permissions for the theme', () => {
  test.each([
    ['a guest', async () => portal.guest(), 401],
    ['a pupil', () => portal.as(pupil()), 403],
    ['a teacher', () => portal.as(teacher()), 403],
    ['a school administrator', () => portal.as(schoolAdmin()), 403],
  ])('are denied to %s', async (_, caller, status) => {
    const person = await caller();
    const refused = { status };
    const version = await draft();
    await expect(person.call(setupAdmin.themeStates)).rejects.toMatchObject(refused);
    await expect(
      person.call(setupAdmin.saveTheme, { body: { version, settings: settings({ productName: 'Meins' }) } }),
    ).rejects.toMatchObject(refused);
    await expect(person.call(setupAdmin.dropTheme, { body: { version } })).rejects.toMatchObject(refused);
    await expect(person.call(setupAdmin.publishTheme, { body: { version } })).rejects.toMatchObject(refused);
    await expect(person.call(setupAdmin.resetTheme, { body: { version } })).rejects.toMatchObject(refused);
    await expect(person.call(setupAdmin.restoreTheme, { params: { id: crypto.randomUUID() }, body: { version } })).rejects.toMatchObject(
      refused,
    );
    await expect(person.call(setupAdmin.exportTheme, { query: {} })).rejects.toMatchObject(refused);
    await expect(person.call(setupAdmin.importTheme, { body: { version, theme: { productName: 'Meins' } } })).rejects.toMatchObject(
      refused,
    );
    await expect(person.call(setupAdmin.uploadPicture, { params: { slot: 'logo' }, body: { content: base64(SVG) } })).rejects.toMatchObject(
      refused,
    );
    await expect(person.call(setupAdmin.picture, { params: { file: 'a'.repeat(64) } })).rejects.toMatchObject(refused);
    expect((await states()).draft).toMatchObject({ version, settings: { productName: 'Fundus' } });
  });
});

test('follows a theme from draft to archive', async () => {
  const first = await draft({ productName: 'Medienhaus Nord', primaryColor: '#8a1c1c' });
  expect((await portal.guest().call(setup.theme)).productName).toBe('Fundus');
  expect((await admin.call(setupAdmin.publishTheme, { body: { version: first } })).draft).toBeNull();
  expect(await portal.guest().call(setup.theme)).toMatchObject({ productName: 'Medienhaus Nord', primaryColor: '#8a1c1c' });

  const { archive } = await admin.call(setupAdmin.publishTheme, { body: { version: await draft({ productName: 'Medienhaus Süd' }) } });
  expect(archive[0]).toMatchObject({ settings: { productName: 'Medienhaus Nord' }, changed_by: 'Petra Kern' });
  const restored = await admin.call(setupAdmin.restoreTheme, { params: { id: archive[0]!.id }, body: { version: 0 } });
  expect(restored).toMatchObject({
    draft: { settings: { productName: 'Medienhaus Nord' } },
    published: { settings: { productName: 'Medienhaus Süd' } },
  });
  const reset = await admin.call(setupAdmin.resetTheme, { body: { version: restored.draft!.version } });
  expect(reset.draft!.settings).toEqual(settings());
  expect((await admin.call(setupAdmin.dropTheme, { body: { version: reset.draft!.version } })).draft).toBeNull();
  expect((await portal.guest().call(setup.theme)).productName).toBe('Medienhaus Süd');
  expect((await audit('theme.publish'))[0]).toMatchObject({
    before: { productName: 'Medienhaus Nord' },
    after: { productName: 'Medienhaus Süd' },
  });
  for (const what of ['theme.save', 'theme.restore', 'theme.reset', 'theme.discard']) expect(await audit(what), what).not.toEqual([]);
  await expect(admin.call(setupAdmin.publishTheme, { body: { version: 1 } })).rejects.toMatchObject({
    status: 409,
    code: 'state_conflict',
  });
});

test('keeps the last 20 archived themes', async () => {
  for (let i = 0; i < 23; i++) await admin.call(setupAdmin.publishTheme, { body: { version: await draft({ productName: `Stand ${i}` }) } });
  const { archive, published } = await states();
  expect(published.settings.productName).toBe('Stand 22');
  expect(archive.map((row) => row.settings.productName)).toEqual(Array.from({ length: 20 }, (_, i) => `Stand ${21 - i}`));
  expect(await portal.portal.db.selectFrom('theme_version').select('id').where('state', '=', 'archive').execute()).toHaveLength(20);
});

test('rejects the second of two concurrent changes to the draft', async () => {
  const version = await draft({ productName: 'Eins' });
  const other = await portal.as(districtAdmin());
  await other.call(setupAdmin.saveTheme, { body: { version, settings: settings({ productName: 'Zwei' }) } });
  const refused = { status: 409, code: 'version_conflict' };
  await expect(admin.call(setupAdmin.saveTheme, { body: { version, settings: settings({ productName: 'Drei' }) } })).rejects.toMatchObject(
    refused,
  );
  await expect(admin.call(setupAdmin.saveTheme, { body: { version: 0, settings: settings() } })).rejects.toMatchObject(refused);
  await expect(admin.call(setupAdmin.publishTheme, { body: { version } })).rejects.toMatchObject(refused);
  await expect(admin.call(setupAdmin.dropTheme, { body: { version } })).rejects.toMatchObject(refused);
  expect((await states()).draft!.settings.productName).toBe('Zwei');
});

test('requires a confirmation for a link colour with low contrast', async () => {
  const version = await draft();
  const weak = settings({ linkColor: '#9ecbff' });
  await expect(admin.call(setupAdmin.saveTheme, { body: { version, settings: weak } })).rejects.toMatchObject({
    status: 409,
    code: 'contrast_too_low',
    field: 'linkColor',
  });
  expect((await states()).draft!.settings.linkColor).toBe('#0061c0');
  expect(await audit('theme.weak_link_colour')).toEqual([]);
  const saved = await admin.call(setupAdmin.saveTheme, { body: { version, settings: weak, confirm: true } });
  expect(await audit('theme.weak_link_colour')).toMatchObject([{ after: { linkColor: '#9ecbff' } }]);
  await expect(admin.call(setupAdmin.publishTheme, { body: { version: saved.draft!.version } })).rejects.toMatchObject({
    code: 'contrast_too_low',
  });
  await admin.call(setupAdmin.publishTheme, { body: { version: saved.draft!.version, confirm: true } });
  expect((await portal.guest().call(setup.theme)).linkColor).toBe('#9ecbff');
});

test.each([
  ['primaryColor', { primaryColor: 'red' }],
  ['primaryColor', { primaryColor: '#0061c0;background:url(x)' }],
  ['productName', { productName: 'x'.repeat(41) }],
  ['productName', { productName: ' ' }],
  ['banner.text', { banner: { text: 'x'.repeat(201), kind: 'info', from: null, until: null, link: '' } }],
  ['banner.kind', { banner: { text: 'x', kind: 'alarm', from: null, until: null, link: '' } }],
  ['banner.link', { banner: { text: 'x', kind: 'info', from: null, until: null, link: 'javascript:alert(1)' } }],
  ['legal.imprint', { legal: { imprint: 'data:text/html,x', privacy: '', terms: '', accessibility: '' } }],
  ['logo', { logo: { file: 'f'.repeat(64), alt: '' } }],
])('rejects an invalid %s', async (field, about) => {
  const body = { version: await draft(), settings: { ...settings(), ...about } as never };
  await expect(admin.call(setupAdmin.saveTheme, { body })).rejects.toMatchObject({
    status: 400,
    field: field === 'logo' ? 'logo' : `settings.${field}`,
  });
});

describe('pictures of the theme', () => {
  const upload = (content: string) => admin.call(setupAdmin.uploadPicture, { params: { slot: 'logo' }, body: { content } });

  test('are served with a strict content security policy', async () => {
    const { file, removed, mime, width } = await upload(base64(SVG));
    expect([mime, width, removed]).toEqual(['image/svg+xml', 40, ['onload']]);
    const before = await portal.guest().inject({ method: 'GET', url: setup.logo.path });
    expect(before.body).not.toContain('#c00');
    const preview = await admin.inject({ method: 'GET', url: `/api/v1/setup/theme/pictures/${file}` });
    expect(preview.body).toContain('fill="#c00"');

    const version = await draft({ logo: { file, alt: 'Medienhaus' } });
    expect((await states()).draft!.theme.logo!.href).toBe(`/api/v1/setup/theme/pictures/${file}`);
    await admin.call(setupAdmin.publishTheme, { body: { version } });
    const { logo } = await portal.guest().call(setup.theme);
    expect(logo).toEqual({ href: `/api/v1/setup/logo?v=${file.slice(0, 12)}`, alt: 'Medienhaus' });
    const shown = await portal.guest().inject({ method: 'GET', url: logo!.href });
    expect(shown.body).not.toMatch(/onload|alert/);
    for (const reply of [preview, shown])
      expect(reply.headers).toMatchObject({
        'content-type': 'image/svg+xml',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'x-content-type-options': 'nosniff',
      });
  });

  test('are re-encoded without their metadata', async () => {
    const png = await sharp({ create: { width: 30, height: 10, channels: 3, background: '#0a0' } })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .png()
      .toBuffer();
    const { mime, width, height, file } = await upload(Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]).toString('base64'));
    expect([mime, width, height]).toEqual(['image/png', 30, 10]);
    const reply = await admin.inject({ method: 'GET', url: `/api/v1/setup/theme/pictures/${file}` });
    expect(reply.rawPayload.includes('script')).toBe(false);
    expect(reply.rawPayload.includes('secret place')).toBe(false);
  });

  test('are limited to 1.5 MB', async () => {
    const filled = (bytes: number) => SVG.replace('<rect', `<desc>${'x'.repeat(bytes - SVG.length - 13)}</desc><rect`);
    expect(filled(1_500_000)).toHaveLength(1_500_000);
    expect((await upload(base64(filled(1_500_000)))).bytes).toBeGreaterThan(1_400_000);
    await expect(upload(base64(filled(1_500_001)))).rejects.toMatchObject({ status: 413, code: 'too_large' });
    await expect(upload(base64(filled(3_000_000)))).rejects.toMatchObject({ status: 413, code: 'too_large' });
  });

  test.each([
    ['a GIF', 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'],
    ['HTML', base64('<html><script>alert(1)</script></html>')],
    ['a broken PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]).toString('base64')],
    ['an SVG as large as a field', base64('<svg width="90000" height="90000"><rect width="1" height="1"/></svg>')],
  ])('are rejected if they are %s', async (_, content) => {
    await expect(upload(content)).rejects.toMatchObject({ status: 415, code: 'unsupported_type' });
  });
});

test('imports the valid fields and pictures of an exported theme', async () => {
  const { file } = await admin.call(setupAdmin.uploadPicture, { params: { slot: 'illustration' }, body: { content: base64(SVG) } });
  const mine = {
    productName: 'Reisetheme',
    illustration: { file, alt: 'Ein Regal' },
    legal: { imprint: 'https://kreis.example/impressum', privacy: '', terms: '', accessibility: '' },
  };
  await admin.call(setupAdmin.publishTheme, { body: { version: await draft(mine) } });
  const exported = await admin.call(setupAdmin.exportTheme, { query: { state: 'published' } });
  expect(exported).toMatchObject({ format: 'fundus-theme-1', productName: 'Reisetheme', illustration: { alt: 'Ein Regal' } });

  const elsewhere = await testPortal();
  try {
    const there = await elsewhere.as(districtAdmin());
    const theme = { ...exported, fontSize: 12, evil: { a: 1 }, primaryColor: 'red', logo: { content: base64('<html/>') } };
    const { states, unknown, invalid } = await there.call(setupAdmin.importTheme, { body: { version: 0, theme } });
    expect([unknown, invalid]).toEqual(
      [
        ['fontSize', 'evil'],
        ['primaryColor', 'logo'],
      ].map((names) => expect.arrayContaining(names)),
    );
    expect(states.draft!.settings).toEqual({ ...settings(mine) });
    await there.call(setupAdmin.publishTheme, { body: { version: 1 } });
    const picture = await elsewhere.guest().inject({ method: 'GET', url: setup.illustration.path });
    expect(picture.body).toContain('fill="#c00"');
    await expect(there.call(setupAdmin.importTheme, { body: { version: 0, theme: { foo: 1 } } })).rejects.toMatchObject({
      status: 400,
      field: 'theme',
    });
  } finally {
    await elsewhere.close();
  }
});

test('returns 304 for an unchanged theme', async () => {
  const first = await portal.guest().inject({ method: 'GET', url: setup.theme.path });
  expect(first.headers).toMatchObject({
    etag: expect.stringMatching(/^W\/"/),
    'cache-control': 'private, no-cache',
    'x-csrf-token': expect.any(String),
  });
  expect(first.headers['content-type']).toMatch('application/json');
  const again = await portal
    .guest()
    .inject({ method: 'GET', url: setup.theme.path, headers: { 'if-none-match': String(first.headers.etag) } });
  expect([again.statusCode, again.body, typeof again.headers['x-csrf-token']]).toEqual([304, '', 'string']);
  await admin.call(setupAdmin.publishTheme, { body: { version: await draft({ productName: 'Anders' }) } });
  const changed = await portal
    .guest()
    .inject({ method: 'GET', url: setup.theme.path, headers: { 'if-none-match': String(first.headers.etag) } });
  expect([changed.statusCode, changed.json().productName]).toEqual([200, 'Anders']);
});

test('rejects a banner that ends before it begins', async () => {
  const { draft } = await states();
  const banner = { text: 'Wartung', kind: 'info' as const, from: '2027-02-02', until: '2027-02-01', link: '' };
  const save = (until: string) =>
    admin.call(setupAdmin.saveTheme, { body: { version: draft?.version ?? 0, settings: settings({ banner: { ...banner, until } }) } });
  await expect(save('2027-02-01')).rejects.toMatchObject({ status: 400, field: 'settings.banner.until' });
  await save('2027-02-02');
});
