import { accounts, type SecondStep, type User } from '@fundus/contract/accounts/accounts';
import { factors } from '@fundus/contract/accounts/factors';
import { ownAccount } from '@fundus/contract/accounts/own';
import { registration } from '@fundus/contract/accounts/registration';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { mailServer, type MailServer } from '../../../testing/systems/mail-server.ts';
import { makePasskey } from '../../../testing/systems/passkey.ts';
import { districtAdmin, PASSWORD, pupil, schoolAdmin, teacher, testPortal, type Caller, type TestPortal } from '../../../testing/index.ts';
import { seal, unseal } from '../../../secrets/sealed.ts';

let mail: MailServer;
let portal: TestPortal;
let now = new Date('2026-11-21T10:00:00Z');
/** Advances the clock past the validity of the current code, because each code is accepted only once. */
const later = (seconds = 61): void => {
  now = new Date(now.getTime() + seconds * 1_000);
  portal.setNow(now);
};
beforeAll(async () => {
  mail = await mailServer();
  portal = await testPortal({}, { smtpUrl: mail.url, publicUrl: 'https://medien.example' });
  portal.setNow(now);
});
afterAll(async () => {
  await portal.close();
  await mail.close();
});

const login = async (email: string, who: Caller = portal.guest(), password = PASSWORD): Promise<User | SecondStep> =>
  who.call(accounts.login, { body: { login: email, password } });
const stepOf = (reply: User | SecondStep) => (reply as SecondStep).second_factor;
const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });

/** Returns a signed-in teacher with an authenticator app. */
async function withApp(email: string): Promise<{ browser: Caller; secret: string; codes: string[] }> {
  const browser = await portal.as(teacher({ email }));
  const { token, totp } = await browser.call(factors.beginFactor, { body: { kind: 'totp', password: PASSWORD } });
  const { codes, user } = await browser.call(factors.addTotp, { body: { token, code: codeOf(totp!.secret), name: 'Telefon' } });
  expect(user).toBeNull();
  later();
  return { browser, secret: totp!.secret, codes };
}

