import { accounts } from '@fundus/contract/accounts/accounts';
import type { AccountState } from '@fundus/contract/accounts/states';
import { shiftDay, today } from '@fundus/contract/days';
import { classes } from '@fundus/contract/classes/classes';
import { invitations, invitationState, type Invitation } from '@fundus/contract/invitations/invitations';
import type { Capability } from '@fundus/contract/people/rules';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ValueOf } from '../../db/tables.ts';
import { districtAdmin, PASSWORD, pupil, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { insertDistrict, insertSchools } from '../accounts/index.ts';
import { acceptAfterRegistration, findForRegistration } from './index.ts';
import { invitationWorkers } from './applications.ts';
import { sweepInvitations } from './sweep.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const portal = usePortal();
let admin: Caller;
let kreis: Caller;
beforeAll(async () => {
  portal.setNow(NOW);
  await insertDistrict(portal.portal.db, { id: 'district-b', name: 'Kreis B' });
  await insertSchools(portal.portal.db, [
    { id: 'school-z', district_id: 'district-b', name: 'Schule z', number: '900', street: '', postcode: '', city: '' },
  ]);
  admin = await portal.as(schoolAdmin({ email: 'leitung@a.example' }));
  kreis = await portal.as(districtAdmin({ email: 'kreis@a.example' }));
});
beforeEach(async () => {
  portal.setNow(NOW);
  await portal.portal.db.deleteFrom('job').execute();
});

const refused = (status: number, code: string) => ({ status, code });
const later = (ms: number) => portal.setNow(new Date(NOW.getTime() + ms));
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const personal = (email: string, more: object = {}, who = admin): Promise<Invitation> =>
  who.call(invitations.create, { body: { kind: 'personal', role: 'teacher', email, ...more } as never });
const link = (more: object = {}, who = admin): Promise<Invitation> =>
  who.call(invitations.create, { body: { kind: 'link', role: 'teacher', ...more } as never });
const show = (who: Caller, id: string) => who.call(invitations.show, { params: { id } });
const accept = (who: Caller, id: string, change_school = false) =>
  who.call(invitations.accept, { params: { id }, body: { change_school } });
const free = (email: string, more: object = {}) => portal.as(teacher({ email, school_id: null, ...more }));
const row = (email: string) => portal.portal.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const mails = async () =>
  (await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').execute()).map(
    ({ payload }) => payload as { to: { address: string }; subject: string; body: { text?: string; href?: string }[] },
  );

describe('inviting', () => {
  test('sends a mail with a link that is valid for fourteen days', async () => {
    const made = await personal('Neu@x.example', { message: 'Willkommen im Kollegium', vorname: 'Ina', name: 'Neu' });
    expect(made).toMatchObject({
      state: 'pending',
      expires_on: '2026-12-05',
      email: 'Neu@x.example',
      name: 'Ina Neu',
      can: { resend: true, revoke: true },
    });
    expect(Buffer.from(made.id, 'base64url')).toHaveLength(16);
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: { address: 'Neu@x.example' }, subject: 'Einladung: Schule a' });
    expect(mail?.body.map(({ text, href }) => text ?? href).join('\n')).toMatch(
      new RegExp(`Nachricht dazu zu lesen[\\s\\S]*/invitation/${made.id}`),
    );
    // The message is mailed only to addresses that have an account.
    expect(JSON.stringify(mail)).not.toContain('Willkommen');
    await free('hat-konto@x.example');
    await portal.portal.db.deleteFrom('job').execute();
    await personal('Hat-Konto@x.example', { message: 'Willkommen im Kollegium' });
    expect(JSON.stringify(await mails())).toContain('Willkommen im Kollegium');
    const log = await portal.portal.db.selectFrom('audit_log').selectAll().where('what', '=', 'invitation.create').execute();
    expect(JSON.stringify(log)).not.toContain('x.example');
  });

  test('limits a link to thirty days and to the end of the school year', async () => {
    expect(await link()).toMatchObject({ state: 'active', expires_on: '2026-12-21', max_uses: null });
    await expect(link({ expires_on: '2027-08-01' })).rejects.toMatchObject({ ...refused(400, 'validation_failed'), field: 'expires_on' });
    await expect(link({ expires_on: '2026-11-20' })).rejects.toMatchObject({ field: 'expires_on' });
    portal.setNow(new Date('2027-07-20T10:00:00Z'));
    const june = await portal.as(schoolAdmin({ email: 'sommer@a.example' }));
    expect((await link({}, june)).expires_on).toBe('2027-07-31');
  });

  test('writes the mail in the language of the invited account', async () => {
    await free('reads@x.example');
    await portal.portal.db.updateTable('person').set({ locale: 'en' }).where('email', '=', 'reads@x.example').execute();
    await personal('Reads@x.example');
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Invitation: Schule a']);
  });

  test('allows one open invitation per address', async () => {
    const { id } = await personal('einmal@x.example');
    await expect(personal('Einmal@x.example')).rejects.toMatchObject({ ...refused(409, 'already_exists'), field: 'email' });
    await admin.call(invitations.revoke, { params: { id } });
    expect(await personal('einmal@x.example')).toMatchObject({ state: 'pending' });
  });

  test('rejects links for administrators', async () => {
    await expect(link({ role: 'school_admin' })).rejects.toMatchObject({ ...refused(400, 'validation_failed'), field: 'role' });
    await expect(personal('leitung@A.example')).rejects.toMatchObject({ ...refused(409, 'already_exists'), field: 'email' });
    for (const more of [{ max_uses: 0 }, { max_uses: 501 }, { allowed_domains: ['kein domain'] }, { message: 'x'.repeat(501) }])
      await expect(link(more)).rejects.toMatchObject(refused(400, 'validation_failed'));
  });

  test('requires the inviting administrator’s password to invite another administrator', async () => {
    await expect(personal('chef@x.example', { role: 'school_admin' })).rejects.toMatchObject({
      ...refused(400, 'validation_failed'),
      field: 'password',
    });
    await expect(personal('chef@x.example', { role: 'school_admin', password: 'falsch' })).rejects.toMatchObject({ field: 'password' });
    expect(await mails()).toEqual([]);
    expect(await personal('chef@x.example', { role: 'school_admin', password: PASSWORD })).toMatchObject({ role: 'school_admin' });
    expect(await personal('chef@x.example', { role: 'school_admin', school: 'school-b' }, kreis)).toMatchObject({
      school: { id: 'school-b' },
    });
  });

  test('limits the number of password guesses', async () => {
    const guessing = await portal.as(schoolAdmin({ email: 'raet@a.example' }));
    const invite = (who: Caller, password?: string) =>
      personal('co@x.example', { role: 'school_admin', ...(password && { password }) }, who);
    for (let i = 0; i < 10; i++) await expect(invite(guessing, `falsch ${i}`)).rejects.toMatchObject({ field: 'password' });
    await expect(invite(guessing, PASSWORD)).rejects.toMatchObject(refused(429, 'too_many_attempts'));
    const without = await portal.as(schoolAdmin({ email: 'portal@a.example' }));
    await portal.portal.db.updateTable('person').set({ password_hash: null }).where('email', '=', 'portal@a.example').execute();
    expect(await invite(without)).toMatchObject({ role: 'school_admin' });
  });

  test('is limited to schools that the user administers', async () => {
    await expect(link({ school: 'school-b' })).rejects.toMatchObject(refused(404, 'not_found'));
    await expect(link({ school: 'school-z' }, kreis)).rejects.toMatchObject(refused(404, 'not_found'));
    await expect(link({}, kreis)).rejects.toMatchObject({ field: 'school' });
    const other = await portal.as(schoolAdmin({ school_id: 'school-b' }));
    const mine = await link();
    for (const call of [invitations.revoke, invitations.resend])
      await expect(other.call(call, { params: { id: mine.id } })).rejects.toMatchObject(refused(404, 'not_found'));
    await expect((await portal.as(teacher())).call(invitations.list, { query: {} })).rejects.toMatchObject(refused(403, 'forbidden'));
  });

  test('sends a mail again after two minutes unless the invitation was revoked', async () => {
    const { id } = await personal('noch@x.example');
    const resend = () => admin.call(invitations.resend, { params: { id } });
    await expect(resend()).rejects.toMatchObject(refused(429, 'too_many_attempts'));
    later(2 * MINUTE + 1);
    await resend();
    expect(await mails()).toHaveLength(2);
    expect(await admin.call(invitations.revoke, { params: { id } })).toMatchObject({
      state: 'revoked',
      can: { resend: false, revoke: false },
    });
    await expect(resend()).rejects.toMatchObject(refused(409, 'state_conflict'));
  });

  test('returns a result for each address in a list', async () => {
    await personal('offen@x.example');
    await portal.portal.db.deleteFrom('job').execute();
    const lines =
      'email;vorname;name;rolle\na1@x.example;Ada;Eins;Lehrkraft\nA1@x.example;;;\nleitung@a.example;;;\noffen@x.example;;;\nkeine;;;\nb2@x.example;;;König\nc3@x.example;;;Schüler\n';
    const { rows, sent } = await admin.call(invitations.bulk, { body: { role: 'teacher', lines } });
    expect(rows.map(({ line, result, role }) => [line, result, role])).toEqual([
      [2, 'sent', 'teacher'],
      [3, 'duplicate', 'teacher'],
      [4, 'already_member', 'teacher'],
      [5, 'duplicate', 'teacher'],
      [6, 'invalid', 'teacher'],
      [7, 'invalid', 'könig'],
      [8, 'sent', 'student'],
    ]);
    expect([sent, (await mails()).map(({ to }) => to.address).sort()]).toEqual([2, ['a1@x.example', 'c3@x.example']]);
    const plain = await admin.call(invitations.bulk, { body: { role: 'teacher', lines: 'd4@x.example\ne5@x.example, f6@x.example' } });
    expect(plain.sent).toBe(3);
    const bare = await admin.call(invitations.bulk, {
      body: { role: 'teacher', lines: 'g7@x.example;Gül;Sieben;Lehrkraft\nh8@x.example;Hans von;Acht;Schülerin\ni9@x.example;;;\n' },
    });
    expect(bare.rows.map(({ line, name, role, result }) => [line, name, role, result])).toEqual([
      [1, 'Gül Sieben', 'teacher', 'sent'],
      [2, 'Hans von Acht', 'student', 'sent'],
      [3, '', 'teacher', 'sent'],
    ]);
    // A teacher may invite 200 addresses a day. A batch above this limit is rejected completely.
    const classTeacher = await portal.as(teacher({ email: 'klasse@a.example' }));
    const class_ = await classTeacher.call(classes.create, { body: { name: '7c', kind: 'class', grade: 7 } });
    const toClass = (from: number, to: number) =>
      classTeacher.call(invitations.bulk, {
        body: {
          role: 'student',
          target: 'class',
          class_id: class_.id,
          lines: Array.from({ length: to - from }, (_, i) => `k${from + i}@x.example`).join('\n'),
        },
      });
    expect((await toClass(0, 150)).sent).toBe(150);
    await portal.portal.db.deleteFrom('job').execute();
    await expect(toClass(150, 201)).rejects.toMatchObject(refused(429, 'too_many_attempts'));
    expect(await mails()).toEqual([]);
    expect((await toClass(150, 200)).sent).toBe(50);
    const many = Array.from({ length: 201 }, (_, i) => `p${i}@x.example`).join('\n');
    await expect(admin.call(invitations.bulk, { body: { role: 'teacher', lines: many } })).rejects.toMatchObject({ field: 'lines' });
  });
});

