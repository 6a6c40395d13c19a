import type { AddressInfo } from 'node:net';
import { Secret, TOTP } from 'otpauth';
import { SMTPServer } from 'smtp-server';
import { factors } from '@fundus/contract/accounts/factors';
import { accounts } from '@fundus/contract/accounts/accounts';
import { checklist } from '@fundus/contract/first-start/checklist';
import { firstStart, type FirstStartDraft } from '@fundus/contract/first-start/first-start';
import { TOKEN_HOURS } from '@fundus/contract/first-start/steps';
import { legal } from '@fundus/contract/legal/legal';
import { schools } from '@fundus/contract/schools/schools';
import { setup } from '@fundus/contract/setup/setup';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../control/commands.ts';
import { districtAdmin, schoolAdmin, teacher, testPortal, type Caller, type TestPortal } from '../../testing/index.ts';
import { insertDistrict, insertSchools } from '../accounts/index.ts';
import { makeSetUpPath } from './index.ts';

let portal: TestPortal;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
beforeAll(async () => {
  smtp = await startSmtp();
  portal = await testPortal({ GeraeteVerleih: true }, { empty: true, smtpUrl: smtp.url });
});
afterEach(async () => {
  portal.setNow(null);
  const tables = ['first_start', 'district', 'person', 'theme_version', 'language', 'legal_version', 'attempt_limit'];
  await sql`truncate ${sql.join(tables.map((name) => sql.table(name)))} cascade`.execute(portal.portal.db);
});
afterAll(async () => {
  await portal.close();
  await smtp.stop();
});

const PASSWORD = 'drei Wolken am Deich';
const language = 'de';

/** Prints a setup token and returns it. */
const printed = async (): Promise<string> => (await makeSetUpPath(portal.portal))!.split('#')[1]!;

const FILLED: Partial<FirstStartDraft> = {
  district: 'Medienzentrum Musterkreis',
  productName: 'Mediathek Muster',
  primaryColor: '#7a1f5c',
  vorname: 'Anne',
  name: 'Leitner',
  email: 'leitung@muster.example',
};

async function fill(browser: Caller, token: string, more: Partial<FirstStartDraft> = {}): Promise<number> {
  const { version, draft } = await browser.call(firstStart.open, { body: { token } });
  const operator = { ...draft.operator, name: 'Musterkreis', city: 'Musterstadt' };
  return (await browser.call(firstStart.save, { body: { token, version, draft: { ...draft, ...FILLED, operator, ...more } } })).version;
}

const countPeople = async () => (await portal.portal.db.selectFrom('person').select('id').execute()).length;
const countDistricts = async () => (await portal.portal.db.selectFrom('district').select('id').execute()).length;

/** Starts a mail server that stores received mails or rejects every recipient. */
async function startSmtp() {
  const mails: string[] = [];
  let refusal: Error | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => done(refusal),
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => void parts.push(part));
      stream.on('end', () => {
        mails.push(Buffer.concat(parts).toString());
        done();
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (text: string) => (refusal = Object.assign(new Error(text), { responseCode: 550 })),
    stop: () => new Promise<void>((stopped) => void server.close(stopped)),
  };
}

test('creates the district and its first administrator', async () => {
  const browser = portal.guest();
  expect((await browser.call(setup.config)).first_start).toBe(true);
  const token = await printed();
  expect(token).toMatch(/^[\w-]{43}$/);
  const opened = await browser.call(firstStart.open, { body: { token } });
  expect(opened).toMatchObject({
    version: 0,
    draft: { district: '', productName: 'Fundus' },
    mail: { configured: true, from: 'portal@localhost' },
  });
  const version = await fill(browser, token, { languages: [] });
  const step = await browser.call(firstStart.finish, { body: { token, version, password: PASSWORD, language } });
  if (!('second_factor' in step)) throw new Error('no second factor asked for');
  expect(step.second_factor.methods).toEqual([]);

  const begun = await browser.call(factors.beginFactor, { body: { token: step.second_factor.token, kind: 'totp' } });
  const code = new TOTP({ secret: Secret.fromBase32(begun.totp!.secret) }).generate({ timestamp: portal.portal.now().getTime() });
  const added = await browser.call(factors.addTotp, { body: { token: begun.token, code } });
  expect(added.codes).toHaveLength(10);
  expect(await browser.call(accounts.userinfo)).toMatchObject({ district_admin: '1', vorname: 'Anne' });
  expect((await browser.call(schools.list, { query: {} })).total).toBe(0);
  expect((await browser.call(legal.operator)).operator).toMatchObject({ name: 'Musterkreis', city: 'Musterstadt' });
  expect(await browser.call(setup.theme)).toMatchObject({ productName: 'Mediathek Muster', primaryColor: '#7a1f5c', linkColor: '#7a1f5c' });
  const config = await browser.call(setup.config);
  expect(config).toMatchObject({ first_start: false, Locales: ['de'] });
  expect(await portal.portal.db.selectFrom('first_start').selectAll().execute()).toEqual([]);
});

