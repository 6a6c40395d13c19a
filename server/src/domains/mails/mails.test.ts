/** Texts, colours and logo of mails. */
import { DAY } from '@fundus/contract/days';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pluralForm } from '@fundus/contract/locale';
import { MAILS } from '@fundus/contract/mails/mails';
import { de } from '@fundus/contract/messages';
import { legal } from '@fundus/contract/legal/legal';
import { mails as calls } from '@fundus/contract/mails/calls';
import { setupAdmin } from '@fundus/contract/setup/admin';
import { placeholdersOf } from '@fundus/contract/setup/texts';
import { ThemeSettings } from '@fundus/contract/setup/theme';
import PostalMime, { type Email } from 'postal-mime';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { districtAdmin, schoolAdmin, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { newId } from '../../db/new-id.ts';
import { removeUnusedPictures } from '../setup/index.ts';
import { composeText, Mail } from '../../mail/compose.ts';
import { loadWords } from './index.ts';
import { composeSample, isToLearner, findTextTemplate } from './sample-mail.ts';
import { sampleValues } from './sample-words.ts';
import { mailOf } from './write-mail.ts';

const portal = usePortal({ Locales: ['de', 'en'] });
let admin: Caller;
beforeAll(async () => {
  admin = await portal.as(districtAdmin({ vorname: 'Petra', name: 'Kern', email: 'kern@kreis.example' }));
});
beforeEach(async () => {
  for (const table of ['text_override', 'text_override_version', 'language', 'job'] as const)
    await portal.portal.db.deleteFrom(table).execute();
});

const write = (key: string, text: string, lang = 'de') =>
  admin.call(setupAdmin.saveText, { params: { lang, key }, body: { text, version: 0 } });
const publish = (lang = 'de') => admin.call(setupAdmin.publishTexts, { params: { lang }, body: { version: 0 } });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

async function mails(): Promise<Email[]> {
  const folder = join(portal.dataDir, 'mail');
  const before = new Set(readdirSync(portal.dataDir).includes('mail') ? readdirSync(folder) : []);
  await portal.jobs.runDue();
  const names = readdirSync(folder).filter((name) => !before.has(name));
  return Promise.all(names.sort().map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
}

describe('custom mail texts', () => {
  const contact = (language = 'de') =>
    portal.guest().call(legal.contact, {
      body: { name: 'Kim', email: 'kim@schule.example', subject: 'Frage', text: 'Hallo', copy: true, language },
    });

  test('are used only after publication', async () => {
    await write('mail.contact.subject', 'Post aus dem Portal: {{subject}}');
    await write('mail.contactCopy.receipt.subject', 'Danke für Ihre Post');
    await contact();
    expect((await mails()).map(({ subject }) => subject).sort()).toEqual(['Ihre Nachricht ist angekommen', 'Kontaktformular: Frage']);
    await publish();
    await contact();
    expect((await mails()).map(({ subject }) => subject).sort()).toEqual(['Danke für Ihre Post', 'Post aus dem Portal: Frage']);
  });

  test('are used for an added language', async () => {
    await admin.call(setupAdmin.setLanguage, { params: { lang: 'ar' }, body: { enabled: true } });
    await write('mail.contactCopy.receipt.subject', 'شكرا', 'ar');
    await publish('ar');
    await contact('ar');
    const copy = (await mails()).find(({ to }) => to?.[0]?.address === 'kim@schule.example')!;
    expect(copy.subject).toBe('شكرا');
    expect(copy.html).toContain('<html lang="ar" dir="rtl">');
    expect(copy.text).toContain('Thank you for your message.');
    expect((await loadWords(portal.portal, 'tlh'))('nav.home')).toBe('Home');
    expect((await loadWords(portal.portal, 'de-AT'))('nav.home')).toBe(de['nav.home']);
  });

  test('contain the plural form that matches the number', async () => {
    const t = await loadWords(portal.portal, 'de');
    expect(t('search.count', { count: 1 })).not.toBe(t('search.count', { count: 2 }));
  });
});

describe('test mail', () => {
  const send = (template: string, as = admin) => as.call(calls.testMail, { params: { lang: 'de' }, body: { template } });

  test('contains the draft texts with example values', async () => {
    await write('mail.contactCopy.intro', 'Danke! So kam es an:');
    expect(await send('contactCopy')).toEqual({ to: 'kern@kreis.example' });
    const [mail] = await mails();
    expect(mail).toMatchObject({
      subject: 'Test: Kopie Ihrer Nachricht: Frage zu einem Film',
      to: [{ address: 'kern@kreis.example', name: 'Petra Kern' }],
    });
    expect(mail!.text).toContain('Danke! So kam es an:');
    expect(mail!.text).toContain(de['mail.contactCopy.reason']);
    expect(mail!.text).toContain(de['mail.test.reason']);
  });

  test('is rejected for an unknown template and for other roles', async () => {
    await expect(send('nothing')).rejects.toMatchObject({ status: 404, field: 'template' });
    await expect(send('test')).rejects.toMatchObject({ status: 404 });
    await expect(send('contactCopy', await portal.as(schoolAdmin()))).rejects.toMatchObject({ status: 403 });
    expect(await portal.portal.db.selectFrom('job').selectAll().execute()).toEqual([]);
  });
});

describe('preview of a mail', () => {
  const preview = (key: string, text?: string, lang = 'de', as = admin) =>
    as.call(calls.previewMail, { params: { lang }, body: { key, ...(text !== undefined && { text }) } });
  const page = async (key: string, text = '', lang = 'de') => {
    const url = `/api/v1/setup/texts/${lang}/preview-mail?${new URLSearchParams({ key, text })}`;
    return admin.inject({ method: 'GET', url });
  };

  test('contains the draft with the entered text and example values', async () => {
    await write('mail.accountMade.text', 'Willkommen! {{school}} hat Sie eingetragen: {{login}}.');
    const { subject, text, from } = await preview('mail.accountMade.subject', 'Neu an der Schule {{school}}');
    expect(from).not.toBe('');
    expect(subject).toBe('Neu an der Schule Gymnasium am Lindenhof');
    expect(text).toContain('Willkommen! Gymnasium am Lindenhof hat Sie eingetragen: m.falkner.');
    expect(text).toContain(`${de['mail.accountMade.action']}:\n/`);
    expect(text).toContain(`${de['mail.accountReason']} ${de['mail.required']}`);
    // The preview stores and sends nothing.
    expect((await preview('mail.accountMade.text')).subject).toBe('Ihr Konto für Gymnasium am Lindenhof');
    expect(await portal.portal.db.selectFrom('job').selectAll().execute()).toEqual([]);
    expect((await preview('mail.lendingDue.subject_one', undefined, 'en')).subject).toBe('Due soon: 1 device');
    expect((await preview('mail.lendingDue.subject_other', undefined, 'en')).subject).toBe('Due soon: 3 devices');
    expect((await preview('mail.lendingDue.line')).text).toContain('– Kamerakoffer 4K');
  });

  test('runs no scripts', async () => {
    const reply = await page('mail.contact.intro', '<b>Post</b>');
    expect(reply.statusCode).toBe(400);
    const drawn = await page('mail.accountKept.text', 'Bleibt. <script>alert(1)</script>');
    expect(drawn.statusCode).toBe(400);
    const kept = await page('mail.accountKept.text', 'Bleibt & gilt.');
    expect(kept.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    expect(kept.body).toContain('Bleibt &amp; gilt.');
    expect(kept.body).not.toContain('cid:');
  });

  test.each([
    ['mail.accountMade.text', 'Hallo {{schul}}', 400, { code: 'placeholder_missing', details: { name: 'school' } }],
    ['mail.accountKept.text', 'Hallo {{nobody}}', 400, { code: 'placeholder_unknown', details: { name: 'nobody' } }],
    ['mail.nothing.text', undefined, 404, { field: 'key' }],
    ['nav.home', undefined, 404, { field: 'key' }],
    ['mail.test.subject', undefined, 404, { field: 'key' }],
  ])('rejects the text %s with %s', async (key, text, status, about) => {
    await expect(preview(key, text)).rejects.toMatchObject({ status, ...about });
  });

  test('includes every text in at least one mail', () => {
    const keys = Object.keys(de).filter((key) => findTextTemplate(key) !== null);
    expect(keys.length).toBeGreaterThan(200);
    const unseen = keys.filter((key) => {
      const stem = pluralForm(key)?.base ?? key;
      const stems = new Set(Object.keys(de).map((each) => pluralForm(each)?.base ?? each));
      const template = findTextTemplate(key)!;
      const about = { t: (each: string) => each, has: (each: string) => stems.has(each), language: 'de', count: 3 };
      const words = composeSample(template, { ...about, pupil: isToLearner(key) });
      const mail = mailOf((each) => each, { template, content: words, values: words.values }, READER);
      return !composeText(Mail.parse(mail), LOOK).includes(stem) && !mail.subject.includes(stem) && !isReason(stem);
    });
    expect(unseen).toEqual([]);
    const placeholders = Object.entries(de).flatMap(([key, text]) => (key.startsWith('mail.') ? placeholdersOf(text) : []));
    expect(placeholders.filter((name) => !Object.hasOwn(sampleValues('de', 1), name))).toEqual([]);
  });
});
const READER = { address: 'a@b.example', name: 'A', language: 'de', state: 'active' };
const LOOK = { portalName: 'Portal', primaryColor: '#000', linkColor: '#000', logo: null, publicUrl: undefined };
/** Returns true if the key is the text of a reason in any template. */
const isReason = (key: string): boolean => Object.values(MAILS).some(([, reason]) => reason === key);

describe('appearance of mails', () => {
  test('uses the colour, name and logo of the theme', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><rect width="60" height="20" fill="#0a5"/></svg>';
    const { file } = await admin.call(setupAdmin.uploadPicture, { params: { slot: 'logo' }, body: { content: base64(svg) } });
    const settings = ThemeSettings.parse({
      primaryColor: '#7a1f5c',
      linkColor: '#8b1a4b',
      senderName: 'Kreismedienzentrum',
      logo: { file, alt: 'Kreis Lindenau' },
    });
    await admin.call(setupAdmin.saveTheme, { body: { version: 0, settings } });
    await admin.call(setupAdmin.publishTheme, { body: { version: 1 } });
    await admin.call(calls.testMail, { params: { lang: 'de' }, body: { template: 'contact' } });
    const [mail] = await mails();
    expect(mail!.from?.name).toBe('Kreismedienzentrum');
    expect(mail!.html).toContain('border-bottom:3px solid #7a1f5c');
    expect(/<img[^>]*>/.exec(String(mail!.html))?.[0]).toMatch(
      /<img src="cid:logo@portal" alt="Kreis Lindenau" width="12[01]" height="40"/,
    );
    expect(mail!.html).not.toMatch(/src="(?!cid:)/);
    const [logo] = mail!.attachments;
    expect(logo).toMatchObject({ mimeType: 'image/png', contentId: '<logo@portal>', disposition: 'inline' });
    const { width, height } = await sharp(Buffer.from(logo!.content as ArrayBuffer)).metadata();
    expect(height).toBe(80);
    expect(Math.abs(width - 240)).toBeLessThan(3);
  });
});

test('removes pictures that are in no theme after a day', async () => {
  const upload = async (colour: string) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="${colour}"/></svg>`;
    return (await admin.call(setupAdmin.uploadPicture, { params: { slot: 'illustration' }, body: { content: base64(svg) } })).file;
  };
  const [unused, drafted] = [await upload('#123456'), await upload('#654321')];
  const settings = ThemeSettings.parse({ illustration: { file: drafted, alt: '' } });
  await admin.call(setupAdmin.saveTheme, { body: { version: 0, settings } });
  const status = async (file: string) => (await admin.inject({ method: 'GET', url: `/api/v1/setup/theme/pictures/${file}` })).statusCode;
  const tomorrow = new Date(Date.now() + DAY);

  expect(await removeUnusedPictures(portal.portal, new Date(Date.now() - 60_000))).toBe(0);
  expect(await status(unused)).toBe(200);
  expect(await removeUnusedPictures(portal.portal, tomorrow)).toBe(1);
  expect([await status(unused), await status(drafted)]).toEqual([404, 200]);
  expect(await portal.portal.storage.stat(`setup/${unused}.svg`)).toBeNull();
  // After another upload, the same picture is available again.
  expect(await status(await upload('#123456'))).toBe(200);
});

test('sends abandoned mails again on request', async () => {
  const payload = JSON.stringify({
    to: { name: 'Ada', address: 'a@x.example' },
    language: 'de',
    subject: 'Betreff',
    body: [],
    reason: 'Grund',
  });
  const row = { kind: 'mail', payload, created_at: new Date(), due_at: new Date(Date.now() + DAY) };
  await portal.portal.db
    .insertInto('job')
    .values([
      { ...row, id: newId() },
      { ...row, id: newId(), attempts: 3, last_error: 'connection refused', due_at: new Date(Date.now() + 60_000) },
      { ...row, id: newId(), state: 'given_up', attempts: 9, last_error: '550', finished_at: new Date() },
      { ...row, id: newId(), kind: 'upload', state: 'given_up', finished_at: new Date() },
    ])
    .execute();
  expect(await admin.call(calls.unsent)).toEqual({ waiting: 1, given_up: 1 });
  expect(await admin.call(calls.sendAgain)).toEqual({ again: 1 });
  expect(await admin.call(calls.unsent)).toEqual({ waiting: 1, given_up: 0 });
  expect((await mails()).map((mail) => mail.subject)).toEqual(['Betreff']);
});
