import { accounts, type User } from '@fundus/contract/accounts/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ValueOf } from '../../db/tables.ts';
import { readPerson } from '../../visitors/repository.ts';
import type { NewPerson } from './index.ts';
import { switchView } from './own/own-account.ts';
import { districtAdmin, pupil, PASSWORD, schoolAdmin, teacher, testPortal, type TestPortal } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal();

const signIn = (login: string, password: string, stay = false) =>
  portal.guest().call(accounts.login, { body: { login, password, stay } }) as Promise<User>;

describe('signing in', () => {
  test('returns name and school of a signed-in teacher', async () => {
    expect(await portal.guest().call(accounts.userinfo)).toBe(false);
    const browser = await portal.as(teacher({ email: 'Erika@Schule.example', vorname: 'Erika' }));
    expect(await browser.call(accounts.userinfo)).toMatchObject({
      role: 'L',
      vorname: 'Erika',
      school_id: 'school-a',
      schulname: 'Schule a',
    });
  });

  test('accepts user names and e-mail addresses in any letter case', async () => {
    await portal.as(teacher({ email: 'jo@schule.example', username: 'jo.l' }));
    expect((await signIn('JO@schule.example', PASSWORD)).email).toBe('jo@schule.example');
    expect((await signIn('Jo.L', PASSWORD)).email).toBe('jo@schule.example');
  });

  test('returns the same error for every kind of failed sign-in', async () => {
    await portal.as(teacher({ email: 'gesperrt@schule.example' }));
    await portal.portal.db.updateTable('person').set({ state: 'blocked' }).where('email', '=', 'gesperrt@schule.example').execute();
    for (const [login, password] of [
      ['jo@schule.example', 'falsch'],
      ['niemand@schule.example', PASSWORD],
      ['gesperrt@schule.example', PASSWORD],
    ] as const)
      await expect(signIn(login, password)).rejects.toMatchObject({ status: 401, code: 'wrong_credentials' });
  });

  test('blocks an account for increasing periods after ten failures', async () => {
    await portal.as(teacher({ email: 'ziel@schule.example' }));
    const start = Date.now();
    const at = (minutes: number) => portal.setNow(new Date(start + minutes * 60_000));
    at(0);
    for (let i = 0; i < 10; i++)
      await expect(signIn('ziel@schule.example', `falsch ${i}`)).rejects.toMatchObject({ code: 'wrong_credentials' });
    await expect(signIn('ziel@schule.example', PASSWORD)).rejects.toMatchObject({ status: 429, code: 'too_many_attempts' });
    expect((await signIn('jo@schule.example', PASSWORD)).email).toBe('jo@schule.example');
    at(1.1);
    await expect(signIn('ziel@schule.example', 'noch einmal falsch')).rejects.toMatchObject({ code: 'wrong_credentials' });
    at(2.2);
    await expect(signIn('ziel@schule.example', PASSWORD)).rejects.toMatchObject({ code: 'too_many_attempts' });
    at(3.2);
    expect((await signIn('ziel@schule.example', PASSWORD)).email).toBe('ziel@schule.example');
    await expect(signIn('ziel@schule.example', 'falsch')).rejects.toMatchObject({ code: 'wrong_credentials' });
    portal.setNow(null);
  });

  test('reports the seconds until the next attempt is allowed', async () => {
    await portal.as(teacher({ email: 'warten@schule.example' }));
    const guest = portal.guest();
    const token = String((await guest.inject({ method: 'GET', url: '/api/v1/user/userinfo' })).headers['x-csrf-token']);
    const post = () =>
      guest.inject({
        method: 'POST',
        url: '/api/v1/user/login',
        headers: { 'x-csrf-token': token },
        payload: { login: 'warten@schule.example', password: 'falsch' },
        remoteAddress: '192.0.2.8',
      });
    for (let i = 0; i < 10; i++) expect((await post()).statusCode).toBe(401);
    const refused = await post();
    expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'too_many_attempts']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  test('counts simultaneous guesses towards the limit', async () => {
    await portal.as(teacher({ email: 'zugleich@schule.example' }));
    const all = await Promise.allSettled(Array.from({ length: 30 }, (_, i) => signIn('zugleich@schule.example', `falsch ${i}`)));
    const codes = all.map((each) => (each as PromiseRejectedResult).reason.code as string);
    // Each core that hashes passwords may let one more attempt through.
    expect(codes.filter((code) => code === 'wrong_credentials').length).toBeLessThanOrEqual(14);
    expect(codes.filter((code) => code === 'too_many_attempts').length).toBeGreaterThanOrEqual(16);
  });

  test('counts failures for unknown account names', async () => {
    await portal.as(teacher({ email: 'gibt@schule.example' }));
    for (const login of ['gibt@schule.example', 'gibt-nicht@schule.example']) {
      const typed = (i: number) => (i % 2 ? login : ` ${login.toUpperCase()} `);
      for (let i = 0; i < 10; i++) await expect(signIn(typed(i), 'falsch')).rejects.toMatchObject({ code: 'wrong_credentials' });
      await expect(signIn(login, PASSWORD)).rejects.toMatchObject({ status: 429, code: 'too_many_attempts' });
    }
  });

  test('counts failures on a known device separately', async () => {
    await portal.as(teacher({ email: 'bekannt@schule.example' }));
    const login = { login: 'bekannt@schule.example', password: PASSWORD };
    const device = portal.guest();
    await device.call(accounts.login, { body: login });
    await device.call(accounts.logout);
    for (let i = 0; i < 10; i++) await signIn(login.login, 'falsch').catch(() => undefined);
    await expect(signIn(login.login, PASSWORD)).rejects.toMatchObject({ code: 'too_many_attempts' });
    expect(await device.call(accounts.login, { body: login })).toMatchObject({ email: login.login });
    await device.call(accounts.logout);
    for (let i = 0; i < 10; i++)
      await expect(device.call(accounts.login, { body: { ...login, password: 'falsch' } })).rejects.toMatchObject({ status: 401 });
    await expect(device.call(accounts.login, { body: login })).rejects.toMatchObject({ status: 429 });
    // A device is known only to the account that signed in on it.
    await portal.as(teacher({ email: 'andere@schule.example' }));
    for (let i = 0; i < 10; i++) await signIn('andere@schule.example', 'falsch').catch(() => undefined);
    await expect(device.call(accounts.login, { body: { login: 'andere@schule.example', password: PASSWORD } })).rejects.toMatchObject({
      status: 429,
    });
  });

  test('does not delay a correct password during an attack from its network', async () => {
    await portal.as(teacher({ email: 'neuer-rechner@schule.example' }));
    await portal.portal.db.deleteFrom('attempt_limit').execute();
    for (let i = 0; i < 100; i++) await signIn(`geraten-${i}@schule.example`, 'geraten').catch(() => undefined);
    const { pause } = portal.portal;
    let go: () => void = () => undefined;
    const gate = new Promise<void>((open) => (go = open));
    let waiting = 0;
    portal.portal.pause = () => ((waiting += 1), gate);
    const guesses = Array.from({ length: 20 }, (_, i) =>
      signIn(`weiter-${i}@schule.example`, 'geraten').catch((error: { code: string }) => error.code),
    );
    await expect.poll(() => waiting).toBe(20);
    expect(await signIn('neuer-rechner@schule.example', PASSWORD)).toMatchObject({ email: 'neuer-rechner@schule.example' });
    go();
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['wrong_credentials']));
    portal.portal.pause = pause;
    await portal.portal.db.deleteFrom('attempt_limit').execute();
  });

  test('delays sign-ins from an IPv6 /64 network after a hundred wrong guesses', async () => {
    const ask = async (remoteAddress: string, login: string, password: string) => {
      const guest = portal.guest();
      const token = String((await guest.inject({ method: 'GET', url: '/api/v1/user/userinfo' })).headers['x-csrf-token']);
      const reply = await guest.inject({
        method: 'POST',
        url: '/api/v1/user/login',
        headers: { 'x-csrf-token': token },
        payload: { login, password },
        remoteAddress,
      });
      return reply.statusCode;
    };
    const before = portal.pauses.length;
    for (let i = 0; i < 100; i++) await ask(`2001:db8:1:2::${i.toString(16)}`, `wer-${i}@schule.example`, 'geraten');
    expect(portal.pauses.length).toBe(before);
    await portal.as(teacher({ email: 'netz@schule.example' }));
    expect(await ask('2001:db8:1:2::fffe', 'wer-100@schule.example', 'geraten')).toBe(401);
    expect(portal.pauses.slice(before)).toEqual([1_000]);
    expect(await ask('2001:db8:1:2::ffff', 'netz@schule.example', PASSWORD)).toBe(200);
    expect(await ask('2001:db8:1:3::1', 'netz@schule.example', PASSWORD)).toBe(200);
    expect(portal.pauses.slice(before)).toEqual([1_000]);
  });

  test('names the missing field in the error', async () => {
    await expect(signIn('', '')).rejects.toMatchObject({ status: 400, code: 'validation_failed', field: 'login' });
  });
});

