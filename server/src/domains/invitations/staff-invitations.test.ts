import { accounts } from '@fundus/contract/accounts/accounts';
import { registration } from '@fundus/contract/accounts/registration';
import { invitations } from '@fundus/contract/invitations/invitations';
import { people } from '@fundus/contract/people/people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertDistrict } from '../accounts/index.ts';
import { districtAdmin, PASSWORD, pupil, schoolAdmin, teacher, testPortal, type Caller, type TestPortal } from '../../testing/index.ts';
import { mailServer, type MailServer } from '../../testing/systems/mail-server.ts';
import { sweepInvitations } from './sweep.ts';

let mail: MailServer;
let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  mail = await mailServer();
  portal = await testPortal({}, { smtpUrl: mail.url, publicUrl: 'https://medien.example' });
  await insertDistrict(portal.portal.db, { id: 'district-z', name: 'Kreis Z' });
  admin = await portal.as(districtAdmin({ email: 'leitung@kreis.example' }));
  portal.jobs.start();
});
afterAll(async () => {
  await portal.close();
  await mail.close();
});

const invite = (email: string, more: Record<string, unknown> = {}, by = admin) =>
  by.call(invitations.create, {
    body: { kind: 'personal', target: 'district', role: 'staff', email, capabilities: ['cap_lending', 'cap_news'], ...more } as never,
  });
const personAt = (email: string) =>
  portal.portal.db
    .selectFrom('person')
    .select(['district_id', 'school_id', 'school_wish', 'capabilities', 'district_admin', 'role', 'state'])
    .where('email', '=', email)
    .executeTakeFirst();
const arrived = async (email: string) => {
  await expect.poll(() => mail.to(email).length).toBeGreaterThan(0);
  return mail.to(email).at(-1)!;
};

const formFor = (email: string, invitation: string) =>
  ({ vorname: 'Frida', name: 'Frisch', email, role: 'P', password: 'drei Wolken am Deich', terms: true, invitation }) as const;

