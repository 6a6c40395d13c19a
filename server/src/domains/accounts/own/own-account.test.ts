import { AsyncResource } from 'node:async_hooks';
import { accounts } from '@fundus/contract/accounts/accounts';
import { ownAccount, type NotificationChoice, type OwnAccount } from '@fundus/contract/accounts/own';
import { registration } from '@fundus/contract/accounts/registration';
import { invitations } from '@fundus/contract/invitations/invitations';
import { library } from '@fundus/contract/library/library';
import { people } from '@fundus/contract/people/people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailServer, type MailServer } from '../../../testing/systems/mail-server.ts';
import { newId } from '../../../db/new-id.ts';
import { districtAdmin, PASSWORD, pupil, schoolAdmin, teacher, testPortal, type Caller, type TestPortal } from '../../../testing/index.ts';
import { insertSchools, requireOtherAdmin } from '../index.ts';

const NEW = 'rostiger Anker singt';
let mail: MailServer;
let portal: TestPortal;
beforeAll(async () => {
  mail = await mailServer();
  portal = await testPortal({}, { smtpUrl: mail.url, publicUrl: 'https://medien.example' });
});
afterAll(async () => {
  await portal.close();
  await mail.close();
});

const subjects = (address: string): (string | undefined)[] => mail.to(address).map(({ subject }) => subject);
const signIn = (login: string, password: string) => portal.guest().call(accounts.login, { body: { login, password } });
const details = async (browser: Caller) => browser.call(ownAccount.account);

describe('name and language', () => {
  test('are changed only with the current version', async () => {
    const browser = await portal.as(teacher({ email: 'ada@schule.example', vorname: 'Ada', name: 'Alt' }));
    const before = await details(browser);
    expect(before).toMatchObject({ vorname: 'Ada', email: 'ada@schule.example', schulname: 'Schule a', locale: null, new_email: null });
    const change = { version: before.version, salutation: 'ms' as const, vorname: ' Ada  ', name: 'Neu', locale: 'en' };
    expect(await browser.call(ownAccount.changeAccount, { body: change })).toMatchObject({
      vorname: 'Ada',
      name: 'Neu',
      salutation: 'ms',
      locale: 'en',
    });
    expect(await browser.call(accounts.userinfo)).toMatchObject({ name: 'Neu' });
    await expect(browser.call(ownAccount.changeAccount, { body: change })).rejects.toMatchObject({ status: 409, code: 'version_conflict' });
  });

  test('let learners change the language but not the name', async () => {
    const browser = await portal.as(pupil({ vorname: 'Kim', name: 'Kind' }));
    const { version, can } = await details(browser);
    expect(can).toMatchObject({ rename: false, changeEmail: false, changePassword: true });
    const same = { version, salutation: '' as const, vorname: 'Kim', name: 'Kind', locale: 'en' };
    expect(await browser.call(ownAccount.changeAccount, { body: same })).toMatchObject({ locale: 'en' });
    await expect(
      browser.call(ownAccount.changeAccount, { body: { ...same, version: version + 1, vorname: 'Chef' } }),
    ).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    await expect(browser.call(ownAccount.changeEmail, { body: { email: 'k@schule.example', password: PASSWORD } })).rejects.toMatchObject({
      status: 403,
    });
  });

  test('are rejected with the name of the invalid field', async () => {
    const browser = await portal.as(teacher());
    const good = { version: 1, salutation: '' as const, vorname: 'A', name: 'B', locale: null };
    for (const [field, value] of [
      ['vorname', ''],
      ['name', 'x'.repeat(61)],
      ['locale', 'deutsch'],
      ['salutation', 'Dr.'],
      ['version', 0],
    ] as const)
      await expect(browser.call(ownAccount.changeAccount, { body: { ...good, [field]: value } as never }), field).rejects.toMatchObject({
        status: 400,
        field,
      });
    await expect(portal.guest().call(ownAccount.account)).rejects.toMatchObject({ status: 401, code: 'login_required' });
  });
});