describe('opening a link', () => {
  test('shows no names of people', async () => {
    const { id } = await link({ message: 'Herzlich' });
    const seen = await show(portal.guest(), id);
    expect(seen).toMatchObject({ school: { name: 'Schule a' }, role: 'teacher', expires_on: '2026-12-21', visitor: 'guest', email: null });
    expect(JSON.stringify(seen)).not.toContain('Muster');
    expect((await show(await free('frei1@x.example'), id)).visitor).toBe('open');
    expect((await show(admin, id)).visitor).toBe('member');
    const elsewhere = await portal.as(teacher({ school_id: 'school-b' }));
    expect(await show(elsewhere, id)).toMatchObject({ visitor: 'other_school', from: 'Schule b' });
  });

  test('returns different errors for unknown, revoked, expired and exhausted links', async () => {
    const guest = portal.guest();
    for (const id of ['nichts', 'A'.repeat(22)]) await expect(show(guest, id)).rejects.toMatchObject(refused(404, 'invalid_link'));
    const { id } = await link({ max_uses: 1 });
    await accept(await free('erster@x.example'), id);
    await expect(show(guest, id)).rejects.toMatchObject(refused(410, 'exhausted'));
    const second = await free('zweiter@x.example');
    await expect(accept(second, id)).rejects.toMatchObject(refused(410, 'exhausted'));
    const gone = await link();
    await admin.call(invitations.revoke, { params: { id: gone.id } });
    await expect(show(guest, gone.id)).rejects.toMatchObject(refused(410, 'revoked'));
    const short = await link({ expires_on: '2026-11-21' });
    await show(guest, short.id);
    later(DAY);
    await expect(show(guest, short.id)).rejects.toMatchObject(refused(410, 'expired'));
  });

  test('rejects links of a suspended or closed school', async () => {
    const { id } = await link({ school: 'school-b' }, kreis);
    const set = (state: ValueOf<'school', 'state'>) =>
      portal.portal.db.updateTable('school').set({ state }).where('id', '=', 'school-b').execute();
    await set('suspended');
    await expect(show(portal.guest(), id)).rejects.toMatchObject(refused(403, 'suspended'));
    await set('closed');
    await expect(show(portal.guest(), id)).rejects.toMatchObject(refused(410, 'revoked'));
    await set('active');
  });

  test.each([
    ['a pupil a teacher’s link', {}, pupil({ school_id: null }), 'role_not_allowed'],
    ['a teacher a pupils’ link', { role: 'student' }, teacher({ school_id: null }), 'role_not_allowed'],
    ['a pupil of another school', { role: 'student' }, pupil({ school_id: 'school-b' }), 'student_other_school'],
    [
      'an address of another domain',
      { allowed_domains: ['Schule-A.example'] },
      teacher({ school_id: null, email: 'wer@anders.example' }),
      'domain_not_allowed',
    ],
  ] as const)('rejects %s', async (_, about, who, code) => {
    const { id } = await link(about);
    const caller = await portal.as(who);
    await expect(show(caller, id)).rejects.toMatchObject(refused(403, code));
    await expect(accept(caller, id)).rejects.toMatchObject(refused(403, code));
  });

  test('accepts a personal invitation only for its address, regardless of case', async () => {
    const { id } = await personal('Genau@X.example');
    await expect(accept(await free('anders@x.example'), id)).rejects.toMatchObject(refused(403, 'wrong_account'));
    expect(await accept(await free('genau@x.example'), id)).toEqual({ outcome: 'joined' });
    await expect(show(portal.guest(), id)).rejects.toMatchObject({ status: 410 });
  });
});