describe('staff of a district', () => {
  test('are invited with responsibilities', async () => {
    const made = await invite('theke@kreis.example', { vorname: 'Tom', name: 'Theke' });
    expect(made).toMatchObject({
      target: 'district',
      school: null,
      district: { id: 'district-a', name: 'Kreis A' },
      role: 'staff',
      capabilities: ['cap_lending', 'cap_news'],
      state: 'pending',
    });
    const { subject, text } = await arrived('theke@kreis.example');
    expect(subject).toBe('Einladung: Kreis A');
    expect(text).toMatch(/Kreis A lädt Sie in das Medienportal ein \(Rolle: Team des Medienzentrums\)/);
    const list = await admin.call(invitations.list, { query: { target: 'district' } });
    expect(list.items.map(({ email }) => email)).toEqual(['theke@kreis.example']);
    const other = await portal.as(districtAdmin({ district_id: 'district-z' }));
    expect((await other.call(invitations.list, { query: { target: 'district' } })).total).toBe(0);
    for (const call of [invitations.revoke, invitations.resend])
      await expect(other.call(call, { params: { id: made.id } })).rejects.toMatchObject({ status: 404 });
  });

  test('keep their school and previous responsibilities after accepting', async () => {
    const { id } = await invite('lehrkraft@a.example');
    const person = await portal.as(teacher({ email: 'lehrkraft@a.example', capabilities: ['cap_catalogue'] }));
    expect((await person.call(invitations.show, { params: { id } })).visitor).toBe('open');
    expect(await person.call(invitations.accept, { params: { id }, body: {} })).toEqual({ outcome: 'joined' });
    expect(await personAt('lehrkraft@a.example')).toMatchObject({ school_id: 'school-a', district_id: null, role: 'L' });
    expect((await personAt('lehrkraft@a.example'))!.capabilities.toSorted()).toEqual(['cap_catalogue', 'cap_lending', 'cap_news']);
    expect(await person.call(invitations.accept, { params: { id }, body: {} })).toEqual({ outcome: 'member' });
    const newcomer = await invite('neu@b.example');
    const fresh = await portal.as({ email: 'neu@b.example', role: 'P', school_id: null });
    expect(await fresh.call(invitations.accept, { params: { id: newcomer.id }, body: {} })).toEqual({ outcome: 'sign_in' });
    expect(await personAt('neu@b.example')).toMatchObject({ school_id: null, district_id: 'district-a' });
    expect(await fresh.call(accounts.userinfo)).toBe(false);
    expect((await admin.call(people.list, { query: { q: 'neu@b.example' } })).total).toBe(1);
  });

  test('can register with the invitation even if registration is closed', async () => {
    const { id } = await invite('frisch@kreis.example', { vorname: 'Frida', name: 'Frisch' });
    const guest = portal.guest();
    const form = formFor('frisch@kreis.example', id);
    await expect(guest.call(registration.register, { body: form })).rejects.toMatchObject({ code: 'feature_disabled' });
    for (const wrong of [{ invitation: '' }, { invitation: 'x'.repeat(22) }, { email: 'andere@kreis.example' }])
      await expect(guest.call(registration.registerInvited, { body: { ...form, ...wrong, school_wish: 'Eine' } })).rejects.toMatchObject({
        code: 'feature_disabled',
      });
    await guest.call(registration.registerInvited, { body: form });
    await expect.poll(() => mail.to('frisch@kreis.example').length).toBeGreaterThan(1);
    const token = mail.link('frisch@kreis.example', '/register/success').split('#')[1]!;
    expect(await guest.call(registration.confirmRegistration, { body: { token } })).toEqual({ state: 'active' });
    expect(await personAt('frisch@kreis.example')).toEqual({
      ...{ district_id: 'district-a', school_id: null, capabilities: ['cap_lending', 'cap_news'], district_admin: '0' },
      ...{ role: 'P', state: 'active', school_wish: '' },
    });
  });

  test('do not join the school named in their registration', async () => {
    const email = 'wunsch@kreis.example';
    const { id } = await invite(email);
    const guest = portal.guest();
    await guest.call(registration.registerInvited, { body: { ...formFor(email, id), school_id: 'school-a', school_wish: 'Eine' } });
    await expect.poll(() => mail.to(email).length).toBeGreaterThan(1);
    const token = mail.link(email, '/register/success').split('#')[1]!;
    expect(await guest.call(registration.confirmRegistration, { body: { token } })).toEqual({ state: 'active' });
    expect(await personAt(email)).toMatchObject({ school_id: null, district_id: 'district-a', school_wish: '' });
  });

  test('cannot register with a link to a school if registration is closed', async () => {
    const { id } = await admin.call(invitations.create, { body: { kind: 'link', role: 'teacher', school: 'school-a' } });
    const refused = portal.guest().call(registration.registerInvited, { body: { ...formFor('offen@kreis.example', id), role: 'L' } });
    await expect(refused).rejects.toMatchObject({ code: 'feature_disabled' });
    expect(await personAt('offen@kreis.example')).toBeUndefined();
  });

  test('are invited by a list of addresses with one result per line', async () => {
    const many = async (lines: string) => {
      const body = { target: 'district', role: 'staff', capabilities: ['cap_catalogue'], lines } as const;
      const { rows, sent } = await admin.call(invitations.bulk, { body: { ...body, capabilities: [...body.capabilities] } });
      return { sent, results: rows.map(({ email, result }) => `${email} ${result}`) };
    };
    expect(await many('a@team.example\nkein-wort\na@team.example\nleitung@kreis.example')).toEqual({
      sent: 1,
      results: ['a@team.example sent', 'kein-wort invalid', 'a@team.example duplicate', 'leitung@kreis.example already_member'],
    });
    expect(await many('email;vorname;name;rolle\nb@team.example;Bea;Beispiel;\nc@team.example;C;D;Lehrkraft')).toEqual({
      sent: 1,
      results: ['b@team.example sent', 'c@team.example invalid'],
    });
    const { items } = await admin.call(invitations.list, { query: { target: 'district' } });
    expect(items.find(({ email }) => email === 'b@team.example')).toMatchObject({ capabilities: ['cap_catalogue'], name: 'Bea Beispiel' });
  });

  test('become administrators only after the inviter enters the password', async () => {
    const refused = invite('zweite@kreis.example', { role: 'district_admin', capabilities: [] });
    await expect(refused).rejects.toMatchObject({ code: 'validation_failed', field: 'password' });
    const { id } = await invite('zweite@kreis.example', { role: 'district_admin', capabilities: [], password: PASSWORD });
    const second = await portal.as({ email: 'zweite@kreis.example', role: 'P' });
    expect(await second.call(invitations.accept, { params: { id }, body: {} })).toEqual({ outcome: 'sign_in' });
    expect(await personAt('zweite@kreis.example')).toMatchObject({ district_admin: '1', district_id: 'district-a' });
  });

  test('cannot be invited with contradictory fields or by other roles', async () => {
    const wrong: [Record<string, unknown>, string][] = [
      [{ role: 'teacher' }, 'role'],
      [{ role: 'district_admin' }, 'capabilities'],
      [{ target: 'school', school: 'school-a', capabilities: [] }, 'role'],
      [{ target: 'school', school: 'school-a', role: 'teacher' }, 'capabilities'],
      [{ kind: 'link' }, 'kind'],
    ];
    for (const [more, field] of wrong)
      await expect(invite('x@y.example', { ...more, password: PASSWORD }), field).rejects.toMatchObject({
        code: 'validation_failed',
        field,
      });
    for (const person of [schoolAdmin(), teacher(), teacher({ capabilities: ['cap_news'] })])
      await expect(invite('x@y.example', {}, await portal.as(person))).rejects.toMatchObject({ status: 403 });
    await expect(invite('theke@kreis.example')).rejects.toMatchObject({ code: 'already_exists' });
  });

  test('must belong to the district and use the invited address', async () => {
    const { id } = await invite('fern@z.example');
    const far = await portal.as({ email: 'fern@z.example', role: 'P', district_id: 'district-z' });
    for (const call of [invitations.show, invitations.accept])
      await expect(far.call(call, { params: { id }, body: {} } as never)).rejects.toMatchObject({ status: 403, code: 'other_district' });
    const child = await invite('kind@a.example');
    const learner = await portal.as(pupil({ email: 'kind@a.example', role: 'S' }));
    await expect(learner.call(invitations.accept, { params: { id: child.id }, body: {} })).rejects.toMatchObject({
      code: 'role_not_allowed',
    });
    await expect((await portal.as(teacher())).call(invitations.accept, { params: { id }, body: {} })).rejects.toMatchObject({
      code: 'wrong_account',
    });
    expect(await personAt('fern@z.example')).toMatchObject({ district_id: 'district-z', capabilities: [] });
  });

  test('receive a reminder before the invitation ends', async () => {
    await invite('bald@kreis.example');
    portal.setNow(new Date(Date.now() + 12 * 86_400_000));
    await sweepInvitations(portal.portal);
    portal.setNow(null);
    await expect.poll(() => mail.to('bald@kreis.example').some(({ subject }) => subject?.startsWith('Erinnerung'))).toBe(true);
  });

  test('cannot accept a revoked invitation', async () => {
    const { id } = await invite('weg@kreis.example');
    expect(await admin.call(invitations.revoke, { params: { id } })).toMatchObject({ state: 'revoked' });
    await expect(portal.guest().call(invitations.show, { params: { id } })).rejects.toMatchObject({ code: 'revoked' });
  });
});