describe('authenticator app', () => {
  test('is required at the next sign-in after it was added', async () => {
    const { browser, secret, codes } = await withApp('app@schule.example');
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => /^[a-z2-9]{5}-[a-z2-9]{5}$/.test(code))).toBe(true);
    expect(await browser.call(factors.factors)).toMatchObject({ required: false, codes: 10, items: [{ kind: 'totp', name: 'Telefon' }] });
    const rows = JSON.stringify(await portal.portal.db.selectFrom('second_factor').selectAll().execute());
    expect(rows).not.toContain(secret);
    await portal.jobs.runDue();
    expect(mail.to('app@schule.example').map(({ subject }) => subject)).toEqual(['Ein zweiter Faktor wurde eingerichtet']);

    const guest = portal.guest();
    const { token, methods } = stepOf(await login('app@schule.example', guest));
    expect(methods).toEqual(['totp', 'recovery']);
    expect(await guest.call(accounts.userinfo)).toBe(false);
    expect(await guest.call(factors.verifyCode, { body: { token, code: codeOf(secret) } })).toMatchObject({ email: 'app@schule.example' });
    expect(await guest.call(accounts.userinfo)).toMatchObject({ email: 'app@schule.example' });
  });

  test('accepts each code only once and within half a minute of its period', async () => {
    const { secret } = await withApp('einmal@schule.example');
    const show = async (code: string) => {
      const guest = portal.guest();
      const { token } = stepOf(await login('einmal@schule.example', guest));
      return guest.call(factors.verifyCode, { body: { token, code } });
    };
    const code = codeOf(secret);
    later(20);
    await show(code);
    await expect(show(code)).rejects.toMatchObject({ status: 400, field: 'code' });
    later(120);
    await expect(show(code)).rejects.toMatchObject({ status: 400, field: 'code' });
    await show(`${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`);
  });

  test('accepts a recovery code only once', async () => {
    const { codes } = await withApp('notfall@schule.example');
    const show = async (code: string) => {
      const guest = portal.guest();
      const { token } = stepOf(await login('notfall@schule.example', guest));
      return guest.call(factors.verifyCode, { body: { token, code } });
    };
    await show(codes[0]!.replace('-', '').toUpperCase());
    await expect(show(codes[0]!)).rejects.toMatchObject({ status: 400, field: 'code' });
    await show(codes[1]!);
  });

  test('invalidates earlier recovery codes when new ones are created', async () => {
    const { browser, codes } = await withApp('neue@schule.example');
    await expect(browser.call(factors.newCodes, { body: { password: 'falsch' } })).rejects.toMatchObject({
      status: 400,
      field: 'password',
    });
    const made = await browser.call(factors.newCodes, { body: { password: PASSWORD } });
    expect(made.codes).toHaveLength(10);
    const guest = portal.guest();
    const { token } = stepOf(await login('neue@schule.example', guest));
    await expect(guest.call(factors.verifyCode, { body: { token, code: codes[0]! } })).rejects.toMatchObject({ field: 'code' });
    await guest.call(factors.verifyCode, { body: { token, code: made.codes[0]! } });
  });

  test('limits wrong codes per person across sign-ins', async () => {
    const { secret } = await withApp('raten@schule.example');
    const guest = portal.guest();
    for (let i = 0; i < 10; i++) {
      const { token } = stepOf(await login('raten@schule.example', guest));
      await expect(guest.call(factors.verifyCode, { body: { token, code: '000000' } })).rejects.toMatchObject({ status: 400 });
    }
    const { token } = stepOf(await login('raten@schule.example', guest));
    await expect(guest.call(factors.verifyCode, { body: { token, code: codeOf(secret) } })).rejects.toMatchObject({ status: 429 });
  });

  test('accepts at most ten simultaneous guesses', async () => {
    const { secret } = await withApp('viele@schule.example');
    const guest = portal.guest();
    const { token } = stepOf(await login('viele@schule.example', guest));
    const guesses = [...Array.from({ length: 99 }, (_, i) => String(i).padStart(6, '9')), codeOf(secret)];
    const answers = await Promise.all(
      guesses.map((code) => guest.call(factors.verifyCode, { body: { token, code } }).catch((error: { status: number }) => error.status)),
    );
    expect(answers.filter((status) => status === 400)).toHaveLength(10);
    expect(answers.filter((status) => status === 429)).toHaveLength(90);
    const notices = await portal.portal.db
      .selectFrom('notice')
      .innerJoin('person', 'person.id', 'notice.person_id')
      .select('notice.title')
      .where('person.email', '=', 'viele@schule.example')
      .where('notice.template', '=', 'factorGuessed')
      .execute();
    expect(notices).toEqual([{ title: 'Viele falsche Bestätigungscodes für Ihr Konto' }]);
    later(3_600);
    const again = stepOf(await login('viele@schule.example', guest));
    await guest.call(factors.verifyCode, { body: { token: again.token, code: codeOf(secret) } });
    expect(await guest.call(accounts.userinfo)).toMatchObject({ email: 'viele@schule.example' });
  });

  test('can be removed only with the password', async () => {
    const { browser } = await withApp('weg@schule.example');
    const [item] = (await browser.call(factors.factors)).items;
    await expect(browser.call(factors.removeFactor, { params: { id: item!.id }, body: { password: '' } })).rejects.toMatchObject({
      field: 'password',
    });
    await expect(
      browser.call(factors.removeFactor, { params: { id: crypto.randomUUID() }, body: { password: PASSWORD } }),
    ).rejects.toMatchObject({ status: 404 });
    expect(await browser.call(factors.removeFactor, { params: { id: item!.id }, body: { password: PASSWORD } })).toEqual({
      required: false,
      codes: 0,
      items: [],
    });
    expect(await login('weg@schule.example')).toMatchObject({ email: 'weg@schule.example' });
  });
});

describe('required factors', () => {
  test.each([
    ['district administrators', districtAdmin()],
    ['school administrators', schoolAdmin()],
    ['people with a capability', teacher({ capabilities: ['cap_news'] })],
  ])('must be set up by %s at the first sign-in', async (_, about) => {
    const email = `${crypto.randomUUID()}@schule.example`;
    await portal.as({ ...about, email });
    await portal.portal.db.updateTable('person').set({ demo: false }).where('email', '=', email).execute();
    const guest = portal.guest();
    const { token, methods } = stepOf(await login(email, guest));
    expect(methods).toEqual([]);
    expect(await guest.call(accounts.userinfo)).toBe(false);
    const begun = await guest.call(factors.beginFactor, { body: { token, kind: 'totp' } });
    expect(begun.token).toBe(token);
    expect(begun.totp).toMatchObject({ uri: expect.stringMatching(/^otpauth:\/\/totp\/Fundus:/), qr: expect.stringContaining('<svg') });
    await expect(guest.call(factors.addTotp, { body: { token, code: '000000' } })).rejects.toMatchObject({ status: 400, field: 'code' });
    const { codes, user } = await guest.call(factors.addTotp, { body: { token, code: codeOf(begun.totp!.secret) } });
    expect([codes.length, user?.email]).toEqual([10, email]);
    expect(await guest.call(accounts.userinfo)).toMatchObject({ email });
    const { items, required } = await guest.call(factors.factors);
    expect(required).toBe(true);
    await expect(guest.call(factors.removeFactor, { params: { id: items[0]!.id }, body: { password: PASSWORD } })).rejects.toMatchObject({
      status: 409,
      code: 'state_conflict',
    });
  });

  test('are not required for teachers, learners and demo accounts', async () => {
    for (const about of [teacher({ demo: false }), pupil({ demo: false }), schoolAdmin({ demo: true })]) {
      const email = `${crypto.randomUUID()}@schule.example`;
      await portal.as({ ...about, email });
      expect(await login(email)).toMatchObject({ email });
    }
  });
});