describe('password', () => {
  test('ends other sessions when it is changed', async () => {
    const browser = await portal.as(teacher({ email: 'pw@schule.example' }));
    const other = await portal.signIn('pw@schule.example');
    expect(await browser.call(ownAccount.changePassword, { body: { old: PASSWORD, password: NEW } })).toEqual({ ok: true });
    expect(await browser.call(accounts.userinfo)).toMatchObject({ email: 'pw@schule.example' });
    expect(await other.call(accounts.userinfo)).toBe(false);
    expect(await signIn('pw@schule.example', NEW)).toMatchObject({ email: 'pw@schule.example' });
    await portal.jobs.runDue();
    expect(subjects('pw@schule.example')).toEqual(['Ihr Passwort wurde geändert']);
  });

  test('revokes pending links when it is changed', async () => {
    const browser = await portal.as(teacher({ email: 'pw3@schule.example' }));
    await browser.call(ownAccount.changeEmail, { body: { email: 'pw3@boese.example', password: PASSWORD } });
    await portal.guest().call(registration.requestPassword, { body: { login: 'pw3@schule.example' } });
    await portal.jobs.runDue();
    const address = mail.link('pw3@boese.example', '/login/email-confirm#').split('#')[1]!;
    const link = mail.link('pw3@schule.example', '/login/password-reset#').split('#')[1]!;
    await browser.call(ownAccount.changePassword, { body: { old: PASSWORD, password: NEW } });
    expect((await details(browser)).new_email).toBeNull();
    await expect(portal.guest().call(ownAccount.confirmEmail, { body: { token: address } })).rejects.toMatchObject({ code: 'revoked' });
    await expect(portal.guest().call(registration.checkReset, { body: { token: link } })).rejects.toMatchObject({ code: 'revoked' });
  });

  test('cannot be changed after ten wrong attempts', async () => {
    const browser = await portal.as(teacher({ email: 'pw2@schule.example', name: 'Sommerfeld' }));
    const change = (old: string, password: string) => browser.call(ownAccount.changePassword, { body: { old, password } });
    await expect(change(PASSWORD, 'kurz')).rejects.toMatchObject({ status: 400, field: 'password' });
    await expect(change(PASSWORD, 'Sommerfeld singt')).rejects.toMatchObject({ status: 400, field: 'password' });
    await expect(change(PASSWORD, PASSWORD)).rejects.toMatchObject({ status: 400, field: 'password' });
    await expect(change('', NEW)).rejects.toMatchObject({ status: 400, field: 'old' });
    for (let i = 0; i < 10; i++) await expect(change(`falsch ${i}`, NEW)).rejects.toMatchObject({ status: 400, field: 'old' });
    await expect(change(PASSWORD, NEW)).rejects.toMatchObject({ status: 429, code: 'too_many_attempts' });
  });

  test('cannot be changed if the account has none', async () => {
    const closed = await testPortal({ DisableAccountChangePW: true });
    const browser = await closed.as(teacher());
    expect((await details(browser)).can.changePassword).toBe(false);
    const body = { old: PASSWORD, password: NEW };
    await expect(browser.call(ownAccount.changePassword, { body })).rejects.toMatchObject({ status: 403, code: 'feature_disabled' });
    await closed.close();
    const without = await portal.as(teacher({ email: 'sso@schule.example' }));
    await portal.portal.db.updateTable('person').set({ password_hash: null }).where('email', '=', 'sso@schule.example').execute();
    expect((await details(without)).can.changePassword).toBe(false);
    await expect(without.call(ownAccount.changePassword, { body })).rejects.toMatchObject({ code: 'feature_disabled' });
  });
});