describe('accepting an invitation', () => {
  test('adds a member once', async () => {
    const { id } = await link({ max_uses: 5 });
    const caller = await free('rein@x.example');
    expect(await accept(caller, id)).toEqual({ outcome: 'joined' });
    expect(await accept(caller, id)).toEqual({ outcome: 'member' });
    const { id: person, school_id, school_admin } = await row('rein@x.example');
    expect([school_id, school_admin]).toEqual(['school-a', '0']);
    const list = await admin.call(invitations.list, { query: { limit: 100 } });
    expect(list.items.find((item) => item.id === id)?.used_count).toBe(1);
    const log = await portal.portal.db.selectFrom('audit_log').select(['what', 'school_id']).where('subject_id', '=', person).execute();
    expect(log).toEqual([{ what: 'person.join', school_id: 'school-a' }]);
  });

  test('changes the school after confirmation unless the user is its last administrator', async () => {
    const { id } = await link();
    const caller = await portal.as(schoolAdmin({ email: 'einzige@b.example', school_id: 'school-b' }));
    await expect(accept(caller, id)).rejects.toMatchObject(refused(409, 'state_conflict'));
    expect((await row('einzige@b.example')).school_id).toBe('school-b');
    await portal.portal.db
      .updateTable('person')
      .set({ school_admin: '0' })
      .where('school_id', '=', 'school-b')
      .where('email', '<>', 'einzige@b.example')
      .execute();
    await expect(accept(caller, id, true)).rejects.toMatchObject(refused(409, 'state_conflict'));
    await portal.as(schoolAdmin({ email: 'zweite@b.example', school_id: 'school-b' }));
    expect(await accept(caller, id, true)).toEqual({ outcome: 'joined' });
    expect(await row('einzige@b.example')).toMatchObject({ school_id: 'school-a', school_admin: '0' });
  });

  test('removes capabilities of the previous school or district', async () => {
    const all: Capability[] = ['cap_catalogue', 'cap_licences', 'cap_news'];
    const caller = await portal.as(teacher({ email: 'befugt@b.example', school_id: 'school-b', capabilities: all }));
    const far = await portal.as(districtAdmin({ email: 'kreis@z.example', district_id: 'district-b' }));
    await accept(caller, (await link()).id, true);
    expect(await row('befugt@b.example')).toMatchObject({ school_id: 'school-a', capabilities: ['cap_catalogue', 'cap_news'] });
    await accept(caller, (await link({ school: 'school-z' }, far)).id, true);
    expect(await row('befugt@b.example')).toMatchObject({ school_id: 'school-z', capabilities: [] });
    const keeper = await free('pflegt@a.example', { district_id: 'district-a', capabilities: all });
    await accept(keeper, (await link({ school: 'school-z' }, far)).id);
    expect(await row('pflegt@a.example')).toMatchObject({ school_id: 'school-z', capabilities: [] });
  });

  test('ends the session of a user who becomes an administrator', async () => {
    const { id } = await personal('kuenftig@a.example', { role: 'school_admin', password: PASSWORD });
    const caller = await portal.as(teacher({ email: 'kuenftig@a.example' }));
    expect((await show(caller, id)).visitor).toBe('open');
    // Sessions without a second factor end when the user becomes an administrator.
    const elsewhere = await portal.signIn('kuenftig@a.example');
    expect(await accept(caller, id)).toEqual({ outcome: 'sign_in' });
    for (const browser of [caller, elsewhere]) expect(await browser.call(accounts.userinfo)).toBe(false);
    expect(await row('kuenftig@a.example')).toMatchObject({ school_id: 'school-a', school_admin: '1' });
    const again = await portal.signIn('kuenftig@a.example');
    expect(await accept(again, id)).toEqual({ outcome: 'member' });
  });

  test('keeps the session of a user who already has administrative rights', async () => {
    const { id } = await personal('kann-schon@a.example', { role: 'school_admin', password: PASSWORD });
    const caller = await portal.as(teacher({ email: 'kann-schon@a.example', capabilities: ['cap_news'] }));
    expect(await accept(caller, id)).toEqual({ outcome: 'joined' });
    expect(await caller.call(accounts.userinfo)).toMatchObject({ school_id: 'school-a', school_admin: '1' });
  });

  test('admits only one of two users when one use is left', async () => {
    const { id } = await link({ max_uses: 1 });
    const callers = await Promise.all([free('rennen1@x.example'), free('rennen2@x.example')]);
    const done = await Promise.allSettled(callers.map((caller) => accept(caller, id)));
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('counts one use for simultaneous requests of the same user', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await link({ max_uses: 3 });
      const person = await free(`gleichzeitig-${round}@x.example`);
      const outcomes = await Promise.all(Array.from({ length: 4 }, () => accept(person, id)));
      expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['joined', 'member', 'member', 'member']);
      const { used_count } = await portal.portal.db
        .selectFrom('invitation')
        .select('invitation.used_count')
        .where('invitation.id', '=', id)
        .executeTakeFirstOrThrow();
      expect(used_count).toBe(1);
    }
  });

  test('ends a personal invitation that was declined', async () => {
    const { id } = await personal('danke@x.example');
    const caller = await free('danke@x.example');
    await caller.call(invitations.decline, { params: { id } });
    await expect(accept(caller, id)).rejects.toMatchObject({ status: 410 });
    expect((await admin.call(invitations.list, { query: { show: 'ended', limit: 100 } })).items.find((item) => item.id === id)?.state).toBe(
      'declined',
    );
  });
});

