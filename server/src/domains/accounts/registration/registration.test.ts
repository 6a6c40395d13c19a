import { registration } from '@fundus/contract/accounts/registration';
import { accounts } from '@fundus/contract/accounts/accounts';
import { classMembers } from '@fundus/contract/classes/members';
import { classes } from '@fundus/contract/classes/classes';
import { DAY } from '@fundus/contract/days';
import { invitations } from '@fundus/contract/invitations/invitations';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { mailServer, type MailServer } from '../../../testing/systems/mail-server.ts';
import { districtAdmin, schoolAdmin, teacher, testPortal, type Caller, type TestPortal } from '../../../testing/index.ts';
import { statementsDuring } from '../../../testing/record-statements.ts';
import { sweepAccounts } from '../sweep.ts';

const PASSWORD = 'rostiger Anker singt';
let mail: MailServer;
let portal: TestPortal;
beforeAll(async () => {
  mail = await mailServer();
  portal = await testPortal({ AllowRegister: true, LoginEntleiherCode: true }, { smtpUrl: mail.url, publicUrl: 'https://medien.example' });
  // Prevents automatic runs, because the tests run jobs explicitly.
});
afterAll(async () => {
  await portal.close();
  await mail.close();
});
beforeEach(async () => {
  await portal.portal.db.deleteFrom('attempt_limit').execute();
});

const form = {
  salutation: 'ms' as const,
  vorname: 'Ada',
  name: 'Lindner',
  email: 'ada@schule.example',
  school_id: 'school-a',
  role: 'L' as const,
  password: PASSWORD,
  terms: true,
};
const register = (more: object = {}) => portal.guest().call(registration.register, { body: { ...form, ...more } });
const confirm = (token: string) => portal.guest().call(registration.confirmRegistration, { body: { token } });
const tokenFor = (address: string): string => mail.link(address, '/register/success#').split('#')[1]!;
const personOf = (email: string) => portal.portal.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst();
const signIn = (login: string, password = PASSWORD) => portal.guest().call(accounts.login, { body: { login, password } });

