/** Notices are shown in the language of the page, whatever language they were written in (docs/behaviour/mails.md#notices). */
import { baseKeyOf, dateLocale } from '@fundus/contract/locale';
import { isNotice, MAILS, type MailTemplate } from '@fundus/contract/mails/mails';
import type { MessageKey } from '@fundus/contract/messages';
import { notices } from '@fundus/contract/notices/notices';
import { setupAdmin } from '@fundus/contract/setup/admin';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { districtAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { createTestCode, people } from '../../testing/classes.ts';
import { expectedOf } from '../setup/index.ts';
import { formatLoanLines } from '../lending/mails/notify.ts';
import { loadWords, notifyCode, notifyPerson, simpleMail, type Message, type Translate } from './index.ts';
import { fitNotice, renderMailText } from './notice-text.ts';
import { findNoticeSource, renderNotice } from './notice-words.ts';
import { composeSample } from './sample-mail.ts';

const portal = usePortal({ Locales: ['de', 'en'] });
let ada: Caller;
let adaId: string;
let kimId: string;
beforeAll(async () => {
  ada = await portal.as(teacher({ email: 'ada@a.example', vorname: 'Ada', name: 'Lang' }));
  await portal.as(teacher({ email: 'kim@a.example', vorname: 'Kim "K"', name: 'Kurz\\Lang' }));
  [adaId, kimId] = (await people(portal, 'ada@a.example', 'kim@a.example')) as [string, string];
});
const db = () => portal.portal.db;
beforeEach(async () => {
  for (const table of ['notice', 'job', 'text_override', 'text_override_version'] as const) await db().deleteFrom(table).execute();
  await db().updateTable('person').set({ locale: 'de', muted: [], mail_daily: [], portal_off: [] }).execute();
});

const source = () => ({ db: db(), config: portal.portal.config, now: new Date() });
const tell = (message: Message) => notifyPerson(source(), adaId, message);
const read = async (lang?: string, by = ada) => {
  const { items } = await by.call(notices.list, { query: lang === undefined ? {} : { lang } });
  return items.map(({ title, text }) => ({ title, text }));
};
const kept = () => db().selectFrom('notice').select(['title', 'body', 'made_of']).executeTakeFirstOrThrow();

test('returns notices in the language of the page', async () => {
  await tell(simpleMail('classAsked', { class: '5a', school: 'A' }));
  const german = { title: 'Beitrittsanfrage für die Klasse 5a' };
  const english = { title: 'Request to join the class 5a' };
  expect([await read('de'), await read('en'), await read('en-GB'), await read()]).toMatchObject([[german], [english], [english], [german]]);
  // French falls back to English, as on the pages.
  expect(await read('fr')).toMatchObject([english]);
  await db().updateTable('person').set({ locale: 'en' }).execute();
  await tell(simpleMail('classAsked', { class: '6b', school: 'A' }));
  expect((await read('de')).map(({ title }) => title)).toEqual(['Beitrittsanfrage für die Klasse 6b', german.title]);
  expect((await read()).map(({ title }) => title)).toEqual(['Request to join the class 6b', german.title]);
  await db().updateTable('notice').set({ made_of: null }).execute();
  expect((await read('en')).map(({ title }) => title)).toEqual(['Request to join the class 6b', german.title]);
  await expect(ada.call(notices.list, { query: { lang: 'Deutsch' } })).rejects.toMatchObject({ status: 400, field: 'lang' });
});

test('formats dates and nested texts in the requested language', async () => {
  const lines = Array.from({ length: 2 }, () => ({ model: 'Kamera', start: '2026-03-02', end: '2026-03-03' }));
  const day = (language: string) => new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone: 'UTC' }).format(0);
  await tell({
    template: 'report',
    compose: (t, language) => ({
      subject: t('mail.report.subject', { title: day(language) }),
      body: [
        { kind: 'text', text: t('mail.report.text', { title: 'X', reason: `(${t('report.reason.broken')})` }) },
        { kind: 'facts', rows: [[t('mail.monthlyReport.classes'), '3']] },
        { kind: 'text', text: formatLoanLines(t, language, lines) },
      ],
    }),
  });
  expect(await read('de')).toEqual([
    {
      title: 'Meldung zu „1. Januar 1970“',
      text: [
        'Zu „X“ wurde ein Problem gemeldet: (öffnet sich nicht oder ist defekt).',
        'Aktive Klassen in diesem Schuljahr: 3',
        '– 2 × Kamera: Montag, 2. März 2026 bis Dienstag, 3. März 2026',
      ].join('\n\n'),
    },
  ]);
  const [english] = await read('en');
  expect(english!.title).toContain('1 January 1970');
  expect(english!.text).toContain('– 2 × Kamera: Monday, 2 March 2026');
  expect(english!.text).not.toMatch(/März|Klassen|kaputt/);
});

