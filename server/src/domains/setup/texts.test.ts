import { de, en } from '@fundus/contract/messages';
import { setup } from '@fundus/contract/setup/setup';
import { setupAdmin } from '@fundus/contract/setup/admin';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal({ Locales: ['de', 'en'] });
let admin: Caller;
beforeAll(async () => {
  admin = await portal.as(districtAdmin({ vorname: 'Petra', name: 'Kern' }));
});
beforeEach(async () => {
  const { db } = portal.portal;
  for (const table of ['text_override', 'text_override_version', 'language'] as const) await db.deleteFrom(table).execute();
});

const KEY = 'nav.home';
const german = { lang: 'de' };
const save = (text: string | null, { key = KEY, version = 0, lang = 'de', as = admin } = {}) =>
  as.call(setupAdmin.saveText, { params: { lang, key }, body: { text, version } });
const read = (lang = 'de') => admin.call(setupAdmin.texts, { params: { lang } });
const row = async (key = KEY, lang = 'de') => (await read(lang)).rows.find((found) => found.key === key)!;
const custom = async (lang = 'de') => (await portal.guest().call(setup.locale, { params: { lang }, query: {} })).custom;
const publish = async (lang = 'de') =>
  admin.call(setupAdmin.publishTexts, { params: { lang }, body: { version: (await read(lang)).language.version } });
const setLanguage = (lang: string, enabled = true) => admin.call(setupAdmin.setLanguage, { params: { lang }, body: { enabled } });
const importing = (texts: Record<string, string>, dry_run = false) =>
  admin.call(setupAdmin.importTexts, { params: german, body: { texts, dry_run } });

test.each([
  ['a guest', async () => portal.guest(), 401],
  ['a pupil', () => portal.as(pupil()), 403],
  ['a teacher', () => portal.as(teacher()), 403],
  ['a school administrator', () => portal.as(schoolAdmin()), 403],
])('denies %s access to texts and languages', async (_, caller, status) => {
  const person = await caller();
  const refused = { status };
  await save('Anfang');
  await expect(person.call(setupAdmin.languages)).rejects.toMatchObject(refused);
  await expect(person.call(setupAdmin.setLanguage, { params: { lang: 'fr' }, body: { enabled: true } })).rejects.toMatchObject(refused);
  await expect(person.call(setupAdmin.removeLanguage, { params: german })).rejects.toMatchObject(refused);
  await expect(person.call(setupAdmin.texts, { params: german })).rejects.toMatchObject(refused);
  await expect(save('Meins', { as: person, version: 1 })).rejects.toMatchObject(refused);
  await expect(person.call(setupAdmin.resetTexts, { params: german, body: {} })).rejects.toMatchObject(refused);
  await expect(person.call(setupAdmin.dropTexts, { params: german })).rejects.toMatchObject(refused);
  await expect(person.call(setupAdmin.publishTexts, { params: german, body: { version: 0 } })).rejects.toMatchObject(refused);
  await expect(person.call(setupAdmin.restoreTexts, { params: german, body: { version: 1 } })).rejects.toMatchObject(refused);
  await expect(
    person.call(setupAdmin.importTexts, { params: german, body: { texts: { [KEY]: 'X' }, dry_run: false } }),
  ).rejects.toMatchObject(refused);
  expect((await row()).own).toBe('Anfang');
  expect(await custom()).toEqual({});
  expect((await admin.call(setupAdmin.languages)).languages.map((language) => language.code)).toEqual(['de', 'en']);
});

test('does not store a custom text that equals the default text', async () => {
  expect(await save(de[KEY])).toMatchObject({ own: null, state: 'same' });
});

test('stores a text as a draft until publication', async () => {
  expect(await row()).toMatchObject({ base: de[KEY], own: null, state: 'same', version: 0 });
  expect(await save('Anfang')).toMatchObject({ own: 'Anfang', published: null, state: 'changed', version: 1, changed_by: 'Petra Kern' });
  expect(await custom()).toEqual({});
  expect((await read()).language).toMatchObject({ own: 1, drafts: 1, version: 0 });
  const set = await publish();
  expect(set.language).toMatchObject({ own: 1, drafts: 0, version: 1 });
  expect(await custom()).toEqual({ [KEY]: 'Anfang' });
  await save(null, { version: 1 });
  expect(await row()).toMatchObject({ own: null, published: 'Anfang', state: 'same', version: 2 });
  await publish();
  expect(await custom()).toEqual({});
  await expect(publish()).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
  const lines = await portal.portal.db.selectFrom('audit_log').select('what').where('what', 'like', 'text.%').execute();
  expect(lines.map((line) => line.what)).toEqual(expect.arrayContaining(['text.save', 'text.publish']));
});