describe('registering with an invitation', () => {
  const open = async (body: object) => {
    const admin = await portal.as(schoolAdmin());
    return (await admin.call(invitations.create, { body: body as never })).id;
  };
  const person = async (email: string) => (await personOf(email))!;

  test('joins the invited school after the address is confirmed', async () => {
    const invitation = await open({ kind: 'personal', role: 'teacher', email: 'Neu@Kollegium.example', vorname: 'Nele', name: 'Neu' });
    const sent = { email: 'neu@kollegium.example', school_id: null, role: 'P', invitation };
    await expect(register({ ...sent, email: 'jemand@anders.example' })).rejects.toMatchObject({
      code: 'validation_failed',
      field: 'email',
    });
    await register(sent);
    await portal.jobs.runDue();
    expect(await person('neu@kollegium.example')).toMatchObject({ state: 'pending_email', school_id: 'school-a', role: 'L' });
    expect(await confirm(tokenFor('neu@kollegium.example'))).toEqual({ state: 'active' });
    expect(await person('neu@kollegium.example')).toMatchObject({ state: 'active', school_id: 'school-a', school_admin: '0' });
    await expect(portal.guest().call(invitations.show, { params: { id: invitation } })).rejects.toMatchObject({ code: 'revoked' });
    await expect(register({ ...sent, email: 'neu2@kollegium.example' })).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await signIn('neu@kollegium.example')).toMatchObject({ email: 'neu@kollegium.example' });
    const lines = await portal.portal.db
      .selectFrom('audit_log')
      .select('what')
      .where('subject_id', '=', (await person('neu@kollegium.example')).id)
      .execute();
    expect(lines).toEqual([{ what: 'person.join' }]);
  });

  test('grants administrative rights if the invitation includes them', async () => {
    const admin = await portal.as(districtAdmin());
    const { id } = await admin.call(invitations.create, {
      body: { kind: 'personal', role: 'school_admin', email: 'sek@kollegium.example', school: 'school-a' },
    });
    await register({ email: 'sek@kollegium.example', school_id: null, role: 'P', invitation: id });
    await portal.jobs.runDue();
    expect(await confirm(tokenFor('sek@kollegium.example'))).toEqual({ state: 'active' });
    expect(await person('sek@kollegium.example')).toMatchObject({ school_id: 'school-a', school_admin: '1', role: 'P' });
  });

  test('requires approval if the invitation link demands it', async () => {
    const invitation = await open({ kind: 'link', role: 'teacher', needs_confirmation: true });
    await register({ email: 'frage@kollegium.example', school_id: 'school-b', invitation });
    await portal.jobs.runDue();
    expect(await confirm(tokenFor('frage@kollegium.example'))).toEqual({ state: 'pending_approval' });
    expect((await person('frage@kollegium.example')).school_id).toBe('school-a');
  });

  describe('to a class', () => {
    const toClass = async (about: object) => {
      const owner = await portal.as(teacher());
      const { id: class_id } = await owner.call(classes.create, { body: { name: newId().slice(-12) } });
      const body = { kind: 'link', role: 'teacher', target: 'class', class_id, ...about };
      const { id: invitation } = await owner.call(invitations.create, { body: body as never });
      const teachers = async () =>
        (await owner.call(classMembers.members, { params: { id: class_id }, query: { show: 'teachers' } })).items.map(
          (member) => member.person_id,
        );
      const asked = async () =>
        (await owner.call(invitations.applications, { query: { class_id } })).items.map(({ person }) => person.email);
      return { invitation, class_id, teachers, asked };
    };
    const approve = (id: string) => portal.portal.db.updateTable('person').set({ state: 'active' }).where('id', '=', id).execute();

    test('adds the user to the class after the school has approved the account', async () => {
      const { invitation, teachers } = await toClass({});
      await register({ email: 'klasse1@kollegium.example', school_id: null, role: 'P', invitation });
      await portal.jobs.runDue();
      expect(await confirm(tokenFor('klasse1@kollegium.example'))).toEqual({ state: 'pending_approval' });
      const { id, school_id, role } = await person('klasse1@kollegium.example');
      expect([school_id, role]).toEqual(['school-a', 'L']);
      expect(await teachers()).not.toContain(id);
      await approve(id);
      expect(await teachers()).toContain(id);
    });

    test('lets the user choose another school if the invitation allows guests', async () => {
      const { invitation, teachers } = await toClass({ own_school_only: false });
      await register({ email: 'klasse2@kollegium.example', school_id: 'school-b', invitation });
      await portal.jobs.runDue();
      expect(await confirm(tokenFor('klasse2@kollegium.example'))).toEqual({ state: 'pending_approval' });
      const { id, school_id } = await person('klasse2@kollegium.example');
      expect(school_id).toBe('school-b');
      await approve(id);
      expect(await teachers()).toContain(id);
    });

    test('asks the teachers of the class after the school has approved the account', async () => {
      const { invitation, teachers, asked } = await toClass({ needs_confirmation: true });
      await register({ email: 'klasse3@kollegium.example', school_id: null, invitation });
      await portal.jobs.runDue();
      await confirm(tokenFor('klasse3@kollegium.example'));
      const { id } = await person('klasse3@kollegium.example');
      expect(await asked()).toEqual([]);
      await approve(id);
      expect(await asked()).toEqual(['klasse3@kollegium.example']);
      expect(await teachers()).not.toContain(id);
    });
  });

  test('requires approval if the invitation was revoked before the confirmation', async () => {
    const invitation = await open({ kind: 'link', role: 'teacher', max_uses: 1 });
    await register({ email: 'spaet@kollegium.example', school_id: null, invitation });
    await portal.jobs.runDue();
    await (await portal.as(schoolAdmin())).call(invitations.revoke, { params: { id: invitation } });
    expect(await confirm(tokenFor('spaet@kollegium.example'))).toEqual({ state: 'pending_approval' });
    expect(await person('spaet@kollegium.example')).toMatchObject({ school_id: 'school-a', state: 'pending_approval' });
  });
});

