/** Invitations to a class: rights and outcomes (docs/behaviour/invitations.md). */
import { classMembers } from '@fundus/contract/classes/members';
import { classes } from '@fundus/contract/classes/classes';
import { DAY } from '@fundus/contract/days';
import { invitations, type Invitation } from '@fundus/contract/invitations/invitations';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestCode, people, setClassState } from '../../testing/classes.ts';
import { type CallRefused, districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { sweepInvitations } from './sweep.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const portal = usePortal();
let owner: Caller;
let colleague: Caller;
let admin: Caller;
let id: string;
beforeAll(async () => {
  portal.setNow(NOW);
  owner = await portal.as(teacher({ email: 'ada@a.example', vorname: 'Ada', name: 'Amsel' }));
  colleague = await portal.as(teacher({ email: 'ben@a.example' }));
  admin = await portal.as(schoolAdmin({ email: 'leitung@a.example', role: 'P' }));
  id = await make('8b');
  await owner.call(classMembers.addMembers, {
    params: { id },
    body: { role: 'teacher', people: await people(portal, 'ben@a.example') },
  });
});
beforeEach(async () => {
  portal.setNow(NOW);
  await portal.portal.db.deleteFrom('job').execute();
});

const make = async (name: string): Promise<string> => (await owner.call(classes.create, { body: { name } })).id;
const refused = (status: number, code: string) => ({ status, code });
const create = (body: object, who = owner): Promise<Invitation> =>
  who.call(invitations.create, { body: { kind: 'link', role: 'student', target: 'class', class_id: id, ...body } as never });
const show = (who: Caller, link: string) => who.call(invitations.show, { params: { id: link } });
const accept = (who: Caller, link: string) => who.call(invitations.accept, { params: { id: link }, body: {} });
const listed = async (show: 'open' | 'ended' | 'all' = 'all', who = owner) =>
  (await who.call(invitations.list, { query: { class_id: id, show, limit: 100 } })).items;
const used = async (link: string) => (await listed()).find((item) => item.id === link)?.used_count;
const memberOf = async (email: string, classId = id) =>
  portal.portal.db
    .selectFrom('class_member')
    .select(['role', 'state', 'guest'])
    .where('class_id', '=', classId)
    .where('person_id', '=', (await people(portal, email))[0]!)
    .executeTakeFirst();
const mails = async () =>
  (await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').execute()).map(
    ({ payload }) => payload as { to: { address: string }; subject: string; body: { text?: string; href?: string }[] },
  );
const setState = (classId: string, to: 'archived' | 'active' | 'deleted', name = '') => setClassState(portal, owner, classId, to, name);

describe('inviting to a class', () => {
  test('is open to the class owner, its teachers and the school’s administrators', async () => {
    for (const who of [owner, colleague, admin])
      expect(await create({}, who)).toMatchObject({
        target: 'class',
        class: { id, name: '8b' },
        school: { id: 'school-a' },
        own_school_only: true,
        students_allowed: true,
        needs_confirmation: false,
        expires_on: '2026-12-21',
      });
    const learner = await portal.as(pupil({ email: 'lerne@a.example' }));
    await owner.call(classMembers.addMembers, {
      params: { id },
      body: { role: 'student', people: await people(portal, 'lerne@a.example') },
    });
    const others = [
      await portal.as(teacher()),
      await portal.as(districtAdmin()),
      await portal.as(schoolAdmin({ school_id: 'school-b' })),
      await portal.as(pupil()),
    ];
    const mine = await create({});
    for (const who of others) {
      await expect(create({}, who)).rejects.toMatchObject(refused(404, 'not_found'));
      await expect(listed('all', who)).rejects.toMatchObject(refused(404, 'not_found'));
      await expect(who.call(invitations.applications, { query: { class_id: id } })).rejects.toMatchObject(refused(404, 'not_found'));
      await expect(who.call(invitations.revoke, { params: { id: mine.id } })).rejects.toMatchObject(refused(404, 'not_found'));
      await expect(
        who.call(invitations.bulk, { body: { target: 'class', class_id: id, role: 'student', lines: 'x@x.example' } }),
      ).rejects.toMatchObject(refused(404, 'not_found'));
    }
    await expect(create({}, learner)).rejects.toMatchObject(refused(403, 'forbidden'));
    await expect(listed('all', learner)).rejects.toMatchObject(refused(403, 'forbidden'));
    await colleague.call(invitations.revoke, { params: { id: mine.id } });
  });

  test('does not allow teachers to invite to the school', async () => {
    for (const call of [
      () => owner.call(invitations.create, { body: { kind: 'link', role: 'teacher' } }),
      () => owner.call(invitations.list, { query: {} }),
      () => owner.call(invitations.applications, { query: {} }),
      () => owner.call(invitations.bulk, { body: { role: 'teacher', lines: 'x@x.example' } }),
    ])
      await expect(call()).rejects.toMatchObject(refused(403, 'forbidden'));
    const toSchool = await admin.call(invitations.create, { body: { kind: 'link', role: 'teacher' } });
    await expect(owner.call(invitations.revoke, { params: { id: toSchool.id } })).rejects.toMatchObject(refused(404, 'not_found'));
    // The school's list contains no invitations to a class.
    const ofSchool = await admin.call(invitations.list, { query: { limit: 100 } });
    expect(ofSchool.items.map((item) => item.class)).toEqual([null]);
    expect((await listed()).every((item) => item.class?.id === id)).toBe(true);
  });

  test.each([
    [{ role: 'school_admin', kind: 'personal', email: 'x@x.example' }, 'role'],
    [{ role: 'school_admin' }, 'role'],
    [{ class_id: undefined }, 'class_id'],
    [{ allowed_domains: ['x.example'] }, 'allowed_domains'],
    [{ role: 'student', students_allowed: false }, 'students_allowed'],
    [{ expires_on: '2027-08-01' }, 'expires_on'],
  ])('rejects an invitation with %j', async (body, field) => {
    await expect(create(body)).rejects.toMatchObject({ ...refused(400, 'validation_failed'), field });
  });

  test('reports all conflicting fields at once', async () => {
    const wrong = { role: 'student', students_allowed: false, allowed_domains: ['x.example'], expires_on: '2027-08-01' };
    const refusal = await create(wrong).catch((error: CallRefused) => error);
    expect((refusal as CallRefused).problems).toEqual(['allowed_domains choice', 'students_allowed choice', 'expires_on max']);
  });

  test('sends a mail that names the class', async () => {
    const { id: link } = await create({ kind: 'personal', role: 'teacher', email: 'neu@a.example', message: 'Bis bald' });
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: { address: 'neu@a.example' }, subject: 'Einladung in die Klasse 8b' });
    expect(mail?.body.map(({ text, href }) => text ?? href).join('\n')).toMatch(
      new RegExp(`die Nachricht dazu[\\s\\S]*/invitation/${link}`),
    );
    await expect(create({ kind: 'personal', role: 'teacher', email: 'Ben@A.example' })).rejects.toMatchObject({
      ...refused(409, 'already_exists'),
      field: 'email',
    });
    const lines = 'ben@a.example\nneu@a.example\nmehr@a.example';
    const { rows } = await owner.call(invitations.bulk, { body: { target: 'class', class_id: id, role: 'teacher', lines } });
    expect(rows.map(({ result }) => result)).toEqual(['already_member', 'duplicate', 'sent']);
    // The school may also invite people whom a class has invited.
    const school = await admin.call(invitations.bulk, { body: { role: 'teacher', lines } });
    expect(school.rows.map(({ result }) => result)).toEqual(['already_member', 'sent', 'sent']);
    portal.setNow(new Date(NOW.getTime() + 12 * DAY));
    await portal.portal.db.deleteFrom('job').execute();
    await sweepInvitations(portal.portal);
    expect((await mails()).map(({ subject }) => subject)).toContain('Erinnerung an die Einladung in die Klasse 8b');
  });

  test('rejects archived, unmanaged and deleted classes', async () => {
    const gone = await make('9x');
    const { id: link } = await create({ class_id: gone });
    const { id: letter } = await create({ class_id: gone, kind: 'personal', role: 'teacher', email: 'brief@a.example' });
    await setState(gone, 'archived');
    await expect(create({ class_id: gone })).rejects.toMatchObject(refused(423, 'locked'));
    await expect(owner.call(invitations.resend, { params: { id: letter } })).rejects.toMatchObject(refused(423, 'locked'));
    await expect(show(portal.guest(), link)).rejects.toMatchObject(refused(410, 'revoked'));
    await expect(accept(await portal.as(pupil()), link)).rejects.toMatchObject(refused(410, 'revoked'));
    portal.setNow(new Date(NOW.getTime() + 12 * DAY));
    await portal.portal.db.deleteFrom('job').execute();
    await sweepInvitations(portal.portal);
    expect((await mails()).filter(({ to }) => to.address === 'brief@a.example')).toEqual([]);
    portal.setNow(NOW);
    await setState(gone, 'active');
    expect((await show(portal.guest(), link)).class).toEqual({ id: gone, name: '9x' });
    const db = portal.portal.db;
    const [ada] = await people(portal, 'ada@a.example');
    await db.updateTable('class_member').set({ role: 'teacher' }).where('class_id', '=', gone).where('person_id', '=', ada!).execute();
    await expect(create({ class_id: gone })).rejects.toMatchObject(refused(423, 'locked'));
    await expect(show(portal.guest(), link)).rejects.toMatchObject(refused(410, 'revoked'));
    await db.updateTable('class_member').set({ role: 'owner' }).where('class_id', '=', gone).where('person_id', '=', ada!).execute();
    await db.updateTable('class').set({ external_ref: 'sis-9x' }).where('id', '=', gone).execute();
    await expect(create({ class_id: gone })).rejects.toMatchObject(refused(423, 'locked'));
    await expect(show(portal.guest(), link)).rejects.toMatchObject(refused(410, 'revoked'));
    await db.updateTable('class').set({ external_ref: null }).where('id', '=', gone).execute();
    await setState(gone, 'deleted', '9x');
    await expect(create({ class_id: gone })).rejects.toMatchObject(refused(404, 'not_found'));
    await expect(show(portal.guest(), link)).rejects.toMatchObject(refused(410, 'revoked'));
  });
});