test('translates every template like its mail', () => {
  const known = new Set(Object.keys(expectedOf('de')).map(baseKeyOf));
  const has = (key: string) => known.has(key);
  return Promise.all(
    ['de', 'en'].map(async (written) => {
      for (const template of (Object.keys(MAILS) as MailTemplate[]).filter(isNotice)) {
        const compose: Message['compose'] = (t, language) => composeSample(template, { t, has, language, count: 3, pupil: false });
        const madeOf = findNoticeSource(compose, { name: '', language: written, locales: ['de', 'en'] });
        for (const language of ['de', 'en']) {
          const t = await loadWords(portal.portal, language);
          const { subject, body } = compose(t, language, '');
          const said = renderNotice(JSON.parse(JSON.stringify(madeOf)), { t, language });
          expect(said && fitNotice(said), `${template}, ${language}`).toEqual(fitNotice({ title: subject, text: renderMailText(body) }));
        }
      }
    }),
  );
});

test('uses the current custom texts of the district', async () => {
  await tell(simpleMail('classAsked', { class: '5a', school: 'A' }));
  const admin = await portal.as(districtAdmin());
  const key = 'mail.classAsked.subject';
  await admin.call(setupAdmin.saveText, {
    params: { lang: 'en', key },
    body: { text: 'Somebody would like to join {{class}}', version: 0 },
  });
  expect((await read('en'))[0]!.title).toBe('Request to join the class 5a');
  await admin.call(setupAdmin.publishTexts, { params: { lang: 'en' }, body: { version: 0 } });
  expect([(await read('en'))[0]!.title, (await read('de'))[0]!.title]).toEqual([
    'Somebody would like to join 5a',
    'Beitrittsanfrage für die Klasse 5a',
  ]);
});

test('translates the notices of learner codes', async () => {
  const { codeId, caller } = await createTestCode(portal, {});
  const words = await loadWords(portal.portal, 'de');
  await notifyCode(source(), codeId, simpleMail('assignmentOpen', { class: '5a', title: 'Vulkane' }), words);
  expect((await read('de', caller))[0]!.title).toBe('Neue Aufgabe in 5a: Vulkane');
  expect((await read('en', caller))[0]!.title).toBe('New assignment in 5a: Vulkane');
});

test('stores only the values that the text uses', async () => {
  const typed = '<0> {"say":"nav.home"} {{class}}';
  await tell(simpleMail('classAsked', { class: typed, school: 'A', secret: 'Kim Kurz' }));
  expect(JSON.stringify(await kept())).not.toMatch(/Kim Kurz|"name"/);
  expect((await read('en'))[0]!.title).toBe(`Request to join the class ${typed}`);
  await db().deleteFrom('notice').execute();
  const many = (line: string): Message => ({
    template: 'report',
    compose: (t) => ({
      subject: t('mail.report.subject', { title: 'x'.repeat(400) }),
      body: [
        { kind: 'text', text: `${line.repeat(2_100 / line.length)}Kim Kurz ${t('mail.report.text', { title: 'zuletzt', reason: '' })}` },
      ],
    }),
  });
  await tell(many('0123456789'));
  expect(JSON.stringify(await kept())).not.toMatch(/Kim Kurz|zuletzt/);
  const [german, english] = [(await read('de'))[0]!, (await read('en'))[0]!];
  expect([german.title.length, german.title.at(-1), english.text.length, english.text.at(-1)]).toEqual([300, '…', 2_000, '…']);
  await db().deleteFrom('notice').execute();
  // A text that is too long for a source is shown in the original language.
  const text = (t: Translate) => Array.from({ length: 600 }, (_, i) => t(i.toString(36) as MessageKey)).join('-');
  await tell({ template: 'report', compose: (t, language) => ({ subject: language, body: [{ kind: 'text', text: text(t) }] }) });
  const { made_of, body } = await kept();
  expect([made_of, (await read('en'))[0]!.text]).toEqual([null, body]);
});

test('returns the original text if its message no longer exists', async () => {
  await tell(simpleMail('classAsked', { class: '5a', school: 'A' }));
  const wording = { title: [{ say: 'mail.gone.subject' }], text: [] };
  await db()
    .updateTable('notice')
    .set({ made_of: JSON.stringify({ languages: { en: 0 }, wordings: [wording] }) })
    .execute();
  expect((await read('en'))[0]!.title).toBe('Beitrittsanfrage für die Klasse 5a');
});

test('deletes a notice together with the user whom it names', async () => {
  const rows = async (): Promise<number> => (await db().selectFrom('notice').select('notice.id').execute()).length;
  const [person] = await db().selectFrom('person').select(['vorname', 'name']).where('id', '=', kimId).execute();
  await tell(simpleMail('sharedMedium', { title: 'Vulkane', by: `${person!.vorname} ${person!.name}` }));
  await tell(simpleMail('sharedMedium', { title: 'Vulkane', by: 'Jo Ander' }));
  // Now only the source contains the name.
  await db().updateTable('notice').set({ title: 'x', body: 'x' }).execute();
  expect(await rows()).toBe(2);
  await db()
    .transaction()
    .execute((trx) => portal.portal.domains.erasePeople({ ...portal.portal, db: trx, now: new Date() }, [kimId]));
  expect(await rows()).toBe(1);
});