describe('validation of factors and tokens', () => {
  test('rejects the set-up of a second factor at sign-in', async () => {
    await withApp('umgehen@schule.example');
    const guest = portal.guest();
    const { token } = stepOf(await login('umgehen@schule.example', guest));
    for (const kind of ['totp', 'passkey'] as const)
      await expect(guest.call(factors.beginFactor, { body: { token, kind } })).rejects.toMatchObject({
        status: 409,
        code: 'state_conflict',
      });
    await expect(guest.call(factors.addTotp, { body: { token, code: '123456' } })).rejects.toMatchObject({ code: 'state_conflict' });
    await expect(guest.call(factors.beginFactor, { body: { kind: 'totp' } })).rejects.toMatchObject({ status: 401 });
  });

  test('rejects a set-up by a parallel sign-in that started earlier', async () => {
    await portal.as(schoolAdmin({ email: 'zwei@schule.example' }));
    await portal.portal.db.updateTable('person').set({ demo: false }).where('email', '=', 'zwei@schule.example').execute();
    const begin = async () => {
      const { token } = stepOf(await login('zwei@schule.example'));
      return portal.guest().call(factors.beginFactor, { body: { token, kind: 'totp' } });
    };
    const [stolen, own] = [await begin(), await begin()];
    const add = ({ token, totp }: typeof own) => portal.guest().call(factors.addTotp, { body: { token, code: codeOf(totp!.secret) } });
    expect((await add(own)).user).toMatchObject({ email: 'zwei@schule.example' });
    await expect(add(stolen)).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
  });

  test('rejects a set-up token of another user', async () => {
    const owner = await portal.as(teacher());
    const { token } = await owner.call(factors.beginFactor, { body: { kind: 'totp', password: PASSWORD } });
    const stranger = await portal.as(teacher());
    await expect(stranger.call(factors.addTotp, { body: { token, code: '123456' } })).rejects.toMatchObject({
      status: 410,
      code: 'expired',
    });
    await expect(portal.guest().call(factors.verifyCode, { body: { token, code: '123456' } })).rejects.toMatchObject({ status: 410 });
  });

  test('rejects expired, forged and used tokens', async () => {
    const { secret } = await withApp('alt@schule.example');
    const { token } = stepOf(await login('alt@schule.example'));
    later(601);
    await expect(portal.guest().call(factors.verifyCode, { body: { token, code: codeOf(secret) } })).rejects.toMatchObject({ status: 410 });
    const fresh = stepOf(await login('alt@schule.example')).token;
    const guest = portal.guest();
    await guest.call(factors.verifyCode, { body: { token: fresh, code: codeOf(secret) } });
    later();
    await expect(portal.guest().call(factors.verifyCode, { body: { token: fresh, code: codeOf(secret) } })).rejects.toMatchObject({
      status: 410,
    });
    await expect(portal.guest().call(factors.verifyCode, { body: { token: 'A'.repeat(43), code: '1' } })).rejects.toMatchObject({
      status: 410,
    });
    await expect(portal.guest().call(factors.verifyCode, { body: { token: 'x', code: '1' } })).rejects.toMatchObject({
      status: 400,
      field: 'token',
    });
    await expect(portal.guest().call(factors.verifyCode, { body: { token: 'A'.repeat(43), code: ' ' } })).rejects.toMatchObject({
      status: 400,
      field: 'code',
    });
  });

  test('rejects a forged passkey', async () => {
    const browser = await portal.as(teacher({ email: 'schluessel@schule.example' }));
    const begun = await browser.call(factors.beginFactor, { body: { kind: 'passkey', password: PASSWORD } });
    expect(begun.passkey).toMatchObject({ rp: { id: 'medien.example', name: 'Fundus' }, attestation: 'none' });
    const response = {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { clientDataJSON: 'e30', attestationObject: 'oA' },
      clientExtensionResults: {},
    };
    await expect(browser.call(factors.addPasskey, { body: { token: begun.token, response } })).rejects.toMatchObject({
      status: 400,
      field: 'response',
    });
    await withApp('keiner@schule.example');
    const guest = portal.guest();
    const { token } = stepOf(await login('keiner@schule.example', guest));
    await expect(guest.call(factors.createPasskeyChallenge, { body: { token } })).rejects.toMatchObject({
      status: 409,
      code: 'not_available',
    });
    await expect(guest.call(factors.verifyPasskey, { body: { token, response } })).rejects.toMatchObject({
      status: 400,
      field: 'response',
    });
  });

  test('rejects a password reset by mail alone if the user has a second factor', async () => {
    const { secret } = await withApp('reset@schule.example');
    await portal.guest().call(registration.requestPassword, { body: { login: 'reset@schule.example' } });
    await portal.jobs.runDue();
    const token = mail.link('reset@schule.example', '/login/password-reset#').split('#')[1]!;
    expect(await portal.guest().call(registration.checkReset, { body: { token } })).toMatchObject({ factors: ['totp', 'recovery'] });
    for (const code of ['', '000000'])
      await expect(portal.guest().call(registration.confirmReset, { body: { token, code } })).rejects.toMatchObject({
        status: 400,
        field: 'code',
      });
    await expect(
      portal.guest().call(registration.newPassword, { body: { token, password: 'rostiger Anker singt' } }),
    ).rejects.toMatchObject({ code: 'state_conflict' });
    await portal.guest().call(registration.confirmReset, { body: { token, code: codeOf(secret) } });
    await portal.guest().call(registration.newPassword, { body: { token, password: 'rostiger Anker singt' } });
  });
});