describe('joining a class', () => {
  test('shows guests no names of people', async () => {
    const { id: link } = await create({ message: 'Hallo' });
    const seen = await show(portal.guest(), link);
    expect(seen).toMatchObject({
      visitor: 'guest',
      class: { name: '8b' },
      school: { name: 'Schule a' },
      role: 'student',
      message: 'Hallo',
    });
    expect(JSON.stringify(seen)).not.toContain('Amsel');
  });

  test('adds learners as learners and teachers as teachers', async () => {
    const { id: link } = await create({ role: 'teacher' });
    const learner = await portal.as(pupil({ email: 'p1@a.example' }));
    const other = await portal.as(teacher({ email: 't1@a.example' }));
    for (const who of [learner, other]) {
      expect((await show(who, link)).visitor).toBe('open');
      expect(await accept(who, link)).toEqual({ outcome: 'joined' });
      expect(await accept(who, link)).toEqual({ outcome: 'member' });
      expect((await show(who, link)).visitor).toBe('member');
    }
    expect(await memberOf('p1@a.example')).toEqual({ role: 'student', state: 'active', guest: false });
    expect(await memberOf('t1@a.example')).toEqual({ role: 'teacher', state: 'active', guest: false });
    expect(await used(link)).toBe(2);
    const [person] = await people(portal, 't1@a.example');
    const log = await portal.portal.db.selectFrom('audit_log').select('what').where('subject_id', '=', person!).execute();
    expect(log).toEqual([{ what: 'class.role' }]);
    expect((await other.call(classes.read, { params: { id } })).role).toBe('teacher');
  });

  test.each([
    ['a teacher where pupils are meant', { role: 'student' }, teacher(), 'role_not_allowed'],
    ['a pupil where only teachers are meant', { role: 'teacher', students_allowed: false }, pupil(), 'role_not_allowed'],
    ['a pupil of another school', { own_school_only: false }, pupil({ school_id: 'school-b' }), 'student_other_school'],
    ['a teacher of another school', { role: 'teacher' }, teacher({ school_id: 'school-b' }), 'wrong_school'],
    ['a teacher without a school', { role: 'teacher' }, teacher({ school_id: null }), 'wrong_school'],
    ['another address', { role: 'teacher', kind: 'personal', email: 'wer@a.example' }, teacher(), 'wrong_account'],
  ] as const)('rejects %s', async (_, about, who, code) => {
    const { id: link } = await create(about);
    const caller = await portal.as(who);
    await expect(show(caller, link)).rejects.toMatchObject(refused(403, code));
    await expect(accept(caller, link)).rejects.toMatchObject(refused(403, code));
    expect(await used(link)).toBe(0);
  });

  test('adds a teacher of another school as a guest if the link allows guests', async () => {
    const { id: link } = await create({ role: 'teacher', own_school_only: false });
    const guest = await portal.as(teacher({ email: 'gast@b.example', school_id: 'school-b' }));
    expect((await show(guest, link)).visitor).toBe('open');
    expect(await accept(guest, link)).toEqual({ outcome: 'joined' });
    expect(await memberOf('gast@b.example')).toEqual({ role: 'teacher', state: 'active', guest: true });
    expect((await guest.call(classes.read, { params: { id } })).role).toBe('teacher');
    const row = await portal.portal.db.selectFrom('person').select('school_id').where('email', '=', 'gast@b.example').executeTakeFirst();
    expect(row?.school_id).toBe('school-b');
  });

  test('adds a learner code of the same school without recording who used the link', async () => {
    const { id: link } = await create({ max_uses: 2 });
    const mine = await createTestCode(portal, {});
    expect((await show(mine.caller, link)).visitor).toBe('open');
    expect(await accept(mine.caller, link)).toEqual({ outcome: 'joined' });
    expect(await accept(mine.caller, link)).toEqual({ outcome: 'member' });
    expect((await mine.caller.call(classes.read, { params: { id } })).role).toBe('student');
    expect(await used(link)).toBe(1);
    expect(await portal.portal.db.selectFrom('invitation_use').selectAll().where('invitation_id', '=', link).execute()).toEqual([]);
    const far = await createTestCode(portal, { school_id: 'school-b' });
    await expect(accept(far.caller, link)).rejects.toMatchObject(refused(403, 'student_other_school'));
    const { id: closed } = await create({ role: 'teacher', students_allowed: false });
    await expect(accept((await createTestCode(portal, {})).caller, closed)).rejects.toMatchObject(refused(403, 'role_not_allowed'));
    expect(await accept((await createTestCode(portal, {})).caller, link)).toEqual({ outcome: 'joined' });
    await expect(accept((await createTestCode(portal, {})).caller, link)).rejects.toMatchObject(refused(410, 'exhausted'));
    expect((await show(mine.caller, link)).visitor).toBe('member');
    const school = await admin.call(invitations.create, { body: { kind: 'link', role: 'student' } });
    expect((await show(mine.caller, school.id)).visitor).toBe('guest');
    await expect(accept(mine.caller, school.id)).rejects.toMatchObject(refused(403, 'role_not_allowed'));
  });

  test('admits only one of several users when one use is left', async () => {
    const { id: link } = await create({ max_uses: 1 });
    const callers = [
      (await createTestCode(portal, {})).caller,
      (await createTestCode(portal, {})).caller,
      await portal.as(pupil()),
      await portal.as(pupil()),
    ];
    const done = await Promise.allSettled(callers.map((caller) => accept(caller, link)));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of done) if (result.status === 'rejected') expect(result.reason).toMatchObject(refused(410, 'exhausted'));
    expect(await used(link)).toBe(1);
  });

  test('rejects a suspended learner', async () => {
    const { id: link } = await create({});
    const learner = await portal.as(pupil({ email: 'ruht@a.example' }));
    await accept(learner, link);
    await portal.portal.db
      .updateTable('class_member')
      .set({ state: 'suspended' })
      .where('person_id', '=', (await people(portal, 'ruht@a.example'))[0]!)
      .execute();
    await expect(show(learner, link)).rejects.toMatchObject(refused(403, 'suspended'));
    await expect(accept(learner, link)).rejects.toMatchObject(refused(403, 'suspended'));
  });
});

