import { registration } from '@fundus/contract/accounts/registration';
import { accounts, type SecondStep } from '@fundus/contract/accounts/accounts';
import { factors } from '@fundus/contract/accounts/factors';
import { ownAccount } from '@fundus/contract/accounts/own';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailServer, type MailServer } from '../../../testing/systems/mail-server.ts';
import { PASSWORD, pupil, schoolAdmin, teacher, testPortal, type TestPortal } from '../../../testing/index.ts';
import { changeState } from '../index.ts';
import { findByLogin } from '../repository.ts';
import { makeToken } from '../tokens.ts';

const NEW = 'rostiger Anker singt';
let mail: MailServer;
let portal: TestPortal;
beforeAll(async () => {
  mail = await mailServer();
  portal = await testPortal({}, { smtpUrl: mail.url, publicUrl: 'https://medien.example' });
  // Prevents automatic runs, because the tests run jobs explicitly.
});
afterAll(async () => {
  await portal.close();
  await mail.close();
});
beforeEach(async () => {
  await portal.portal.db.deleteFrom('attempt_limit').execute();
});

const ask = async (login: string): Promise<unknown> => {
  const reply = await portal.guest().call(registration.requestPassword, { body: { login } });
  await portal.jobs.runDue();
  return reply;
};
const guest = () => portal.guest();
const tokenFor = (address: string): string => mail.link(address, '/login/password-reset#').split('#')[1]!;
const check = (token: string) => guest().call(registration.checkReset, { body: { token } });
const confirm = (token: string) => guest().call(registration.confirmReset, { body: { token } });
const set = (token: string, password = NEW) => guest().call(registration.newPassword, { body: { token, password } });
const signIn = (login: string, password: string) => guest().call(accounts.login, { body: { login, password } });