test.each([
  ['home.greeting.day', 'Moin.', 'placeholder_missing', 'name'],
  ['home.greeting.day', 'Moin, {{name}} {{alter}}.', 'placeholder_unknown', 'alter'],
  [KEY, 'Start<br>seite', 'html_mismatch', 'br'],
  ['search.count_other', 'viele Medien', 'placeholder_missing', 'count'],
])('rejects an invalid text of %s: %s', async (key, text, code, name) => {
  const token = String((await admin.inject({ method: 'GET', url: setup.theme.path })).headers['x-csrf-token']);
  const reply = await admin.inject({
    method: 'PUT',
    url: `/api/v1/setup/texts/de/${key}`,
    headers: { 'x-csrf-token': token },
    payload: { text, version: 0 },
  });
  expect([reply.statusCode, reply.json().error]).toMatchObject([400, { code, field: 'text', details: { name } }]);
  expect((await row(key)).own).toBeNull();
});

test('rejects long texts, unknown keys and unknown languages', async () => {
  await expect(save('x'.repeat(2001))).rejects.toMatchObject({ status: 400, code: 'validation_failed', field: 'text' });
  expect((await save('x'.repeat(2000))).own).toHaveLength(2000);
  for (const key of ['no.such.key', '__proto__', 'constructor'])
    await expect(save('X', { key })).rejects.toMatchObject({ status: 404, field: 'key' });
  await expect(save('X', { lang: 'fr' })).rejects.toMatchObject({ status: 404, field: 'lang' });
});

test('rejects the second of two concurrent changes', async () => {
  const other = await portal.as(districtAdmin({ vorname: 'Ole', name: 'Bahr' }));
  await save('Anfang', { as: other });
  const token = String((await admin.inject({ method: 'GET', url: setup.theme.path })).headers['x-csrf-token']);
  const reply = await admin.inject({
    method: 'PUT',
    url: `/api/v1/setup/texts/de/${KEY}`,
    headers: { 'x-csrf-token': token },
    payload: { text: 'Beginn', version: 0 },
  });
  expect([reply.statusCode, reply.json().error]).toMatchObject([
    409,
    { code: 'version_conflict', details: { mine: 'Beginn', theirs: 'Anfang', version: 1, changed_by: 'Ole Bahr' } },
  ]);
  expect(await save('Beginn', { version: 1 })).toMatchObject({ own: 'Beginn', version: 2 });
  await publish();
  await expect(admin.call(setupAdmin.publishTexts, { params: german, body: { version: 0 } })).rejects.toMatchObject({
    code: 'version_conflict',
  });
});

test('marks custom texts as outdated when the default text changes', async () => {
  await save('Anfang');
  await portal.portal.db.updateTable('text_override').set({ base: 'Startseite' }).where('key', '=', KEY).execute();
  expect(await row()).toMatchObject({ state: 'outdated', own: 'Anfang' });
  await save('Anfang neu', { version: 1 });
  expect((await row()).state).toBe('changed');
  await portal.portal.db.updateTable('text_override').set({ key: 'nav.gone' }).where('key', '=', KEY).execute();
  expect(await row('nav.gone')).toMatchObject({ state: 'unused', own: 'Anfang neu' });
  await expect(save('Noch da', { key: 'nav.gone', version: 2 })).rejects.toMatchObject({ status: 404 });
  await save(null, { key: 'nav.gone', version: 2 });
  expect(await row('nav.gone')).toBeUndefined();
});

test('resets the custom texts of an area or language', async () => {
  await save('Anfang');
  await save('Mediathek!', { key: 'nav.search' });
  await save('Zu', { key: 'app.close' });
  await publish();
  const area = await admin.call(setupAdmin.resetTexts, { params: german, body: { area: 'nav' } });
  expect(area.rows.filter((found) => found.own !== null).map((found) => found.key)).toEqual(['app.close']);
  expect((await admin.call(setupAdmin.dropTexts, { params: german })).language).toMatchObject({ own: 3, drafts: 0 });
  expect((await admin.call(setupAdmin.resetTexts, { params: german, body: {} })).language).toMatchObject({ own: 0, drafts: 3 });
  await publish();
  expect(await custom()).toEqual({});
  const restored = await admin.call(setupAdmin.restoreTexts, { params: german, body: { version: 1 } });
  expect(restored.language).toMatchObject({ own: 3, drafts: 3, version: 2 });
  await publish();
  expect(await custom()).toEqual({ [KEY]: 'Anfang', 'nav.search': 'Mediathek!', 'app.close': 'Zu' });
  await expect(admin.call(setupAdmin.restoreTexts, { params: german, body: { version: 99 } })).rejects.toMatchObject({ status: 404 });
});