describe('registering without an invitation', () => {
  test('allows the sign-in after confirmation and approval', async () => {
    // Removes earlier jobs, so that this registration is the first of the day.
    await portal.portal.db.deleteFrom('job').where('kind', '=', 'registrations').execute();
    await portal.as(schoolAdmin({ email: 'leitung@schule.example' }));
    expect(await register()).toEqual({ ok: true });
    expect(await personOf(form.email)).toBeUndefined();
    await portal.jobs.runDue();
    expect(await personOf(form.email)).toMatchObject({
      state: 'pending_email',
      role: 'L',
      school_admin: '0',
      district_admin: '0',
      salutation: 'ms',
      locale: 'de',
      terms_version: 'terms 0, privacy 0',
    });
    await expect(signIn(form.email)).rejects.toMatchObject({ code: 'wrong_credentials' });

    const token = tokenFor(form.email);
    expect(mail.to(form.email)).toHaveLength(1);
    expect(await confirm(token)).toEqual({ state: 'pending_approval' });
    await expect(confirm(token)).rejects.toMatchObject({ status: 410, code: 'revoked' });
    await expect(signIn(form.email)).rejects.toMatchObject({ code: 'wrong_credentials' });
    await portal.jobs.runDue();
    const [notified] = mail.to('leitung@schule.example');
    expect(notified).toMatchObject({ subject: 'Eine Person wartet auf Bestätigung' });
    expect(notified!.text).toContain('Ada Lindner: Schule a');
    expect(notified!.text).toContain('https://medien.example/account/notifications');

    await portal.portal.db.updateTable('person').set({ state: 'active' }).where('email', '=', form.email).execute();
    expect(await signIn('ADA@schule.example')).toMatchObject({ vorname: 'Ada', school_id: 'school-a', role: 'L' });
  });

  test('notifies administrators of further registrations only the next morning', async () => {
    const { db } = portal.portal;
    await db.deleteFrom('job').execute();
    const many = ['eins', 'zwei', 'drei', 'vier'].map((name) => `${name}@viele.example`);
    for (const [i, email] of many.entries()) await register({ email, vorname: 'Nr.', name: `${i}`, school_id: 'school-b' });
    await portal.as(schoolAdmin({ email: 'leitung@viele.example', school_id: 'school-b' }));
    await portal.jobs.runDue();
    await Promise.all(many.map((email) => confirm(tokenFor(email))));
    await portal.jobs.runDue();
    const notified = () => mail.to('leitung@viele.example').map(({ subject }) => subject);
    expect(notified()).toEqual(['Eine Person wartet auf Bestätigung']);
    const known = many.findIndex((_, i) => mail.to('leitung@viele.example')[0]!.text!.includes(`Nr. ${i}`));
    const others = many.filter((_, i) => i !== known);
    await db.updateTable('person').set({ state: 'active' }).where('email', '=', others[0]!).execute();
    await db.updateTable('job').set({ due_at: new Date() }).where('kind', '=', 'registrations').execute();
    await portal.jobs.runDue();
    expect(notified()).toEqual(['Eine Person wartet auf Bestätigung', '2 Personen warten auf Bestätigung']);
    const { text } = mail.to('leitung@viele.example')[1]!;
    expect(many.map((_, i) => text!.includes(`Nr. ${i}: Schule b`))).toEqual(many.map((email) => others.slice(1).includes(email)));
    expect(await db.selectFrom('job').select('id').where('kind', '=', 'registrations').execute()).toEqual([]);
  });

  test('returns the same response for the address of an existing account', async () => {
    await portal.as(teacher({ email: 'da@schule.example', vorname: 'Da' }));
    const before = await personOf('da@schule.example');
    expect(await register({ email: 'DA@schule.example' })).toEqual({ ok: true });
    await portal.jobs.runDue();
    expect(mail.to('da@schule.example').map(({ subject }) => subject)).toEqual(['Sie haben schon ein Konto']);
    expect(await personOf('da@schule.example')).toEqual(before);
  });

  test('executes the same statements for known and unknown addresses', async () => {
    await portal.as(teacher({ email: 'zeit@schule.example' }));
    const sqlOf = async (email: string) => (await statementsDuring(portal, () => register({ email }))).map(({ sql }) => sql);
    const known = await sqlOf('zeit@schule.example');
    expect(known.length).toBeGreaterThan(2);
    expect(await sqlOf('neu@schule.example')).toEqual(known);
    await portal.portal.db.deleteFrom('job').where('kind', '=', 'register').execute();
  });

  test('notifies the district if the school is not listed', async () => {
    await portal.as(districtAdmin({ email: 'kreis@schule.example' }));
    await register({ email: 'fern@schule.example', school_id: null, school_wish: 'Schule am Deich' });
    await portal.jobs.runDue();
    expect(await personOf('fern@schule.example')).toMatchObject({
      school_id: null,
      school_wish: 'Schule am Deich',
      district_id: 'district-a',
    });
    await confirm(tokenFor('fern@schule.example'));
    await portal.jobs.runDue();
    expect(mail.to('kreis@schule.example').at(-1)!.text).toContain('Ada Lindner: Schule am Deich');
  });

  test('activates the account without approval if the school trusts its mail domain', async () => {
    const settings = JSON.stringify({ trusted_domains: ['lehrkraft.schule-b.example'] });
    await portal.portal.db.updateTable('school').set({ settings }).where('id', '=', 'school-b').execute();
    await register({ email: 'x@Lehrkraft.schule-b.example', school_id: 'school-b' });
    await portal.jobs.runDue();
    expect(await confirm(tokenFor('x@Lehrkraft.schule-b.example'))).toEqual({ state: 'active' });
    expect(await signIn('x@lehrkraft.schule-b.example')).toMatchObject({ school_id: 'school-b' });
  });

  test('revokes the link of a previous unconfirmed registration', async () => {
    await register({ email: 'zwei@schule.example', vorname: 'Eins' });
    await portal.jobs.runDue();
    const first = tokenFor('zwei@schule.example');
    await register({ email: 'zwei@schule.example', vorname: 'Zwei' });
    await portal.jobs.runDue();
    await expect(confirm(first)).rejects.toMatchObject({ code: 'revoked' });
    await confirm(tokenFor('zwei@schule.example'));
    expect(await personOf('zwei@schule.example')).toMatchObject({ vorname: 'Zwei', state: 'pending_approval' });
  });

  test('omits a borrower code that belongs to another person', async () => {
    await portal.as(teacher({ email: 'hat@schule.example', borrower_code: 'ENT-77' }));
    expect(await register({ email: 'will@schule.example', borrower_code: 'ent-77' })).toEqual({ ok: true });
    await portal.jobs.runDue();
    expect(mail.to('will@schule.example')[0]!.text).toContain('gehört schon zu einem anderen Konto');
    expect(await personOf('will@schule.example')).toMatchObject({ borrower_code: null });
  });

  test('deletes the registration after a day without confirmation', async () => {
    await register({ email: 'nie@schule.example' });
    await portal.jobs.runDue();
    portal.setNow(new Date(Date.now() + 25 * 3_600_000));
    await expect(confirm(tokenFor('nie@schule.example'))).rejects.toMatchObject({ status: 410, code: 'expired' });
    await sweepAccounts(portal.portal);
    expect(await personOf('nie@schule.example')).toBeUndefined();
    portal.setNow(null);
  });

  test('reminds approvers after three and after seven days', async () => {
    const count = (): number => mail.to('kreis@schule.example').filter(({ text }) => text?.includes('Schule am Deich')).length;
    const before = count();
    const after = async (days: number): Promise<number> => {
      portal.setNow(new Date(Date.now() + days * DAY));
      await sweepAccounts(portal.portal);
      await portal.jobs.runDue();
      return count() - before;
    };
    expect([await after(2), await after(3.1), await after(4), await after(7.1), await after(20)]).toEqual([0, 1, 1, 2, 2]);
    portal.setNow(null);
  });

  test('creates one account even if the job runs twice', async () => {
    await register({ email: 'einmal@schule.example' });
    const job = await portal.portal.db
      .selectFrom('job')
      .selectAll()
      .where('kind', '=', 'register')
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow();
    await portal.jobs.runDue();
    await portal.portal.db
      .updateTable('job')
      .set({ state: 'waiting', payload: JSON.stringify(job.payload), due_at: new Date(0) })
      .where('id', '=', job.id)
      .execute();
    await portal.jobs.runDue();
    expect(mail.to('einmal@schule.example')).toHaveLength(1);
  });
});