describe('optional fields of the sign-in form', () => {
  let other: TestPortal;
  beforeAll(async () => {
    other = await testPortal({ LoginSchulnummer: true, LoginEntleiherCode: true });
    await other.as(teacher({ username: 'm.keller', email: 'keller@schule.example', borrower_code: 'ENT-4711' }));
  });
  afterAll(() => other.close());
  const enter = (body: { login: string; school?: string }, at = other) =>
    at.guest().call(accounts.login, { body: { ...body, password: PASSWORD } });

  test('restrict the sign-in to members of the given school', async () => {
    expect(await enter({ login: 'M.Keller', school: '10A' })).toMatchObject({ email: 'keller@schule.example' });
    await expect(enter({ login: 'm.keller', school: '10b' })).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect(await enter({ login: 'm.keller', school: '' })).toMatchObject({ email: 'keller@schule.example' });
  });

  test('allow a borrower code only if the portal enables it', async () => {
    expect(await enter({ login: 'ent-4711' })).toMatchObject({ email: 'keller@schule.example' });
    await portal.as(teacher({ email: 'ohne@schule.example', borrower_code: 'ENT-1' }));
    await expect(enter({ login: 'ent-1' }, portal)).rejects.toMatchObject({ code: 'wrong_credentials' });
  });

  test('name the field of a malformed school number', async () => {
    await expect(enter({ login: 'a', school: '<b>' })).rejects.toMatchObject({ status: 400, field: 'school' });
  });
});

