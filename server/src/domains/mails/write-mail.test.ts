/** Every mail states its reason and links the settings: all templates, both languages and all kinds of recipients. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRequired, MAILS, notificationOf, type MailTemplate } from '@fundus/contract/mails/mails';
import { de, en } from '@fundus/contract/messages';
import { MAIL_CHOICES, NOTIFICATIONS, type MailChoice } from '@fundus/contract/mails/notifications';
import { mailTemplateOf, placeholdersOf } from '@fundus/contract/setup/texts';
import { beforeEach, describe, expect, test } from 'vitest';
import { composeHtml, composeText, Mail } from '../../mail/compose.ts';
import { teacher } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { type Message, writeMail, mailUnknownAddress } from './index.ts';

const SOURCES = join(import.meta.dirname, '../..');
const WORDS: Record<string, Record<string, string>> = { de, en };
const LOOK = { portalName: 'Fundus', primaryColor: '#0061c0', linkColor: '#0061c0', logo: null, publicUrl: 'https://medien.example' };
const TEMPLATES = Object.keys(MAILS) as MailTemplate[];
const SETTINGS = 'https://medien.example/account/notifications';

const portal = usePortal({ Locales: ['de', 'en'] });
beforeEach(() => portal.portal.db.deleteFrom('job').execute());

/** Returns a message with the subject of the template and placeholder names in brackets as values. */
const message = (template: MailTemplate): Message => ({
  template,
  compose: (t) => ({
    subject: t(`mail.${template}.subject` as Parameters<typeof t>[0], {
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
  const sent = await (outside ? mailUnknownAddress(source, to, message(template), 'anybody') : writeMail(source, to, message(template)));
  const row = await portal.portal.db.selectFrom('job').select('payload').executeTakeFirst();
  await portal.portal.db.deleteFrom('job').execute();
  expect(row !== undefined).toBe(sent);
  return row ? Mail.parse(row.payload) : null;
}

/** Returns the footers of the text part and the HTML part of a mail. */
function feet(mail: Mail): { text: string; html: string } {
  const html = composeHtml(mail, LOOK);
  return { text: composeText(mail, LOOK).split('\n-- \n')[1]!, html: html.slice(html.lastIndexOf('<hr')) };
}
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

test('has exactly one set of texts for each template', () => {
  const named = new Set(Object.keys(en).flatMap((key) => mailTemplateOf(key) ?? []));
  expect([...named, 'test'].sort()).toEqual([...TEMPLATES].sort());
});

test('sends all mails through the same function', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const uses = files.filter((name) => /\benqueueMail\b/.test(readFileSync(join(SOURCES, name), 'utf8')));
  expect(uses.sort()).toEqual(['domains/mails/write-mail.ts', 'mail/outbox.ts']);
});

test('limits mails to an unknown address to five per day', async () => {
  const { db, config, secret } = portal.portal;
  const strange = TEMPLATES.filter((template) => MAILS[template][0] === 'outside');
  const to = { id: null, email: 'Fremd@x.example', locale: 'de' };
  const at = (day: string) => ({ db, config, secret, now: new Date(day) });
  const send = async (by: 'anybody' | 'account', day = '2026-11-20T10:00:00Z') => {
    const sent: boolean[] = [];
    for (let i = 0; i < 4; i++) sent.push(await mailUnknownAddress(at(day), to, message(strange[i % strange.length]!), by));
    return sent;
  };
  expect((await send('anybody')).concat(await send('anybody')).filter(Boolean)).toHaveLength(5);
  expect(await mailUnknownAddress(at('2026-11-20T10:00:00Z'), { ...to, email: 'fremd@X.example' }, message(strange[0]!), 'anybody')).toBe(
    false,
  );
  expect((await send('account')).filter(Boolean)).toHaveLength(4);
  expect((await send('anybody', '2026-11-21T10:00:01Z')).filter(Boolean)).toHaveLength(4);
  for (const template of strange)
    await expect(writeMail(at('2026-11-20T10:00:00Z'), to, message(template))).rejects.toThrow('mailUnknownAddress');
});

describe.each(['de', 'en'])('in %s', (locale) => {
  const words = WORDS[locale]!;

  test.each(TEMPLATES)('states the reason and the settings in %s', async (template) => {
    const [kind, reasonKey] = MAILS[template];
    const reason = words[reasonKey]!.replace(/\{\{(\w+)\}\}/g, '[$1]');
    // A reason may only contain placeholders that every mail can fill.
    expect(placeholdersOf(words[reasonKey]!).every((name) => name === 'school')).toBe(true);
    for (const state of [undefined, 'active', 'blocked', 'deletion_pending']) {
      const mail = (await written(template, locale, { ...(state && { state }) }))!;
      expect(mail.subject).not.toMatch(/^mail\.|\{\{/);
      const { text, html } = feet(mail);
      const account = kind !== 'outside' && kind !== 'operator' && state !== undefined;
      const [required, settings] = [account && isRequired(kind), account && state === 'active'];
      expect(text).toContain(`Fundus\nhttps://medien.example\n${reason}`);
      expect(html).toContain(escaped(reason));
      for (const part of [text, html]) {
        expect(part.includes(words['mail.required']!)).toBe(required);
        expect(part.includes(words['mail.settings']!)).toBe(settings);
        expect(part.includes(SETTINGS)).toBe(settings);
        expect(part).not.toContain('undefined');
      }
      // The mail contains the link to the settings only in its footer.
      expect(composeText(mail, LOOK).split(SETTINGS)).toHaveLength(settings ? 2 : 1);
    }
  });
});

/** Events with their templates and default delivery. `R` stands for required mails. */
const EVENTS: readonly [string, readonly MailTemplate[], 'R' | MailChoice][] = [
  [
    'a registration is decided',
    ['accountApproved', 'accountDeclined', 'classConfirmed', 'classRejected', 'invitationConfirmed', 'invitationRejected'],
    'R',
  ],
  ['a user registers or asks to join', ['registration', 'classAsked', 'classRequests', 'invitationAsked'], 'now'],
  ['the password was changed or a new device logged in', ['passwordChanged', 'newDevice'], 'R'],
  ['a list is shared or archived', ['listShared', 'listArchived'], 'daily'],
  ['a medium is shared', ['sharedMedium'], 'off'],
  ['an assignment is open or due tomorrow', ['assignmentOpen', 'assignmentDue'], 'off'],
  ['a learner wants help', ['helpWanted'], 'off'],
  ['an order for devices was submitted', ['lendingOrdered', 'lendingRequest'], 'now'],
  [
    'the order is approved, rejected, changed or cancelled',
    ['lendingApproved', 'lendingRejected', 'lendingChanged', 'lendingCancelled'],
    'R',
  ],
  ['the dates of the order change or its device is missing', ['lendingDates', 'lendingBroken'], 'R'],
  ['an account with a loan is to be deleted', ['lendingLeaving', 'lendingLeavingDesk'], 'R'],
  ['the order can be collected or was not collected', ['lendingReady', 'lendingState'], 'R'],
  ['devices are issued, returned or due', ['lendingReceipt', 'lendingDue'], 'now'],
  ['loans are overdue or a borrower is suspended', ['lendingOverdue', 'lendingOverdueOthers', 'lendingSuspended'], 'R'],
  ['the desk writes to a borrower', ['lendingMessage'], 'R'],
  ['a device of the waiting list is free', ['lendingOffer'], 'R'],
  ['the next borrower is at risk', ['lendingAtRisk', 'lendingAtRiskDesk'], 'now'],
  ['a licence ends, has few free seats or is unused', ['licenceAlert'], 'now'],
  [
    'a purchase is requested, decided, delivered or ended',
    [
      'purchaseAsked',
      'purchaseOrdered',
      'purchaseConfirmed',
      'purchaseCancelled',
      'purchaseDeclined',
      'purchaseRefunded',
      'purchaseWithdrawn',
    ],
    'R',
  ],
  ['a trial is requested or decided, or ends', ['trialAsked', 'trialApproved', 'trialDeclined', 'trialEnded'], 'R'],
  ['a saved search found something', ['savedSearchDigest'], 'now'],
  ['a monthly report is ready or the school year ends', ['monthlyReport', 'schoolYear'], 'now'],
];

test.each(EVENTS)("delivers mails when %s (%s): %s by default, in the recipient's language", async (_, templates, usual) => {
  const { db, config, secret } = portal.portal;
  const email = 'kim@schule.example';
  const known = await db.selectFrom('person').select('person.id').where('person.email', '=', email).executeTakeFirst();
  if (!known) await portal.as(teacher({ email }));
  const { id } = known ?? (await db.selectFrom('person').select('person.id').where('person.email', '=', email).executeTakeFirstOrThrow());
  const { muted, mail_daily, portal_off } = await db.selectFrom('person').selectAll().where('person.id', '=', id).executeTakeFirstOrThrow();
  for (const template of templates) {
    const name = notificationOf(MAILS[template][0]);
    expect(name === undefined ? 'R' : muted.includes(name) ? 'off' : mail_daily.includes(name) ? 'daily' : 'now', template).toBe(usual);
    const settings = ['de', 'en'].flatMap((locale) =>
      (['usual', ...MAIL_CHOICES] as const).flatMap((mail) => [true, false].map((shown) => ({ locale, mail, shown }))),
    );
    for (const { locale, mail, shown } of settings) {
      const own = (names: readonly string[], is: boolean) => (mail === 'usual' ? [...names] : is ? [...NOTIFICATIONS] : []) as never;
      const set = {
        muted: own(muted, mail === 'off'),
        mail_daily: own(mail_daily, mail === 'daily'),
        portal_off: (shown ? [] : [...NOTIFICATIONS]) as never,
      };
      await db.updateTable('person').set(set).where('person.id', '=', id).execute();
      await db.deleteFrom('notice').execute();
      await writeMail({ db, config, secret, now: new Date() } as never, { id, email, locale, state: 'active' }, message(template));
      const mails = await db.selectFrom('job').select('payload').execute();
      const rows = await db.selectFrom('notice').select(['notice.title', 'notice.shown', 'notice.mail_due']).execute();
      await db.deleteFrom('job').execute();
      const how = usual === 'R' ? 'now' : mail === 'usual' ? usual : mail;
      const said = JSON.stringify({ template, locale, mail, shown });
      expect(mails.length, said).toBe(how === 'now' ? 1 : 0);
      expect(
        rows.some((row) => row.mail_due !== null),
        said,
      ).toBe(how === 'daily');
      expect(
        rows.some((row) => row.shown),
        said,
      ).toBe(usual === 'R' || shown);
      const subject = WORDS[locale]![`mail.${template}.subject`] ?? WORDS[locale]![`mail.${template}.subject_other`]!;
      // This is the longest part of the subject without placeholders.
      const literal = subject.split(/\{\{[^}]*\}\}/).sort((a, b) => b.length - a.length)[0]!;
      for (const { title } of rows) expect(title, said).toContain(literal.trim());
    }
  }
  await db
    .updateTable('person')
    .set({ muted, mail_daily, portal_off } as never)
    .where('person.id', '=', id)
    .execute();
});

test('covers every configurable kind of notice in the list of events', () => {
  const covered = new Set(EVENTS.flatMap(([, templates]) => templates.flatMap((template) => notificationOf(MAILS[template][0]) ?? [])));
  // News are tested separately.
  expect([...NOTIFICATIONS].filter((name) => !covered.has(name))).toEqual(['news']);
});

test('sends only required mails if all optional kinds are disabled', async () => {
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
