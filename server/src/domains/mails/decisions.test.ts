/** Decisions can be undone until their mails are sent (docs/behaviour/mails.md#decisions). */
import { DECISION_SECONDS } from '@fundus/contract/mails/mails';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { wishes } from '@fundus/contract/library/wishes';
import { people } from '@fundus/contract/people/people';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { makeJobs } from '../../jobs/runner.ts';
import { MAIL_JOB } from '../../mail/outbox.ts';
import { at, inDays, MONDAY, openPoint } from '../../testing/lending.ts';
import { schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { DECISION_JOB } from './decisions.ts';

const portal = usePortal({ GeraeteVerleih: true });
const db = () => portal.portal.db;
/** Runs the due jobs without sending the mails. */
const jobs = () =>
  makeJobs({ db: db(), log: portal.portal.log, now: portal.portal.now }, { [MAIL_JOB]: async () => {}, [DECISION_JOB]: async () => {} });
const later = (seconds: number) => portal.setNow(new Date(MONDAY.getTime() + seconds * 1_000));
let admin: Caller;
let kim: Caller;
let other: Caller;
let kimId: string;
let point: { id: string };
const idOf = async (email: string) =>
  (await db().selectFrom('person').select('person.id').where('person.email', '=', email).executeTakeFirstOrThrow()).id;

beforeAll(async () => {
  portal.setNow(MONDAY);
  await portal.store({ identifier: 'a', fn_titel: 'Buch', fn_typ: 'UC_BOOK', licences: [{ scope: 'none' }] });
  admin = await portal.as(schoolAdmin());
  other = await portal.as(schoolAdmin({ school_id: 'school-b' }));
  kim = await portal.as(teacher({ email: 'kim@a.example' }));
  kimId = await idOf('kim@a.example');
  point = await openPoint(admin);
});
beforeEach(async () => {
  portal.setNow(MONDAY);
  await db().deleteFrom('job').execute();
  await db().deleteFrom('notice').execute();
});

/** Number of waiting mails and of notices. */
const messages = async () => {
  const waiting = await db()
    .selectFrom('job')
    .select('job.due_at')
    .where('job.kind', '=', 'mail')
    .where('job.state', '=', 'waiting')
    .execute();
  const notices = await db().selectFrom('notice').select('notice.id').execute();
  return { mails: waiting.length, notices: notices.length };
};
const FINAL = { status: 409, code: 'state_conflict', details: { reason: 'final' } };

/** Creates an order of Kim with one requested line. */
async function ordered() {
  const [id, line, model, item] = [newId(), newId(), newId(), newId()];
  await db().insertInto('device_model').values({ id: model, point_id: point.id, name: 'Kamera', category: 'Film' }).execute();
  await db()
    .insertInto('device_item')
    .values({ id: item, point_id: point.id, model_id: model, code: item.slice(-12) })
    .execute();
  const whose = { point_id: point.id, person_id: kimId, created_at: MONDAY, submitted_at: MONDAY, title: 'Film' };
  await db()
    .insertInto('rental_order')
    .values({ id, number: id, ...whose })
    .execute();
  const days = { start_on: inDays(1), end_on: inDays(2), busy_from: inDays(1), busy_until: inDays(2) };
  await db()
    .insertInto('rental_line')
    .values({ id: line, order_id: id, model_id: model, item_id: item, state: 'requested', ...days })
    .execute();
  return { id, line, model, item };
}
const lineOf = (id: string) =>
  db()
    .selectFrom('rental_line as l')
    .select(['l.state', 'l.busy_from', 'l.collect_until', 'l.over_at'])
    .where('l.id', '=', id)
    .executeTakeFirstOrThrow();
const undo = (who: Caller, id: string) => who.call(lendingDesk.undoDecision, at(id));

describe('undo of order decisions', () => {
  test.each([
    ['approved', (id: string) => admin.call(lendingDesk.approve, { ...at(id), body: {} })],
    ['rejected', (id: string) => admin.call(lendingDesk.reject, { ...at(id), body: { reason: 'Vergeben' } })],
  ] as const)('restores an order that was %s without sending a mail', async (state, decide) => {
    const { id, line } = await ordered();
    const before = await lineOf(line);
    await decide(id);
    expect((await lineOf(line)).state).toBe(state);
    expect((await messages()).mails).toBe(1);
    await jobs().runDue();
    expect((await messages()).mails, 'the mail waits').toBe(1);
    expect((await undo(admin, id)).lines.map((one) => one.state)).toEqual(['requested']);
    expect(await lineOf(line)).toEqual(before);
    expect(await messages()).toEqual({ mails: 0, notices: 0 });
    expect((await db().selectFrom('rental_order').select('reason').where('id', '=', id).executeTakeFirstOrThrow()).reason).toBe('');
    await expect(undo(admin, id), 'once only').rejects.toMatchObject(FINAL);
  });

  test('reverts only the latest decision on the lines of an order', async () => {
    const { id, line, model } = await ordered();
    const [second, item] = [newId(), newId()];
    await db()
      .insertInto('device_item')
      .values({ id: item, point_id: point.id, model_id: model, code: item.slice(-12) })
      .execute();
    const days = { start_on: inDays(1), end_on: inDays(2), busy_from: inDays(1), busy_until: inDays(2) };
    await db()
      .insertInto('rental_line')
      .values({ id: second, order_id: id, model_id: model, item_id: item, state: 'requested', ...days })
      .execute();
    await admin.call(lendingDesk.approve, { ...at(id), body: { lines: [line] } });
    later(1);
    await admin.call(lendingDesk.reject, { ...at(id), body: { reason: 'Vergeben' } });
    expect((await messages()).mails).toBe(2);
    await undo(admin, id);
    expect([(await lineOf(line)).state, (await lineOf(second)).state]).toEqual(['approved', 'requested']);
    expect((await messages()).mails).toBe(1);
    await undo(admin, id);
    expect((await lineOf(line)).state).toBe('requested');
    expect((await messages()).mails).toBe(0);
  });

  test('is rejected after the mail was sent', async () => {
    const { id, line } = await ordered();
    await admin.call(lendingDesk.approve, { ...at(id), body: {} });
    later(DECISION_SECONDS + 1);
    await jobs().runDue();
    expect((await messages()).mails).toBe(0);
    await expect(undo(admin, id)).rejects.toMatchObject(FINAL);
    expect((await lineOf(line)).state).toBe('approved');
  });

  test('is restricted to the desk', async () => {
    const { id, line } = await ordered();
    await admin.call(lendingDesk.approve, { ...at(id), body: {} });
    await expect(undo(kim, id)).rejects.toMatchObject({ status: 403 });
    await expect(undo(other, id)).rejects.toMatchObject({ status: 404 });
    expect((await lineOf(line)).state).toBe('approved');
    expect((await messages()).mails).toBe(1);
  });

  test('is rejected if a line or its device has been used since', async () => {
    const { id, line } = await ordered();
    await admin.call(lendingDesk.approve, { ...at(id), body: {} });
    await db().updateTable('rental_line').set({ state: 'ready' }).where('id', '=', line).execute();
    await expect(undo(admin, id)).rejects.toMatchObject({ code: 'state_conflict', details: { state: 'ready' } });
    const taken = await ordered();
    await admin.call(lendingDesk.reject, { ...at(taken.id), body: { reason: 'Vergeben' } });
    const next = await ordered();
    await db().updateTable('rental_line').set({ item_id: taken.item }).where('id', '=', next.line).execute();
    await expect(undo(admin, taken.id)).rejects.toMatchObject({ code: 'state_conflict', details: { reason: 'taken' } });
    expect((await lineOf(taken.line)).state).toBe('rejected');
  });
});

describe('undo of registration decisions', () => {
  async function registered() {
    const email = `${newId()}@a.example`;
    await portal.as(teacher({ email }));
    const id = await idOf(email);
    await db().updateTable('person').set({ state: 'pending_approval' }).where('id', '=', id).execute();
    const { version } = await admin.call(people.read, { params: { id } });
    return { id, version };
  }
  const back = (who: Caller, id: string) => who.call(people.undoDecision, { params: { id } });

  test('restores a registration without sending a mail', async () => {
    for (const call of ['approve', 'decline'] as const) {
      const { id, version } = await registered();
      const decide = () =>
        call === 'approve'
          ? admin.call(people.approve, { params: { id }, body: { version } })
          : admin.call(people.decline, { params: { id }, body: { version, reason: 'Unbekannt' } });
      expect((await decide()).state).toBe(call === 'approve' ? 'active' : 'declined');
      expect((await messages()).mails).toBe(1);
      await expect(back(other, id)).rejects.toMatchObject({ status: 404 });
      await expect(back(kim, id)).rejects.toMatchObject({ status: 403 });
      expect((await back(admin, id)).state).toBe('pending_approval');
      expect(await messages()).toEqual({ mails: 0, notices: 0 });
    }
  });

  test('is rejected after the mail was sent or the account was changed', async () => {
    const { id, version } = await registered();
    const approved = await admin.call(people.approve, { params: { id }, body: { version } });
    await admin.call(people.block, { params: { id }, body: { version: approved.version, reason: 'Doch nicht' } });
    await expect(back(admin, id)).rejects.toMatchObject({ code: 'state_conflict' });
    const next = await registered();
    await admin.call(people.approve, { params: { id: next.id }, body: { version: next.version } });
    later(DECISION_SECONDS + 1);
    await jobs().runDue();
    await expect(back(admin, next.id)).rejects.toMatchObject(FINAL);
  });
});

describe('undo of answers to wishes', () => {
  test('restores the previous answer with its mail', async () => {
    await kim.call(wishes.setWish, { params: { mediaId: 'a' }, body: { note: '' } });
    const list = async () => (await admin.call(wishes.wishes, { query: { school: 'true' } })).items[0]!;
    const { id } = await list();
    const decide = (state: 'planned' | 'declined') =>
      admin.call(wishes.decideWish, { params: { id }, body: { state, answer: 'Vielleicht' } });
    const back = (who: Caller) => who.call(wishes.undoDecision, { params: { id } });
    await decide('planned');
    await expect(back(kim)).rejects.toMatchObject({ status: 403 });
    await expect(back(other)).rejects.toMatchObject({ status: 404 });
    await decide('declined');
    expect((await messages()).mails).toBe(1);
    await back(admin);
    expect(await list()).toMatchObject({ state: 'planned', answer: 'Vielleicht' });
    expect(await messages(), 'the mail about the restored answer').toEqual({ mails: 1, notices: 1 });
    await expect(back(admin)).rejects.toMatchObject(FINAL);
  });

  test('sends one mail about a corrected answer', async () => {
    await db().updateTable('wish').set({ state: 'open', answer: '' }).execute();
    const { id } = (await admin.call(wishes.wishes, { query: { school: 'true' } })).items[0]!;
    const decide = (state: 'open' | 'planned', answer: string) =>
      admin.call(wishes.decideWish, { params: { id }, body: { state, answer } });
    await decide('planned', 'Veilleicht');
    await decide('planned', 'Vielleicht');
    expect(await messages()).toEqual({ mails: 1, notices: 1 });
    const { payload } = await db().selectFrom('job').select('job.payload').where('job.kind', '=', MAIL_JOB).executeTakeFirstOrThrow();
    expect(JSON.stringify(payload)).toContain('Vielleicht');
    await decide('open', '');
    expect(await messages()).toEqual({ mails: 0, notices: 0 });
  });
});
