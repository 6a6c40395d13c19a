import { generateKeyPairSync } from 'node:crypto';
import { DAY } from '@fundus/contract/days';
import { removeStaleClaims } from './unnamed.ts';
import { accounts } from '@fundus/contract/accounts/accounts';
import { OidcProvider as OidcProviderSettings } from '@fundus/contract/accounts/oidc-settings';
import { factors } from '@fundus/contract/accounts/factors';
import { providers, type SignInResult } from '@fundus/contract/accounts/providers';
import { people } from '@fundus/contract/people/people';
import { registration } from '@fundus/contract/accounts/registration';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import type { ValueOf } from '../../../db/tables.ts';
import { openOidc } from '../../../oidc/oidc.ts';
import { mailServer, type MailServer } from '../../../testing/systems/mail-server.ts';
import { oidcServer, type Forgery, type OidcServer } from '../../../testing/systems/oidc-server.ts';
import { districtAdmin, PASSWORD, schoolAdmin, teacher, testPortal, type Caller, type TestPortal } from '../../../testing/index.ts';
import { insertDistrict, insertSchools } from '../index.ts';
import { readClaims } from './provider-claims.ts';
import { insertIdentity } from './provider-repository.ts';

const HERE = 'https://medien.example';
let mail: MailServer;
let land: OidcServer;
let portal: TestPortal;
beforeAll(async () => {
  mail = await mailServer();
  land = await oidcServer(`${HERE}/api/v1/auth/oidc/callback`);
  portal = await testPortal({ Type: 'hueber' }, { publicUrl: HERE, oidc: [land.settings], smtpUrl: mail.url });
});
afterAll(async () => {
  await portal.close();
  await land.close();
  await mail.close();
});

const TEACHER = { rolle: 'LEHR', schulkennung: 'DE-XX-10a' };
const visit = (browser: Caller, link = false, password = PASSWORD) =>
  browser.call(providers.startAuthorization, { params: { provider: 'land' }, body: link ? { link, password } : {} });

/** Starts a sign-in, signs the person in at the provider and completes the sign-in. */
async function come(browser: Caller, person: OidcServer['person'], link = false): Promise<SignInResult> {
  land.person = person;
  const { url, secret } = await visit(browser, link);
  return browser.call(providers.completeSignIn, { body: { answer: await land.walk(url), secret } });
}
const create = (browser: Caller, arrival: SignInResult, school_id: string | null = null) =>
  browser.call(providers.createAccount, { body: { token: (arrival as { token: string }).token, school_id } });
const userOf = (browser: Caller) =>
  browser.call(accounts.userinfo) as Promise<{ id: string; vorname: string; name: string; role: string; school_id: string; email: string }>;