describe('suspended school', () => {
  test('rejects sign-ins except for district administrators', async () => {
    await portal.as(teacher({ email: 'ruht@schule.example', school_id: 'school-b' }));
    await portal.as(districtAdmin({ email: 'kreis@schule.example', school_id: 'school-b' }));
    const set = (state: ValueOf<'school', 'state'>) =>
      portal.portal.db.updateTable('school').set({ state, state_reason: 'Vertrag ruht' }).where('id', '=', 'school-b').execute();
    await set('suspended');
    await expect(signIn('ruht@schule.example', PASSWORD)).rejects.toMatchObject({ status: 403, code: 'suspended' });
    await expect(signIn('ruht@schule.example', 'falsch')).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect(await signIn('kreis@schule.example', PASSWORD)).toMatchObject({ district_admin: '1' });
    await set('active');
    expect(await signIn('ruht@schule.example', PASSWORD)).toMatchObject({ schulname: 'Schule b' });
  });
});

describe('sessions', () => {
  test('end on the server at sign-out', async () => {
    const browser = await portal.as(pupil());
    const cookie = (await portal.portal.db.selectFrom('session').select('id_hash').execute()).length;
    await browser.call(accounts.logout);
    expect(await browser.call(accounts.userinfo)).toBe(false);
    expect(await portal.portal.db.selectFrom('session').select('id_hash').execute()).toHaveLength(cookie - 1);
  });

  test('expire after an idle hour unless the user chose "stay signed in"', async () => {
    const browser = await portal.as(teacher({ email: 'idle@schule.example' }));
    const staying = portal.guest();
    await staying.call(accounts.login, { body: { login: 'idle@schule.example', password: PASSWORD, stay: true } });
    portal.setNow(new Date(Date.now() + 61 * 60_000));
    expect(await browser.call(accounts.userinfo)).toBe(false);
    expect(await staying.call(accounts.userinfo)).toMatchObject({ email: 'idle@schule.example' });
    portal.setNow(null);
  });

  test('ignore "stay signed in" for administrators and people with a capability', async () => {
    const stays = async (who: Partial<NewPerson>) => {
      await portal.as(who);
      await signIn(who.email!, PASSWORD, true);
      const session = portal.portal.db.selectFrom('session').innerJoin('person', 'person.id', 'session.person_id');
      return (await session.select('session.stay').where('person.email', '=', who.email!).execute()).some(({ stay }) => stay);
    };
    expect(await stays(teacher({ email: 'bleibt@schule.example' }))).toBe(true);
    expect(await stays(pupil({ email: 'kind@schule.example' }))).toBe(true);
    expect(await stays(schoolAdmin({ email: 'amt-1@schule.example' }))).toBe(false);
    expect(await stays(districtAdmin({ email: 'amt-2@schule.example' }))).toBe(false);
    expect(await stays(teacher({ email: 'amt-3@schule.example', capabilities: ['cap_catalogue'] }))).toBe(false);
  });

  test('receive a new id at sign-in (session fixation)', async () => {
    const browser = await portal.as(teacher({ email: 'neu@schule.example' }));
    const ids = async () => (await portal.portal.db.selectFrom('session').select('id_hash').execute()).map((row) => row.id_hash);
    const before = await ids();
    await browser.call(accounts.login, { body: { login: 'neu@schule.example', password: PASSWORD } });
    const after = await ids();
    expect(after).toHaveLength(before.length);
    expect(after.filter((id) => !before.includes(id))).toHaveLength(1);
  });

  test('use an HttpOnly and SameSite cookie', async () => {
    await portal.as(teacher({ email: 'keks@schule.example' }));
    const guest = portal.guest();
    const token = String((await guest.inject({ method: 'GET', url: '/api/v1/user/userinfo' })).headers['x-csrf-token']);
    const reply = await guest.inject({
      method: 'POST',
      url: '/api/v1/user/login',
      headers: { 'x-csrf-token': token },
      payload: { login: 'keks@schule.example', password: PASSWORD },
    });
    expect([reply.headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(/^portal_device=[\w-]{16}\.\d{5}\.[\w-]{22}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^portal_sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(reply.body).not.toContain('password');
  });

  test('use a Secure cookie if the public URL uses HTTPS', async () => {
    const safe = await testPortal({}, { publicUrl: 'https://medien.example' });
    await safe.as(teacher({ email: 'keks@schule.example' }));
    const guest = safe.guest();
    const token = String((await guest.inject({ method: 'GET', url: '/api/v1/user/userinfo' })).headers['x-csrf-token']);
    const payload = { login: 'keks@schule.example', password: PASSWORD };
    const reply = await guest.inject({ method: 'POST', url: '/api/v1/user/login', headers: { 'x-csrf-token': token }, payload });
    for (const cookie of [reply.headers['set-cookie']].flat()) expect(cookie).toMatch(/; Secure; SameSite=Lax$/);
    await safe.close();
  });
});

describe('advanced view', () => {
  test("cannot be restored after the user's rights were removed", async () => {
    await portal.as(schoolAdmin({ email: 'gewesen@schule.example' }));
    const { db } = portal.portal;
    const { id } = await db.selectFrom('person').select('id').where('email', '=', 'gewesen@schule.example').executeTakeFirstOrThrow();
    const user = (await readPerson(db, id))!;
    await db.updateTable('person').set({ school_admin: '0' }).where('id', '=', id).execute();
    await expect(switchView({ db, user }, true)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await readPerson(db, id)).toMatchObject({ school_admin: '0' });
  });
  test('can be switched off and on by a school administrator', async () => {
    const browser = await portal.as(schoolAdmin());
    expect(await browser.call(accounts.advancedView, { body: { advanced: false } })).toMatchObject({ school_admin: '2' });
    expect(await browser.call(accounts.userinfo)).toMatchObject({ school_admin: '2' });
    expect(await browser.call(accounts.advancedView, { body: { advanced: true } })).toMatchObject({ school_admin: '1' });
  });
  test('is denied to teachers and anonymous visitors', async () => {
    const browser = await portal.as(teacher());
    await expect(browser.call(accounts.advancedView, { body: { advanced: false } })).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    await expect(portal.guest().call(accounts.advancedView, { body: { advanced: false } })).rejects.toMatchObject({ status: 401 });
  });
});