describe('requests', () => {
  test("wait for a decision of the school's administrators", async () => {
    const { id } = await link({ needs_confirmation: true, max_uses: 2 });
    const [yes, no] = [await free('ja@x.example'), await free('nein@x.example')];
    for (const caller of [yes, no]) expect(await accept(caller, id)).toEqual({ outcome: 'waiting' });
    expect(await accept(yes, id)).toEqual({ outcome: 'waiting' });
    expect((await show(yes, id)).visitor).toBe('waiting');
    await portal.portal.db.deleteFrom('job').execute();
    const second = await portal.as(schoolAdmin({ email: 'vertretung@a.example' }));
    const { id: other } = await link({ needs_confirmation: true, school: 'school-a' }, kreis);
    await accept(await free('wer@x.example'), other);
    const notified = (await mails()).map(({ to }) => to.address);
    expect(notified).toEqual(expect.arrayContaining(['kreis@a.example', 'leitung@a.example', 'vertretung@a.example']));
    expect(new Set(notified).size).toBe(notified.length);
    await second.call(invitations.decide, {
      params: { id: other, personId: (await row('wer@x.example')).id },
      body: { decision: 'rejected' },
    });
    await portal.portal.db.updateTable('person').set({ school_admin: '0' }).where('email', '=', 'vertretung@a.example').execute();
    expect((await row('ja@x.example')).school_id).toBeNull();
    const asked = await admin.call(invitations.applications, { query: {} });
    expect(asked.items.map(({ person }) => person.email)).toEqual(['ja@x.example', 'nein@x.example']);
    const decide = (email: string, decision: 'confirmed' | 'rejected', who = admin) =>
      who.call(invitations.decide, {
        params: { id, personId: asked.items.find(({ person }) => person.email === email)!.person.id },
        body: { decision },
      });
    await expect(decide('ja@x.example', 'confirmed', await portal.as(schoolAdmin({ school_id: 'school-b' })))).rejects.toMatchObject(
      refused(404, 'not_found'),
    );
    await decide('ja@x.example', 'confirmed');
    await decide('nein@x.example', 'rejected');
    const undo = (who: Caller) =>
      who.call(invitations.undoDecision, {
        params: { id, personId: asked.items.find(({ person }) => person.email === 'nein@x.example')!.person.id },
      });
    await expect(undo(await portal.as(schoolAdmin({ school_id: 'school-b' })))).rejects.toMatchObject(refused(404, 'not_found'));
    await undo(admin);
    expect((await show(no, id)).visitor).toBe('waiting');
    await expect(undo(admin)).rejects.toMatchObject(refused(409, 'state_conflict'));
    await decide('nein@x.example', 'rejected');
    await expect(decide('nein@x.example', 'confirmed')).rejects.toMatchObject(refused(409, 'state_conflict'));
    expect([(await row('ja@x.example')).school_id, (await row('nein@x.example')).school_id]).toEqual(['school-a', null]);
    expect((await show(no, id)).visitor).toBe('rejected');
    expect((await admin.call(invitations.list, { query: { limit: 100 } })).items.find((item) => item.id === id)).toMatchObject({
      used_count: 1,
      waiting: 0,
    });
  });
});