describe('e-mail address', () => {
  test('is changed only after confirmation of the new address', async () => {
    const browser = await portal.as(teacher({ email: 'alt@schule.example' }));
    await expect(browser.call(ownAccount.changeEmail, { body: { email: 'neu@schule.example', password: 'falsch' } })).rejects.toMatchObject(
      {
        status: 400,
        field: 'password',
      },
    );
    expect(await browser.call(ownAccount.changeEmail, { body: { email: 'neu@schule.example', password: PASSWORD } })).toMatchObject({
      email: 'alt@schule.example',
      new_email: 'neu@schule.example',
    });
    await portal.jobs.runDue();
    expect(subjects('alt@schule.example')).toEqual(['Ihre Adresse soll geändert werden']);
    const token = mail.link('neu@schule.example', '/login/email-confirm#').split('#')[1]!;
    expect(await portal.guest().call(ownAccount.confirmEmail, { body: { token } })).toEqual({ email: 'neu@schule.example' });
    await portal.jobs.runDue();
    expect(subjects('alt@schule.example')).toEqual(['Ihre Adresse soll geändert werden', 'Ihre Adresse wurde geändert']);
    expect(subjects('neu@schule.example')).toEqual(['Bitte bestätigen Sie Ihre neue Adresse', 'Ihre Adresse wurde geändert']);
    expect(await details(browser)).toMatchObject({ email: 'neu@schule.example', new_email: null });
    expect(await signIn('neu@schule.example', PASSWORD)).toMatchObject({ email: 'neu@schule.example' });
    await expect(portal.guest().call(ownAccount.confirmEmail, { body: { token } })).rejects.toMatchObject({ status: 410, code: 'revoked' });
  });

  test('revokes reset links to the previous address when it is changed', async () => {
    const browser = await portal.as(teacher({ email: 'frueher@schule.example' }));
    await portal.guest().call(registration.requestPassword, { body: { login: 'frueher@schule.example' } });
    await portal.jobs.runDue();
    const link = mail.link('frueher@schule.example', '/login/password-reset#').split('#')[1]!;
    await browser.call(ownAccount.changeEmail, { body: { email: 'heute@schule.example', password: PASSWORD } });
    await portal.jobs.runDue();
    const token = mail.link('heute@schule.example', '/login/email-confirm#').split('#')[1]!;
    await portal.guest().call(ownAccount.confirmEmail, { body: { token } });
    await expect(portal.guest().call(registration.checkReset, { body: { token: link } })).rejects.toMatchObject({ code: 'revoked' });
  });

  test('is not revealed as taken by another account', async () => {
    await portal.as(teacher({ email: 'besetzt@schule.example' }));
    const browser = await portal.as(teacher({ email: 'will@schule.example' }));
    expect(await browser.call(ownAccount.changeEmail, { body: { email: 'Besetzt@schule.example', password: PASSWORD } })).toMatchObject({
      new_email: 'Besetzt@schule.example',
    });
    await portal.jobs.runDue();
    expect(subjects('besetzt@schule.example')).toEqual(['Diese Adresse wird schon verwendet']);
    expect(mail.to('besetzt@schule.example')[0]!.text).not.toContain('#');
  });

  test('is rejected if another account took it before the confirmation', async () => {
    const browser = await portal.as(teacher({ email: 'wartet@schule.example' }));
    await browser.call(ownAccount.changeEmail, { body: { email: 'schnell@schule.example', password: PASSWORD } });
    await portal.jobs.runDue();
    const token = mail.link('schnell@schule.example', '/login/email-confirm#').split('#')[1]!;
    await portal.as(teacher({ email: 'schnell@schule.example' }));
    await expect(portal.guest().call(ownAccount.confirmEmail, { body: { token } })).rejects.toMatchObject({
      status: 409,
      code: 'already_exists',
    });
  });

  test.each([
    ['kein', 'email'],
    ['a@mailinator.com', 'email'],
    ['Gleich@schule.example', 'email'],
  ])('is rejected if it is invalid: %s', async (email, field) => {
    const existing = await portal.portal.db
      .selectFrom('person')
      .select('id')
      .where('email', '=', 'gleich@schule.example')
      .executeTakeFirst();
    const browser = existing ? await portal.signIn('gleich@schule.example') : await portal.as(teacher({ email: 'gleich@schule.example' }));
    await expect(browser.call(ownAccount.changeEmail, { body: { email, password: PASSWORD } })).rejects.toMatchObject({
      status: 400,
      field,
    });
  });
});

