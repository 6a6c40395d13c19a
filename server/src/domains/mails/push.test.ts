/** Push notifications, with a local push service and a simulated browser (docs/behaviour/mails.md#push-notifications). */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY } from '@fundus/contract/days';
import { notices } from '@fundus/contract/notices/notices';
import { MAX_BROWSERS, push } from '@fundus/contract/notices/push';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { people } from '../../testing/classes.ts';
import { teacher, testPortal, type Caller, type TestPortal } from '../../testing/index.ts';
import { notifyPerson, simpleMail } from './index.ts';

type Sent = { path: string; headers: NodeJS.Dict<string | string[]>; body: Buffer };
const sent: Sent[] = [];
let status = 201;
const service = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    sent.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
    response.writeHead(status).end();
  });
});

/** Returns the keys of a browser and a function that decrypts a message. */
function makeBrowser() {
  const own = createECDH('prime256v1');
  const point = own.generateKeys();
  const secret = randomBytes(16);
  const open = (body: Buffer): { title: string; path: string; tag: string } => {
    const [salt, theirs, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
    const derive = (from: Uint8Array, key: Uint8Array, info: string | Buffer, length: number) =>
      Buffer.from(hkdfSync('sha256', key, from, info, length));
    const shared = derive(secret, own.computeSecret(theirs), Buffer.concat([Buffer.from('WebPush: info\0'), point, theirs]), 32);
    const key = derive(salt, shared, 'Content-Encoding: aes128gcm\0', 16);
    const decipher = createDecipheriv('aes-128-gcm', key, derive(salt, shared, 'Content-Encoding: nonce\0', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
  };
  return { keys: { p256dh: point.toString('base64url'), auth: secret.toString('base64url') }, open };
}

let portal: TestPortal;
let ada: Caller;
let kim: Caller;
let adaId: string;
beforeAll(async () => {
  await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready));
  const host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
  portal = await testPortal({ WebPush: true }, { publicUrl: 'https://medien.example', intranetHosts: [host] });
  // Addresses entered by users may not lead to INTRANET_HOSTS. The push service is local, so the requests are sent as if an administrator had entered
  // the address.
  const { remote } = portal.portal;
  portal.portal.remote = (request) => remote({ ...request, enteredBy: 'administrator' });
  ada = await portal.as(teacher({ email: 'ada@a.example', vorname: 'Ada', name: 'Lang' }));
  kim = await portal.as(teacher({ email: 'kim@a.example', vorname: 'Kim', name: 'Kurz' }));
  [adaId] = (await people(portal, 'ada@a.example')) as [string];
});
afterAll(async () => {
  await portal.close();
  service.closeAllConnections();
  service.close();
});
beforeEach(async () => {
  portal.setNow(null);
  [sent.length, status] = [0, 201];
  for (const table of ['notice', 'job', 'push_subscription'] as const) await portal.portal.db.deleteFrom(table).execute();
});

/** Registers a browser and then replaces its address with that of the local service, which has no certificate. */
async function begin(name: string, by = ada) {
  const browser = makeBrowser();
  const { id } = await by.call(push.addBrowser, { body: { endpoint: `https://push.example/${name}`, ...browser.keys } });
  const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/${name}`;
  await portal.portal.db.updateTable('push_subscription').set({ endpoint }).where('id', '=', id).execute();
  return { id, ...browser };
}
const tell = () =>
  notifyPerson(
    { db: portal.portal.db, config: portal.portal.config, now: portal.portal.now() },
    adaId,
    simpleMail('classAsked', { class: '5a', school: 'A' }, '/class/1'),
  );
const browsers = async (by = ada) => (await by.call(push.browsers)).items;

test('sends the encrypted title and target to each browser of the user', async () => {
  const [phone, desk] = [await begin('phone'), await begin('desk')];
  await begin('other', kim);
  await tell();
  await portal.jobs.runDue();
  expect(sent.map(({ path }) => path).sort()).toEqual(['/desk', '/phone']);
  const [first, second] = sent as [Sent, Sent];
  const of = { '/phone': phone, '/desk': desk } as Record<string, typeof phone>;
  const opened = of[first.path]!.open(first.body);
  expect(opened).toEqual({ title: 'Beitrittsanfrage für die Klasse 5a', path: '/class/1', tag: expect.stringMatching(/^[\w-]{32}$/) });
  expect(of[second.path]!.open(second.body).tag).toBe(opened.tag);
  expect(first.body.length).toBe(second.body.length);
  expect(() => of[second.path]!.open(first.body)).toThrow();
  expect(first.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal', topic: opened.tag });
  expect(first.headers.authorization).toMatch(/^vapid t=[\w.-]+, k=[\w-]{87}$/);
  expect(first.headers.cookie).toBeUndefined();
  expect(Number(first.headers.ttl)).toBeGreaterThan(86_000);
});

test('sends nothing for notices that are read, old or disabled', async () => {
  await begin('phone');
  await tell();
  const [notice] = (await ada.call(notices.list, { query: {} })).items;
  await ada.call(notices.setRead, { params: { id: notice!.id }, body: { read: true } });
  await portal.jobs.runDue();
  await tell();
  portal.setNow(new Date(Date.now() + DAY + 60_000));
  await portal.jobs.runDue();
  portal.setNow(null);
  await portal.portal.db
    .updateTable('person')
    .set({ portal_off: ['registrations'] })
    .where('id', '=', adaId)
    .execute();
  await tell();
  await portal.jobs.runDue();
  await portal.portal.db.updateTable('person').set({ portal_off: [] }).where('id', '=', adaId).execute();
  expect(sent).toEqual([]);
});

test('removes browsers that the push service no longer knows', async () => {
  const { open } = await begin('phone');
  await tell();
  status = 503;
  await portal.jobs.runDue();
  expect(await browsers()).toHaveLength(1);
  status = 201;
  portal.setNow(new Date(Date.now() + 120_000));
  await portal.jobs.runDue();
  expect(sent).toHaveLength(2);
  expect(open(sent[0]!.body)).toEqual(open(sent[1]!.body));
  status = 410;
  await tell();
  await portal.jobs.runDue();
  expect(await browsers()).toEqual([]);
  const left = await portal.portal.db.selectFrom('job').select('kind').where('kind', '=', 'push').where('state', '=', 'waiting').execute();
  expect(left).toEqual([]);
});

test('removes a browser with a forbidden address without a request', async () => {
  await ada.call(push.addBrowser, { body: { endpoint: 'https://10.0.0.1/push', ...makeBrowser().keys } });
  await tell();
  await portal.jobs.runDue();
  expect(await browsers()).toEqual([]);
});

test('limits each user to ten browsers', async () => {
  const { keys } = makeBrowser();
  const add = (by: Caller, endpoint: string, about = keys) => by.call(push.addBrowser, { body: { endpoint, ...about } });
  const { id } = await add(ada, 'https://push.example/shared');
  await expect(kim.call(push.removeBrowser, { params: { id } })).rejects.toMatchObject({ status: 404 });
  await add(kim, 'https://push.example/shared');
  expect([await browsers(), (await browsers(kim)).length]).toEqual([[], 1]);
  for (let i = 0; i <= MAX_BROWSERS; i++) {
    portal.setNow(new Date(Date.now() + i * 1_000));
    await add(ada, `https://push.example/${i}`);
  }
  const kept = (await browsers()).map(({ endpoint }) => endpoint);
  expect(kept).toHaveLength(MAX_BROWSERS);
  expect(kept).not.toContain('https://push.example/0');
  const wrong = { status: 400, code: 'validation_failed' };
  await expect(add(ada, 'http://push.example/x')).rejects.toMatchObject({ ...wrong, field: 'endpoint' });
  await expect(add(ada, 'https://push.example/x', { ...keys, p256dh: 'A'.repeat(87) })).rejects.toMatchObject({
    ...wrong,
    field: 'p256dh',
  });
  await expect(add(ada, 'https://push.example/x', { ...keys, auth: 'kurz' })).rejects.toMatchObject({ ...wrong, field: 'auth' });
});