describe('requesting to join a class', () => {
  const decide = (link: string, personId: string, decision: 'confirmed' | 'rejected', who = owner) =>
    who.call(invitations.decide, { params: { id: link, personId }, body: { decision } });

  test('lets teachers of the class decide on the request', async () => {
    const { id: link } = await create({ needs_confirmation: true, max_uses: 2 }, colleague);
    const [yes, no] = [await portal.as(pupil({ email: 'ja@a.example' })), await portal.as(pupil({ email: 'nein@a.example' }))];
    for (const who of [yes, no]) expect(await accept(who, link)).toEqual({ outcome: 'waiting' });
    expect(await accept(yes, link)).toEqual({ outcome: 'waiting' });
    expect((await show(yes, link)).visitor).toBe('waiting');
    expect((await mails()).map(({ to }) => to.address)).toEqual(['ben@a.example', 'ben@a.example']);
    await portal.portal.db.deleteFrom('job').execute();
    const asked = await owner.call(invitations.applications, { query: { class_id: id } });
    expect(asked.items.map(({ person, class: to }) => [person.email, to?.name])).toEqual([
      ['ja@a.example', '8b'],
      ['nein@a.example', '8b'],
    ]);
    expect((await admin.call(invitations.applications, { query: {} })).total).toBe(0);
    const [first, second] = await people(portal, 'ja@a.example', 'nein@a.example');
    await expect(decide(link, first!, 'confirmed', await portal.as(teacher()))).rejects.toMatchObject(refused(404, 'not_found'));
    await decide(link, first!, 'confirmed');
    await decide(link, second!, 'rejected', colleague);
    expect(await memberOf('ja@a.example')).toMatchObject({ role: 'student', state: 'active' });
    expect(await memberOf('nein@a.example')).toBeUndefined();
    expect((await show(no, link)).visitor).toBe('rejected');
    await expect(accept(no, link)).rejects.toMatchObject(refused(403, 'forbidden'));
    expect((await mails()).map(({ to, subject }) => [to.address, subject])).toEqual([
      ['ja@a.example', 'Willkommen in der Klasse 8b'],
      ['nein@a.example', 'Ihre Anfrage für die Klasse 8b'],
    ]);
    expect(await used(link)).toBe(1);
  });

  test('rejects confirmations for archived classes and for applicants who changed school', async () => {
    const room = await make('8w');
    const { id: link } = await create({ class_id: room, needs_confirmation: true });
    await accept(await portal.as(pupil({ email: 'zieht@a.example' })), link);
    const [person] = await people(portal, 'zieht@a.example');
    const at = (school_id: string) => portal.portal.db.updateTable('person').set({ school_id }).where('id', '=', person!).execute();
    await at('school-b');
    await expect(decide(link, person!, 'confirmed')).rejects.toMatchObject(refused(409, 'state_conflict'));
    await at('school-a');
    await setState(room, 'archived');
    await expect(decide(link, person!, 'confirmed')).rejects.toMatchObject(refused(409, 'state_conflict'));
    await setState(room, 'active');
    await decide(link, person!, 'confirmed');
    expect(await memberOf('zieht@a.example', room)).toMatchObject({ state: 'active' });
  });

  test('does not count the request of a learner code as a use', async () => {
    const { id: link } = await create({ needs_confirmation: true, max_uses: 1 });
    const code = await createTestCode(portal, {});
    expect(await accept(code.caller, link)).toEqual({ outcome: 'waiting' });
    expect((await show(code.caller, link)).visitor).toBe('waiting');
    const waiting = await owner.call(classMembers.members, { params: { id }, query: { show: 'applied' } });
    const member = waiting.items.find((item) => item.code_id === code.codeId)!;
    await owner.call(classMembers.removeMember, { params: { id, memberId: member.id } });
    expect((await show(code.caller, link)).visitor).toBe('rejected');
    await expect(accept(code.caller, link)).rejects.toMatchObject(refused(403, 'forbidden'));
    const yesterday = new Date(NOW.getTime() - DAY - 1);
    await portal.portal.db.updateTable('class_member').set({ state_since: yesterday }).where('code_id', '=', code.codeId).execute();
    expect(await accept(code.caller, link)).toEqual({ outcome: 'waiting' });
    expect(await used(link)).toBe(0);
  });
});
