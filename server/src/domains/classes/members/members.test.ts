/** Tests members over HTTP: adding, requests, groups, and joining by code and invitation (docs/behaviour/classes.md#members). */
import { JOIN_CODE_LENGTH, classes } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { learnerCodes } from '@fundus/contract/classes/learner-codes';
import QRCode from 'qrcode';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { createTestCode, people, setClassState, statusOf } from '../../../testing/classes.ts';
import { pupil, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { findClassForInvitation, joinClass } from '../index.ts';

const portal = usePortal();
let owner: Caller;
let colleague: Caller;
let learner: Caller;
let n = 0;
const NOW = new Date('2026-11-21T09:00:00Z');

beforeAll(async () => {
  portal.setNow(NOW);
  owner = await portal.as(teacher({ vorname: 'Ada', name: 'Amsel', email: 'ada@a.example' }));
  colleague = await portal.as(teacher({ vorname: 'Ben', name: 'Buche', email: 'ben@a.example' }));
  learner = await portal.as(pupil({ vorname: 'Änne', name: 'Çelik', email: 'cem@a.example' }));
});

const at = (id: string) => ({ params: { id } });
const db = () => portal.portal.db;
const idOf = async (email: string) => (await people(portal, email))[0]!;
const make = async (more: object = {}) => (await owner.call(classes.create, { body: { name: `Klasse ${++n}`, ...more } })).id;
const add = async (id: string, role: 'teacher' | 'student' | 'owner', emails: string[], who = owner) =>
  who.call(classMembers.addMembers, { ...at(id), body: { role, people: await people(portal, ...emails) } });
const list = (id: string, query: object = {}, who = owner) => who.call(classMembers.members, { ...at(id), query });
const memberId = async (id: string, email: string) => {
  const person = await idOf(email);
  const rows = await db().selectFrom('class_member').selectAll().where('class_id', '=', id).where('person_id', '=', person).execute();
  return rows[0]!.id;
};
const change = async (id: string, email: string, body: { state: 'active' | 'suspended' } | { role: 'owner' | 'teacher' }, who = owner) =>
  who.call(classMembers.changeMember, { params: { id, memberId: await memberId(id, email) }, body });
const remove = async (id: string, email: string, who = owner) =>
  who.call(classMembers.removeMember, { params: { id, memberId: await memberId(id, email) } });

describe('members of a class', () => {
  test('are added with a role unless they already belong to the class', async () => {
    const id = await make();
    expect(await add(id, 'student', ['cem@a.example'])).toEqual({ added: 1, members: [await memberId(id, 'cem@a.example')] });
    expect(await add(id, 'student', ['cem@a.example'])).toEqual({ added: 0, members: [] });
    expect(await add(id, 'teacher', ['ben@a.example'])).toEqual({ added: 1, members: [await memberId(id, 'ben@a.example')] });
    expect(await add(id, 'owner', ['ben@a.example'])).toEqual({ added: 0, members: [] });
    await expect(add(id, 'teacher', ['cem@a.example'])).rejects.toMatchObject({ status: 422, code: 'role_mismatch', field: 'people' });
    await expect(add(id, 'student', ['ben@a.example'])).rejects.toMatchObject({ status: 422, code: 'role_mismatch' });
    expect((await list(id, { show: 'teachers' })).items.map(({ name, role }) => [name, role])).toEqual([
      ['Ada Amsel', 'owner'],
      ['Ben Buche', 'teacher'],
    ]);
    expect((await list(id)).items).toMatchObject([
      { name: 'Änne Çelik', kind: 'person', code_id: null, role: 'student', state: 'active', groups: [] },
    ]);
  });

  test('show their last active day to teachers only if they are learners', async () => {
    const id = await make();
    await portal.as(pupil({ vorname: 'Xaver', name: 'Ziel', email: 'xaver@a.example' }));
    await add(id, 'student', ['xaver@a.example', 'cem@a.example']);
    await add(id, 'teacher', ['ben@a.example']);
    const person = await idOf('xaver@a.example');
    // 23:30 UTC is the next day in Berlin.
    await db()
      .updateTable('session')
      .set({ last_seen_at: new Date('2026-11-19T23:30:00Z') })
      .where('person_id', '=', person)
      .execute();
    await db()
      .updateTable('person')
      .set({ last_sign_in_at: new Date('2026-11-02T08:00:00Z') })
      .where('id', '=', person)
      .execute();
    await owner.call(learnerCodes.makeCodes, { ...at(id), body: { count: 1, label: 'Z' } });
    const seen = async () => (await list(id)).items.slice(1).map(({ name, last_seen_on }) => [name, last_seen_on]);
    expect(await seen()).toEqual([
      ['Xaver Ziel', '2026-11-20'],
      ['Z-01', null],
    ]);
    await db().updateTable('learner_code').set({ last_used_on: '2026-11-18' }).where('label', '=', 'Z-01').execute();
    expect((await seen())[1]).toEqual(['Z-01', '2026-11-18']);
    expect((await list(id, { show: 'teachers' })).items.map((one) => one.last_seen_on)).toEqual([null, null]);
    expect(await owner.call(classes.read, at(id))).toMatchObject({ learners: 3, codes: 1 });
    await expect(list(id, {}, learner)).rejects.toMatchObject({ status: 403 });
  });

  test('are added only if all of the given people can be added', async () => {
    const id = await make();
    await portal.as(pupil({ email: 'far@b.example', school_id: 'school-b' }));
    await portal.as(pupil({ email: 'blocked@a.example' }));
    await db().updateTable('person').set({ state: 'blocked' }).where('email', '=', 'blocked@a.example').execute();
    for (const email of ['far@b.example', 'blocked@a.example'])
      await expect(add(id, 'student', ['cem@a.example', email])).rejects.toMatchObject({ status: 404, field: 'people' });
    expect((await list(id)).total).toBe(0);
  });

  test('are found as candidates by any part of the name, ignoring accents', async () => {
    const id = await make({ name: 'Kandidaten' });
    const find = async (q: string, role: 'teacher' | 'student') =>
      (await owner.call(classMembers.candidates, { ...at(id), query: { q, role } })).items.map(({ name, detail }) => [name, detail]);
    await add(await make({ name: '5x' }), 'student', ['cem@a.example']);
    const found = await find('celi', 'student');
    expect(found).toHaveLength(1);
    expect(found[0]![0]).toBe('Änne Çelik');
    expect(found[0]![1]).toContain('5x');
    expect(await find('anne c', 'student')).toHaveLength(1);
    expect(await find('%', 'student').catch((refusal: { status: number }) => refusal.status)).toBe(400);
    expect(await find('___', 'student')).toEqual([]);
    expect(await find('buche', 'teacher')).toEqual([['Ben Buche', 'ben@a.example']]);
    expect(await find('buche', 'student')).toEqual([]);
    await add(id, 'student', ['cem@a.example']);
    expect(await find('celi', 'student')).toEqual([]);
  });

  test('can be changed by teachers except for owners', async () => {
    const id = await make();
    await add(id, 'teacher', ['ben@a.example']);
    expect(await add(id, 'student', ['cem@a.example'], colleague)).toMatchObject({ added: 1 });
    await portal.as(teacher({ email: 'third@a.example' }));
    expect(await statusOf(add(id, 'owner', ['third@a.example'], colleague))).toBe(403);
    expect(await statusOf(change(id, 'ben@a.example', { role: 'owner' }, colleague))).toBe(403);
    expect(await statusOf(remove(id, 'ada@a.example', colleague))).toBe(403);
    await remove(id, 'cem@a.example', colleague);
    expect((await list(id)).total).toBe(0);
  });

  test('cannot be changed in a class managed by the directory', async () => {
    const id = await make();
    await add(id, 'student', ['cem@a.example']);
    await db().updateTable('class').set({ external_ref: 'x-2', join_policy: 'code' }).where('id', '=', id).execute();
    const calls = [add(id, 'teacher', ['ben@a.example']), remove(id, 'cem@a.example'), learner.call(classMembers.leave, at(id))];
    expect(await Promise.all(calls.map(statusOf))).toEqual([423, 423, 423]);
    expect((await owner.call(classes.read, at(id))).can).toMatchObject({ members: false, leave: false, groups: true, codes: true });
    await owner.call(classMembers.addGroup, { ...at(id), body: { name: 'A', members: [await memberId(id, 'cem@a.example')] } });
  });
});

describe('changes of members', () => {
  test('can suspend a learner', async () => {
    const id = await make();
    await add(id, 'student', ['cem@a.example']);
    expect(await change(id, 'cem@a.example', { state: 'suspended' })).toMatchObject({ state: 'suspended' });
    expect(await statusOf(learner.call(classes.read, at(id)))).toBe(404);
    expect((await list(id)).items).toHaveLength(1);
    await change(id, 'cem@a.example', { state: 'active' });
    expect(await statusOf(learner.call(classes.read, at(id)))).toBe(200);
    expect(await statusOf(change(id, 'ada@a.example', { state: 'suspended' }))).toBe(409);
  });

  test('cannot remove the last owner', async () => {
    const id = await make();
    await add(id, 'teacher', ['ben@a.example']);
    expect(await statusOf(change(id, 'ada@a.example', { role: 'teacher' }))).toBe(409);
    expect(await statusOf(remove(id, 'ada@a.example'))).toBe(409);
    expect(await statusOf(owner.call(classMembers.leave, at(id)))).toBe(409);
    await change(id, 'ben@a.example', { role: 'owner' });
    expect((await colleague.call(classes.read, at(id))).can.edit).toBe(true);
    await change(id, 'ada@a.example', { role: 'teacher' }, colleague);
    await owner.call(classMembers.leave, at(id));
    expect(await statusOf(owner.call(classes.read, at(id)))).toBe(404);
  });

  test('keep one owner if two owners leave simultaneously', async () => {
    const id = await make();
    await add(id, 'owner', ['ben@a.example']);
    const statuses = await Promise.all([owner, colleague].map((who) => statusOf(who.call(classMembers.leave, at(id)))));
    expect(statuses.sort()).toEqual([200, 409]);
  });

  test('reject members of another class', async () => {
    const [id, other] = [await make(), await make()];
    await add(other, 'student', ['cem@a.example']);
    const params = { id, memberId: await memberId(other, 'cem@a.example') };
    expect(await statusOf(owner.call(classMembers.removeMember, { params }))).toBe(404);
    expect(await statusOf(owner.call(classMembers.changeMember, { params, body: { state: 'suspended' } }))).toBe(404);
  });

  test('include learner codes under their label', async () => {
    const id = await make();
    const { codeId } = await createTestCode(portal, { classes: [id], label: '8b-07' });
    const [code] = (await list(id, { q: '8B-0' })).items;
    expect(code).toMatchObject({ kind: 'code', code_id: codeId, person_id: null, name: '8b-07', role: 'student' });
    await owner.call(classMembers.changeMember, { params: { id, memberId: code!.id }, body: { state: 'suspended' } });
    expect(await statusOf(owner.call(classMembers.changeMember, { params: { id, memberId: code!.id }, body: { role: 'owner' } }))).toBe(
      422,
    );
    expect((await owner.call(classes.read, at(id))).learners).toBe(0);
  });
});

describe('groups of learners', () => {
  test('contain only learners of the class', async () => {
    const [id, other] = [await make(), await make()];
    await add(id, 'student', ['cem@a.example']);
    await add(other, 'student', ['cem@a.example']);
    const [mine, foreign] = [await memberId(id, 'cem@a.example'), await memberId(other, 'cem@a.example')];
    const group = await owner.call(classMembers.addGroup, { ...at(id), body: { name: 'Lesen', members: [mine, mine] } });
    expect(group).toMatchObject({ name: 'Lesen', members: [mine] });
    const refused = (body: { name: string; members: string[] }) => owner.call(classMembers.addGroup, { ...at(id), body });
    await expect(refused({ name: 'LESEN', members: [] })).rejects.toMatchObject({ code: 'already_exists', field: 'name' });
    for (const members of [[foreign], [await memberId(id, 'ada@a.example')], [newId()]])
      await expect(refused({ name: 'Andere', members })).rejects.toMatchObject({ status: 400, field: 'members' });
    const params = { id, groupId: group.id };
    expect(await owner.call(classMembers.changeGroup, { params, body: { name: 'Lesen 2', members: [], version: 1 } })).toMatchObject({
      name: 'Lesen 2',
      members: [],
    });
    expect(
      await statusOf(
        owner.call(classMembers.changeGroup, { params: { ...params, id: other }, body: { name: 'x', members: [], version: 2 } }),
      ),
    ).toBe(404);
    // A stale version must not overwrite or delete a group.
    const seen = { code: 'version_conflict', status: 409, details: { current: { name: 'Lesen 2', members: [], version: 2 } } };
    await expect(
      owner.call(classMembers.changeGroup, { params, body: { name: 'Lesen 3', members: [mine], version: 1 } }),
    ).rejects.toMatchObject(seen);
    await expect(owner.call(classMembers.removeGroup, { params, query: { version: 1 } })).rejects.toMatchObject(seen);
    expect((await owner.call(classes.read, at(id))).groups).toMatchObject([{ name: 'Lesen 2' }]);
    await owner.call(classMembers.removeGroup, { params, query: { version: 2 } });
    expect((await owner.call(classes.read, at(id))).groups).toEqual([]);
    expect((await list(id)).total).toBe(1);
  });

  test('contain a learner who was removed and added again', async () => {
    const id = await make();
    await add(id, 'student', ['cem@a.example']);
    const member = await memberId(id, 'cem@a.example');
    await owner.call(classMembers.addGroup, { ...at(id), body: { name: 'Lesen', members: [member] } });
    const inGroup = async () => (await owner.call(classes.read, at(id))).groups.map((group) => group.members.length);
    await remove(id, 'cem@a.example');
    expect([await inGroup(), (await list(id)).total]).toEqual([[0], 0]);
    await add(id, 'student', ['cem@a.example']);
    expect([await inGroup(), (await list(id)).total]).toEqual([[1], 1]);
  });

  test('are limited to twenty per class', async () => {
    const id = await make();
    const make1 = (i: number) => owner.call(classMembers.addGroup, { ...at(id), body: { name: `G ${i}`, members: [] } });
    for (let i = 0; i < 20; i++) await make1(i);
    expect(await statusOf(make1(20))).toBe(409);
  });
});

describe('joining by a code', () => {
  const open = async (join_policy: 'code' | 'code_confirm' | 'closed') => {
    const id = await make({ join_policy });
    const { join_code } = await owner.call(classMembers.newJoinCode, { ...at(id), body: { until: '2027-07-31' } });
    return { id, code: join_code!.code };
  };
  const join = (who: Caller, code: string) => who.call(classMembers.join, { body: { code } });

  test('accepts the code in any letter case and with separators', async () => {
    const { id, code } = await open('code');
    expect(code).toHaveLength(JOIN_CODE_LENGTH);
    expect(await join(learner, ` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `)).toMatchObject({ outcome: 'joined', id });
    expect(await join(learner, code)).toMatchObject({ outcome: 'member', id });
    expect((await list(id)).total).toBe(1);
  });

  test('rejects removed learners until the code is replaced', async () => {
    const { id, code } = await open('code');
    await join(learner, code);
    await remove(id, 'cem@a.example');
    expect(await list(id)).toMatchObject({ total: 0 });
    expect(await statusOf(learner.call(classes.read, at(id)))).toBe(404);
    portal.setNow(new Date(NOW.getTime() + 48 * 3_600_000));
    const later = await portal.signIn('cem@a.example');
    await expect(join(later, code)).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
    portal.setNow(NOW);
    const { join_code } = await owner.call(classMembers.newJoinCode, { ...at(id), body: { until: '2027-07-31' } });
    expect(await statusOf(join(learner, code))).toBe(404);
    portal.setNow(new Date(NOW.getTime() + 48 * 3_600_000));
    expect(await join(later, join_code!.code)).toMatchObject({ outcome: 'joined' });
    portal.setNow(NOW);
  });

  test('lets only owners replace the code', async () => {
    const { id, code } = await open('code');
    await add(id, 'teacher', ['ben@a.example']);
    expect((await colleague.call(classes.read, at(id))).join_code).toMatchObject({ code });
    const qr = { ...at(id), query: { to: 'join' as const } };
    await colleague.call(classMembers.joinQr, qr);
    await expect(colleague.call(classMembers.newJoinCode, { ...at(id), body: { until: '2027-07-31' } })).rejects.toMatchObject({
      status: 403,
    });
    await join(learner, code);
    expect((await learner.call(classes.read, at(id))).join_code).toBeNull();
    expect(await statusOf(learner.call(classMembers.joinQr, qr))).toBe(403);
  });

  test('creates a request if a teacher must confirm', async () => {
    const { id, code } = await open('code_confirm');
    expect(await join(learner, code)).toMatchObject({ outcome: 'applied' });
    expect(await join(learner, code)).toMatchObject({ outcome: 'applied' });
    expect(await statusOf(learner.call(classes.read, at(id)))).toBe(404);
    expect((await owner.call(classes.read, at(id))).applied).toBe(1);
    expect((await list(id, { show: 'applied' })).items).toMatchObject([{ state: 'applied' }]);
    await change(id, 'cem@a.example', { state: 'active' });
    expect(await statusOf(learner.call(classes.read, at(id)))).toBe(200);
  });

  test('allows another request on the day after one was declined', async () => {
    const { id, code } = await open('code_confirm');
    await join(learner, code);
    await remove(id, 'cem@a.example');
    expect((await list(id, { show: 'applied' })).total).toBe(0);
    expect(await statusOf(join(learner, code))).toBe(409);
    portal.setNow(new Date(NOW.getTime() + 25 * 3_600_000));
    const again = await portal.signIn('cem@a.example');
    expect(await join(again, code)).toMatchObject({ outcome: 'applied' });
    portal.setNow(NOW);
  });

  test('lets teachers of the class undo a decision within a few seconds', async () => {
    const { id, code } = await open('code_confirm');
    await join(learner, code);
    const [asked] = (await list(id, { show: 'applied' })).items;
    const undo = (who: Caller) => who.call(classMembers.undoRequest, { params: { id, memberId: asked!.id } });
    for (const decide of [() => change(id, 'cem@a.example', { state: 'active' }), () => remove(id, 'cem@a.example')]) {
      await decide();
      expect((await list(id, { show: 'applied' })).total).toBe(0);
      expect(await statusOf(undo(learner))).not.toBe(200);
      await undo(owner);
      expect((await list(id, { show: 'applied' })).items).toEqual([asked]);
      expect(await statusOf(undo(owner)), 'once').toBe(409);
    }
  });

  test('rejects closed classes, other schools, wrong roles and expired codes', async () => {
    const closed = await open('closed');
    expect(await statusOf(join(learner, closed.code))).toBe(404);
    const { id, code } = await open('code');
    const far = await portal.as(pupil({ school_id: 'school-b' }));
    await expect(join(far, code)).rejects.toMatchObject({ status: 403, code: 'wrong_school' });
    await expect(join(colleague, code)).rejects.toMatchObject({ status: 422, code: 'role_mismatch' });
    await db().updateTable('class').set({ join_code_until: '2026-11-20' }).where('id', '=', id).execute();
    await expect(join(learner, code)).rejects.toMatchObject({ status: 410, code: 'expired' });
    const later = await owner.call(classMembers.newJoinCode, { ...at(id), body: { until: '2026-11-21' } });
    await setClassState(portal, owner, id, 'archived');
    await expect(join(learner, later.join_code!.code)).rejects.toMatchObject({ status: 410, code: 'expired' });
  });

  test('rejects the previous code after a replacement', async () => {
    const { id, code } = await open('code');
    const next = await owner.call(classMembers.newJoinCode, { ...at(id), body: { until: '2027-01-31' } });
    expect(next.join_code!.code).not.toBe(code);
    expect(await statusOf(join(learner, code))).toBe(404);
    for (const until of ['2026-11-20', '2027-08-01'])
      await expect(owner.call(classMembers.newJoinCode, { ...at(id), body: { until } })).rejects.toMatchObject({
        status: 400,
        field: 'until',
      });
    expect((await owner.call(classMembers.removeJoinCode, at(id))).join_code).toBe(null);
    expect(await statusOf(join(learner, next.join_code!.code))).toBe(404);
  });

  test('returns a QR code only to managers of the class', async () => {
    const { id, code } = await open('code');
    const qr = async (who: Caller, to?: 'join' | 'pictures') => {
      const reply = await who.inject({ method: 'GET', url: `/api/v1/classes/${id}/join-code/qr`, query: to ? { to } : {} });
      return { status: reply.statusCode, type: reply.headers['content-type'], kept: reply.headers['cache-control'], svg: reply.body };
    };
    const [into, pictures] = [await qr(owner), await qr(owner, 'pictures')];
    expect(into).toMatchObject({ status: 200, type: 'image/svg+xml', kept: 'no-store', svg: expect.stringContaining('<svg') as string });
    const drawn = (path: string) => QRCode.toString(`http://localhost:80${path}`, { type: 'svg', errorCorrectionLevel: 'M', margin: 0 });
    expect(into.svg).toBe(await drawn(`/classes?code=${code}`));
    expect(pictures.svg).toBe(await drawn(`/login#class=${code}`));
    expect([(await qr(colleague)).status, (await qr(learner)).status]).toEqual([404, 404]);
    await owner.call(classMembers.removeJoinCode, at(id));
    expect((await qr(owner)).status).toBe(404);
  });

  test('adds a learner code without personal data', async () => {
    const { id, code } = await open('code');
    const { codeId, caller } = await createTestCode(portal, { classes: [] });
    expect(await join(caller, code)).toMatchObject({ outcome: 'joined' });
    const asked = await open('code_confirm');
    expect(await join(caller, asked.code)).toMatchObject({ outcome: 'applied' });
    expect((await owner.call(classes.read, at(asked.id))).applied).toBe(1);
    expect((await list(asked.id, { show: 'applied' })).items).toMatchObject([{ code_id: codeId, state: 'applied' }]);
    await owner.call(classMembers.removeMember, {
      params: { id: asked.id, memberId: (await list(asked.id, { show: 'applied' })).items[0]!.id },
    });
    const rows = await db().selectFrom('class_member').selectAll().where('state', '=', 'active').where('code_id', '=', codeId).execute();
    expect(rows).toMatchObject([{ class_id: id, person_id: null, role: 'student', state: 'active' }]);
    expect(await caller.call(classes.read, at(id))).toMatchObject({
      owners: ['Ada Amsel'],
      learners: 0,
      role: 'student',
      can: { leave: false },
    });
    expect((await caller.call(classes.list, { query: {} })).items).toMatchObject([{ id }]);
    const others = [caller.call(classMembers.members, { ...at(id), query: {} }), caller.call(classMembers.leave, at(id))];
    expect(await Promise.all(others.map(statusOf))).toEqual([403, 403]);
  });

  test('throttles guesses after ten different wrong codes', async () => {
    const guesser = await portal.as(pupil());
    const before = portal.pauses.length;
    for (let i = 0; i < 13; i++) expect(await statusOf(join(guesser, `QQQQQ${'CDFGHJKLMNPQR'[i]}`))).toBe(404);
    expect(portal.pauses.length).toBeGreaterThanOrEqual(before + 3);
  });
});

describe('joining by invitation', () => {
  const come = (classId: string, personId: string, more: { role: 'student' | 'teacher'; guest: boolean }) =>
    db()
      .transaction()
      .execute((trx) => joinClass({ db: trx, now: NOW }, { classId, personId, ...more }));

  test('adds an invited teacher as a guest', async () => {
    const id = await make();
    const guest = await portal.as(teacher({ email: 'guest@b.example', school_id: 'school-b' }));
    const person = await idOf('guest@b.example');
    expect(await come(id, person, { role: 'teacher', guest: true })).toBe('joined');
    expect(await come(id, person, { role: 'teacher', guest: true })).toBe('member');
    expect(await guest.call(classes.read, at(id))).toMatchObject({ role: 'teacher', can: { members: true, edit: false } });
    expect((await guest.call(classes.list, { query: { show: 'shared' } })).total).toBe(1);
    await expect(change(id, 'guest@b.example', { role: 'owner' })).rejects.toMatchObject({ status: 422 });
    await remove(id, 'guest@b.example');
    expect(await statusOf(guest.call(classes.read, at(id)))).toBe(404);
  });

  test('requires an active class', async () => {
    const id = await make({ name: 'Einladung' });
    const user = {
      id: await idOf('ada@a.example'),
      role: 'L',
      school_admin: '0',
      district_admin: '0',
      school_id: 'school-a',
      capabilities: [],
    } as never;
    expect(await findClassForInvitation(db(), id, user)).toMatchObject({
      name: 'Einladung',
      school_id: 'school-a',
      state: 'active',
      member: true,
      teaches: true,
      takesIn: true,
    });
    expect(await findClassForInvitation(db(), id, null)).toMatchObject({ member: false, teaches: false, takesIn: true });
    expect(await findClassForInvitation(db(), newId(), null)).toBeUndefined();
    await setClassState(portal, owner, id, 'archived');
    expect(await findClassForInvitation(db(), id, user)).toMatchObject({ state: 'archived', teaches: true, takesIn: false });
    await expect(come(id, await idOf('cem@a.example'), { role: 'student', guest: false })).rejects.toMatchObject({
      code: 'state_conflict',
    });
  });
});

test('returns 403 if an administrator leaves a class without being a member', async () => {
  const admin = await portal.as(schoolAdmin());
  expect(await statusOf(admin.call(classMembers.leave, at(await make())))).toBe(403);
});
