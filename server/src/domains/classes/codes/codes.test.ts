import { accounts } from '@fundus/contract/accounts/accounts';
import { classes } from '@fundus/contract/classes/classes';
import { LEARNER_CODE_LENGTH, PICTURES } from '@fundus/contract/classes/rules';
import { shiftDay, today } from '@fundus/contract/days';
import { learnerCodes, type LearnerCode } from '@fundus/contract/classes/learner-codes';
import { classMembers } from '@fundus/contract/classes/members';
import { learnerSession } from '@fundus/contract/classes/learner-session';
import { schools } from '@fundus/contract/schools/schools';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setClassState, statusOf } from '../../../testing/classes.ts';
import { decryptSheetToken } from './code-batch.ts';
import { removeOldCodes } from './code-repository.ts';
import { pupil, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const portal = usePortal({}, { publicUrl: 'https://portal.example' });
let owner: Caller;
let colleague: Caller;
let stranger: Caller;
let admin: Caller;
let learner: Caller;
let id: string;
let made = 0;
beforeAll(async () => {
  await portal.as(teacher({ email: 'owner@a.example' }));
  colleague = await portal.as(teacher({ email: 'colleague@a.example' }));
  stranger = await portal.as(teacher({ email: 'stranger@b.example', school_id: 'school-b' }));
  admin = await portal.as(schoolAdmin({ email: 'admin@a.example' }));
  learner = await portal.as(pupil({ email: 'pupil@a.example' }));
});
beforeEach(async () => {
  portal.setNow(null);
  await portal.portal.db.deleteFrom('attempt_limit').execute();
  // Signs in again, because sessions end when tests change the clock.
  owner = await portal.signIn('owner@a.example');
  id = await newClass(owner);
});

const newClass = async (by: Caller): Promise<string> => (await by.call(classes.create, { body: { name: `Klasse ${(made += 1)}` } })).id;
const make = (count: number, more: object = {}, by = owner, classId = id) =>
  by.call(learnerCodes.makeCodes, { params: { id: classId }, body: { count, ...more } });
const read = (by = owner, classId = id) => by.call(learnerCodes.codes, { params: { id: classId } });
type Shown = LearnerCode & { code: string };
/** Displays the codes and returns them. */
const list = async (by = owner, classId = id) => {
  await by.call(learnerCodes.showCodes, { params: { id: classId } });
  const reply = await read(by, classId);
  return { ...reply, items: reply.items as Shown[] };
};
const one = async (): Promise<Shown> => {
  await make(1);
  return (await list()).items[0]!;
};
const change = (code: string, body: object, by = owner) =>
  by.call(learnerCodes.changeCode, { params: { id, codeId: code }, body: body as never });
const signIn = (code: string) => portal.guest().call(learnerSession.byCode, { body: { code } });
const paper = async (query: object, by = owner, classId = id) => {
  const response = await by.inject({ method: 'GET', url: `/api/v1/classes/${classId}/codes/sheet.pdf`, query: query as never });
  return { status: response.statusCode, type: response.headers['content-type'], bytes: response.rawPayload };
};

type Chosen = { batch?: string; codes?: string };
/** Prints codes and returns the PDF. */
const sheet = async ({ batch, codes, ...how }: Chosen & Record<string, unknown>, by = owner, classId = id) => {
  const body = { batch, ...(codes && { codes: codes.split('|') }) };
  await by.call(learnerCodes.printCodes, { params: { id: classId }, body }).catch(() => undefined);
  return paper({ ...(batch && { batch }), ...(codes && { codes }), ...how }, by, classId);
};

describe('creation of codes', () => {
  test('continues the numbering of the labels', async () => {
    await make(2, { label: '8b' });
    await make(3, { label: '8b' });
    const { items } = await list();
    expect(items.map(({ label }) => label)).toEqual(['8b-01', '8b-02', '8b-03', '8b-04', '8b-05']);
    expect(new Set(items.map(({ code }) => code)).size).toBe(5);
    expect(items[0]!.code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/);
    expect(items[0]!.code.replaceAll('-', '')).toHaveLength(LEARNER_CODE_LENGTH);
    expect(await signIn(items[4]!.code)).toMatchObject({ klassenID: id, by_code: { label: '8b-05' } });
    expect((await owner.call(classes.read, { params: { id } })).learners).toBe(5);
  });

  test('stores no usable code in the database', async () => {
    const { code } = await one();
    const rows = await portal.portal.db.selectFrom('learner_code').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''));
  });

  test("sets the last day to the school's date in the following school year", async () => {
    portal.setNow(new Date('2026-11-20T09:00:00Z'));
    owner = await portal.signIn('owner@a.example');
    expect((await make(1)).valid_until).toBe('2028-07-31');
    const school = await admin.call(schools.read, { params: { id: 'school-a' } });
    const settings = { ...school.settings!, code_end: '08-20' };
    await admin.call(schools.change, { params: { id: 'school-a' }, body: { version: school.version, settings } as never });
    expect((await make(1)).valid_until).toBe('2028-08-20');
    expect((await list()).latest_until).toBe('2028-08-20');
    await expect(make(1, { valid_until: '2028-08-21' })).rejects.toMatchObject({ code: 'validation_failed', field: 'valid_until' });
    await expect(make(1, { valid_until: '2026-11-19' })).rejects.toMatchObject({ code: 'validation_failed', field: 'valid_until' });
  });

  test.each([0, 201])('rejects a count of %i', async (count) => {
    await expect(make(count)).rejects.toMatchObject({ code: 'validation_failed', field: 'count' });
  });

  test('rejects a batch that would exceed five hundred codes in a class', async () => {
    for (const count of [200, 200]) await make(count);
    await expect(make(101)).rejects.toMatchObject({ code: 'validation_failed', field: 'count' });
    expect((await list()).items).toHaveLength(400);
    const other = await newClass(owner);
    await make(101, {}, owner, other);
    const batch = await portal.portal.db.selectFrom('code_batch').selectAll().where('class_id', '=', other).executeTakeFirstOrThrow();
    const token = decryptSheetToken(portal.portal.secret, batch.sheet_sealed)!;
    const more = owner.call(learnerCodes.addCodes, { params: { id }, body: { sheet: token } });
    await expect(more).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
    expect((await list()).items).toHaveLength(400);
  });
});