test('requires a valid link from a former member', async () => {
  const { id } = await link();
  const caller = await free('wiederfort@x.example');
  await accept(caller, id);
  await portal.portal.db.updateTable('person').set({ school_id: null }).where('email', '=', 'wiederfort@x.example').execute();
  expect((await show(caller, id)).visitor).toBe('open');
  await admin.call(invitations.revoke, { params: { id } });
  await expect(show(caller, id)).rejects.toMatchObject(refused(410, 'revoked'));
});

describe('mails about requests', () => {
  const notified = async () => (await mails()).filter(({ to }) => to.address === 'leitung@a.example');
  const text = (mail: { body: { text?: string }[] } | undefined) => mail?.body.map((block) => block.text ?? '').join('\n');

  test('are sent immediately for the first request and the next morning for later ones', async () => {
    const [one, two] = [await link({ needs_confirmation: true }), await link({ needs_confirmation: true })];
    const callers: Caller[] = [];
    for (const [i, vorname] of ['Ada', 'Ben', 'Cem', 'Dora'].entries())
      callers.push(await free(`fragt-${i}@x.example`, { vorname, name: 'Fragt' }));
    await accept(callers[0]!, one.id);
    await Promise.all(callers.slice(1).map((caller, i) => accept(caller, i === 0 ? two.id : one.id)));
    const [first, ...more] = await notified();
    expect([first?.subject, more]).toEqual(['Beitrittsanfrage für Schule a', []]);
    expect(text(first)).toContain('– Ada Fragt');
    await admin.call(invitations.decide, {
      params: { id: one.id, personId: (await row('fragt-3@x.example')).id },
      body: { decision: 'rejected' },
    });
    const { db } = portal.portal;
    await db.deleteFrom('job').where('kind', '=', 'mail').execute();
    const job = await db
      .selectFrom('job')
      .select(['id', 'due_at', 'created_at'])
      .where('kind', '=', 'applications')
      .executeTakeFirstOrThrow();
    expect(job.due_at).toEqual(new Date('2026-11-22T07:00:00Z'));
    // Two processes run the same job.
    const work = () => invitationWorkers(portal.portal).applications!(null, { id: job.id, createdAt: job.created_at });
    await Promise.all([work(), work()]);
    const sent = await notified();
    expect(sent.map(({ subject }) => subject)).toEqual(['2 Beitrittsanfragen für Schule a']);
    for (const name of ['– Ben Fragt', '– Cem Fragt']) expect(text(sent[0])).toContain(name);
    expect(text(sent[0])).not.toContain('Dora');
    // The next request counts as the first one again.
    await accept(await free('fragt-4@x.example', { vorname: 'Eva' }), two.id);
    expect((await notified()).map(({ subject }) => subject)).toContain('Beitrittsanfrage für Schule a');
  });
});