describe('sessions', () => {
  test('can be ended individually or all at once', async () => {
    const browser = await portal.as(teacher({ email: 'viele@schule.example' }));
    const [second, third] = [await portal.signIn('viele@schule.example'), await portal.signIn('viele@schule.example')];
    const { items } = await browser.call(ownAccount.sessions);
    expect(items.map(({ current }) => current).sort()).toEqual([false, false, true]);
    expect(JSON.stringify(items)).not.toContain('127.0.0.1');
    const secondId = (await second.call(ownAccount.sessions)).items.find(({ current }) => current)!.id;
    await browser.call(ownAccount.endSession, { params: { id: secondId } });
    expect(await second.call(accounts.userinfo)).toBe(false);
    expect(await browser.call(ownAccount.endOtherSessions)).toEqual({ ended: 1 });
    expect(await third.call(accounts.userinfo)).toBe(false);
    const [own] = (await browser.call(ownAccount.sessions)).items;
    await browser.call(ownAccount.endSession, { params: { id: own!.id } });
    expect(await browser.call(accounts.userinfo)).toBe(false);
  });

  test('are not found if they belong to another user', async () => {
    const browser = await portal.as(teacher());
    const stranger = await portal.as(teacher());
    const [own] = (await stranger.call(ownAccount.sessions)).items;
    await expect(browser.call(ownAccount.endSession, { params: { id: own!.id } })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect(await stranger.call(accounts.userinfo)).not.toBe(false);
    await expect(browser.call(ownAccount.endSession, { params: { id: 'x' } })).rejects.toMatchObject({ status: 400, field: 'id' });
  });
});

test('turns optional mails off and on', async () => {
  const names = async (browser: Caller) => (await details(browser)).notifications.map(({ name }) => name);
  expect(await names(await portal.as(schoolAdmin()))).toEqual([
    'registrations',
    'help',
    'lists',
    'shared',
    'licences',
    'news',
    'schoolYear',
    'searches',
  ]);
  const keeper = await portal.as(teacher({ capabilities: ['cap_licences'] }));
  expect(await names(keeper)).toEqual(['registrations', 'help', 'lists', 'shared', 'licences', 'news', 'schoolYear', 'searches']);
  expect(await names(await portal.as(pupil()))).toEqual(['assignments', 'searches']);
  const browser = await portal.as(teacher());
  expect(await names(browser)).toEqual(['registrations', 'help', 'lists', 'shared', 'news', 'schoolYear', 'searches']);
  const waysOf = ({ notifications }: OwnAccount) =>
    notifications.map(({ name, mail, portal }) => `${name} ${mail}${portal ? ' portal' : ''}`);
  const before = ['registrations now portal', 'help off portal', 'lists daily portal', 'shared off portal', 'news now portal'];
  expect(waysOf(await details(browser)).slice(0, 5)).toEqual(before);
  const set = (name: string, mail: string, shown: boolean) =>
    browser.call(ownAccount.setNotifications, { body: { notifications: [{ name, mail, portal: shown }] as NotificationChoice[] } });
  expect(waysOf(await set('help', 'daily', false))[1]).toBe('help daily');
  expect(waysOf(await set('searches', 'off', true))).toContain('searches off portal');
  await expect(set('passwordChanged', 'off', false)).rejects.toMatchObject({ status: 400 });
  expect(waysOf(await set('help', 'off', true)).slice(0, 5)).toEqual(before);
});

describe('data export', () => {
  const fetchData = async (browser: Caller, format: string) =>
    browser.inject({ method: 'GET', url: `/api/v1/user/export?format=${format}` });

  test('contains all personal data but no data of others', async () => {
    const browser = await portal.as(teacher({ email: 'daten@schule.example', vorname: '=Ada' }));
    await portal.as(teacher({ email: 'fremd@schule.example' }));
    await browser.call(library.saveSearch, { body: { name: 'Vulkane', scope: 'search', query: 'q=Vulkan' } });
    const reply = await fetchData(browser, 'json');
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="Meine-Daten-\d{4}-\d\d-\d\d\.json"$/);
    const data = reply.json() as Record<string, Record<string, unknown>[]>;
    expect(data.person).toMatchObject([{ email: 'daten@schule.example', role: 'L' }]);
    expect(data.saved_search).toMatchObject([{ name: 'Vulkane' }]);
    expect(data.session).toHaveLength(1);
    expect(reply.body).not.toMatch(/fremd@|password_hash|\$argon2|id_hash/);
  });

  test('contains only the times of actions that affected others', async () => {
    const admin = await portal.as(schoolAdmin({ email: 'laedt.ein@schule.example' }));
    await portal.as(teacher({ email: 'blockiert@schule.example', name: 'Blockwart' }));
    const whom = (await admin.call(people.list, { query: { q: 'blockiert@' } })).items[0]!;
    const invitation = await admin.call(invitations.create, {
      body: {
        kind: 'personal',
        role: 'teacher',
        email: 'gast@anderswo.example',
        vorname: 'Gerda',
        name: 'Gastmann',
        message: 'Hallo Gerda',
      },
    });
    const reason = 'hat das Gerät verloren';
    await admin.call(people.block, { params: { id: whom.id }, body: { version: whom.version, reason } });
    const reply = await fetchData(admin, 'json');
    const data = reply.json() as Record<string, Record<string, unknown>[]>;
    expect(data['invitation.created_by']).toEqual([{ at: expect.any(String) }]);
    expect(Date.parse(String(data['invitation.created_by']![0]!.at))).toBe(Date.parse(invitation.created_at));
    expect(data.audit_log!.map(({ what }) => what).sort()).toEqual(['account.block', 'invitation.create']);
    for (const word of [invitation.id, 'gast@', 'Gastmann', 'Gerda', whom.id, 'blockiert@', reason]) expect(reply.body).not.toContain(word);
    const csv = (await fetchData(admin, 'csv')).body;
    for (const word of [invitation.id, 'gast@', whom.id, reason]) expect(csv).not.toContain(word);
  });

  test('contains an accepted invitation without its link and approver', async () => {
    const admin = await portal.as(schoolAdmin({ email: 'laesst.ein@schule.example' }));
    const link = await admin.call(invitations.create, { body: { kind: 'link', role: 'teacher', needs_confirmation: true } });
    const guest = await portal.as(teacher({ email: 'fragt@schule.example', school_id: null }));
    await guest.call(invitations.accept, { params: { id: link.id }, body: {} });
    const { id } = (await portal.portal.db
      .selectFrom('person')
      .select('id')
      .where('email', '=', 'fragt@schule.example')
      .executeTakeFirst())!;
    await admin.call(invitations.decide, { params: { id: link.id, personId: id }, body: { decision: 'confirmed' } });
    const reply = await fetchData(guest, 'json');
    const data = reply.json() as Record<string, Record<string, unknown>[]>;
    expect(data.invitation_use).toMatchObject([{ person_id: id, state: 'confirmed' }]);
    expect(data['audit_log.subject_id']).toMatchObject([{ what: 'person.join', after: { school: 'school-a' } }]);
    const by = (await portal.portal.db
      .selectFrom('person')
      .select('id')
      .where('email', '=', 'laesst.ein@schule.example')
      .executeTakeFirst())!;
    for (const word of [link.id, by.id]) expect(reply.body).not.toContain(word);
  });

  test('escapes formulas in CSV', async () => {
    const browser = await portal.signIn('daten@schule.example');
    const { body, headers } = await fetchData(browser, 'csv');
    expect(headers['content-type']).toContain('text/csv');
    expect(body).toContain('"area";"entry";"field";"value"');
    expect(body).toContain('"person";1;"vorname";"\'=Ada"');
    expect(body).toContain('"saved_search";1;"name";"Vulkane"');
  });

  test('is denied to anonymous visitors', async () => {
    const browser = await portal.signIn('daten@schule.example');
    expect((await fetchData(browser, 'xml')).statusCode).toBe(400);
    expect((await fetchData(portal.guest(), 'json')).statusCode).toBe(401);
  });
});

