/** Notices in the portal and by mail, and unsubscribing in a mail program. */
import { notices } from '@fundus/contract/notices/notices';
import { DAY } from '@fundus/contract/days';
import type { MailTemplate } from '@fundus/contract/mails/mails';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Mail } from '../../mail/compose.ts';
import { signUnsubscribe, UNSUBSCRIBE_PATH } from '../../mail/unsubscribe.ts';
import { schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { createTestCode, people } from '../../testing/classes.ts';
import { sendDailyMails } from './daily-mail.ts';
import { notifyPerson, simpleMail } from './index.ts';
import { forgetNotices } from './notices.ts';
import { writeNotice } from './write-notice.ts';

const portal = usePortal({}, { publicUrl: 'https://medien.example' });
let ada: Caller;
let adaId: string;
let otherId: string;
beforeAll(async () => {
  ada = await portal.as(teacher({ email: 'ada@a.example', vorname: 'Ada', name: 'Lang' }));
  await portal.as(schoolAdmin({ email: 'other@a.example', vorname: 'Kim', name: 'Kurz' }));
  [adaId, otherId] = (await people(portal, 'ada@a.example', 'other@a.example')) as [string, string];
});
const db = () => portal.portal.db;
beforeEach(async () => {
  portal.setNow(null);
  await db().deleteFrom('notice').execute();
  await db().deleteFrom('job').execute();
  await db().updateTable('person').set({ muted: [], mail_daily: [], portal_off: [] }).execute();
});

const source = (at = portal.portal.now()) => ({ db: db(), config: portal.portal.config, now: at });
const tell = (template: MailTemplate, link?: string, at?: Date, to = adaId) =>
  notifyPerson(source(at), to, simpleMail(template, { class: '5a', school: 'A' }, link));
const list = async (unread: 'true' | 'false' = 'false', by = ada) => by.call(notices.list, { query: { unread } });
const outbox = async () =>
  (await db().selectFrom('job').select('payload').where('kind', '=', 'mail').orderBy('id').execute()).map(({ payload }) =>
    Mail.parse(payload),
  );

describe('notices in the portal', () => {
  test('can be marked as read and unread', async () => {
    const at = Date.now();
    await tell('classAsked', '/class/1?tab=learners', new Date(at - 2_000));
    await tell('accountKept', undefined, new Date(at - 1_000));
    await tell('classAsked', undefined, new Date(at), otherId);
    const { items, total, unread } = await list();
    expect([total, unread]).toEqual([2, 2]);
    expect(items.map(({ title, href, read }) => [title, href, read])).toEqual([
      ['Ihr Konto bleibt bestehen', null, false],
      ['Beitrittsanfrage für die Klasse 5a', '/class/1?tab=learners', false],
    ]);
    const id = items[1]!.id;
    expect(await ada.call(notices.setRead, { params: { id }, body: { read: true } })).toEqual({ unread: 1 });
    expect((await list('true')).items.map(({ title }) => title)).toEqual(['Ihr Konto bleibt bestehen']);
    expect(await ada.call(notices.setRead, { params: { id }, body: { read: false } })).toEqual({ unread: 2 });
    await ada.call(notices.markAllRead, { body: { until: items[1]!.created_at } });
    expect((await list()).items.map(({ read }) => read)).toEqual([false, true]);
    const [foreign] = await db().selectFrom('notice').select('id').where('person_id', '=', otherId).execute();
    const refused = ada.call(notices.setRead, { params: { id: foreign!.id }, body: { read: true } });
    await expect(refused).rejects.toMatchObject({ status: 404 });
  });

  test('are created for users without an address', async () => {
    await db().updateTable('person').set({ email: null }).where('id', '=', otherId).execute();
    expect(await tell('accountApproved', '/login', undefined, otherId)).toBe(false);
    await db().updateTable('person').set({ email: 'other@a.example' }).where('id', '=', otherId).execute();
    await tell('accountMade', '/login/password-reset#geheim');
    await tell('reset', '/login/password-reset#geheim');
    expect(await outbox()).toHaveLength(2);
    const rows = await db().selectFrom('notice').select(['person_id', 'template', 'href']).orderBy('template').execute();
    expect(rows).toEqual([
      { person_id: otherId, template: 'accountApproved', href: '/login' },
      { person_id: adaId, template: 'accountMade', href: null },
    ]);
  });

  test('are created once per key for a learner code', async () => {
    const { codeId, caller } = await createTestCode(portal, {});
    const words = { subject: 'Neue Aufgabe', body: [] };
    const how = { template: 'assignmentOpen', once: 'assignment:1', shown: true, due: null, madeOf: null } as const;
    const write = () => writeNotice(db(), new Date(), { code: codeId }, words, how);
    expect([typeof (await write()), await write()]).toEqual(['string', null]);
    expect((await list('false', caller)).items.map(({ title }) => title)).toEqual(['Neue Aufgabe']);
    expect((await list()).total).toBe(0);
  });

  test('update the unread count after the transaction commits', async () => {
    const answer = await ada.inject({ method: 'GET', url: notices.events.path, payloadAsStream: true });
    const heard: string[] = [];
    let wake = (): void => {};
    answer.stream().on('data', (chunk: Buffer) => {
      for (const [, data] of String(chunk).matchAll(/^data: (.*)$/gm)) heard.push(data!);
      wake();
    });
    const until = async (count: number): Promise<void> => {
      while (heard.length < count) await new Promise<void>((heardOne) => (wake = heardOne));
    };
    await until(1);
    const undone = db()
      .transaction()
      .execute(async (trx) => {
        await notifyPerson({ ...source(), db: trx }, adaId, simpleMail('accountKept'));
        throw new Error('undone');
      });
    await expect(undone).rejects.toThrow('undone');
    await tell('accountKept');
    await until(2);
    await ada.call(notices.markAllRead, { body: { until: new Date(Date.now() + 1_000).toISOString() } });
    await until(3);
    expect(heard).toEqual(['{"unread":0}', '{"unread":1}', '{"unread":0}']);
    answer.stream().destroy();
  });

  test('are deleted after 90 days', async () => {
    const now = new Date();
    const words = (subject: string) => ({ subject, body: [] });
    const write = (subject: string, days: number) =>
      writeNotice(db(), new Date(now.getTime() - days * DAY), { person: adaId }, words(subject), {
        ...{ template: 'classAsked', shown: true, due: null, madeOf: null },
      });
    for (const [subject, days] of [
      ['alt', 91],
      ['neu', 89],
      ['Kim Kurz fragt an', 1],
    ] as const)
      await write(subject, days);
    await forgetNotices(portal.portal, { now });
    await portal.portal.db
      .transaction()
      .execute(async (trx) => {
        await portal.portal.domains.erasePeople({ ...portal.portal, db: trx, now }, [otherId]);
        expect((await trx.selectFrom('notice').select('title').execute()).map(({ title }) => title)).toEqual(['neu']);
        throw new Error('undone');
      })
      .catch((error: Error) => expect(error.message).toBe('undone'));
  });
});

describe('notices by mail', () => {
  const choose = (choice: { muted?: string[]; mail_daily?: string[]; portal_off?: string[] }) =>
    db().updateTable('person').set(choice).where('id', '=', adaId).execute();

  test('are sent immediately, daily or never as configured by the user', async () => {
    const cases: [Parameters<typeof choose>[0], boolean, number][] = [
      [{ muted: [] }, true, 1],
      [{ muted: ['registrations'] }, false, 1],
      [{ muted: [], portal_off: ['registrations'] }, true, 0],
      [{ mail_daily: ['registrations'] }, false, 0],
      [{ mail_daily: [], muted: ['registrations'] }, false, 0],
    ];
    for (const [choice, mailed, shown] of cases) {
      await db().deleteFrom('notice').execute();
      await choose(choice);
      expect([await tell('classAsked'), (await list()).total], JSON.stringify(choice)).toEqual([mailed, shown]);
    }
    await choose({ muted: ['required'], mail_daily: ['required'], portal_off: ['required'] });
    expect([await tell('accountKept'), (await list()).total]).toEqual([true, 1]);
  });

  test('are combined in one daily mail at eight in the morning', async () => {
    await choose({ mail_daily: ['registrations', 'lists', 'help'], portal_off: ['registrations'] });
    for (const [i, template] of (['classAsked', 'listShared', 'helpWanted'] as const).entries())
      await tell(template, '/classes', new Date(`2026-11-23T1${i}:00:00Z`));
    await choose({ muted: ['help'] });
    const ask = (at: string, remind = true) => sendDailyMails(portal.portal, { now: new Date(at), remind });
    await ask('2026-11-24T06:59:00Z');
    await ask('2026-11-24T07:00:00Z', false);
    expect(await outbox()).toEqual([]);
    await Promise.all([ask('2026-11-24T07:00:00Z'), ask('2026-11-24T07:00:00Z')]);
    const [mail, ...more] = await outbox();
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('2 Mitteilungen: Beitrittsanfrage für die Klasse 5a und mehr');
    const links = mail!.body.flatMap((block) => (block.kind === 'link' ? [block.label] : []));
    expect(links).toEqual(['Beitrittsanfrage für die Klasse 5a', 'Medienliste für Sie freigegeben: ', 'Alle Mitteilungen']);
    expect((await db().selectFrom('notice').select('template').orderBy('template').execute()).map(({ template }) => template)).toEqual([
      'helpWanted',
      'listShared',
    ]);
  });

  test('are unsubscribed by kind with one click on a signed link', async () => {
    await tell('classAsked');
    await tell('accountKept');
    const [asked, required] = await outbox();
    expect([asked!.unsubscribe, required!.unsubscribe]).toEqual([{ person: adaId, kind: 'registrations' }, undefined]);
    const click = async (token: string, type = 'application/x-www-form-urlencoded') => {
      const headers = { 'content-type': type };
      const payload = 'List-Unsubscribe=One-Click';
      return (await portal.guest().inject({ method: 'POST', url: `${UNSUBSCRIBE_PATH}/${token}`, headers, payload })).statusCode;
    };
    const sign = (kind: string) => signUnsubscribe(portal.portal.secret, { person: adaId, kind });
    expect(await click(sign('registrations').replace('registrations', 'licences'))).toBe(404);
    expect(await click(sign('required'))).toBe(404);
    await choose({ mail_daily: ['lists', 'help'] });
    expect([await click(sign('registrations')), await click(sign('daily'), 'multipart/form-data; boundary=x')]).toEqual([200, 200]);
    const row = await db().selectFrom('person').select(['muted', 'mail_daily']).where('id', '=', adaId).executeTakeFirstOrThrow();
    expect(row).toEqual({ muted: ['registrations', 'lists', 'help'], mail_daily: [] });
    const opened = await portal.guest().inject({ method: 'GET', url: `${UNSUBSCRIBE_PATH}/${sign('lists')}` });
    expect([opened.statusCode, opened.headers.location]).toEqual([303, '/account/notifications']);
  });
});
