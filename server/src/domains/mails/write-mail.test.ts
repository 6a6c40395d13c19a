/** Every mail says why it comes and where that is set: all templates, in both languages, to everybody they may go to. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAILS, notificationOf, type MailTemplate } from '@fundus/contract/mails/mails';
import { de, en } from '@fundus/contract/messages';
import { NOTIFICATIONS } from '@fundus/contract/mails/notifications';
import { mailTemplateOf, placeholdersOf } from '@fundus/contract/setup/texts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { composeHtml, composeText, Mail } from '../../mail/compose.ts';
import { teacher, testPortal, type TestPortal } from '../../testing/index.ts';
import { type Message, writeMail, writeToStranger } from './index.ts';

const SOURCES = join(import.meta.dirname, '../..');
const WORDS: Record<string, Record<string, string>> = { de, en };
const LOOK = { portalName: 'Fundus', primaryColor: '#0061c0', linkColor: '#0061c0', logo: null, publicUrl: 'https://medien.example' };
const TEMPLATES = Object.keys(MAILS) as MailTemplate[];
const SETTINGS = 'https://medien.example/account/notifications';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal({ Locales: ['de', 'en'] });
});
afterAll(() => portal.close());
beforeEach(() => portal.portal.db.deleteFrom('job').execute());

/** All its words as one mail, with what is filled in named in brackets. */
const message = (template: MailTemplate): Message => ({
  template,
  compose: (say) => ({
    subject: say(`mail.${template}.subject` as Parameters<typeof say>[0], {
      count: 2,
      name: '[name]',
      title: '[title]',
      subject: '[subject]',
    }),
    body: [{ kind: 'text', text: 'Inhalt' }],
    values: { school: '[school]' },
  }),
});

async function written(template: MailTemplate, locale: string, reader: { state?: string; id?: string }): Promise<Mail | null> {
  const { db, config, secret } = portal.portal;
  const source = { db, config, secret, now: new Date() };
  const to = { id: null, email: 'kim@schule.example', locale, ...reader };
  await db.deleteFrom('attempt_limit').execute();
  const outside = MAILS[template][0] === 'outside';
  const sent = await (outside ? writeToStranger(source, to, message(template), 'anybody') : writeMail(source, to, message(template)));
  const row = await portal.portal.db.selectFrom('job').select('payload').executeTakeFirst();
  await portal.portal.db.deleteFrom('job').execute();
  expect(row !== undefined).toBe(sent);
  return row ? Mail.parse(row.payload) : null;
}

/** What stands under a mail, in both of its parts. */
function feet(mail: Mail): { text: string; html: string } {
  const html = composeHtml(mail, LOOK);
  return { text: composeText(mail, LOOK).split('\n-- \n')[1]!, html: html.slice(html.lastIndexOf('<hr')) };
}
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

test('every template is known, and every known one has words', () => {
  const named = new Set(Object.keys(en).flatMap((key) => mailTemplateOf(key) ?? []));
  expect([...named, 'test'].sort()).toEqual([...TEMPLATES].sort());
});

test('there is one way for a mail to leave', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const uses = files.filter((name) => /\bputMail\b/.test(readFileSync(join(SOURCES, name), 'utf8')));
  expect(uses.sort()).toEqual(['domains/mails/write-mail.ts', 'mail/outbox.ts']);
});

test('strangers have a budget: five mails a day, whatever they are, counted apart for those who have an account', async () => {
  const { db, config, secret } = portal.portal;
  const strange = TEMPLATES.filter((template) => MAILS[template][0] === 'outside');
  const to = { id: null, email: 'Fremd@x.example', locale: 'de' };
  const at = (day: string) => ({ db, config, secret, now: new Date(day) });
  const send = async (by: 'anybody' | 'account', day = '2026-11-20T10:00:00Z') => {
    const sent: boolean[] = [];
    for (let i = 0; i < 4; i++) sent.push(await writeToStranger(at(day), to, message(strange[i % strange.length]!), by));
    return sent;
  };
  expect((await send('anybody')).concat(await send('anybody')).filter(Boolean)).toHaveLength(5);
  expect(await writeToStranger(at('2026-11-20T10:00:00Z'), { ...to, email: 'fremd@X.example' }, message(strange[0]!), 'anybody')).toBe(
    false,
  );
  expect((await send('account')).filter(Boolean)).toHaveLength(4);
  expect((await send('anybody', '2026-11-21T10:00:01Z')).filter(Boolean)).toHaveLength(4);
  for (const template of strange) await expect(writeMail(at('2026-11-20T10:00:00Z'), to, message(template))).rejects.toThrow('strangers');
});

describe.each(['de', 'en'])('in %s', (locale) => {
  const words = WORDS[locale]!;

  test.each(TEMPLATES)('%s', async (template) => {
    const [kind, reasonKey] = MAILS[template];
    const reason = words[reasonKey]!.replace(/\{\{(\w+)\}\}/g, '[$1]');
    // Only what a mail of this template is told of may be left to fill in.
    expect(placeholdersOf(words[reasonKey]!).every((name) => name === 'school')).toBe(true);
    for (const state of [undefined, 'active', 'blocked', 'deletion_pending']) {
      const mail = (await written(template, locale, { ...(state && { state }) }))!;
      expect(mail.subject).not.toMatch(/^mail\.|\{\{/);
      const { text, html } = feet(mail);
      const account = kind !== 'outside' && kind !== 'operator' && state !== undefined;
      const [required, settings] = [account && kind === 'required', account && state === 'active'];
      expect(text).toContain(`Fundus\nhttps://medien.example\n${reason}`);
      expect(html).toContain(escaped(reason));
      for (const part of [text, html]) {
        expect(part.includes(words['mail.required']!)).toBe(required);
        expect(part.includes(words['mail.settings']!)).toBe(settings);
        expect(part.includes(SETTINGS)).toBe(settings);
        expect(part).not.toContain('undefined');
      }
      // Nothing of it stands in the mail itself a second time.
      expect(composeText(mail, LOOK).split(SETTINGS)).toHaveLength(settings ? 2 : 1);
    }
  });
});

test('what is switched off is not written, what is required is', async () => {
  await portal.as(teacher({ email: 'still@schule.example' }));
  const { id } = await portal.portal.db
    .updateTable('person')
    .set({ muted: [...NOTIFICATIONS] })
    .where('email', '=', 'still@schule.example')
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const template of TEMPLATES) {
    const optional = notificationOf(MAILS[template][0]) !== undefined;
    expect((await written(template, 'de', { state: 'active', id })) !== null).toBe(!optional);
  }
});