describe('access to codes', () => {
  test('is limited to teachers of the class and administrators of its school', async () => {
    await make(1);
    expect((await list(admin)).items).toHaveLength(1);
    for (const by of [colleague, stranger, learner]) {
      await expect(list(by)).rejects.toMatchObject({ status: 404 });
      await expect(make(1, {}, by)).rejects.toMatchObject({ status: 404 });
      expect((await sheet({}, by)).status).toBe(404);
    }
    const { items } = await list();
    for (const by of [colleague, stranger, learner])
      await expect(change(items[0]!.id, { what: 'revoke' }, by)).rejects.toMatchObject({ status: 404 });
  });

  test('excludes the codes of other classes', async () => {
    const { id: code } = await one();
    id = await newClass(owner);
    await expect(change(code, { what: 'revoke' })).rejects.toMatchObject({ status: 404, field: 'codeId' });
  });
});

describe('changes of a code', () => {
  test('end the sessions of a suspended code', async () => {
    const code = await one();
    const browser = portal.guest();
    await browser.call(learnerSession.byCode, { body: { code: code.code } });
    expect(await change(code.id, { what: 'suspend' })).toMatchObject({ state: 'suspended', can: { resume: true, suspend: false } });
    expect(await browser.call(accounts.userinfo)).toBe(false);
    await expect(signIn(code.code)).rejects.toMatchObject({ code: 'suspended' });
    expect(await change(code.id, { what: 'resume' })).toMatchObject({ state: 'in_use' });
    expect(await browser.call(accounts.userinfo)).toBe(false);
    await signIn(code.code);
  });

  test('replace a lost code without removing it from its class', async () => {
    const code = await one();
    const browser = portal.guest();
    await browser.call(learnerSession.byCode, { body: { code: code.code } });
    const renewed = await change(code.id, { what: 'renew' });
    expect(renewed).toMatchObject({ state: 'issued', label: code.label });
    expect(await browser.call(accounts.userinfo)).toBe(false);
    await expect(signIn(code.code)).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect(await signIn(renewed.code!)).toMatchObject({ id: code.id, klassenID: id });
  });

  test('renew an expired code until the given or the default day', async () => {
    const day = async (iso: string) => {
      portal.setNow(new Date(`${iso}T09:00:00Z`));
      owner = await portal.signIn('owner@a.example');
    };
    await day('2026-11-20');
    await make(2, { valid_until: '2026-12-01' });
    const [code, other] = (await list()).items;
    await day('2027-01-20');
    expect((await list()).items[0]!.can).toMatchObject({ renew: true, extend: true });
    const renewed = await change(code!.id, { what: 'renew' });
    expect(renewed).toMatchObject({ state: 'issued', valid_until: '2028-08-20' });
    await signIn(renewed.code!);
    await expect(signIn(code!.code)).rejects.toMatchObject({ code: 'wrong_credentials' });
    await expect(change(other!.id, { what: 'renew', valid_until: '2027-01-19' })).rejects.toMatchObject({ field: 'valid_until' });
    expect(await change(other!.id, { what: 'renew', valid_until: '2027-03-01' })).toMatchObject({ valid_until: '2027-03-01' });
    await day('2027-05-01');
    await expect(change(other!.id, { what: 'renew' })).rejects.toMatchObject({ code: 'state_conflict' });
  });

  test('revoke the code permanently', async () => {
    const code = await one();
    await change(code.id, { what: 'revoke' });
    for (const what of ['resume', 'renew', 'suspend', 'revoke', 'pictures'])
      await expect(change(code.id, { what })).rejects.toMatchObject({ code: 'state_conflict' });
    await expect(change(code.id, { what: 'extend', valid_until: '2026-12-31' })).rejects.toMatchObject({ code: 'state_conflict' });
  });

  test('extend the code until sixty days after its end', async () => {
    const day = (iso: string) => portal.setNow(new Date(`${iso}T09:00:00Z`));
    day('2026-11-20');
    owner = await portal.signIn('owner@a.example');
    await make(1, { valid_until: '2026-12-01' });
    const [code] = (await list()).items;
    day('2027-01-30');
    owner = await portal.signIn('owner@a.example');
    await expect(signIn(code!.code)).rejects.toMatchObject({ status: 410, code: 'expired' });
    await expect(change(code!.id, { what: 'extend', valid_until: '2028-08-21' })).rejects.toMatchObject({ field: 'valid_until' });
    expect(await change(code!.id, { what: 'extend', valid_until: '2027-03-01' })).toMatchObject({
      valid_until: '2027-03-01',
      state: 'issued',
    });
    await signIn(code!.code);
    await expect(change(code!.id, { what: 'extend', valid_until: '2027-02-28' })).rejects.toMatchObject({ field: 'valid_until' });
    expect((await list()).batches[0]!.valid_until).toBe('2027-03-01');
    day('2027-05-01');
    owner = await portal.signIn('owner@a.example');
    await expect(change(code!.id, { what: 'extend', valid_until: '2027-06-01' })).rejects.toMatchObject({ code: 'state_conflict' });
  });

  test('assign a sequence of three pictures that is unique in the class', async () => {
    await make(20);
    const rows = [];
    for (const { id: code } of (await list()).items) rows.push((await change(code, { what: 'pictures' })).pictures!);
    expect(new Set(rows.map((row) => row.join())).size).toBe(20);
    for (const row of rows) expect([new Set(row).size, row.every((name) => PICTURES.includes(name))]).toEqual([3, true]);
    const [code] = (await list()).items;
    expect((await change(code!.id, { what: 'no_pictures' })).pictures).toBeNull();
    expect((await change(code!.id, { what: 'label', label: 'Blauer Wal' })).label).toBe('Blauer Wal');
  });
});