test('stores only a hash of the token', async () => {
  const token = await printed();
  expect(JSON.stringify(await portal.portal.db.selectFrom('first_start').selectAll().execute())).not.toContain(token);
});

test('rejects invalid, expired and superseded tokens', async () => {
  const browser = portal.guest();
  await expect(browser.call(firstStart.open, { body: { token: 'x'.repeat(43) } })).rejects.toMatchObject({
    status: 404,
    code: 'invalid_link',
  });
  const first = await printed();
  const second = await printed();
  for (const token of [first, '', `${second}x`, '\u0000', 'ä'.repeat(200)])
    await expect(browser.call(firstStart.open, { body: { token } })).rejects.toMatchObject({ code: 'invalid_link' });
  await browser.call(firstStart.open, { body: { token: second } });
  portal.setNow(new Date(Date.now() + TOKEN_HOURS * 3_600_000 + 1_000));
  await expect(browser.call(firstStart.open, { body: { token: second } })).rejects.toMatchObject({ code: 'invalid_link' });
  await expect(
    browser.call(firstStart.finish, { body: { token: second, version: 0, password: PASSWORD, language } }),
  ).rejects.toMatchObject({ code: 'invalid_link' });
  expect(await countPeople()).toBe(0);
});

test('slows down requests from a network that guesses tokens', async () => {
  const before = portal.pauses.length;
  const browser = portal.guest();
  await printed();
  for (let i = 0; i < 13; i++) await browser.call(firstStart.open, { body: { token: `falsch-${i}` } }).catch(() => undefined);
  expect(portal.pauses.slice(before).some((ms) => ms > 0)).toBe(true);
});

test('keeps the saved steps after the token is printed again', async () => {
  await fill(portal.guest(), await printed());
  const again = await portal.guest().call(firstStart.open, { body: { token: await printed() } });
  expect(again.draft).toMatchObject({ ...FILLED, operator: { name: 'Musterkreis' } });
});

test('reports every missing field without creating anything', async () => {
  const token = await printed();
  const browser = portal.guest();
  await browser.call(firstStart.open, { body: { token } });
  const refused = browser.call(firstStart.finish, { body: { token, version: 0, password: 'kurz', language } });
  await expect(refused).rejects.toMatchObject({
    code: 'validation_failed',
    problems: ['district required', 'vorname required', 'name required', 'email required', 'password min'],
  });
  const version = await fill(browser, token);
  const personal = browser.call(firstStart.finish, { body: { token, version, password: 'leitner leitner 12', language } });
  await expect(personal).rejects.toMatchObject({ problems: ['password personal'] });
  expect([await countPeople(), await countDistricts()]).toEqual([0, 0]);
  // A link colour that is unreadable on white falls back to the default instead of failing the last step.
  const light = await fill(browser, token, { primaryColor: '#ffe000' });
  await browser.call(firstStart.finish, { body: { token, version: light, password: PASSWORD, language } });
  expect(await browser.call(setup.theme)).toMatchObject({ primaryColor: '#ffe000', linkColor: '#0061c0' });
});

test('creates one district if two browsers finish simultaneously', async () => {
  const token = await printed();
  const [one, two] = [portal.guest(), portal.guest()];
  const { draft } = await two.call(firstStart.open, { body: { token } });
  const version = await fill(one, token);
  await expect(two.call(firstStart.save, { body: { token, version: 0, draft } })).rejects.toMatchObject({ code: 'version_conflict' });
  const both = await Promise.allSettled(
    [one, two].map((browser) => browser.call(firstStart.finish, { body: { token, version, password: PASSWORD, language } })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 410, code: 'revoked' } });
  expect([await countPeople(), await countDistricts()]).toEqual([1, 1]);
});