describe('confirming a request', () => {
  /** Requests to join a school through a link that needs confirmation. Returns a function that decides on the request. */
  const asks = async (email: string, about: object = {}) => {
    const { id } = await link({ needs_confirmation: true, ...about }, kreis);
    await accept(await free(email), id);
    const personId = (await row(email)).id;
    return (decision: 'confirmed' | 'rejected' = 'confirmed') =>
      kreis.call(invitations.decide, { params: { id, personId }, body: { decision } });
  };

  test('is rejected if the applicant joined another school or cannot sign in', async () => {
    const confirm = await asks('spaeter-b@x.example', { school: 'school-a' });
    const at = async () => (await row('spaeter-b@x.example')).school_id;
    const set = (change: { school_id?: string | null; state?: AccountState }) =>
      portal.portal.db.updateTable('person').set(change).where('email', '=', 'spaeter-b@x.example').execute();
    await set({ school_id: 'school-b' });
    await expect(confirm()).rejects.toMatchObject(refused(409, 'state_conflict'));
    expect(await at()).toBe('school-b');
    await set({ school_id: null, state: 'blocked' });
    await expect(confirm()).rejects.toMatchObject(refused(409, 'state_conflict'));
    expect(await at()).toBeNull();
    await set({ state: 'active' });
    await confirm();
    expect(await at()).toBe('school-a');
  });

  test('moves an applicant whose school has not changed since the request', async () => {
    const { id } = await link({ needs_confirmation: true, school: 'school-a' }, kreis);
    const caller = await portal.as(teacher({ email: 'wechselt@b.example', school_id: 'school-b' }));
    await accept(caller, id, true);
    const { id: personId } = await row('wechselt@b.example');
    await kreis.call(invitations.decide, { params: { id, personId }, body: { decision: 'confirmed' } });
    expect((await row('wechselt@b.example')).school_id).toBe('school-a');
    // An applicant who has meanwhile joined the school stays a member.
    const confirm = await asks('schon-da@x.example', { school: 'school-a' });
    await portal.portal.db.updateTable('person').set({ school_id: 'school-a' }).where('email', '=', 'schon-da@x.example').execute();
    await confirm();
    expect((await row('schon-da@x.example')).school_id).toBe('school-a');
  });

  test('is rejected for a suspended or closed school', async () => {
    const [one, two] = [await asks('einer@x.example', { school: 'school-b' }), await asks('andere@x.example', { school: 'school-b' })];
    const set = (state: ValueOf<'school', 'state'>) =>
      portal.portal.db.updateTable('school').set({ state }).where('id', '=', 'school-b').execute();
    for (const state of ['suspended', 'closed'] as const) {
      await set(state);
      await expect(one(), state).rejects.toMatchObject(refused(409, 'state_conflict'));
      expect((await row('einer@x.example')).school_id, state).toBeNull();
    }
    await two('rejected');
    await set('closing');
    await one();
    expect((await row('einer@x.example')).school_id).toBe('school-b');
    await set('active');
  });
});