describe('account deletion', () => {
  test('takes effect after fourteen days unless the user signs in', async () => {
    portal.setNow(new Date('2026-11-21T10:00:00Z'));
    const browser = await portal.as(teacher({ email: 'geht@schule.example' }));
    await expect(browser.call(ownAccount.deleteAccount, { body: { password: 'falsch' } })).rejects.toMatchObject({
      status: 400,
      field: 'password',
    });
    expect(await browser.call(ownAccount.deleteAccount, { body: { password: PASSWORD } })).toEqual({ on: '2026-12-05' });
    expect(await browser.call(accounts.userinfo)).toBe(false);
    await portal.jobs.runDue();
    expect(subjects('geht@schule.example')).toEqual(['Ihr Konto wird gelöscht']);
    await signIn('geht@schule.example', PASSWORD);
    const row = await portal.portal.db
      .selectFrom('person')
      .select('state')
      .where('email', '=', 'geht@schule.example')
      .executeTakeFirstOrThrow();
    expect(row.state).toBe('active');
    portal.setNow(null);
  });

  test('is refused for the last administrator of a school or district', async () => {
    const refused = { status: 409, code: 'state_conflict' };
    for (const who of [schoolAdmin({ school_id: 'school-b' }), districtAdmin()]) {
      const browser = await portal.as(who);
      expect((await details(browser)).can.delete).toBe(false);
      await expect(browser.call(ownAccount.deleteAccount, { body: { password: PASSWORD } })).rejects.toMatchObject(refused);
      await portal.as(who);
      expect((await details(browser)).can.delete).toBe(true);
      await browser.call(ownAccount.deleteAccount, { body: { password: PASSWORD } });
    }
  });

  test('is refused while the only other administrator is being removed', async () => {
    const about = { school_id: 'school-letzte' };
    await insertSchools(portal.portal.db, [
      { id: 'school-letzte', district_id: 'district-a', name: 'L', number: '77', street: '', postcode: '', city: '' },
    ]);
    const leaves = await portal.as(schoolAdmin({ ...about, email: 'geht@letzte.example' }));
    await portal.as(schoolAdmin({ ...about, email: 'gibt-ab@letzte.example' }));
    let leaving: Promise<unknown> | undefined;
    // Detaches the request from the transaction below.
    const leave = AsyncResource.bind(() => leaves.call(ownAccount.deleteAccount, { body: { password: PASSWORD } }));
    // Removes an administrator in the usual order: locks the school, counts the administrators and updates the person.
    await portal.portal.db.transaction().execute(async (trx) => {
      await requireOtherAdmin(trx, [{ school: 'school-letzte' }], newId());
      leaving = leave();
      await Promise.race([leaving.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 1_500))]);
      await trx.updateTable('person').set({ school_admin: '0' }).where('email', '=', 'gibt-ab@letzte.example').execute();
    });
    await expect(leaving).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
  });
});

test('saves simultaneous changes of two accounts', async () => {
  const both = [await portal.as(schoolAdmin({ school_id: 'school-b' })), await portal.as(schoolAdmin({ school_id: 'school-b' }))];
  for (let round = 1; round <= 40; round++)
    await Promise.all(
      both.map(async (browser, i) => {
        const change = { version: round, salutation: '' as const, vorname: 'Ada', name: `Nummer ${i} ${round}`, locale: null };
        expect(await browser.call(ownAccount.changeAccount, { body: change })).toMatchObject({ name: change.name });
      }),
    );
});
