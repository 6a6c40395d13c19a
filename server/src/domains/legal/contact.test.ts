import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { legal } from '@fundus/contract/legal/legal';
import PostalMime, { type Email } from 'postal-mime';
import { beforeEach, expect, test } from 'vitest';
import { districtAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { removeOldLimits } from '../../limits/limits.ts';

const portal = usePortal();
let admin: Caller;
beforeEach(async () => {
  await portal.portal.db.deleteFrom('attempt_limit').execute();
  await portal.portal.db.deleteFrom('job').execute();
  portal.setNow(null);
});

const message = { name: 'Kim Muster', email: 'kim@schule.example', subject: 'Frage zu Filmen', text: 'Guten Tag,\n\ngibt es <Vulkane>?' };
const send = (more: object = {}, who: Caller = portal.guest()) => who.call(legal.contact, { body: { ...message, ...more } });
const waiting = async () =>
  (await portal.portal.db.selectFrom('job').select('job.payload').orderBy('job.id').execute()).map(
    ({ payload }) => payload as { to: { address: string }; subject: string },
  );

/** Sends the mails in the outbox and returns them. */
async function mails(): Promise<Email[]> {
  const folder = join(portal.dataDir, 'mail');
  const before = new Set(readdirSync(portal.dataDir).includes('mail') ? readdirSync(folder) : []);
  await portal.jobs.runDue();
  const names = readdirSync(folder).filter((name) => !before.has(name));
  return Promise.all(names.sort().map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
}

test('returns `not_available` if there is no recipient', async () => {
  await expect(send()).rejects.toMatchObject({ status: 409, code: 'not_available' });
  expect(await waiting()).toEqual([]);
});

test('sends a message to the district administrators unless an address is configured', async () => {
  admin = await portal.as(districtAdmin({ email: 'kreis@test.example' }));
  await portal.as(districtAdmin({ email: 'zweite@test.example' }));
  expect(await send()).toEqual({ copy: false, answer_by: null });
  // Jobs created in the same millisecond have no defined order.
  expect((await waiting()).map(({ to }) => to.address).sort()).toEqual(['kreis@test.example', 'zweite@test.example']);

  const { version, operator } = await admin.call(legal.operator);
  await admin.call(legal.saveOperator, { body: { version, operator: { ...operator, email: 'amt@kreis.example' } } });
  await portal.portal.db.deleteFrom('job').execute();
  await send();
  const [mail] = await mails();
  expect(mail).toMatchObject({
    subject: 'Kontaktformular: Frage zu Filmen',
    from: { name: 'Fundus' },
    to: [{ address: 'amt@kreis.example' }],
    replyTo: [{ address: 'kim@schule.example', name: 'Kim Muster' }],
  });
  expect(mail!.text).toContain(
    'Name: Kim Muster\nE-Mail: kim@schule.example\nBetreff: Frage zu Filmen\n\n> Guten Tag,\n> \n> gibt es <Vulkane>?',
  );
  expect(mail!.html).toContain('gibt es &lt;Vulkane&gt;?');
});

test('limits receipts for senders without an account to five per day', async () => {
  for (const expected of [true, true, true, true, true, false])
    expect(await send({ copy: true, language: 'en' })).toMatchObject({ copy: expected });
  const all = await mails();
  const receipts = all.filter(({ to }) => to?.[0]?.address === 'kim@schule.example');
  expect(receipts).toHaveLength(5);
  expect(receipts[0]).toMatchObject({ subject: 'We have received your message' });
  expect(receipts[0]!.text).toContain('If that was not you');
  expect(receipts[0]!.text).not.toMatch(/Filmen|Vulkane/);
  expect(receipts[0]!.replyTo).toBeUndefined();
  expect(all).toHaveLength(11);
});

test('sends signed-in users a copy of their message', async () => {
  const writer = await portal.as(teacher({ email: 'kim@schule.example' }));
  expect(await writer.call(legal.contact, { body: { ...message, copy: true } })).toMatchObject({ copy: true });
  const copy = (await mails()).find(({ to }) => to?.[0]?.address === 'kim@schule.example')!;
  expect(copy.subject).toBe('Kopie Ihrer Nachricht: Frage zu Filmen');
  expect(copy.text).toContain('Vulkane');
});

test('accepts anonymous accessibility reports with a reply deadline of one month', async () => {
  portal.setNow(new Date('2026-11-21T10:00:00Z'));
  const report = { topic: 'accessibility', name: '', email: '', page: '/search?q=Wasser', subject: 'Filter', text: 'Nicht erreichbar' };
  expect(await send(report)).toEqual({ copy: false, answer_by: '2026-12-21' });
  const [mail] = await mails();
  expect(mail!.subject).toBe('Barriere gemeldet: Filter');
  expect(mail!.text).toContain('Betroffene Seite: /search?q=Wasser\nZu beantworten bis: 21. Dezember 2026');
  expect(mail!.replyTo).toBeUndefined();
});

test('discards messages of bots without an error', async () => {
  expect(await send({ website: 'https://spam.example', copy: true })).toEqual({ copy: true, answer_by: null });
  expect(await waiting()).toEqual([]);
  expect(await portal.portal.db.selectFrom('attempt_limit').selectAll().execute()).toEqual([]);
});

test('limits messages to ten per hour and address', async () => {
  portal.setNow(new Date('2026-11-21T10:00:00Z'));
  const all = await Promise.allSettled(Array.from({ length: 14 }, () => send()));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  for (const each of all) if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 429, code: 'too_many_attempts' });
  expect(await waiting()).toHaveLength(10);
  portal.setNow(new Date('2026-11-21T10:45:00Z'));
  const token = String((await portal.guest().inject({ method: 'GET', url: '/api/v1/user/userinfo' })).headers['x-csrf-token']);
  const post = (remoteAddress: string) =>
    portal.guest().inject({ method: 'POST', url: '/api/v1/contact', headers: { 'x-csrf-token': token }, payload: message, remoteAddress });
  const refused = await post('127.0.0.1');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900']);
  expect((await post('192.0.2.7')).statusCode).toBe(200);
  portal.setNow(new Date('2026-11-21T11:00:01Z'));
  expect(await send()).toMatchObject({ copy: false });
  const keys = await portal.portal.db.selectFrom('attempt_limit').select('attempt_limit.key').execute();
  expect(keys.every(({ key }) => /^[\w-]{43}$/.test(key))).toBe(true);
  await removeOldLimits(portal.portal.db, new Date('2026-11-22T13:00:00Z'));
  expect(await portal.portal.db.selectFrom('attempt_limit').selectAll().execute()).toEqual([]);
});

test('reports all invalid fields at once', async () => {
  const token = String((await portal.guest().inject({ method: 'GET', url: '/api/v1/user/userinfo' })).headers['x-csrf-token']);
  const post = (payload: object) =>
    portal.guest().inject({ method: 'POST', url: '/api/v1/contact', headers: { 'x-csrf-token': token }, payload });
  const problems = async (payload: object) =>
    ((await post(payload)).json().error.details.problems as { field: string; rule: string }[])
      .map(({ field, rule }) => `${field} ${rule}`)
      .sort();
  expect(await problems({ email: 'kim', subject: ' ', text: '' })).toEqual(['email format', 'subject required', 'text required']);
  expect(await problems({ ...message, email: '' })).toEqual(['email required']);
  expect(await problems({ ...message, text: 'x'.repeat(5_001) })).toEqual(['text max']);
  expect((await post({ ...message, email: 'a@b.example\r\nBcc: c@d.example' })).statusCode).toBe(400);
  expect(await waiting()).toEqual([]);
});