describe('printing of codes', () => {
  test.each(['cards8', 'cards10', 'list'])('draws the layout %s as a PDF', async (layout) => {
    await make(23, { label: 'Škola Ç 日' });
    const batch = (await portal.portal.db.selectFrom('code_batch').selectAll().orderBy('created_at', 'desc').execute())[0]!;
    const { status, type, bytes } = await sheet({ batch: batch.id, layout });
    expect([status, type, bytes.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-']);
    const { PDFDocument } = await import('@cantoo/pdf-lib');
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe({ cards8: 4, cards10: 4, list: 2 }[layout]);
    const codes = await portal.portal.db.selectFrom('learner_code').select('state').where('batch_id', '=', batch.id).execute();
    expect(new Set(codes.map(({ state }) => state))).toEqual(new Set(['issued']));
    expect((await list()).batches[0]!.printed_at).not.toBeNull();
  });

  test('marks the sheets as printed only when all of their codes are printed', async () => {
    await make(2, { label: 'a' });
    await make(2, { label: 'b' });
    const printed = async () => (await list()).batches.map(({ printed_at }) => printed_at !== null);
    await sheet({ codes: (await list()).items[0]!.id });
    expect(await printed()).toEqual([false, false]);
    await sheet({ layout: 'cards8' });
    expect(await printed()).toEqual([true, true]);
  });

  test('issues codes only when they are printed or displayed', async () => {
    const { id: batch } = await make(2);
    const states = async () => (await read()).items.map(({ state, code, pictures }) => [state, code, pictures]);
    const logged = async () =>
      (await portal.portal.db.selectFrom('audit_log').select('what').where('what', 'in', ['code.show', 'code.print']).execute()).length;
    const before = await logged();
    for (const query of [{}, { batch }]) expect((await paper(query)).status).toBe(404);
    expect([await states(), await logged()]).toEqual([Array.from({ length: 2 }, () => ['prepared', null, null]), before]);

    expect(await owner.call(learnerCodes.printCodes, { params: { id }, body: { batch } })).toEqual({ printed: 2 });
    expect(await states()).toEqual(Array.from({ length: 2 }, () => ['issued', expect.stringMatching(/^\w{4}-/), null]));
    const printedAt = (await read()).batches[0]!.printed_at;
    for (let i = 0; i < 2; i += 1) expect((await paper({ batch })).status).toBe(200);
    expect([await logged(), (await read()).batches[0]!.printed_at]).toEqual([before + 1, printedAt]);
    expect(await owner.call(learnerCodes.showCodes, { params: { id } })).toEqual({ shown: 0 });
    await make(1);
    expect(await owner.call(learnerCodes.showCodes, { params: { id } })).toEqual({ shown: 1 });
    expect(await logged()).toBe(before + 2);
  });

  test('draws only the selected usable codes', async () => {
    await make(3);
    const { items } = await list();
    await change(items[0]!.id, { what: 'revoke' });
    expect((await sheet({ codes: items[0]!.id })).status).toBe(404);
    expect((await sheet({ codes: `${items[1]!.id}|${items[2]!.id}`, layout: 'list' })).status).toBe(200);
    expect((await sheet({ codes: 'Unsinn' })).status).toBe(400);
  });

  test('lets a colleague of the school add all codes of a sheet once', async () => {
    await make(4);
    const row = (await portal.portal.db.selectFrom('code_batch').selectAll().where('class_id', '=', id).execute())[0]!;
    const token = decryptSheetToken(portal.portal.secret, row.sheet_sealed)!;
    const theirs = await newClass(colleague);
    const add = (by: Caller, classId: string, said = token) =>
      by.call(learnerCodes.addCodes, { params: { id: classId }, body: { sheet: said } });
    expect(await add(colleague, theirs, `https://portal.example/classes#sheet=${token}`)).toMatchObject({ added: 4 });
    expect(await add(colleague, theirs)).toMatchObject({ added: 0 });
    expect((await list(colleague, theirs)).items[0]!.other_classes).toHaveLength(1);
    // If pictures clash, the code that was in the class first keeps them.
    const [here, there] = [(await list(colleague, theirs)).items[0]!, (await make(1), (await list()).items.at(-1)!)];
    await portal.portal.db
      .updateTable('learner_code')
      .set({ pictures: ['cat', 'sun', 'boat'] })
      .where('id', 'in', [here.id, there.id])
      .execute();
    const second = await portal.portal.db.selectFrom('code_batch').selectAll().where('id', '=', there.batch).executeTakeFirstOrThrow();
    const came = await add(colleague, theirs, decryptSheetToken(portal.portal.secret, second.sheet_sealed)!);
    expect(came).toMatchObject({ added: 1, without_pictures: 1 });
    const now = new Map((await list(colleague, theirs)).items.map((code) => [code.id, code.pictures]));
    expect([now.get(here.id), now.get(there.id)]).toEqual([['cat', 'sun', 'boat'], null]);
    const far = await newClass(stranger);
    await expect(add(stranger, far)).rejects.toMatchObject({ status: 404, field: 'sheet' });
    await expect(add(learner, theirs)).rejects.toMatchObject({ status: 404 });
    for (let i = 0; i < 10; i += 1) await expect(add(colleague, theirs, `falsch-${i}`)).rejects.toMatchObject({ status: 404 });
    const before = portal.pauses.length;
    await expect(add(colleague, theirs, 'falsch-10')).rejects.toMatchObject({ status: 404 });
    expect(portal.pauses.length).toBe(before + 1);
    expect(await add(colleague, theirs)).toMatchObject({ added: 0 });
    expect(portal.pauses.length).toBe(before + 1);
  });
});

describe('codes of a closed class', () => {
  const become = (classId: string, to: 'active' | 'archived' | 'deleted', name = '') => setClassState(portal, owner, classId, to, name);

  test('can be changed but not created in an archived class', async () => {
    await make(2);
    const [first, second] = (await list()).items;
    await become(id, 'archived');
    await expect(list(colleague)).rejects.toMatchObject({ status: 404 });
    expect((await list()).items).toHaveLength(2);
    await change(first!.id, { what: 'suspend' });
    await expect(signIn(first!.code)).rejects.toMatchObject({ code: 'suspended' });
    expect(await signIn(second!.code)).toMatchObject({ role: 'S' });
    await expect(make(1)).rejects.toMatchObject({ status: 423, code: 'locked' });
  });

  test('return to a deleted class when it is restored', async () => {
    const code = await one();
    const browser = portal.guest();
    await browser.call(learnerSession.byCode, { body: { code: code.code } });
    await become(id, 'deleted', `Klasse ${made}`);
    expect(await browser.call(accounts.userinfo)).toMatchObject({ klassenID: null });
    expect(await signIn(code.code)).toMatchObject({ klassenID: null });
    expect((await loose()).find((each) => each.id === code.id)).toMatchObject({ was_in: [`Klasse ${made}`] });
    await become(id, 'active');
    expect(await signIn(code.code)).toMatchObject({ klassenID: id });
    expect((await loose()).map((each) => each.id)).not.toContain(code.id);
    await portal.portal.db.deleteFrom('class').where('id', '=', id).execute();
    await removeOldCodes(portal.portal.db, '2020-01-01');
    expect((await loose()).find((each) => each.id === code.id)).toMatchObject({ was_in: [], can: { take: true } });
  });

  const loose = async (by = owner) => (await by.call(learnerCodes.withoutClass, { query: { limit: 100 } })).items;
});

describe('codes without a class', () => {
  const loose = async (by = owner) => (await by.call(learnerCodes.withoutClass, { query: { limit: 100 } })).items;
  const take = (code: string, by = owner, classId = id) =>
    by.call(learnerCodes.takeCodes, { params: { id: classId }, body: { codes: [code] } });
  const takeOut = async (code: string) => {
    const members = (await owner.call(classMembers.members, { params: { id }, query: {} })).items;
    await owner.call(classMembers.removeMember, { params: { id, memberId: members.find((each) => each.code_id === code)!.id } });
  };

  test('remain valid after removal from their last class', async () => {
    const code = await one();
    const [member] = (await owner.call(classMembers.members, { params: { id }, query: {} })).items;
    await owner.call(classMembers.addGroup, { params: { id }, body: { name: 'Probe', members: [member!.id] } });
    await takeOut(code.id);
    await removeOldCodes(portal.portal.db, today(new Date()));
    expect((await list()).items).toEqual([]);
    expect(await signIn(code.code)).toMatchObject({ klassenID: null, school_id: 'school-a' });
    const found = (await loose()).find((each) => each.id === code.id)!;
    expect(found).toMatchObject({
      label: code.label,
      valid_until: code.valid_until,
      was_in: [`Klasse ${made}`],
      made_by: expect.stringMatching(/./),
    });
    expect((await owner.call(classes.list, { query: {} })).codes_without_class).toBeGreaterThan(0);
    expect(await take(code.id)).toMatchObject({ added: 1 });
    const [back] = (await owner.call(classMembers.members, { params: { id }, query: {} })).items;
    expect(back!.groups).toHaveLength(1);
    expect((await loose()).map((each) => each.id)).not.toContain(code.id);
    expect(await signIn(code.code)).toMatchObject({ klassenID: id });
  });

  test('are visible only to their creator, former teachers and administrators of the school', async () => {
    const code = await one();
    await takeOut(code.id);
    expect((await loose(admin)).map((each) => each.id)).toContain(code.id);
    for (const by of [colleague, stranger]) {
      expect((await loose(by)).map((each) => each.id)).not.toContain(code.id);
      const set = by.call(learnerCodes.changeWithoutClass, { params: { codeId: code.id }, body: { what: 'revoke' } });
      await expect(set).rejects.toMatchObject({ status: 404 });
    }
    await expect(learner.call(learnerCodes.withoutClass, { query: {} })).rejects.toMatchObject({ status: 403 });
    const theirs = await newClass(colleague);
    await expect(take(code.id, colleague, theirs)).rejects.toMatchObject({ status: 404, field: 'codes' });
    const set = (what: 'suspend' | 'resume' | 'revoke', by = owner) =>
      by.call(learnerCodes.changeWithoutClass, { params: { codeId: code.id }, body: { what } });
    expect(await set('suspend')).toMatchObject({ state: 'suspended' });
    await expect(signIn(code.code)).rejects.toMatchObject({ code: 'suspended' });
    expect(await set('resume')).toMatchObject({ state: 'issued' });
    await set('revoke', admin);
    await expect(signIn(code.code)).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect((await loose()).map((each) => each.id)).not.toContain(code.id);
  });
});

test('extends all codes of a class at once except revoked and long expired codes', async () => {
  const day = async (iso: string) => {
    portal.setNow(new Date(`${iso}T09:00:00Z`));
    owner = await portal.signIn('owner@a.example');
  };
  await day('2026-11-20');
  await make(2, { valid_until: '2026-12-01' });
  await make(3, { valid_until: '2027-01-20' });
  await change((await list()).items[4]!.id, { what: 'revoke' });
  await day('2027-02-20');
  const all = (valid_until: string, by = owner) => by.call(learnerCodes.extendCodes, { params: { id }, body: { valid_until } });
  await expect(all('2028-09-01')).rejects.toMatchObject({ field: 'valid_until' });
  const other = await portal.signIn('colleague@a.example');
  await expect(all('2027-12-31', other)).rejects.toMatchObject({ status: 404 });
  expect(await all('2027-12-31')).toEqual({ extended: 2, ended: 2 });
  expect(await all('2027-10-31')).toEqual({ extended: 0, ended: 2 });
  const ends = (await list()).items.map(({ valid_until, state }) => `${valid_until} ${state}`);
  expect(ends).toEqual(['2026-12-01 expired', '2026-12-01 expired', '2027-12-31 issued', '2027-12-31 issued', '2027-01-20 revoked']);
});

test('renews the codes of a class at once except suspended and long expired codes', async () => {
  const day = async (iso: string) => {
    portal.setNow(new Date(`${iso}T09:00:00Z`));
    owner = await portal.signIn('owner@a.example');
  };
  await day('2026-11-20');
  await make(1, { valid_until: '2026-12-01' });
  await make(3, { valid_until: '2027-01-20' });
  await make(1, { valid_until: '2027-07-31' });
  const before = (await list()).items;
  await change(before[3]!.id, { what: 'suspend' });
  await day('2027-02-20');
  const renew = (which: 'expired' | 'all', valid_until: string, by = owner) =>
    by.call(learnerCodes.renewCodes, { params: { id }, body: { which, valid_until } });
  await expect(renew('expired', '2028-09-01')).rejects.toMatchObject({ field: 'valid_until' });
  expect(await statusOf(renew('expired', '2027-12-31', await portal.signIn('colleague@a.example')))).toBe(404);
  const browser = portal.guest();
  await browser.call(learnerSession.byCode, { body: { code: before[4]!.code } });
  const { renewed, ended } = await renew('expired', '2027-12-31');
  expect([renewed.sort(), ended]).toEqual([[before[1]!.id, before[2]!.id].sort(), 1]);
  const after = (await list()).items;
  expect(after.map(({ state, valid_until }) => `${valid_until} ${state}`)).toEqual([
    '2026-12-01 expired',
    '2027-12-31 issued',
    '2027-12-31 issued',
    '2027-01-20 expired',
    '2027-07-31 in_use',
  ]);
  await signIn(after[1]!.code);
  await expect(signIn(before[1]!.code)).rejects.toMatchObject({ code: 'wrong_credentials' });
  expect(await browser.call(accounts.userinfo)).not.toBe(false);
  // Renewing all codes invalidates the existing cards.
  expect((await renew('all', '2027-08-20')).renewed).toHaveLength(3);
  expect((await list()).items.map((code) => code.valid_until)).toEqual([
    '2026-12-01',
    '2027-12-31',
    '2027-12-31',
    '2027-01-20',
    '2027-08-20',
  ]);
  expect(await browser.call(accounts.userinfo)).toBe(false);
  await expect(signIn(after[1]!.code)).rejects.toMatchObject({ code: 'wrong_credentials' });
});

test('extends codes to the end of the next school year when the class is continued', async () => {
  portal.setNow(new Date('2026-11-20T09:00:00Z'));
  owner = await portal.signIn('owner@a.example');
  const { id: old } = await owner.call(classes.create, { body: { name: 'Vorher' } });
  await make(1, { valid_until: '2027-07-31' }, owner, old);
  const next = await owner.call(classes.succeed, { params: { id: old }, body: { name: 'Nachher' } });
  expect((await list(owner, next.id)).items[0]!.valid_until).toBe('2028-08-20');
});

test('deletes a code with all its data sixty days after its end', async () => {
  await make(2, { valid_until: shiftDay(today(new Date()), 1) });
  await removeOldCodes(portal.portal.db, '2099-01-01');
  expect((await list()).items).toEqual([]);
  expect((await list()).batches).toEqual([]);
  expect((await owner.call(classes.read, { params: { id } })).learners).toBe(0);
});