test('resets the password with a passkey', async () => {
  await portal.as(teacher({ email: 'nur-passkey@schule.example' }));
  const { db } = portal.portal;
  const { id } = await db.selectFrom('person').select('id').where('email', '=', 'nur-passkey@schule.example').executeTakeFirstOrThrow();
  const { answer, ...keys } = makePasskey('https://medien.example');
  const now = new Date();
  await db
    .insertInto('second_factor')
    .values({ id: newId(), person_id: id, kind: 'passkey', name: 'Stick', ...keys, counter: 0, transports: [], created_at: now })
    .execute();
  const guest = portal.guest();
  await guest.call(registration.requestPassword, { body: { login: 'nur-passkey@schule.example' } });
  await portal.jobs.runDue();
  const token = mail.link('nur-passkey@schule.example', '/login/password-reset#').split('#')[1]!;
  expect(await guest.call(registration.checkReset, { body: { token } })).toMatchObject({ factors: ['passkey'] });
  const { options } = await guest.call(registration.createResetChallenge, { body: { token } });
  for (const passkey of [answer('anything else'), makePasskey('https://medien.example').answer(String(options.challenge)), {}])
    await expect(guest.call(registration.confirmReset, { body: { token, passkey } })).rejects.toMatchObject({ status: 400 });
  await guest.call(registration.confirmReset, { body: { token, passkey: answer(String(options.challenge)) } });
  await guest.call(registration.newPassword, { body: { token, password: 'rostiger Anker singt' } });
  expect(await login('nur-passkey@schule.example', guest, 'rostiger Anker singt')).toMatchObject({
    second_factor: { methods: ['passkey'] },
  });
});

test('omits encrypted secrets from the data export', async () => {
  const sealed = seal('a'.repeat(40), 'totp', 'GEHEIM');
  expect(unseal('a'.repeat(40), 'totp', sealed)).toBe('GEHEIM');
  expect(() => unseal('b'.repeat(40), 'totp', sealed)).toThrow();
  expect(() => unseal('a'.repeat(40), 'other', sealed)).toThrow();
  expect(() => unseal('a'.repeat(40), 'totp', `${sealed.slice(0, -2)}xx`)).toThrow();
  const { browser } = await withApp('export@schule.example');
  const { body } = await browser.inject({ method: 'GET', url: `${ownAccount.exportData.path}?format=json` });
  expect(body).toContain('second_factor');
  expect(body).not.toMatch(/"(secret|hash|public_key|credential_id)"/);
});