test('rejects every call once a district exists', async () => {
  const token = await printed();
  const browser = portal.guest();
  const version = await fill(browser, token);
  const lines: string[] = [];
  const running = { ...portal, env: { dataDir: portal.dataDir, sessionSecret: undefined } };
  const io = { line: (text: string) => void lines.push(text), progress: () => {} };
  expect(await runCommand({ ...running, url: 'http://127.0.0.1:8080/' }, { command: 'setup', args: {} }, io)).toBe(0);
  expect(lines.at(-1)).toMatch(/^ {2}http:\/\/127\.0\.0\.1:8080\/setup#[\w-]{43}$/);
  const newest = lines.at(-1)!.split('#')[1]!;
  await runCommand(running, { command: 'district add', args: { name: 'Kreis' } }, io);
  for (const body of [token, newest]) {
    await expect(browser.call(firstStart.open, { body: { token: body } })).rejects.toMatchObject({ status: 410, code: 'revoked' });
    await expect(browser.call(firstStart.save, { body: { token: body, version, draft: FILLED } })).rejects.toMatchObject({
      code: 'revoked',
    });
    await expect(browser.call(firstStart.testMail, { body: { token: body, to: 'a@x.example', language } })).rejects.toMatchObject({
      code: 'revoked',
    });
    await expect(browser.call(firstStart.finish, { body: { token: body, version, password: PASSWORD, language } })).rejects.toMatchObject({
      code: 'revoked',
    });
  }
  expect(await runCommand(running, { command: 'setup', args: {} }, io)).toBe(1);
  expect(await makeSetUpPath(portal.portal)).toBeNull();
  expect([await countPeople(), await countDistricts()]).toEqual([0, 1]);
});

test('rejects the address of an existing account', async () => {
  await portal.as({ email: FILLED.email!, role: 'L' });
  const token = await printed();
  const browser = portal.guest();
  const version = await fill(browser, token);
  await expect(browser.call(firstStart.finish, { body: { token, version, password: PASSWORD, language } })).rejects.toMatchObject({
    problems: ['email taken'],
  });
  expect(await countDistricts()).toBe(0);
});

test('returns the reply of the mail server to a test mail', async () => {
  const token = await printed();
  const browser = portal.guest();
  const send = () => browser.call(firstStart.testMail, { body: { token, to: 'Leitung@muster.example', language } });
  expect(await send()).toEqual({ result: 'sent', detail: '' });
  expect(smtp.mails).toHaveLength(1);
  expect(smtp.mails[0]).toMatch(/Der Versand von Mails funktioniert/);
  smtp.refuse('no such mailbox');
  expect(await send()).toMatchObject({ result: 'failed', detail: expect.stringMatching(/550 no such mailbox/) as unknown });
});

test('reports a missing mail configuration', async () => {
  const { mailServer } = portal.portal;
  portal.portal.mailServer = { ...mailServer, configured: false };
  const token = await printed();
  const sent = await portal.guest().call(firstStart.testMail, { body: { token, to: 'a@x.example', language } });
  portal.portal.mailServer = mailServer;
  expect(sent).toEqual({ result: 'not_configured', detail: '' });
});

test('derives the checklist from the data of the district', async () => {
  await insertDistrict(portal.portal.db, { id: 'district-a', name: 'Kreis A' });
  const admin = await portal.as(districtAdmin());
  const states = async () => Object.fromEntries((await admin.call(checklist.read)).rows.map(({ row, state }) => [row, state]));
  expect(new Set(Object.values(await states()))).toEqual(new Set(['open']));
  await expect(admin.call(checklist.hide, { body: {} })).rejects.toMatchObject({ code: 'state_conflict' });
  await insertSchools(portal.portal.db, [
    { id: 'school-a', district_id: 'district-a', name: 'Schule A', number: '1', street: '', postcode: '', city: '' },
  ]);
  await portal.as(schoolAdmin());
  await portal.as({ role: 'P', district_id: 'district-a', capabilities: ['cap_lending'] });
  await portal.store({ identifier: 'm-1', fn_titel: 'Film', fn_typ: '49' });
  expect(await states()).toMatchObject({
    school: 'done',
    schoolAdmin: 'done',
    staff: 'done',
    media: 'done',
    licences: 'open',
    lending: 'open',
  });
  await expect(admin.call(checklist.skip, { params: { row: 'legal' as never }, body: { skipped: true } })).rejects.toMatchObject({
    code: 'validation_failed',
  });
  const { config } = portal.portal;
  portal.portal.config = { ...config, LegalPages: 'none' };
  expect(await states()).not.toHaveProperty('legal');
  for (const row of ['licences', 'lending', 'look'] as const) {
    const { rows } = await admin.call(checklist.skip, { params: { row }, body: { skipped: true } });
    expect(rows.find((each) => each.row === row)?.state).toBe('skipped');
  }
  await admin.call(checklist.skip, { params: { row: 'look' }, body: { skipped: false } });
  expect((await states()).look).toBe('open');
  await admin.call(checklist.skip, { params: { row: 'look' }, body: { skipped: true } });
  await admin.call(checklist.hide, { body: {} });
  portal.portal.config = config;
  expect(await admin.call(checklist.read)).toEqual({ hidden: true, school: null, rows: [] });
  for (const person of [teacher(), schoolAdmin()])
    await expect((await portal.as(person)).call(checklist.read)).rejects.toMatchObject({ status: 403 });
});