describe('signing in through an identity provider', () => {
  test('uses PKCE, state and nonce', async () => {
    expect(await portal.guest().call(providers.providers)).toEqual({
      items: [{ id: 'land', name: 'Landesportal', issuer: land.settings.issuer, hints: [] }],
    });
    const { url } = await visit(portal.guest());
    const query = Object.fromEntries(new URL(url).searchParams);
    expect(query).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${HERE}/api/v1/auth/oidc/callback`,
      scope: 'openid',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]!.length, name).toBeGreaterThanOrEqual(43);
    const back = await portal.guest().inject({ method: 'GET', url: '/api/v1/auth/oidc/callback?code=a%26b&state=c' });
    expect([back.statusCode, back.headers.location]).toEqual([302, '/login#answer=code%3Da%2526b%26state%3Dc']);
  });

  test('finds the account created at the first sign-in', async () => {
    const browser = portal.guest();
    const arrival = await come(browser, { sub: 'eins', ...TEACHER });
    expect(arrival).toMatchObject({ kind: 'unknown', provider: 'Landesportal', schools: [{ id: 'school-a', name: 'Schule a' }] });
    expect(await browser.call(accounts.userinfo)).toBe(false);
    expect(await create(browser, arrival)).toMatchObject({ kind: 'signed_in' });
    const user = await userOf(browser);
    expect(user).toMatchObject({
      role: 'L',
      school_id: 'school-a',
      email: '',
      vorname: 'Lehrkraft',
      name: expect.stringMatching(/^\d{4}$/),
    });
    const again = portal.guest();
    expect(await come(again, { sub: 'eins', ...TEACHER })).toMatchObject({ kind: 'signed_in', user: { id: user.id } });
  });

  test('uses the names of teachers but never those of learners', async () => {
    const [lehrkraft, kind] = [portal.guest(), portal.guest()];
    const names = { given_name: 'Ada', family_name: 'Lindner' };
    await create(lehrkraft, await come(lehrkraft, { sub: 'mit-namen', ...TEACHER, ...names }));
    expect(await userOf(lehrkraft)).toMatchObject({ vorname: 'Ada', name: 'Lindner' });
    await create(kind, await come(kind, { sub: 'kind', rolle: 'LERN', schulkennung: 'DE-XX-10a', ...names }));
    expect(await userOf(kind)).toMatchObject({ role: 'S', vorname: 'Schüler/in' });
  });

  test('links an existing account after the user enters its password', async () => {
    const own = await userOf(await portal.as(teacher({ email: 'schon@schule.example' })));
    const browser = portal.guest();
    const arrival = (await come(browser, { sub: 'zwei', ...TEACHER })) as { token: string };
    const link = (password: string) =>
      browser.call(providers.linkAccount, { body: { token: arrival.token, login: 'schon@schule.example', password } });
    await expect(link('falsch')).rejects.toMatchObject({ status: 401, code: 'wrong_credentials' });
    expect(await link(PASSWORD)).toMatchObject({ kind: 'signed_in', user: { id: own.id } });
    await expect(link(PASSWORD)).rejects.toMatchObject({ status: 410, code: 'expired' });
    expect(await come(portal.guest(), { sub: 'zwei', ...TEACHER })).toMatchObject({ kind: 'signed_in', user: { id: own.id } });
  });

  test('finds accounts by subject instead of address', async () => {
    await portal.as(teacher({ email: 'gleich@schule.example' }));
    expect(await come(portal.guest(), { sub: 'fremd', ...TEACHER, email: 'gleich@schule.example' })).toMatchObject({ kind: 'unknown' });
  });

  test('requires approval for an account with an unknown school', async () => {
    await portal.as(districtAdmin({ email: 'kreis@schule.example' }));
    const browser = portal.guest();
    expect(await create(browser, await come(browser, { sub: 'fern', rolle: 'LEHR', schulkennung: 'DE-XX-999' }))).toEqual({
      kind: 'waiting',
    });
    expect(await come(portal.guest(), { sub: 'fern', rolle: 'LEHR', schulkennung: 'DE-XX-999' })).toEqual({ kind: 'waiting' });
    const row = await portal.portal.db
      .selectFrom('person')
      .select(['state', 'school_wish', 'district_id'])
      .where('school_wish', '=', 'DE-XX-999')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ state: 'pending_approval', school_wish: 'DE-XX-999', district_id: 'district-a' });
    const jobs = await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').execute();
    expect(JSON.stringify(jobs)).toContain('kreis@schule.example');
  });

  test('lets the user choose one of several schools', async () => {
    const browser = portal.guest();
    const arrival = await come(browser, { sub: 'viele', rolle: ['LERN', 'LEHR'], schulkennung: ['DE-XX-10a', 'DE-XX-10b'] });
    expect((arrival as { schools: unknown[] }).schools).toHaveLength(2);
    expect(await create(browser, arrival, 'school-b')).toMatchObject({ kind: 'signed_in', user: { role: 'L', school_id: 'school-b' } });
  });

  test('removes a school that three consecutive sign-ins do not contain', async () => {
    await portal.as(schoolAdmin({ email: 'amt@schule.example', school_id: 'school-a' }));
    const browser = portal.guest();
    await create(browser, await come(browser, { sub: 'verstummt', ...TEACHER }));
    const { id } = await userOf(browser);
    const now = () => portal.portal.db.selectFrom('person').select(['role', 'school_id']).where('id', '=', id).executeTakeFirstOrThrow();
    const silently = async () => void (await come(portal.guest(), { sub: 'verstummt' }));
    await silently();
    await silently();
    await come(portal.guest(), { sub: 'verstummt', ...TEACHER });
    await silently();
    await silently();
    expect(await now()).toEqual({ role: 'L', school_id: 'school-a' });
    await silently();
    expect(await now()).toEqual({ role: '', school_id: null });
    await portal.jobs.runDue();
    expect(mail.to('amt@schule.example').map(({ subject }) => subject)).toContain('Landesportal meldet Schule oder Rolle nicht mehr');
    await come(portal.guest(), { sub: 'verstummt', ...TEACHER });
    expect(await now()).toEqual({ role: 'L', school_id: 'school-a' });
  });

  test('removes a school thirty days after the first sign-in without it', async () => {
    const ids: string[] = [];
    for (const sub of ['fort', 'anderswo']) {
      const browser = portal.guest();
      await create(browser, await come(browser, { sub, ...TEACHER }));
      ids.push((await userOf(browser)).id);
      await come(portal.guest(), { sub });
    }
    const { db } = portal.portal;
    const other = {
      provider: 'zweites',
      subject: 'x',
      person_id: ids[1]!,
      schools: ['school-a'],
      created_at: new Date(),
      last_used_at: new Date(),
    };
    await db.insertInto('identity').values(other).execute();
    const schools = async () =>
      Promise.all(
        ids.map(async (id) => (await db.selectFrom('person').select('school_id').where('id', '=', id).executeTakeFirstOrThrow()).school_id),
      );
    const round = (days: number) => removeStaleClaims(portal.portal, { now: new Date(Date.now() + days * DAY) });
    await round(29.9);
    expect(await schools()).toEqual(['school-a', 'school-a']);
    await round(30.1);
    expect(await schools()).toEqual([null, 'school-a']);
  });

  test('applies the role of the provider at every sign-in', async () => {
    const browser = portal.guest();
    await create(browser, await come(browser, { sub: 'wechsel', ...TEACHER }));
    const { id } = await userOf(browser);
    await come(portal.guest(), { sub: 'wechsel', ...TEACHER, rolle: 'ORGADMIN' });
    expect(await portal.portal.db.selectFrom('person').select('role').where('id', '=', id).executeTakeFirstOrThrow()).toEqual({
      role: 'P',
    });
  });

  test('does not assign the role of a learner to a manager', async () => {
    const browser = portal.guest();
    await create(browser, await come(browser, { sub: 'wird-kind', ...TEACHER }));
    const { id } = await userOf(browser);
    const set = (change: { school_admin?: '0' | '1'; capabilities?: ValueOf<'person', 'capabilities'> }) =>
      portal.portal.db.updateTable('person').set(change).where('id', '=', id).execute();
    const role = async () => {
      await come(portal.guest(), { sub: 'wird-kind', ...TEACHER, rolle: 'LERN' });
      return (await portal.portal.db.selectFrom('person').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role;
    };
    await set({ school_admin: '1' });
    expect(await role()).toBe('L');
    await set({ school_admin: '0', capabilities: ['cap_news'] });
    expect(await role()).toBe('L');
    await set({ capabilities: [] });
    expect(await role()).toBe('S');
  });

  test('moves a user to the school named by the provider', async () => {
    const comes = (schulkennung: string | string[]) => come(portal.guest(), { sub: 'zieht-um', rolle: 'LEHR', schulkennung });
    const browser = portal.guest();
    await create(browser, await come(browser, { sub: 'zieht-um', ...TEACHER }));
    const { id } = await userOf(browser);
    expect(await browser.call(providers.ownSchools)).toEqual({
      items: [{ id: 'school-a', name: 'Schule a', role: 'L' }],
      current: 'school-a',
      role: 'L',
    });

    expect(await comes('DE-XX-10b')).toMatchObject({ kind: 'signed_in', user: { school_id: 'school-b' } });
    expect(await comes(['DE-XX-10a', 'DE-XX-10b'])).toMatchObject({ kind: 'signed_in', user: { school_id: 'school-b' } });
    const own = { items: [expect.objectContaining({ id: 'school-a' }), expect.objectContaining({ id: 'school-b' })], role: 'L' };
    expect(await browser.call(providers.ownSchools)).toEqual({ ...own, current: 'school-b' });
    expect(await browser.call(providers.chooseSchool, { body: { school_id: 'school-a' } })).toEqual({ ...own, current: 'school-a' });
    expect(await userOf(browser)).toMatchObject({ school_id: 'school-a' });
    await expect(browser.call(providers.chooseSchool, { body: { school_id: 'school-c' } })).rejects.toMatchObject({ status: 404 });
    await expect((await portal.as(teacher())).call(providers.chooseSchool, { body: { school_id: 'school-b' } })).rejects.toMatchObject({
      status: 404,
    });
    const lines = await portal.portal.db.selectFrom('audit_log').select('what').where('subject_id', '=', id).execute();
    expect(lines.map(({ what }) => what).sort()).toEqual(['person.join', 'person.join', 'person.leave', 'person.leave']);
  });

  test('removes the rights of a user whose provider names an unknown school', async () => {
    const db = portal.portal.db;
    const comes = (schulkennung: string) => come(portal.guest(), { sub: 'unbekannte-schule', rolle: 'LEHR', schulkennung });
    const browser = portal.guest();
    await create(browser, await come(browser, { sub: 'unbekannte-schule', ...TEACHER }));
    const { id } = await userOf(browser);
    await db
      .updateTable('person')
      .set({ capabilities: ['cap_licences'] })
      .where('id', '=', id)
      .execute();
    expect(await comes('DE-XX-777')).toMatchObject({ kind: 'signed_in', user: { school_id: null } });
    const row = await db
      .selectFrom('person')
      .select(['school_wish', 'district_id', 'capabilities'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ school_wish: 'DE-XX-777', district_id: 'district-a', capabilities: [] });
    const lines = await db.selectFrom('audit_log').select('what').where('subject_id', '=', id).execute();
    expect(lines).toEqual([{ what: 'person.leave' }]);
    expect(await comes('DE-XX-10a')).toMatchObject({ kind: 'signed_in', user: { school_id: 'school-a' } });
  });

  test('keeps the last administrator of a school', async () => {
    const browser = portal.guest();
    await create(browser, await come(browser, { sub: 'leitet', rolle: 'LEHR', schulkennung: 'DE-XX-10b' }));
    const { id } = await userOf(browser);
    const set = (change: { school_admin?: '0' | '1'; password_hash?: string }) =>
      portal.portal.db.updateTable('person').set(change).where('id', '=', id).execute();
    const school = async () =>
      (await portal.portal.db.selectFrom('person').select('school_id').where('id', '=', id).executeTakeFirstOrThrow()).school_id;
    await set({ school_admin: '1' });
    await come(portal.guest(), { sub: 'leitet', ...TEACHER });
    expect(await school()).toBe('school-b');
    // If the provider is not the user's only identity, a sign-in without a school does not change the role.
    await set({ school_admin: '0' });
    await insertIdentity(portal.portal.db, { provider: 'zweites', subject: 'auch', person_id: id }, portal.portal.now());
    await come(portal.guest(), { sub: 'leitet', rolle: 'ORGADMIN', schulkennung: [] });
    expect(await portal.portal.db.selectFrom('person').select('role').where('id', '=', id).executeTakeFirstOrThrow()).toEqual({
      role: 'L',
    });
    await set({ password_hash: 'x' });
    await come(portal.guest(), { sub: 'leitet', ...TEACHER });
    expect(await school()).toBe('school-b');
    // A role at another school or at no school does not apply to the user's school.
    for (const [schulkennung, role] of [
      ['DE-XX-10a', 'L'],
      ['DE-XX-777', 'L'],
      [[], 'L'],
      // A linked provider never lowers the role, even at the same school.
      ['DE-XX-10b', 'L'],
    ] as const) {
      await come(portal.guest(), { sub: 'leitet', rolle: 'ORGADMIN', schulkennung });
      const row = portal.portal.db.selectFrom('person').select('role').where('id', '=', id);
      expect([schulkennung, await row.executeTakeFirstOrThrow()]).toEqual([schulkennung, { role }]);
    }
  });

  test('offers no choice of school to users with a password', async () => {
    const db = portal.portal.db;
    const browser = portal.guest();
    const arrival = await come(browser, { sub: 'hinaus', rolle: 'LEHR', schulkennung: ['DE-XX-10a', 'DE-XX-10b'] });
    await create(browser, arrival, 'school-b');
    const { id } = await userOf(browser);
    const kreis = await portal.as(districtAdmin());
    const { version } = await kreis.call(people.read, { params: { id } });
    await kreis.call(people.remove, { params: { id }, body: { version } });
    const choose = (school_id: string) => browser.call(providers.chooseSchool, { body: { school_id } });
    expect(await browser.call(providers.ownSchools)).toEqual({
      items: [{ id: 'school-a', name: 'Schule a', role: 'L' }],
      current: null,
      role: 'L',
    });
    await expect(choose('school-b')).rejects.toMatchObject({ status: 404 });
    await db.updateTable('person').set({ password_hash: 'x' }).where('id', '=', id).execute();
    expect(await browser.call(providers.ownSchools)).toEqual({ items: [], current: null, role: 'L' });
    await expect(choose('school-a')).rejects.toMatchObject({ status: 404 });
  });

  test('rejects sign-ins of users of a suspended or closed school', async () => {
    const db = portal.portal.db;
    await insertSchools(db, [
      { id: 'school-zu', district_id: 'district-a', name: 'Schule zu', number: '10zu', street: '', postcode: '', city: '' },
    ]);
    const comes = (sub: string, ...numbers: string[]) => come(portal.guest(), { sub, rolle: 'LEHR', schulkennung: numbers });
    const browser = portal.guest();
    await create(browser, await come(browser, { sub: 'zu', rolle: 'LEHR', schulkennung: 'DE-XX-10zu' }));
    const { id } = await userOf(browser);
    const school = async () => (await db.selectFrom('person').select('school_id').where('id', '=', id).executeTakeFirstOrThrow()).school_id;
    for (const state of ['suspended', 'closed'] as const) {
      await db.updateTable('school').set({ state }).where('id', '=', 'school-zu').execute();
      await expect(comes('zu', 'DE-XX-10zu'), state).rejects.toMatchObject({ status: 403, code: 'suspended' });
      expect(await school(), state).toBe('school-zu');
      expect(await comes(`neu-${state}`, 'DE-XX-10zu'), state).toMatchObject({ kind: 'unknown', schools: [] });
      const stranger = portal.guest();
      const arrival = await come(stranger, { sub: `fremd-${state}`, rolle: 'LEHR', schulkennung: 'DE-XX-10zu' });
      expect(await create(stranger, arrival), state).toEqual({ kind: 'waiting' });
    }
    await db.updateTable('school').set({ state: 'suspended' }).where('id', '=', 'school-zu').execute();
    await expect(comes('zu', 'DE-XX-10zu', 'DE-XX-10a')).rejects.toMatchObject({ status: 403, code: 'suspended' });
    // The school is closed, so the user moves to the other school.
    await db.updateTable('school').set({ state: 'closed' }).where('id', '=', 'school-zu').execute();
    expect(await comes('zu', 'DE-XX-10zu', 'DE-XX-10a')).toMatchObject({ kind: 'signed_in', user: { school_id: 'school-a' } });
  });

  test('reports the missing claim', async () => {
    await expect(come(portal.guest(), { sub: 'leer' })).rejects.toMatchObject({ status: 400, field: 'rolle' });
    await expect(come(portal.guest(), { sub: 'ohne-schule', rolle: 'LEHR' })).rejects.toMatchObject({ status: 400, field: 'schulkennung' });
  });

  test('rejects a blocked account', async () => {
    const browser = portal.guest();
    await create(browser, await come(browser, { sub: 'gesperrt', ...TEACHER }));
    const { id } = await userOf(browser);
    await portal.portal.db.updateTable('person').set({ state: 'blocked' }).where('id', '=', id).execute();
    await expect(come(portal.guest(), { sub: 'gesperrt', ...TEACHER })).rejects.toMatchObject({ status: 401 });
  });

  test('requires a second factor from administrators', async () => {
    const browser = portal.guest();
    await create(browser, await come(browser, { sub: 'chef', ...TEACHER }));
    const { id } = await userOf(browser);
    await portal.portal.db.updateTable('person').set({ school_admin: '1' }).where('id', '=', id).execute();
    expect(await come(portal.guest(), { sub: 'chef', ...TEACHER })).toMatchObject({
      kind: 'second_factor',
      second_factor: { methods: [] },
    });
  });
});

describe('validation of a sign-in', () => {
  test('rejects forged, repeated and foreign responses', async () => {
    land.person = { sub: 'dieb', ...TEACHER };
    const browser = portal.guest();
    const { url, secret } = await visit(browser);
    const answer = await land.walk(url);
    await expect(portal.guest().call(providers.completeSignIn, { body: { answer, secret: 'A'.repeat(43) } })).rejects.toMatchObject({
      status: 410,
      code: 'expired',
    });
    // The authorization request has been consumed, so the right browser is rejected as well.
    await expect(browser.call(providers.completeSignIn, { body: { answer, secret } })).rejects.toMatchObject({ status: 410 });
    const second = await visit(browser);
    const stolen = new URLSearchParams(await land.walk(second.url));
    stolen.set('code', 'made-up');
    await expect(
      browser.call(providers.completeSignIn, { body: { answer: stolen.toString(), secret: second.secret } }),
    ).rejects.toMatchObject({
      status: 401,
    });
    const third = await visit(browser);
    const foreign = new URLSearchParams(await land.walk(third.url));
    foreign.set('iss', 'https://evil.example');
    await expect(
      browser.call(providers.completeSignIn, { body: { answer: foreign.toString(), secret: third.secret } }),
    ).rejects.toMatchObject({
      status: 401,
    });
    await expect(browser.call(providers.startAuthorization, { params: { provider: 'niemand' }, body: {} })).rejects.toMatchObject({
      status: 404,
    });
    await expect(browser.call(providers.startAuthorization, { params: { provider: 'Ä' }, body: {} })).rejects.toMatchObject({
      status: 400,
      field: 'provider',
    });
    await expect(browser.call(providers.completeSignIn, { body: { answer: 'x', secret: 'kurz' } })).rejects.toMatchObject({
      status: 400,
      field: 'secret',
    });
    await expect(browser.call(providers.createAccount, { body: { token: 'B'.repeat(43) } })).rejects.toMatchObject({ status: 410 });
  });

  test('rejects the sign-in while the provider is unavailable', async () => {
    const away = await testPortal({}, { publicUrl: HERE, oidc: [{ ...land.settings, issuer: 'http://127.0.0.1:9' }] });
    await expect(visit(away.guest())).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    // Only a partner portal lets users link accounts.
    const person = await away.as(teacher());
    await expect(visit(person, true)).rejects.toMatchObject({ status: 403, code: 'feature_disabled' });
    expect(await person.call(providers.identities)).toEqual({ items: [], others: [] });
    await away.close();
  });
});

test('rejects a token if any part of it is invalid', async () => {
  const client = openOidc(land.settings);
  const back = `${HERE}/api/v1/auth/oidc/callback`;
  land.person = { sub: 'echt', ...TEACHER };
  const now = Math.floor(Date.now() / 1_000);
  const lies: Record<string, Forgery | undefined> = {
    'another issuer': { claims: { iss: 'https://evil.example' } },
    'for another audience': { claims: { aud: 'andere' } },
    'for several, authorised for another one': { claims: { aud: ['portal', 'andere'], azp: 'andere' } },
    'too late': { claims: { iat: now - 900, exp: now - 600 } },
    'without an end': { claims: { exp: null } },
    'another nonce': { claims: { nonce: 'anders' } },
    'without a nonce': { claims: { nonce: null } },
    'with another access token': { claims: { at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' } },
    'without a subject': { claims: { sub: null } },
    unsigned: { alg: 'none', key: null },
    'signed with the secret of the client': { alg: 'HS256', key: land.settings.client_secret },
    'signed by another key': { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey },
  };
  for (const [what, lie] of [...Object.entries(lies), ['nothing is wrong', undefined] as const]) {
    const begun = await client.begin(back);
    land.lie = lie;
    const came = await client.finish(back, await land.walk(begun.url), begun).then(
      ({ claims }) => claims.sub,
      () => 'nobody',
    );
    expect([what, came]).toEqual([what, lie ? 'nobody' : 'echt']);
  }
});

describe('linked identity providers', () => {
  test('require the password of the account', async () => {
    const browser = await portal.as(teacher({ email: 'offener-rechner@schule.example' }));
    for (const [password, problem] of [
      ['', 'password required'],
      ['geraten', 'password wrong'],
    ] as const)
      await expect(visit(browser, true, password)).rejects.toMatchObject({ status: 400, problems: [problem] });
    await visit(browser, true);
  });

  test('require a recent sign-in if the account has no password', async () => {
    const browser = portal.guest();
    await create(browser, await come(browser, { sub: 'ohne-kennwort', ...TEACHER }));
    await visit(browser, true, '');
    portal.setNow(new Date(Date.now() + 11 * 60_000));
    await expect(visit(browser, true, '')).rejects.toMatchObject({ status: 403, code: 'sign_in_again' });
    // Setting up a second factor requires a recent sign-in as well.
    await expect(browser.call(factors.beginFactor, { body: { kind: 'totp' } })).rejects.toMatchObject({ code: 'sign_in_again' });
    portal.setNow(null);
  });

  test('never change the role or school of an account', async () => {
    const person = async (browser: Caller) => {
      const { role, school_id } = await userOf(browser);
      return { role, school_id };
    };
    const withPassword = await portal.as(teacher({ email: 'bleibt-lehrkraft@schule.example' }));
    const withoutPassword = portal.guest();
    await create(withoutPassword, await come(withoutPassword, { sub: 'bleibt-lehrkraft', ...TEACHER }));
    for (const [browser, sub] of [
      [withPassword, 'als-kind-a'],
      [withoutPassword, 'als-kind-b'],
    ] as const) {
      const pupil = { sub, rolle: 'LERN', schulkennung: 'DE-XX-10a' };
      expect(await come(browser, pupil, true)).toMatchObject({ kind: 'linked' });
      for (const schulkennung of ['DE-XX-10a', 'DE-XX-10b']) {
        const elsewhere = portal.guest();
        expect(await come(elsewhere, { ...pupil, schulkennung })).toMatchObject({ kind: 'signed_in' });
        expect(await person(elsewhere)).toEqual({ role: 'L', school_id: 'school-a' });
      }
    }
  });

  test('can be unlinked except for the last sign-in method', async () => {
    const browser = await portal.as(teacher({ email: 'linkt@schule.example' }));
    await expect(visit(portal.guest(), true)).rejects.toMatchObject({ status: 401 });
    // The callback redirects to the account page, because the sign-in page would redirect a signed-in user.
    const begun = await visit(browser, true);
    const query = await land.walk(begun.url);
    const way = await browser.inject({ method: 'GET', url: `/api/v1/auth/oidc/callback?${query}` });
    expect(way.headers.location).toMatch(/^\/account\/security#answer=code/);
    expect(await come(browser, { sub: 'linkt', ...TEACHER }, true)).toEqual({ kind: 'linked', provider: 'Landesportal' });
    expect(await browser.call(providers.identities)).toMatchObject({ items: [{ provider: 'land', name: 'Landesportal' }], others: [] });
    const other = await portal.as(teacher());
    await expect(come(other, { sub: 'linkt', ...TEACHER }, true)).rejects.toMatchObject({ status: 409, code: 'already_exists' });
    await portal.portal.db.updateTable('person').set({ password_hash: null }).where('email', '=', 'linkt@schule.example').execute();
    const remove = () => browser.call(providers.removeIdentity, { params: { provider: 'land' } });
    await expect(remove()).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
    await portal.portal.db.updateTable('person').set({ password_hash: 'x' }).where('email', '=', 'linkt@schule.example').execute();
    expect(await remove()).toMatchObject({ items: [], others: [{ provider: 'land' }] });
    await portal.jobs.runDue();
    const mails = mail.to('linkt@schule.example');
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Ihr Konto wurde mit Landesportal verknüpft',
      'Landesportal ist nicht mehr mit Ihrem Konto verknüpft',
    ]);
    await expect(remove()).rejects.toMatchObject({ status: 404 });
  });

  test('cannot be unlinked if no other configured provider remains', async () => {
    const browser = portal.guest();
    await create(browser, await come(browser, { sub: 'doppelt', ...TEACHER }));
    await come(browser, { sub: 'doppelt-zwei', ...TEACHER }, true);
    const { id } = await userOf(browser);
    const gone = { provider: 'fort', subject: 'x', person_id: id, created_at: new Date(), last_used_at: new Date() };
    await portal.portal.db.insertInto('identity').values(gone).execute();
    await expect(browser.call(providers.removeIdentity, { params: { provider: 'land' } })).rejects.toMatchObject({
      code: 'state_conflict',
    });
    expect((await browser.call(providers.removeIdentity, { params: { provider: 'fort' } })).items).toHaveLength(2);
  });

  test('require the second factor before they are linked', async () => {
    const own = await portal.as(teacher({ email: 'zweifach@schule.example' }));
    const user = await userOf(own);
    const { token, totp } = await own.call(factors.beginFactor, { body: { kind: 'totp', password: PASSWORD } });
    const code = new TOTP({ secret: Secret.fromBase32(totp!.secret) }).generate();
    const { codes } = await own.call(factors.addTotp, { body: { token, code, name: 'Telefon' } });
    const browser = portal.guest();
    const arrival = (await come(browser, { sub: 'zweifach', ...TEACHER })) as { token: string };
    const step = await browser.call(providers.linkAccount, {
      body: { token: arrival.token, login: 'zweifach@schule.example', password: PASSWORD },
    });
    expect(step).toMatchObject({ kind: 'second_factor' });
    const linked = () => portal.portal.db.selectFrom('identity').select('person_id').where('subject', '=', 'zweifach').execute();
    expect(await linked()).toEqual([]);
    if (step.kind !== 'second_factor') throw new Error('no second factor');
    await browser.call(factors.verifyCode, { body: { token: step.second_factor.token, code: codes[0]! } });
    expect(await linked()).toEqual([{ person_id: user.id }]);
  });

  test('are listed in a mail instead of a reset link', async () => {
    const browser = portal.guest();
    await create(browser, await come(browser, { sub: 'vergisst', ...TEACHER }));
    const { id } = await userOf(browser);
    await portal.portal.db.updateTable('person').set({ email: 'vergisst@schule.example' }).where('id', '=', id).execute();
    for (let i = 0; i < 4; i++) {
      await portal.guest().call(registration.requestPassword, { body: { login: 'vergisst@schule.example' } });
      await portal.jobs.runDue();
    }
    const mails = mail.to('vergisst@schule.example');
    expect(mails).toHaveLength(3);
    expect(mails[0]!.text).toContain('Landesportal');
    expect(mails[0]!.text).not.toContain('#');
  });
});

describe('back-channel logout', () => {
  const post = (token: string) =>
    portal.guest().inject({
      method: 'POST',
      url: '/api/v1/auth/oidc/backchannel-logout',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    });
  async function signedIn(sub: string): Promise<Caller> {
    const browser = portal.guest();
    await create(browser, await come(browser, { sub, ...TEACHER }));
    return browser;
  }

  test('ends only the sessions of the given person', async () => {
    const [leaves, stays] = [await signedIn('geht'), await signedIn('bleibt')];
    const reply = await post(land.logoutToken({ sub: 'geht' }));
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(await leaves.call(accounts.userinfo)).toBe(false);
    expect(await stays.call(accounts.userinfo)).not.toBe(false);
    expect((await post(land.logoutToken({ sub: 'war-nie-da' }))).statusCode).toBe(200);
  });

  test('ends sign-ins that wait for a second factor', async () => {
    const browser = await signedIn('ohne-sid');
    const db = portal.portal.db;
    await db.updateTable('session').set({ oidc_sid: null }).where('oidc_subject', '=', 'ohne-sid').execute();
    const { id } = await userOf(browser);
    await db
      .insertInto('pending_sign_in')
      .values({
        hash: 'wartet',
        person_id: id,
        purpose: 'sign_in',
        stay: false,
        oidc: JSON.stringify({ provider: 'land', subject: 'ohne-sid', sid: 'eine' }),
        created_at: new Date(),
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute();
    expect((await post(land.logoutToken({ sub: 'ohne-sid', sid: 'eine' }))).statusCode).toBe(200);
    expect(await browser.call(accounts.userinfo)).toBe(false);
    expect(await db.selectFrom('pending_sign_in').select('hash').where('hash', '=', 'wartet').execute()).toEqual([]);
  });

  test('limits invalid tokens from one network', async () => {
    const wrong = () =>
      portal.app.inject({
        method: 'POST',
        url: '/api/v1/auth/oidc/backchannel-logout',
        remoteAddress: '203.0.113.9',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'logout_token=a.b.c',
      });
    for (let i = 0; i < 100; i++) expect((await wrong()).statusCode).toBe(400);
    expect((await wrong()).statusCode).toBe(429);
    expect((await post(land.logoutToken({ sub: 'niemand' }))).statusCode).toBe(200);
  });

  test("returns 503 while the provider's keys are unavailable", async () => {
    const silent = await oidcServer(`${HERE}/api/v1/auth/oidc/callback`);
    const before = portal.portal.oidc;
    const logged = vi.spyOn(portal.portal.log, 'error');
    try {
      portal.portal.oidc = [...before, openOidc({ ...silent.settings, id: 'stumm' })];
      const notice = silent.logoutToken({ sub: 'geht' });
      await silent.close();
      for (let i = 0; i < 101; i++) expect((await post(notice)).statusCode).toBe(503);
      expect(logged.mock.calls[0]).toMatchObject([{ provider: 'stumm' }, 'logout request of an identity provider could not be verified']);
      expect((await post(land.logoutToken({ sub: 'geht-auch' }))).statusCode).toBe(200);
    } finally {
      portal.portal.oidc = before;
      logged.mockRestore();
    }
  });

  test('accepts each valid token only once', async () => {
    const browser = await signedIn('sicher');
    const good = land.logoutToken({ sub: 'anderer' });
    expect((await post(good)).statusCode).toBe(200);
    const [head, body] = good.split('.');
    const old = Math.floor(Date.now() / 1_000) - 600;
    const bad: Record<string, string> = {
      'seen before': good,
      'no token': '',
      'not signed': `${head}.${body}.`,
      'signed by another key': `${land.logoutToken({ sub: 'sicher' }).split('.').slice(0, 2).join('.')}.${good.split('.')[2]}`,
      'alg none': land.logoutToken({ sub: 'sicher' }, { alg: 'none' }),
      'another issuer': land.logoutToken({ sub: 'sicher', iss: 'https://evil.example' }),
      'for another client': land.logoutToken({ sub: 'sicher', aud: 'other' }),
      'too old': land.logoutToken({ sub: 'sicher', iat: old }),
      ended: land.logoutToken({ sub: 'sicher', exp: old }),
      critical: land.logoutToken({ sub: 'sicher' }, { crit: ['x'] }),
      'of an unknown key': land.logoutToken({ sub: 'sicher' }, { kid: 'andere' }),
      'with a nonce': land.logoutToken({ sub: 'sicher', nonce: 'x' }),
      'no event': land.logoutToken({ sub: 'sicher', events: {} }),
      'no jti': land.logoutToken({ sub: 'sicher', jti: null }),
      'without a name': land.logoutToken({}),
      'an id token': land.logoutToken({ sub: 'sicher' }, { typ: 'at+jwt' }),
    };
    for (const [what, token] of Object.entries(bad)) {
      const reply = await post(token);
      expect([reply.statusCode, reply.json()], what).toEqual([400, { error: 'invalid_request' }]);
    }
    expect(await browser.call(accounts.userinfo)).not.toBe(false);
  });
});

test('assigns no school if its number exists in several districts', async () => {
  const far = await testPortal({}, { publicUrl: HERE, oidc: [land.settings] });
  const db = far.portal.db;
  await insertDistrict(db, { id: 'district-b', name: 'Kreis B' });
  const bare = { street: '', postcode: '', city: '' };
  await insertSchools(db, [{ id: 'school-zwilling', district_id: 'district-b', name: 'Zwilling', number: '10A', ...bare }]);
  const comes = async (browser: Caller, ...schulkennung: string[]) => come(browser, { sub: 'mehrdeutig', rolle: 'LEHR', schulkennung });
  const stranger = far.guest();
  const arrival = await come(stranger, { sub: 'fremd', ...TEACHER });
  expect(arrival).toMatchObject({ kind: 'unknown', schools: [] });
  expect(await create(stranger, arrival)).toEqual({ kind: 'waiting' });
  // A member of one of the schools stays there. An unambiguous number of another school still applies.
  const browser = far.guest();
  await create(browser, await comes(browser, 'DE-XX-10b', 'DE-XX-10a'));
  expect(await userOf(browser)).toMatchObject({ school_id: 'school-b' });
  expect(await browser.call(providers.ownSchools)).toMatchObject({ items: [{ id: 'school-b' }] });
  const { id } = await userOf(browser);
  await db.updateTable('person').set({ school_id: 'school-a' }).where('id', '=', id).execute();
  expect(await comes(far.guest(), 'DE-XX-10a')).toMatchObject({ kind: 'signed_in', user: { school_id: 'school-a' } });
  await far.close();
});

test('reads claims in all notations that providers use', () => {
  const { settings } = land;
  const read = (claims: object) => readClaims(settings, { sub: 'x', ...claims });
  expect(read({ rolle: 'lehr', schulkennung: 'DE-XX-4711' })).toMatchObject({ role: 'L', schools: ['DE-XX-4711', '4711'], missing: [] });
  expect(read({ rolle: [{ id: 'LEIT' }], schulkennung: [{ id: 'DE-XX-1' }] })).toMatchObject({ role: 'L', schools: ['DE-XX-1', '1'] });
  expect(read({ rolle: { a: { id: 'ROLE_X' }, b: { id: 'LERN' } }, schulkennung: 12 })).toMatchObject({ role: 'S', schools: ['12'] });
  expect(read({ rolle: 'ELTERN', schulkennung: '1' })).toMatchObject({ role: null, missing: ['rolle'] });
  expect(read({ rolle: 'LERN', schulkennung: '1', given_name: 'Kim' })).toMatchObject({ role: 'S', vorname: '' });
  // With a configured state prefix, numbers of schools in other states are not shortened.
  const ofState = (schulkennung: string) => readClaims({ ...settings, school_prefix: 'DE-MV-' }, { sub: 'x', schulkennung }).schools;
  expect([ofState('DE-MV-4711'), ofState('DE-BY-4711'), ofState('4711')]).toEqual([['DE-MV-4711', '4711'], ['DE-BY-4711'], ['4711']]);
});

describe('claims of VIDIS and Schulconnex', () => {
  const context = (kennung: string, rolle: string, groups?: object[]) => ({
    id: kennung + rolle,
    organisation: { id: 'o', kennung, name: 'Schule' },
    rolle,
    ...(groups && { gruppen: groups.map((gruppe) => ({ gruppe, gruppenzugehoerigkeit: { rollen: ['Lehr'] } })) }),
  });
  const at = (profile: 'vidis' | 'schulconnex', more: object = {}) => {
    const { id, name, issuer, client_id, client_secret } = land.settings;
    return OidcProviderSettings.parse({ profile, id, name, issuer, client_id, client_secret, ...more });
  };

  test('are read without further configuration', () => {
    const vidis = readClaims(at('vidis'), {
      ...{ sub: 'p', rolle: 'LERN', schulkennung: ['DE-MV-1', 'DE-SN-Schullogin.0815'], vorname: 'Kim', akronym: 'KiMu' },
    });
    expect(vidis).toMatchObject({
      role: 'S',
      schools: ['DE-MV-1', 'MV-1', 'DE-SN-Schullogin.0815', 'SN-Schullogin.0815'],
      vorname: '',
      name: '',
    });
    expect(at('vidis')).toMatchObject({
      hints: ['kc_idp_hint'],
      scopes: 'openid',
      claims: { role: 'rolle', groups: '', info: 'vidisInfo' },
    });
    expect(at('vidis', { school_prefix: 'DE-MV-', claims: { vorname: 'vorname' } })).toMatchObject({
      ...{ school_prefix: 'DE-MV-', claims: { vorname: 'vorname', name: '' } },
    });
    const urn = 'urn:schulconnex:de:personenkontext:';
    const connex = readClaims(at('schulconnex'), { sub: 'p', [`${urn}rolle`]: 'Lehr', [`${urn}organisation:kennung`]: 'NI_4711' });
    expect(connex).toMatchObject({ role: 'L', schools: ['NI_4711'], missing: [] });
  });

  const read = (vidisInfo: unknown) =>
    readClaims(at('vidis', { school_prefix: 'DE-XX-' }), { sub: 'p', rolle: 'LERN', schulkennung: 'DE-XX-9', vidisInfo });

  test('are read from the person info for each school', () => {
    const info = {
      version: '1',
      pid: 'p',
      personenkontexte: [context('DE-XX-1', 'lehr'), context('DE-XX-2', 'LERN'), { id: 'x' }, null, 7],
    };
    for (const written of [info, JSON.stringify(info)])
      expect(read(written)).toMatchObject({
        role: 'L',
        contexts: [
          { role: 'L', schools: ['DE-XX-1', '1'], groups: null },
          { role: 'S', schools: ['DE-XX-2', '2'], groups: null },
        ],
      });
  });

  test.each(['{', '', 5, [], {}, { personenkontexte: 'x' }, { personenkontexte: [{ organisation: {} }] }].map((info) => [info]))(
    'are read from the claims if the person info is %j',
    (info) => expect(read(info)).toMatchObject({ role: 'S', contexts: [{ role: 'S', schools: ['DE-XX-9', '9'] }] }),
  );

  test('let a user choose one of several roles', async () => {
    const { oidc, db } = portal.portal;
    portal.portal.oidc = [openOidc({ ...land.settings, person_info: `${land.settings.issuer}/person-info` })];
    try {
      const info = (...personenkontexte: object[]) => ({ sub: 'vieles', info: { pid: 'vieles', person: {}, personenkontexte } });
      const names = { given_name: 'Ada', family_name: 'Lindner' };
      const [teaches, learns, works] = [context('DE-XX-10a', 'LEHR'), context('DE-XX-10b', 'LERN'), context('DE-XX-10a', 'ORGADMIN')];
      // The user first signs in as a learner, so no name is stored.
      const browser = portal.guest();
      const arrival = await come(browser, { ...info(teaches, learns), ...names });
      expect(arrival).toMatchObject({
        kind: 'unknown',
        schools: [
          { id: 'school-a', role: 'L' },
          { id: 'school-b', role: 'S' },
        ],
      });
      const made = await browser.call(providers.createAccount, {
        body: { token: (arrival as { token: string }).token, school_id: 'school-b', role: 'S' },
      });
      expect(made).toMatchObject({ kind: 'signed_in', user: { role: 'S', school_id: 'school-b', vorname: 'Schüler/in' } });
      // The next sign-in uses the stored choice.
      expect(await come(portal.guest(), info(teaches, learns))).toMatchObject({
        kind: 'signed_in',
        user: { role: 'S', school_id: 'school-b' },
      });
      expect((await browser.call(providers.ownSchools)).items).toMatchObject([
        { id: 'school-a', role: 'L' },
        { id: 'school-b', role: 'S' },
      ]);
      expect(await browser.call(providers.chooseSchool, { body: { school_id: 'school-a', role: 'L' } })).toMatchObject({
        ...{ current: 'school-a', role: 'L' },
      });
      expect(await userOf(browser)).toMatchObject({ role: 'L', school_id: 'school-a' });
      await expect(browser.call(providers.chooseSchool, { body: { school_id: 'school-a', role: 'S' } })).rejects.toMatchObject({
        status: 404,
      });
      // The user must choose again if the stored choice is no longer offered.
      const again = portal.guest();
      const asked = await come(again, info(works, learns));
      expect(asked).toMatchObject({ kind: 'choose', provider: 'Landesportal', schools: [{ role: 'P' }, { role: 'S' }] });
      const { token } = asked as { token: string };
      expect(await again.call(accounts.userinfo)).toBe(false);
      const choose = (school_id: string, role: 'L' | 'P' | 'S') =>
        again.call(providers.chooseArrival, { body: { token, school_id, role } });
      await expect(choose('school-a', 'L')).rejects.toMatchObject({ status: 400, field: 'school_id' });
      // After an invalid choice the user can choose again, but not after a valid one.
      expect(await choose('school-a', 'P')).toMatchObject({ kind: 'signed_in', user: { role: 'P', school_id: 'school-a' } });
      await expect(choose('school-b', 'S')).rejects.toMatchObject({ status: 410 });
      // The user need not choose a single offer and leaves a school that the provider no longer names.
      expect(await come(portal.guest(), info(learns))).toMatchObject({ kind: 'signed_in', user: { role: 'S', school_id: 'school-b' } });
      const { id } = await userOf(again);
      // A manager cannot choose the role of a learner.
      await come(portal.guest(), info(works, context('DE-XX-10a', 'LERN'))).then((next) => expect(next.kind).toBe('choose'));
      await db
        .updateTable('person')
        .set({ role: 'P', school_id: 'school-a', capabilities: ['cap_news'] })
        .where('id', '=', id)
        .execute();
      expect((await come(again, info(works, context('DE-XX-10a', 'LERN')))).kind).toBe('second_factor');
      await expect(again.call(providers.chooseSchool, { body: { school_id: 'school-a', role: 'S' } })).rejects.toMatchObject({
        status: 409,
      });
      // If the person info cannot be fetched, the sign-in is rejected and nothing is changed.
      portal.portal.oidc = [openOidc({ ...land.settings, person_info: `${land.settings.issuer}/gone` })];
      await expect(come(portal.guest(), info(works))).rejects.toMatchObject({ status: 401 });
    } finally {
      portal.portal.oidc = oidc;
    }
  });
});

describe('hints for the identity provider', () => {
  test('are forwarded only if the operator has configured them', async () => {
    const ours = openOidc({ ...land.settings, hints: ['kc_idp_hint'], parameters: { ui_locales: 'de', kc_idp_hint: 'alle' } });
    const { oidc } = portal.portal;
    portal.portal.oidc = [ours];
    const hints = { kc_idp_hint: 'schule-eins', login_hint: 'kim@schule.example' };
    const { url } = await portal.guest().call(providers.startAuthorization, { params: { provider: 'land' }, body: { hints } });
    const query = new URL(url).searchParams;
    expect([query.get('kc_idp_hint'), query.get('login_hint'), query.get('ui_locales')]).toEqual(['schule-eins', null, 'de']);
    expect((await portal.guest().call(providers.providers)).items).toMatchObject([{ id: 'land', hints: ['kc_idp_hint'] }]);
    const refused = portal
      .guest()
      .call(providers.startAuthorization, { params: { provider: 'land' }, body: { hints: { redirect_uri: 'https://x.example' } } });
    await expect(refused).rejects.toMatchObject({ status: 400 });
    portal.portal.oidc = oidc;
  });
});

describe('sign-in initiated by the provider', () => {
  test('forwards the login hint to the provider', async () => {
    const start = (login_hint: string) =>
      portal.guest().call(providers.startAuthorization, { params: { provider: 'land' }, body: { login_hint } });
    expect(new URL((await start('kim@land')).url).searchParams.get('login_hint')).toBe('kim@land');
    await expect(start('x'.repeat(2_001))).rejects.toMatchObject({ status: 400, field: 'login_hint' });
    const post = async (payload: string) => {
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://land.example',
        'sec-fetch-site': 'cross-site',
      };
      const reply = await portal.guest().inject({ method: 'POST', url: '/login', headers, payload });
      return [reply.statusCode, reply.headers.location];
    };
    expect(await post('iss=https%3A%2F%2Fland.example&login_hint=k&target_link_uri=https%3A%2F%2Fx.example%2F&code=c&iss2=1')).toEqual([
      303,
      '/login?iss=https%3A%2F%2Fland.example&login_hint=k&target_link_uri=https%3A%2F%2Fx.example%2F',
    ]);
    // Repeated parameters are ignored.
    expect(await post('iss=a&iss=b')).toEqual([303, '/login?']);
    expect((await post(`iss=${'x'.repeat(9_000)}`))[0]).toBe(413);
  });
});

describe('sign-out', () => {
  const comeIn = async (browser: Caller) => {
    const arrival = await come(browser, { sub: 'geht-ab', ...TEACHER });
    if (arrival.kind === 'unknown') await create(browser, arrival);
    expect(await browser.call(accounts.userinfo)).toMatchObject({ role: 'L' });
  };
  const as = async (settings: Partial<typeof land.settings>, work: () => Promise<void>) => {
    const { oidc } = portal.portal;
    portal.portal.oidc = [openOidc({ ...land.settings, ...settings })];
    await work().finally(() => (portal.portal.oidc = oidc));
  };

  test('redirects to the provider if this is enabled', () =>
    as({ logout: true }, async () => {
      const browser = portal.guest();
      await comeIn(browser);
      expect(await land.knows()).toBe(true);
      const [row] = await portal.portal.db.selectFrom('session').select('oidc_token').where('oidc_subject', '=', 'geht-ab').execute();
      expect(row!.oidc_token).toMatch(/^[\w-]{200,}$/);
      const { provider } = await browser.call(accounts.logout);
      expect(provider?.name).toBe('Landesportal');
      // With the ID token as a hint, the provider identifies the session without a confirmation page.
      const shown = new URL(provider!.url).searchParams;
      const hint = JSON.parse(Buffer.from(shown.get('id_token_hint')!.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
      expect([hint.sub, hint.aud, shown.get('post_logout_redirect_uri')]).toEqual(['geht-ab', 'portal', `${HERE}/login`]);
      expect(await browser.call(accounts.userinfo)).toBe(false);
      expect(await land.signOut(provider!.url)).toBe(`${HERE}/login`);
      expect(await land.knows()).toBe(false);
    }));

  test('ends only the local session if the provider is unavailable', async () => {
    const browser = portal.guest();
    await comeIn(browser);
    const kept = await portal.portal.db.selectFrom('session').select('oidc_token').where('oidc_subject', '=', 'geht-ab').execute();
    expect(kept.map(({ oidc_token }) => oidc_token)).toEqual([null]);
    expect(await browser.call(accounts.logout)).toEqual({ ok: true, provider: null });
    expect(await land.knows()).toBe(true);
    await as({ logout: true }, async () => {
      expect(await (await portal.as(teacher())).call(accounts.logout)).toEqual({ ok: true, provider: null });
      expect(await portal.guest().call(accounts.logout)).toEqual({ ok: true, provider: null });
    });
    await comeIn(browser);
    await as({ logout: true, issuer: 'http://127.0.0.1:9' }, async () => {
      expect(await browser.call(accounts.logout)).toEqual({ ok: true, provider: null });
      expect(await browser.call(accounts.userinfo)).toBe(false);
    });
  });
});