describe('password reset', () => {
  test('sets a new password with a link in a mail', async () => {
    const browser = await portal.as(teacher({ email: 'vergessen@schule.example', username: 'v.gessen', vorname: 'Vera' }));
    expect(await ask('V.Gessen')).toEqual({ ok: true });
    expect(mail.to('vergessen@schule.example')[0]).toMatchObject({ subject: 'Neues Passwort setzen' });
    const token = tokenFor('vergessen@schule.example');
    expect(await check(token)).toEqual({ account: 'v•••@schule.example', factors: [] });
    // Checking a link does not consume it, because mail scanners open links.
    expect(await check(token)).toEqual({ account: 'v•••@schule.example', factors: [] });
    await expect(set(token)).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
    await confirm(token);
    expect(await set(token)).toEqual({ ok: true });

    expect(await browser.call(accounts.userinfo)).toBe(false);
    await expect(signIn('vergessen@schule.example', PASSWORD)).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect(await signIn('vergessen@schule.example', NEW)).toMatchObject({ vorname: 'Vera' });
    const hashes = await portal.portal.db.selectFrom('person').select('password_hash').where('vorname', '=', 'Vera').execute();
    expect(hashes[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await portal.jobs.runDue();
    expect(mail.to('vergessen@schule.example').map(({ subject }) => subject)).toEqual([
      'Neues Passwort setzen',
      'Ihr Passwort wurde geändert',
    ]);
    for (const call of [check, confirm, set]) await expect(call(token)).rejects.toMatchObject({ status: 410, code: 'revoked' });
  });

  test('returns the same response if the account cannot receive mails', async () => {
    await portal.as(pupil({ email: 'ohne@schule.example', username: 'ohne.mail' }));
    await portal.portal.db.updateTable('person').set({ email: null }).where('username', '=', 'ohne.mail').execute();
    await portal.as(teacher({ email: 'zu@schule.example' }));
    const { id } = (await findByLogin(portal.portal.db, 'zu@schule.example', { codes: false }))!;
    await changeState({ ...portal.portal, now: new Date(), user: null }, id, 'block');
    const before = mail.all.length;
    await portal.jobs.runDue();
    const blocked = mail.all.length;
    expect(blocked).toBe(before + 1);
    for (const login of ['niemand@schule.example', 'ohne.mail', 'zu@schule.example']) expect(await ask(login)).toEqual({ ok: true });
    expect(mail.all.length).toBe(blocked);
  });

  test('allows three mails per hour', async () => {
    await portal.as(teacher({ email: 'oft@schule.example' }));
    await ask('oft@schule.example');
    const first = tokenFor('oft@schule.example');
    for (let i = 0; i < 4; i++) await ask('oft@schule.example');
    expect(mail.to('oft@schule.example')).toHaveLength(3);
    await expect(check(first)).rejects.toMatchObject({ code: 'revoked' });
    expect(await check(tokenFor('oft@schule.example'))).toMatchObject({ account: 'o•••@schule.example' });
    portal.setNow(new Date(Date.now() + 61 * 60_000));
    await expect(check(tokenFor('oft@schule.example'))).rejects.toMatchObject({ status: 410, code: 'expired' });
    await ask('oft@schule.example');
    expect(mail.to('oft@schule.example')).toHaveLength(4);
    portal.setNow(null);
  });

  test('accepts only one of two simultaneous uses of a link', async () => {
    await portal.as(teacher({ email: 'rennen@schule.example' }));
    await ask('rennen@schule.example');
    const token = tokenFor('rennen@schule.example');
    await confirm(token);
    const all = await Promise.allSettled([set(token, 'rostiger Anker singt'), set(token, 'vier Ziegen kauen Lack')]);
    expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test("uses the configured URL in the link instead of the request's host", async () => {
    await portal.as(teacher({ email: 'host@schule.example' }));
    const caller = portal.guest();
    const token = String((await caller.inject({ method: 'GET', url: '/api/v1/user/userinfo' })).headers['x-csrf-token']);
    const headers = { 'x-csrf-token': token, host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    await caller.inject({ method: 'POST', url: registration.requestPassword.path, headers, payload: { login: 'host@schule.example' } });
    await portal.jobs.runDue();
    expect(mail.to('host@schule.example')[0]!.text).toContain('https://medien.example/login/password-reset#');
    expect(JSON.stringify(mail.all)).not.toContain('evil.example');
  });

  test('clears the failed sign-ins of the account', async () => {
    await portal.as(teacher({ email: 'gesperrt@schule.example' }));
    for (let i = 0; i < 10; i++) await signIn('gesperrt@schule.example', 'falsch').catch(() => undefined);
    await expect(signIn('gesperrt@schule.example', PASSWORD)).rejects.toMatchObject({ code: 'too_many_attempts' });
    await ask('gesperrt@schule.example');
    const token = tokenFor('gesperrt@schule.example');
    await confirm(token);
    await set(token);
    expect(await signIn('gesperrt@schule.example', NEW)).toMatchObject({ email: 'gesperrt@schule.example' });
  });

  test('revokes pending sign-ins and address changes', async () => {
    await portal.as(schoolAdmin({ email: 'gestohlen@schule.example', demo: true }));
    const thief = await portal.signIn('gestohlen@schule.example');
    await thief.call(ownAccount.changeEmail, { body: { email: 'dieb@boese.example', password: PASSWORD } });
    await portal.jobs.runDue();
    const address = mail.link('dieb@boese.example', '/login/email-confirm#').split('#')[1]!;
    await portal.portal.db.updateTable('person').set({ demo: false }).where('email', '=', 'gestohlen@schule.example').execute();
    const step = ((await signIn('gestohlen@schule.example', PASSWORD)) as SecondStep).second_factor.token;
    const { totp } = await guest().call(factors.beginFactor, { body: { token: step, kind: 'totp' } });

    await ask('gestohlen@schule.example');
    const token = tokenFor('gestohlen@schule.example');
    await confirm(token);
    await set(token);

    await expect(guest().call(ownAccount.confirmEmail, { body: { token: address } })).rejects.toMatchObject({ code: 'revoked' });
    const code = new TOTP({ secret: Secret.fromBase32(totp!.secret) }).generate();
    await expect(guest().call(factors.addTotp, { body: { token: step, code } })).rejects.toMatchObject({ status: 410, code: 'expired' });
    expect(await signIn('gestohlen@schule.example', NEW)).toMatchObject({ second_factor: { methods: [] } });
  });

  test("sends the mail in the user's language", async () => {
    await portal.as(teacher({ email: 'english@schule.example' }));
    await portal.portal.db.updateTable('person').set({ locale: 'en' }).where('email', '=', 'english@schule.example').execute();
    await ask('english@schule.example');
    expect(mail.to('english@schule.example')[0]).toMatchObject({ subject: 'Set a new password' });
  });
});

describe('validation of a password reset', () => {
  test('reports violated password rules without invalidating the link', async () => {
    await portal.as(teacher({ email: 'regeln@schule.example', name: 'Sommerfeld' }));
    await ask('regeln@schule.example');
    const token = tokenFor('regeln@schule.example');
    await confirm(token);
    for (const [password, rule] of [
      ['kurz', 'min'],
      ['x'.repeat(129), 'max'],
      ['Passwort1234!', 'common'],
      ['Sommerfeld singt laut', 'personal'],
      [PASSWORD, 'same'],
    ] as const) {
      const caller = portal.guest();
      const csrf = String((await caller.inject({ method: 'GET', url: '/api/v1/user/userinfo' })).headers['x-csrf-token']);
      const reply = await caller.inject({
        method: 'POST',
        url: registration.newPassword.path,
        headers: { 'x-csrf-token': csrf },
        payload: { token, password },
      });
      expect([reply.statusCode, reply.json().error.details.problems], password).toMatchObject([400, [{ field: 'password', rule }]]);
    }
    expect(await set(token)).toEqual({ ok: true });
  });

  test('rejects invalid links and empty fields', async () => {
    for (const call of [check, confirm, set]) {
      await expect(call('B'.repeat(43))).rejects.toMatchObject({ status: 400, code: 'validation_failed', field: 'token' });
      await expect(call('kurz')).rejects.toMatchObject({ status: 400, field: 'token' });
    }
    await expect(guest().call(registration.requestPassword, { body: { login: ' ' } })).rejects.toMatchObject({
      status: 400,
      field: 'login',
    });
    await expect(guest().call(registration.requestPassword, { body: { login: 'x'.repeat(255) } })).rejects.toMatchObject({
      field: 'login',
    });
  });

  test('rejects a token that was created for another purpose', async () => {
    const { id } = (await findByLogin(portal.portal.db, 'regeln@schule.example', { codes: false }))!;
    const other = await makeToken(portal.portal.db, new Date(), { kind: 'register', personId: id });
    await expect(check(other)).rejects.toMatchObject({ status: 400, field: 'token' });
  });

  test('rejects requests if passwords are managed elsewhere', async () => {
    const elsewhere = await testPortal({ PasswordResetURL: 'https://konto.example/neu' });
    await expect(elsewhere.guest().call(registration.requestPassword, { body: { login: 'a@b.example' } })).rejects.toMatchObject({
      status: 403,
      code: 'feature_disabled',
    });
    await elsewhere.close();
  });
});
