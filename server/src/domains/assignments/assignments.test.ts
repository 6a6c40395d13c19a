/** Tests how assignments are created, worked on and evaluated over HTTP (docs/behaviour/assignments.md). */
import { accounts } from '@fundus/contract/accounts/accounts';
import { assignments, type Report } from '@fundus/contract/assignments/assignments';
import { assignmentResults as results } from '@fundus/contract/assignments/results';
import { classes } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { notices } from '@fundus/contract/notices/notices';
import { medialists } from '@fundus/contract/medialists/medialists';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { createTestCode } from '../../testing/classes.ts';
import { pupil, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { sweepResults } from './sweep.ts';

const portal = usePortal();
let anna: Caller;
let ben: Caller;
let admin: Caller;
let ida: Caller;
let jan: Caller;
let code: Caller;
let classId: string;
let groupId: string;
let members: { id: string; person_id: string | null; name: string }[];
const refused = (name: string, field?: string) => expect.objectContaining({ code: name, ...(field && { field }) });
const START = Date.parse('2026-11-22T09:00:00Z');
let clock = START;
const tick = (seconds: number): void => portal.setNow(new Date((clock += seconds * 1_000)));
const idOf = async (caller: Caller): Promise<string> => ((await caller.call(accounts.userinfo)) as { id: string }).id;
const memberOf = async (caller: Caller): Promise<string> => {
  const id = await idOf(caller);
  return members.find(({ person_id }) => person_id === id)!.id;
};

beforeAll(async () => {
  portal.setNow(new Date(START));
  await portal.store(
    { identifier: 'film', fn_titel: 'Vulkane', fn_typ: '49', duration: 100 },
    { identifier: 'blatt', fn_titel: 'Arbeitsblatt', fn_typ: '49' },
    { identifier: 'quiz', fn_titel: 'Quiz', fn_typ: '49' },
    { identifier: 'lehrkraft', fn_titel: 'Für Lehrkräfte', fn_typ: '49', licences: [{ scope: 'none' }] },
  );
  const file = (identifier: string, mime: string) => ({
    id: newId(),
    identifier,
    role: 'main' as const,
    mime,
    path: `m/${identifier}`,
    rank: 0,
  });
  await portal.portal.db
    .insertInto('media_file')
    .values([file('film', 'video/mp4'), file('blatt', 'application/pdf'), file('quiz', 'application/x-h5p')])
    .execute();
  const rights = JSON.stringify({ stream: true, download: true, home_use: true, lms_embed: true, edit: false });
  await portal.portal.db
    .insertInto('licence')
    .values({
      id: newId(),
      identifier: 'lehrkraft',
      scope: 'district',
      district_id: 'district-a',
      seats: 0,
      origin: 'hand',
      rights,
      audience: 'teacher',
    })
    .execute();
  anna = await portal.as(teacher({ email: 'anna@x.example' }));
  ben = await portal.as(teacher({ email: 'ben@x.example' }));
  admin = await portal.as(schoolAdmin({ email: 'admin@x.example' }));
  ida = await portal.as(pupil({ email: 'ida@x.example', vorname: 'Ida', name: 'Igel' }));
  jan = await portal.as(pupil({ email: 'jan@x.example', vorname: 'Jan', name: 'Jaguar' }));
  classId = (await anna.call(classes.create, { body: { name: '8b' } })).id;
  const people = [await idOf(ida), await idOf(jan)];
  await anna.call(classMembers.addMembers, { params: { id: classId }, body: { people, role: 'student' } });
  code = (await createTestCode(portal, { classes: [classId] })).caller;
  members = (await anna.call(classMembers.members, { params: { id: classId }, query: {} })).items;
  const group = { name: 'Nord', members: [await memberOf(ida)] };
  groupId = (await anna.call(classMembers.addGroup, { params: { id: classId }, body: group })).id;
  // Extends the sessions, because the tests move the clock by weeks.
  await portal.portal.db
    .updateTable('session')
    .set({ expires_at: new Date('2099-01-01'), last_seen_at: new Date('2099-01-01') })
    .execute();
});
beforeEach(async () => {
  clock = START;
  portal.setNow(new Date(START));
  await portal.portal.db.deleteFrom('assignment').execute();
});

const film = { kind: 'medium' as const, identifier: 'film' };
const give = (body: object = {}, caller = anna) =>
  caller.call(assignments.create, { params: { id: classId }, body: { title: 'Vulkane', steps: [film], publish: true, ...body } as never });
const read = (caller: Caller, id: string) => caller.call(assignments.read, { params: { id } });
const t = (caller: Caller, { id, contents }: Awaited<ReturnType<typeof read>>, report: Report, step = 0) =>
  caller.call(assignments.report, { params: { id, stepId: contents[step]!.id }, body: report });
const noticesOf = async (caller: Caller) => (await caller.call(notices.list, { query: {} })).items;
const grid = async () => (await anna.call(results.grid, { params: { id: classId }, query: {} })).learners;

describe('assignment for a class', () => {
  test('is visible to learners of the class with an account or a code', async () => {
    const given = await give({ due_at: '2026-11-30T07:00:00Z' });
    expect(given).toMatchObject({ state: 'active', sums: { learners: 3, started: 0 }, contents: [{ completion: 'viewed', open: true }] });
    for (const learner of [ida, jan, code]) {
      expect(await read(learner, given.id)).toMatchObject({ sums: null, own: { state: 'not_started' }, to: { names: [] } });
      expect((await learner.call(assignments.own)).items.map(({ title }) => title)).toEqual(['Vulkane']);
    }
    await expect(read(ben, given.id)).rejects.toEqual(refused('not_found'));
    expect((await anna.call(assignments.own)).items).toMatchObject([{ title: 'Vulkane', class: { name: '8b' } }]);
  });

  test('is visible only to the selected group or learner', async () => {
    const toGroup = await give({ to: { groups: [groupId], members: [] } });
    expect(toGroup.to.names).toEqual(['Nord']);
    expect((await read(ida, toGroup.id)).title).toBe('Vulkane');
    const toJan = await give({ to: { groups: [], members: [await memberOf(jan)] } });
    for (const [caller, id] of [
      [jan, toGroup.id],
      [code, toGroup.id],
      [ida, toJan.id],
    ] as const)
      // oxfmt-ignore
      await expect(read(caller, id)).rejects.toEqual(refused('not_found'));
    await expect(give({ to: { groups: [newId()], members: [] } })).rejects.toEqual(refused('not_found', 'to.groups'));
  });

  test('cannot be published without steps', async () => {
    const draft = await give({ steps: [], publish: false });
    expect(draft).toMatchObject({ state: 'draft', steps: 0, contents: [], can: { moves: [] } });
    const publish = () => anna.call(assignments.move, { params: { id: draft.id }, body: { to: 'publish' } });
    await expect(publish()).rejects.toEqual(refused('validation_failed', 'steps'));
    await expect(give({ steps: [] })).rejects.toEqual(refused('validation_failed', 'steps'));
    const change = (version: number, steps: object[]) =>
      anna.call(assignments.change, { params: { id: draft.id }, body: { version, steps } as never });
    expect(await change(draft.version, [film])).toMatchObject({ steps: 1, can: { moves: ['publish'] } });
    const emptied = await change(draft.version + 1, []);
    expect(emptied.steps).toBe(0);
    await change(emptied.version, [film]);
    const { version } = await publish();
    await expect(change(version, [])).rejects.toEqual(refused('validation_failed', 'steps'));
    expect((await read(anna, draft.id)).steps).toBe(1);
  });

  test('contains the learner items of a media list with their tasks', async () => {
    const list = await anna.call(medialists.create, {
      body: {
        title: 'Reihe',
        items: [
          { ...{ kind: 'medium' as const, identifier: 'film' }, note_learner: 'Zähle die Ausbrüche.' },
          { kind: 'heading', title: 'Mehr' },
          { kind: 'sequence', identifier: 'film', title: 'Kern', start_s: 10, end_s: 30 },
          { ...{ kind: 'medium' as const, identifier: 'blatt' }, visible_to_learners: false },
        ],
      },
    });
    const given = await give({ steps: [], list_id: list.id });
    expect(given.contents.map(({ title, task }) => [title, task])).toEqual([['Vulkane', 'Zähle die Ausbrüche.'], ['Kern', '']]); // oxfmt-ignore
    await expect(give({ steps: [], list_id: newId() })).rejects.toEqual(refused('not_found'));
  });

  test.each([
    [{ title: '' }, 'title'],
    [{ steps: [] }, 'steps'],
    [{ steps: Array.from({ length: 31 }, () => film) }, 'steps'],
    [{ due_at: '2026-11-21T07:00:00Z' }, 'due_at'],
    [{ due_at: '2026-11-25T07:00:00Z', visible_from: '2026-11-26' }, 'due_at'],
    [{ attempts: 11 }, 'attempts'],
    [{ steps: [{ kind: 'sequence', identifier: 'film', title: 'x', start_s: 10, end_s: 500 }] }, 'steps.0.end_s'],
    [{ steps: [{ ...film, completion: 'score' }] }, 'steps'],
  ])('is rejected for %j with an error on the invalid field', async (body, field) => {
    await expect(give(body)).rejects.toEqual(refused('validation_failed', field));
    expect((await anna.call(assignments.list, { params: { id: classId }, query: {} })).items).toEqual([]);
  });

  test('rejects changes with a stale version or to started steps', async () => {
    const given = await give();
    const change = (body: object) => anna.call(assignments.change, { params: { id: given.id }, body: body as never });
    await change({ version: 1, title: 'Neu' });
    await expect(change({ version: 1, title: 'Anders' })).rejects.toEqual(refused('version_conflict', 'version'));
    await t(ida, given, { event: 'open' });
    await expect(change({ version: 2, steps: [film] })).rejects.toEqual(refused('state_conflict', 'steps'));
    expect((await read(anna, given.id)).title).toBe('Neu');
  });
});

describe('state of an assignment', () => {
  const bring = {
    draft: () => give({ publish: false }),
    scheduled: () => give({ visible_from: '2026-11-25' }),
    active: () => give(),
    closed: async () => to(await give(), 'close'),
    archived: async () => to(await give(), 'archive'),
  };
  const to = ({ id }: { id: string }, move: 'publish' | 'close' | 'reopen' | 'archive') =>
    anna.call(assignments.move, { params: { id }, body: { to: move } });
  const MAY = {
    draft: ['publish'],
    scheduled: ['close', 'archive'],
    active: ['close', 'archive'],
    closed: ['reopen', 'archive'],
    archived: [],
  };
  for (const [state, may] of Object.entries(MAY))
    test(`allows only the changes [${may.join(', ')}] in the state ${state}`, async () => {
      for (const move of ['publish', 'close', 'reopen', 'archive'] as const) {
        const row = await bring[state as keyof typeof bring]();
        expect(row.state).toBe(state);
        if ((may as string[]).includes(move)) await expect(to(row, move)).resolves.toBeTruthy();
        else {
          await expect(to(row, move)).rejects.toEqual(refused('state_conflict'));
          expect((await read(anna, row.id)).state).toBe(state);
        }
      }
      const row = await bring[state as keyof typeof bring]();
      const removed = anna.call(assignments.remove, { params: { id: row.id } });
      if (state === 'draft') await expect(removed).resolves.toEqual({ ok: true });
      else await expect(removed).rejects.toEqual(refused('state_conflict'));
    });

  test('hides drafts, scheduled and archived assignments from learners', async () => {
    for (const state of ['draft', 'scheduled', 'archived'] as const) {
      const row = await bring[state]();
      await expect(read(ida, row.id)).rejects.toEqual(refused('not_found'));
    }
    const closed = await bring.closed();
    expect((await read(ida, closed.id)).can.work).toBe(false);
    await expect(t(ida, closed, { event: 'open' })).rejects.toEqual(refused('state_conflict'));
  });
});

describe('completion of a step', () => {
  test('requires watching the film in a plausible time', async () => {
    const given = await give();
    await t(ida, given, { event: 'open' });
    const claimed = await t(ida, given, { event: 'watch', ranges: [[0, 100]] });
    expect(claimed).toMatchObject({ state: 'started', watched: 10 });
    for (let turn = 0; turn < 30; turn++) await t(ida, given, { event: 'watch', ranges: [[0, 100]] });
    expect((await read(ida, given.id)).contents[0]!.work).toMatchObject({ state: 'started', watched: 10 });
    const { work } = await anna.call(results.ofAssignment, { params: { id: given.id } });
    expect(work.find(({ name }) => name.includes('Igel'))).toMatchObject({ doubt: true });

    await t(jan, given, { event: 'open' });
    for (let at = 0; at < 90; at += 10) {
      tick(10);
      await t(jan, given, { event: 'watch', ranges: [[at, at + 10]] });
    }
    expect((await read(jan, given.id)).own).toMatchObject({ state: 'completed', late: false });
    const after = await anna.call(results.ofAssignment, { params: { id: given.id } });
    expect(after.work.find(({ name }) => name.includes('Jaguar'))).toMatchObject({ state: 'completed', doubt: false, watched: 90 });
    expect(after.steps[0]).toMatchObject({ completed: 1, started: 1, not_started: 1, heat: null });
  });

  test('counts a document as read after ten seconds', async () => {
    const given = await give({ steps: [{ kind: 'medium', identifier: 'blatt' }] });
    await t(code, given, { event: 'open' });
    tick(4);
    expect(await t(code, given, { event: 'watch', ranges: [] })).toMatchObject({ state: 'started' });
    tick(7);
    expect(await t(code, given, { event: 'watch', ranges: [] })).toMatchObject({ state: 'completed' });
  });

  test('requires the configured score within the allowed attempts', async () => {
    const given = await give({ attempts: 3, attempt_counts: 'best', steps: [{ kind: 'medium', identifier: 'quiz', pass_percent: 80 }] });
    await t(ida, given, { event: 'open' });
    tick(30);
    await t(ida, given, { event: 'score', percent: 50 });
    expect(await t(ida, given, { event: 'score', percent: 60 })).toMatchObject({ state: 'started', score: 60, needs_help: true });
    expect(await t(ida, given, { event: 'score', percent: 90 })).toMatchObject({ state: 'completed', attempts: 3, needs_help: false });
    await expect(t(ida, given, { event: 'score', percent: 100 })).rejects.toEqual(refused('state_conflict'));
    await expect(t(ida, given, { event: 'mark', done: true })).rejects.toEqual(refused('validation_failed', 'event'));
  });

  test('accepts answers after the due date as late', async () => {
    const steps = [{ kind: 'text', title: 'Was hast du gelernt?', completion: 'answer_text' }, { kind: 'text', title: 'Hefte gelocht' }]; // oxfmt-ignore
    const given = await give({ steps, due_at: '2026-11-23T07:00:00Z' });
    await t(ida, given, { event: 'mark', done: true }, 1);
    tick(2 * 86_400);
    expect(await t(ida, given, { event: 'answer', text: 'Lava ist heiß.' })).toMatchObject({ state: 'completed', late: true });
    expect((await read(ida, given.id)).own).toEqual({ state: 'completed', completed: 2, late: true, unread: 0 });
    expect(await t(ida, given, { event: 'mark', done: false }, 1)).toMatchObject({ state: 'started' });
  });

  test('is rejected for media that learners may not open', async () => {
    const given = await give({ steps: [{ kind: 'medium', identifier: 'lehrkraft', completion: 'self_marked' }] });
    expect(given.contents[0]).toMatchObject({ open: false });
    await expect(t(ida, given, { event: 'mark', done: true })).rejects.toEqual(refused('licence_missing'));
  });
});

describe('results of an assignment', () => {
  test('list learners who need help first', async () => {
    const given = await give();
    await give({ title: 'Nur Nord', to: { groups: [groupId], members: [] } });
    await t(jan, given, { event: 'help', wanted: true });
    const rows = await grid();
    expect(rows.map(({ name, needs_help, cells }) => [name.includes('Jaguar'), needs_help, cells.length])).toEqual([
      [true, true, 1],
      [false, false, 1],
      [false, false, 2],
    ]);
    await anna.call(results.reviewWork, {
      params: { id: given.id, stepId: given.contents[0]!.id, memberId: await memberOf(jan) },
      body: { helped: true },
    });
    expect((await grid()).some(({ needs_help }) => needs_help)).toBe(false);
    await expect(ben.call(results.grid, { params: { id: classId }, query: {} })).rejects.toEqual(refused('not_found'));
    expect((await admin.call(results.grid, { params: { id: classId }, query: {} })).learners).toHaveLength(3);
  });

  test('can be corrected by the teacher with a comment visible only to the learner', async () => {
    const given = await give();
    const at = { id: given.id, stepId: given.contents[0]!.id, memberId: await memberOf(ida) };
    expect(await anna.call(results.reviewWork, { params: at, body: { done: true, comment: 'Gut beobachtet!' } })).toMatchObject({
      by_teacher: true,
    });
    expect((await read(ida, given.id)).contents[0]!.work).toMatchObject({ state: 'completed', comment: 'Gut beobachtet!' });
    expect((await read(jan, given.id)).contents[0]!.work).toMatchObject({ state: 'not_started', comment: '' });
    const of = await anna.call(results.ofLearner, { params: { id: classId, memberId: at.memberId } });
    expect(of.work).toMatchObject([{ comment: 'Gut beobachtet!', state: 'completed' }]);
    const csv = await anna.inject({ method: 'GET', url: `/api/v1/classes/${classId}/results/export?lang=de` });
    expect(csv.body).toContain('"erledigt, 1/1"');
  });

  test('are unread after a comment or correction until the learner opens them', async () => {
    await portal.portal.db.deleteFrom('notice').execute();
    const given = await give({ steps: [{ kind: 'text', title: 'Lesen' }] });
    const at = { id: given.id, stepId: given.contents[0]!.id, memberId: await memberOf(ida) };
    const review = (body: object) => anna.call(results.reviewWork, { params: at, body });
    const marks = async (who: Caller) => {
      const one = await read(who, given.id);
      const line = (await who.call(assignments.own)).items.find(({ id }) => id === given.id);
      const { items } = await who.call(classes.list, { query: {} });
      return [items.find(({ id }) => id === classId)!.new_feedback, line?.own?.unread, one.own!.unread, one.contents[0]!.work!.unread];
    };
    const reminders = async () => (await noticesOf(ida)).filter(({ title }) => title.startsWith('Rückmeldung')).map(({ text }) => text);
    expect(await marks(ida)).toEqual([0, 0, 0, false]);
    await review({ comment: 'Gut beobachtet!' });
    expect(await marks(ida)).toEqual([1, 1, 1, true]);
    expect(await marks(jan), 'nobody else').toEqual([0, 0, 0, false]);
    await review({ comment: 'Sehr gut beobachtet!' });
    expect(await reminders(), 'one notice an hour').toHaveLength(1);
    expect((await reminders())[0]).toContain('Lesen');
    await ida.call(assignments.seenFeedback, { params: { id: given.id } });
    expect(await marks(ida)).toEqual([0, 0, 0, false]);
    await review({ comment: 'Sehr gut beobachtet!' });
    await review({ helped: true });
    expect(await marks(ida), 'nothing changed').toEqual([0, 0, 0, false]);
    await review({ done: true });
    expect(await marks(ida)).toEqual([1, 1, 1, true]);
    expect(await reminders()).toHaveLength(2);
    await review({ done: false });
    expect(await reminders(), 'taken back before it was seen').toHaveLength(2);
    await expect(anna.call(assignments.seenFeedback, { params: { id: given.id } })).rejects.toEqual(refused('not_found'));
  });

  test('let the teacher remind unfinished learners once per day', async () => {
    const given = await give({ steps: [{ kind: 'text', title: 'Lesen' }] });
    const remind = (members?: string[], who: Caller = anna) =>
      who.call(results.remind, { params: { id: given.id }, body: { ...(members && { members }) } });
    const reminders = async (who: Caller) => (await noticesOf(who)).filter(({ title }) => title.startsWith('Denk daran')).length;
    await t(jan, given, { event: 'mark', done: true });
    expect(await remind([await memberOf(jan)]), 'finished').toEqual({ reminded: 0, before: 0 });
    expect(await remind([await memberOf(ida)])).toEqual({ reminded: 1, before: 0 });
    expect([await reminders(ida), await reminders(jan)]).toEqual([1, 0]);
    expect(await remind()).toMatchObject({ before: 1 });
    expect(await reminders(ida)).toBe(1);
    tick(86_400);
    expect((await remind([await memberOf(ida)])).reminded).toBe(1);
    await expect(remind([newId()])).rejects.toEqual(refused('not_found', 'members'));
    await expect(remind(undefined, ben)).rejects.toEqual(refused('not_found'));
    await anna.call(assignments.move, { params: { id: given.id }, body: { to: 'close' } });
    await expect(remind()).rejects.toEqual(refused('state_conflict'));
  });

  test('are counted as new since the last visit of each teacher', async () => {
    const steps = ['Lesen', 'Schreiben'].map((title) => ({ kind: 'text' as const, title }));
    const [given, other] = [await give({ steps }), await give({ steps })];
    const fresh = async (caller = anna) =>
      (await caller.call(classes.list, { query: {} })).items.find(({ id }) => id === classId)?.new_results;
    const seen = (caller = anna) => caller.call(results.seen, { params: { id: classId } });
    await seen();
    tick(10);
    expect(await fresh()).toBe(0);
    // Two steps of one assignment count once. Steps that the teacher marked do not count.
    for (const step of [0, 1]) await t(ida, given, { event: 'mark', done: true }, step);
    await t(jan, given, { event: 'mark', done: true });
    const at = { id: other.id, stepId: other.contents[0]!.id, memberId: await memberOf(jan) };
    await anna.call(results.reviewWork, { params: at, body: { done: true } });
    expect([await fresh(), await fresh(ida)]).toEqual([2, 0]);
    tick(10);
    // An administrator who does not teach the class has no new results.
    await seen(admin);
    expect(await fresh()).toBe(2);
    await seen();
    expect(await fresh()).toBe(0);
    tick(10);
    await t(jan, other, { event: 'mark', done: true }, 1);
    expect(await fresh()).toBe(1);
    await expect(seen(ben)).rejects.toEqual(refused('not_found'));
    await expect(seen(ida)).rejects.toEqual(refused('forbidden'));
  });

  test('are streamed to teachers while learners work', async () => {
    const given = await give();
    const stream = await portal.portal.live.stream('x', `results:${classId}`, async (_, changes) => ({ changes }));
    const said: string[] = [];
    (stream.body as NodeJS.ReadableStream).on('data', (chunk) => void said.push(String(chunk)));
    await expect.poll(() => said.join('')).toContain('data:');
    const before = said.join('').split('data:').length;
    await t(ida, given, { event: 'help', wanted: true });
    await expect.poll(() => said.join('').split('data:').length).toBe(before + 1);
  });

  test('are deleted automatically some weeks after the school year', async () => {
    const given = await give();
    await t(ida, given, { event: 'open' });
    const rows = () => portal.portal.db.selectFrom('assignment_work').select('step_id').execute();
    await anna.call(results.forget, { params: { id: given.id } });
    expect(await rows()).toEqual([]);
    await t(ida, given, { event: 'open' });
    const at = (day: string) =>
      sweepResults({ db: portal.portal.db, config: portal.portal.config, now: () => new Date(`${day}T12:00:00Z`) });
    await at('2027-08-28');
    expect(await rows()).toHaveLength(1);
    await at('2027-08-29');
    expect(await rows()).toEqual([]);
  });
});