test('keeps the last 20 published versions', async () => {
  for (let i = 0; i < 22; i++) {
    await save(`Stand ${i}`, { version: i });
    await publish();
  }
  expect((await read()).versions.map((version) => version.version)).toEqual(Array.from({ length: 20 }, (_, i) => 22 - i));
});

test('previews the changes of an import', async () => {
  await save('Anfang');
  const texts = {
    [KEY]: 'Beginn',
    'nav.search': 'Fundgrube',
    'app.close': de['app.close'],
    'home.greeting.day': 'Moin',
    'no.such': 'x',
    'search.count_few': 'x',
  };
  const wanted = {
    added: [{ key: 'nav.search', after: 'Fundgrube' }],
    changed: [{ key: KEY, before: 'Anfang', after: 'Beginn' }],
    same: 1,
    unknown: ['no.such', 'search.count_few'],
    invalid: [{ key: 'home.greeting.day', code: 'placeholder_missing', name: 'name' }],
  };
  expect(await importing(texts, true)).toEqual(wanted);
  expect((await row()).own).toBe('Anfang');
  expect(await importing(texts)).toEqual(wanted);
  expect([(await row()).own, (await row('nav.search')).own, (await row('home.greeting.day')).own]).toEqual(['Beginn', 'Fundgrube', null]);
  const many = Object.fromEntries((await read()).rows.map((found) => [found.key, `${found.base}!`]));
  const report = await importing(many);
  expect(report.added.length + report.changed.length).toBe(Object.keys(many).length);
  expect((await publish()).language.own).toBe(Object.keys(many).length);
});

describe('languages', () => {
  test('are available to all visitors after an administrator adds them', async () => {
    const { languages } = await setLanguage('ar');
    const arabic = languages.find((language) => language.code === 'ar')!;
    expect(arabic).toMatchObject({
      name: 'العربية',
      dir: 'rtl',
      enabled: true,
      added: true,
      has_texts: false,
      own: 0,
      missing: arabic.texts,
    });
    expect((await portal.guest().call(setup.config)).Locales).toEqual(['de', 'en', 'ar']);
    expect((await portal.guest().call(setup.locales)).locales.map((locale) => locale.code)).toEqual(['de', 'en', 'ar']);
    expect(await row(KEY, 'ar')).toMatchObject({ base: en[KEY], state: 'missing' });
    const forms = (await read('ar')).rows.filter((found) => found.key.startsWith('search.count_')).map((found) => found.key);
    expect(forms).toEqual(['few', 'many', 'one', 'other', 'two', 'zero'].map((form) => `search.count_${form}`));
    await save('البداية', { lang: 'ar' });
    await save('وسيطان', { lang: 'ar', key: 'search.count_two' });
    await publish('ar');
    expect(await portal.guest().call(setup.locale, { params: { lang: 'ar' }, query: {} })).toEqual({
      locale: 'ar',
      default: {},
      custom: { [KEY]: 'البداية', 'search.count_two': 'وسيطان' },
    });
  });

  test('are removed together with their texts', async () => {
    await setLanguage('fr');
    await save('Accueil', { lang: 'fr' });
    await publish('fr');
    await setLanguage('fr', false);
    expect((await portal.guest().call(setup.config)).Locales).toEqual(['de', 'en']);
    await expect(portal.guest().call(setup.locale, { params: { lang: 'fr' }, query: {} })).rejects.toMatchObject({ status: 404 });
    expect((await read('fr')).language).toMatchObject({ enabled: false, own: 1 });
    await admin.call(setupAdmin.removeLanguage, { params: { lang: 'fr' } });
    await expect(read('fr')).rejects.toMatchObject({ status: 404 });
    await setLanguage('fr');
    expect((await read('fr')).language.own).toBe(0);
  });

  test('cannot be disabled if they are the default', async () => {
    await expect(setLanguage('de', false)).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
    expect((await setLanguage('en', false)).languages.find((language) => language.code === 'en')).toMatchObject({ enabled: false });
    expect((await portal.guest().call(setup.config)).Locales).toEqual(['de']);
    for (const lang of ['de', 'en'])
      await expect(admin.call(setupAdmin.removeLanguage, { params: { lang } })).rejects.toMatchObject({ status: 409 });
    await expect(setLanguage('qqx')).rejects.toMatchObject({ status: 400, field: 'lang' });
    await expect(setLanguage('../x')).rejects.toMatchObject({ status: 400 });
  });
});