describe('registration', () => {
  const at = () => ({ ...portal.portal, now: NOW, afterCommit: () => {}, wakeIndex: async () => {} });
  test('accepts a personal invitation only for the invited email address', async () => {
    const mine = await personal('spaeter@x.example');
    expect(await findForRegistration(at(), mine.id, 'SPAETER@x.example')).toEqual({
      personal: true,
      school_id: 'school-a',
      role: 'teacher',
      vouches: true,
    });
    expect(await findForRegistration(at(), mine.id, 'anders@x.example')).toBeNull();
  });

  test('accepts a link only for addresses of its domains', async () => {
    const some = await link({ allowed_domains: ['x.example'], needs_confirmation: true });
    expect(await findForRegistration(at(), some.id, 'w@x.example')).toMatchObject({ personal: false, vouches: false });
    expect(await findForRegistration(at(), some.id, 'w@y.example')).toBeNull();
    expect(await findForRegistration(at(), 'nichts', 'w@y.example')).toBeNull();
  });
  test('accepts the invitation only once', async () => {
    const { id } = await personal('frisch@x.example');
    await free('frisch@x.example');
    const person = await row('frisch@x.example');
    expect(await acceptAfterRegistration(at(), person.id, id)).toBe(true);
    expect((await row('frisch@x.example')).school_id).toBe('school-a');
    expect(await acceptAfterRegistration(at(), person.id, id)).toBe(false);
  });
});