describe('validation of a registration', () => {
  const problems = async (body: object, who: Caller = portal.guest()): Promise<string[]> => {
    const token = String((await who.inject({ method: 'GET', url: '/api/v1/user/userinfo' })).headers['x-csrf-token']);
    const reply = await who.inject({ method: 'POST', url: registration.register.path, headers: { 'x-csrf-token': token }, payload: body });
    expect(reply.statusCode).toBe(400);
    return (reply.json().error.details.problems as { field: string; rule: string }[]).map(({ field, rule }) => `${field} ${rule}`).sort();
  };

  test('reports all invalid fields with the violated rules', async () => {
    const empty = { vorname: ' ', name: '', email: 'ada', role: 'admin', password: 'kurz', borrower_code: 'x' };
    expect(await problems(empty)).toEqual(['borrower_code format', 'email format', 'name required', 'role choice', 'vorname required']);
    expect(await problems({ ...form, school_id: null, password: 'kurz', terms: false })).toEqual([
      'password min',
      'school_id required',
      'terms required',
    ]);
    expect(await problems({ ...form, vorname: 'x'.repeat(61) })).toEqual(['vorname max']);
  });

  test.each([
    [{ email: 'ada@mailinator.com' }, 'email throwaway'],
    [{ password: '' }, 'password required'],
    [{ password: 'x'.repeat(129) }, 'password max'],
    [{ password: 'Passwort1234!' }, 'password common'],
    [{ password: 'Lindner singt laut' }, 'password personal'],
    [{ school_id: 'school-x' }, 'school_id unknown'],
  ])('rejects the form with %j as "%s"', async (more, expected) => expect(await problems({ ...form, ...more })).toEqual([expected]));

  test('rejects a password that equals the name of the school', async () => {
    await portal.portal.db.updateTable('school').set({ name: 'Lindenhof-Kolleg' }).where('id', '=', 'school-b').execute();
    expect(await problems({ ...form, school_id: 'school-b', password: 'Turm am Lindenhof' })).toEqual(['password personal']);
    const typed = { ...form, school_id: null, school_wish: 'Hagenbeckschule Altona', password: 'hagenbeckschule-42x' };
    expect(await problems(typed)).toEqual(['password personal']);
  });

  test('ignores roles and rights in the form', async () => {
    await register({ email: 'schlau@schule.example', school_admin: '1', district_admin: '1', state: 'active', capabilities: ['cap_news'] });
    await portal.jobs.runDue();
    expect(await personOf('schlau@schule.example')).toMatchObject({
      school_admin: '0',
      district_admin: '0',
      state: 'pending_email',
      capabilities: [],
    });
  });

  test('returns success to bots without storing the form', async () => {
    expect(await register({ email: 'bot@schule.example', website: 'https://spam.example' })).toEqual({ ok: true });
    await portal.jobs.runDue();
    expect(await personOf('bot@schule.example')).toBeUndefined();
  });

  test('rejects forged and malformed links', async () => {
    await expect(confirm('A'.repeat(43))).rejects.toMatchObject({ status: 400, field: 'token' });
    await expect(confirm('../../etc')).rejects.toMatchObject({ status: 400, field: 'token' });
  });

  test('limits the valid forms per hour from one network address', async () => {
    await expect(register({ email: 'x' })).rejects.toMatchObject({ status: 400 });
    for (let i = 0; i < 60; i++) await register({ email: 'viele@schule.example', website: 'x' });
    await expect(register({ email: 'viele@schule.example' })).rejects.toMatchObject({ status: 429, code: 'too_many_attempts' });
  });

  test('rejects all forms if registration is disabled', async () => {
    const closed = await testPortal();
    const refused = { status: 403, code: 'feature_disabled' };
    await expect(closed.guest().call(registration.register, { body: form })).rejects.toMatchObject(refused);
    await expect(closed.guest().call(registration.registerSchools, { query: { q: 'a' } })).rejects.toMatchObject(refused);
    await closed.close();
  });
});

test('finds open schools by name, city, postcode and number', async () => {
  const db = portal.portal.db;
  await db
    .updateTable('school')
    .set({ name: 'Deich_schule', city: 'Nordhafen', postcode: '26506', number: '4711' })
    .where('id', '=', 'school-a')
    .execute();
  const find = async (q: string) =>
    (await portal.guest().call(registration.registerSchools, { query: { q } })).items.map(({ name }) => name);
  for (const q of ['deich', 'NORD', '26506', '4711', 'schule nordhafen', 'h_s']) expect(await find(q), q).toEqual(['Deich_schule']);
  expect(await find('%')).toEqual([]);
  expect(await find('')).toEqual([]);
  await db.updateTable('school').set({ state: 'closed' }).where('id', '=', 'school-a').execute();
  expect(await find('deich')).toEqual([]);
});