describe('hourly invitation job', () => {
  test('sends one reminder three days before the invitation ends', async () => {
    const { id } = await personal('vergesslich@x.example');
    await portal.portal.db.deleteFrom('job').execute();
    later(10 * DAY);
    await sweepInvitations(portal.portal);
    expect(await mails()).toEqual([]);
    later(11 * DAY);
    await sweepInvitations(portal.portal);
    await sweepInvitations(portal.portal);
    const sent = (await mails()).filter(({ to }) => to.address === 'vergesslich@x.example');
    expect(sent.map(({ subject }) => subject)).toEqual(['Erinnerung an die Einladung: Schule a']);
    const there = async () => (await portal.portal.db.selectFrom('invitation').select('id').where('id', '=', id).execute()).length;
    later(44 * DAY);
    await sweepInvitations(portal.portal);
    expect(await there()).toBe(1);
    later(46 * DAY);
    await sweepInvitations(portal.portal);
    expect(await there()).toBe(0);
  });

  test('sends no reminder on the day of the invitation', async () => {
    await personal('kurz@x.example', { expires_on: shiftDay(today(portal.portal.now()), 2) });
    await portal.portal.db.deleteFrom('job').execute();
    later(DAY / 2);
    await sweepInvitations(portal.portal);
    expect(await mails()).toEqual([]);
    later(DAY);
    await sweepInvitations(portal.portal);
    expect((await mails()).map(({ to }) => to.address)).toEqual(['kurz@x.example']);
  });

  test('keeps a link while a request is pending', async () => {
    const { id } = await link({ needs_confirmation: true });
    await accept(await free('geduld@x.example'), id);
    await admin.call(invitations.revoke, { params: { id } });
    const there = async () => (await portal.portal.db.selectFrom('invitation').select('id').where('id', '=', id).execute()).length;
    later(40 * DAY);
    await sweepInvitations(portal.portal);
    expect(await there()).toBe(1);
    await portal.portal.db.updateTable('invitation_use').set({ state: 'rejected' }).where('invitation_id', '=', id).execute();
    await sweepInvitations(portal.portal);
    expect(await there()).toBe(0);
  });
});

test('derives the state of an invitation from its fields and the day', () => {
  const row = { kind: 'link', expires_on: '2026-11-21', revoked: false, declined: false, accepted: false, used_count: 0, max_uses: 2 };
  expect([
    invitationState(row, '2026-11-21'),
    invitationState(row, '2026-11-22'),
    invitationState({ ...row, used_count: 2 }, '2026-11-21'),
    invitationState({ ...row, revoked: true }, '2026-11-22'),
    invitationState({ ...row, kind: 'personal', max_uses: null }, '2026-11-21'),
    invitationState({ ...row, kind: 'personal', accepted: true }, '2026-11-22'),
  ]).toEqual(['active', 'expired', 'exhausted', 'revoked', 'pending', 'accepted']);
});
