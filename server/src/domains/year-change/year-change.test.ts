/** The year change: its steps, undoing them, continuing on another day, concurrent users, and interruptions (docs/behaviour/year-change.md). */
import { schools } from '@fundus/contract/schools/schools';
import { yearDue } from '@fundus/contract/year-change/due';
import { yearChange, type YearChange, type YearSettings, type YearStep } from '@fundus/contract/year-change/year-change';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { seal } from '../../secrets/sealed.ts';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { createTestCode } from '../../testing/classes.ts';
import { domain } from './domain.ts';

const portal = usePortal();
let admin: Caller;
let other: Caller;
let owner: string;
const JULY = new Date('2027-07-12T09:00:00Z');
const db = () => portal.portal.db;
const refused = (code: string, about: object = {}) => expect.objectContaining({ code, ...about });

beforeAll(async () => {
  portal.setNow(JULY);
  await portal.store({ identifier: 'film', fn_titel: 'Vulkane', fn_typ: '49' });
  admin = await portal.as(schoolAdmin({ email: 'admin@x.example', vorname: 'Ada', name: 'Amsel' }));
  other = await portal.as(schoolAdmin({ email: 'andere@x.example' }));
  await portal.as(teacher({ email: 'anna@x.example' }));
  owner = (await db().selectFrom('person').select('id').where('email', '=', 'anna@x.example').executeTakeFirstOrThrow()).id;
  // Keeps the sessions valid, because the tests move the clock by months.
  await db()
    .updateTable('session')
    .set({ expires_at: new Date('2099-01-01'), last_seen_at: new Date('2099-01-01') })
    .execute();
});

type Made = { id: string; members: string[]; codes: string[]; sessions: Caller[]; group: string };
let seven: Made;
let ten: Made;
let course: Made;

/** Creates a class of last year with two learner codes, a group, a medium, a list, and an assignment that one learner has started. */
async function makeClass(name: string, grade: number | null, kind: 'class' | 'course' = 'class'): Promise<Made> {
  const [id, group, list, work, step] = Array.from({ length: 5 }, () => newId()) as [string, string, string, string, string];
  const at = new Date('2026-09-01T08:00:00Z');
  await db()
    .insertInto('class')
    .values({ id, school_id: 'school-a', name, kind, grade, school_year: '2026/27', state_since: at, created_at: at })
    .execute();
  const of = { class_id: id, state: 'active' as const, joined_at: at, state_since: at };
  await db()
    .insertInto('class_member')
    .values({ ...of, id: newId(), person_id: owner, role: 'owner' })
    .execute();
  const made = [
    await createTestCode(portal, { classes: [id], label: `${name}-01` }),
    await createTestCode(portal, { classes: [id], label: `${name}-02` }),
  ];
  const codes = made.map(({ codeId }) => codeId);
  await db()
    .updateTable('learner_code')
    .set({ valid_until: '2027-07-31', sealed: seal(portal.portal.secret, 'learner-code', 'CDFGHJKLMNPQ') })
    .where('id', 'in', codes)
    .execute();
  const rows = await db().selectFrom('class_member').select(['id', 'code_id']).where('code_id', 'in', codes).execute();
  // Ordered by code, because members created at the same time have no defined order.
  const members = codes.map((code) => rows.find((row) => row.code_id === code)!.id);
  const first = members[0]!;
  await db().insertInto('class_group').values({ id: group, class_id: id, name: 'Nord' }).execute();
  await db().insertInto('class_group_member').values({ group_id: group, member_id: first }).execute();
  const medium = { id: newId(), class_id: id, kind: 'media' as const, identifier: 'film', title: 'Vulkane', note: 'Ansehen', rank: 0 };
  await db()
    .insertInto('class_media')
    .values({ ...medium, visible_until: '2027-05-01', shared_by: owner, shared_at: at })
    .execute();
  await db()
    .insertInto('medialist')
    .values({ id: list, school_id: 'school-a', owner_id: owner, title: 'Wasser', visibility: 'school', created_at: at, updated_at: at })
    .execute();
  await db()
    .insertInto('medialist_release')
    .values({ id: newId(), list_id: list, class_id: id, visible_until: '2027-07-31', created_by: owner, created_at: at })
    .execute();
  await db()
    .insertInto('assignment')
    .values({ id: work, class_id: id, title: 'Vulkane', created_by: owner, created_at: at, published_at: at, due_at: JULY })
    .execute();
  await db()
    .insertInto('assignment_step')
    .values({ id: step, assignment_id: work, rank: 0, kind: 'media', identifier: 'film', title: 'Vulkane', completion: 'self_marked' })
    .execute();
  await db().insertInto('assignment_work').values({ step_id: step, member_id: first, opened_at: at, reported_at: at }).execute();
  await db()
    .insertInto('class_question')
    .values({ id: newId(), class_id: id, identifier: 'film', title: 'Vulkane', asked_at: at })
    .execute();
  return { id, group, codes, members, sessions: made.map(({ caller }) => caller) };
}

beforeEach(async () => {
  portal.setNow(JULY);
  for (const table of ['year_change', 'class', 'learner_code', 'medialist', 'audit_log'] as const) await db().deleteFrom(table).execute();
  seven = await makeClass('7a', 7);
  ten = await makeClass('13', 13);
  course = await makeClass('Film', null, 'course');
});

const read = (who = admin) => who.call(yearChange.read);
const start = () => admin.call(yearChange.start);
const take = async (step: YearStep, who = admin) =>
  who.call(yearChange.take, { params: { step }, body: { version: (await read()).version } });
const undo = async (step: YearStep) => admin.call(yearChange.undo, { params: { step }, body: { version: (await read()).version } });
const choose = async (
  settings: Partial<YearSettings>,
  classes: { id: string; choice: 'carry' | 'archive' | 'leave'; name: string }[] = [],
) => admin.call(yearChange.change, { body: { version: (await read()).version, settings, classes } });
const takeTo = async (last: YearStep): Promise<void> => {
  for (const step of ['classes', 'groups', 'codes', 'contents', 'cards'] as const) {
    await take(step);
    if (step === last) return;
  }
};
const finish = async () => admin.call(yearChange.finish, { body: { version: (await read()).version } });
const countsOf = ({ steps }: YearChange, step: YearStep) => steps.find((each) => each.step === step)!.counts;
const oneOf = ({ classes }: YearChange, name: string) => classes.find((each) => each.name === name)!;

const TABLES = ['class', 'class_member', 'class_group', 'class_group_member', 'class_media', 'learner_code', 'code_batch'] as const;
const MORE = ['medialist_release', 'assignment', 'assignment_step', 'assignment_target', 'assignment_work', 'class_question'] as const;
/** Returns the rows of all affected tables, without versions and times of state changes. */
async function look(): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of [...TABLES, ...MORE]) {
    const { rows } = await sql<{
      row: string;
    }>`select (to_jsonb(t) - 'version' - ${table === 'learner_code' ? 'state_since' : 'version'})::text as row
      from ${sql.table(table)} as t order by 1`.execute(db());
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

describe('preview of the year change', () => {
  test('lists the effect of each step without changing data', async () => {
    const before = await look();
    const year = await read();
    expect(year).toMatchObject({ from_year: '2026/27', to_year: '2027/28', last_day: '2027-07-31', state: 'none', due: true, version: 0 });
    expect(oneOf(year, '7a')).toMatchObject({ choice: 'carry', to_name: '8a', to_grade: 8, learners: 2, owned: true });
    expect([oneOf(year, '13').choice, oneOf(year, 'Film').choice]).toEqual(['archive', 'archive']);
    expect(year.steps.map(({ counts }) => counts)).toEqual([
      { carried: 1, archived: 2, left: 0, learners: 2 },
      { groups: 1 },
      { kept: 2, ended: 4 },
      { media: 1, lists: 1, assignments: 0 },
      { cards: 2, classes: 1 },
    ]);
    expect(year.final).toEqual({ codes: 4, code_results: 2, results: 0, questions: 2, results_on: '2027-08-29' });
    expect(await look()).toEqual(before);
    for (const [day, due] of [
      ['2027-05-31', false],
      ['2027-06-01', true],
      ['2027-10-31', true],
      ['2027-11-02', false],
    ] as const) {
      portal.setNow(new Date(`${day}T10:00:00Z`));
      expect([day, (await admin.call(yearDue.due)).due]).toEqual([day, due]);
    }
  });

  test('blocks the step if a class name already exists', async () => {
    await start();
    const year = await choose({}, [
      { id: ten.id, choice: 'carry', name: '8A' },
      { id: course.id, choice: 'leave', name: 'Film' },
    ]);
    expect(year.classes.filter(({ taken }) => taken).map(({ name }) => name)).toEqual(['7a', '13']);
    await expect(take('classes')).rejects.toEqual(refused('already_exists', { field: 'name' }));
    expect((await read()).steps[0]!.state).toBe('next');
  });

  test('is restricted to administrators of the school', async () => {
    const district = await portal.as(districtAdmin());
    await expect(district.call(yearChange.read)).rejects.toEqual(refused('forbidden'));
    await start();
    const far = await portal.as(schoolAdmin({ email: 'fern@x.example', school_id: 'school-b' }));
    expect(await read(far)).toMatchObject({ state: 'none', classes: [] });
  });
});

describe('steps of the year change', () => {
  test('create successors of classes and archive the other classes', async () => {
    await start();
    const year = await take('classes');
    expect(oneOf(year, '7a').successor).toMatchObject({ name: '8a' });
    const rows = await db()
      .selectFrom('class')
      .select(['name', 'state', 'school_year', 'grade'])
      .orderBy('school_year')
      .orderBy('name')
      .execute();
    expect(rows).toEqual([
      { name: '13', state: 'archived', school_year: '2026/27', grade: 13 },
      { name: '7a', state: 'active', school_year: '2026/27', grade: 7 },
      { name: 'Film', state: 'archived', school_year: '2026/27', grade: null },
      { name: '8a', state: 'active', school_year: '2027/28', grade: 8 },
    ]);
    const { id } = oneOf(year, '7a').successor!;
    const codes = await db()
      .selectFrom('class_member')
      .select('code_id')
      .where('class_id', '=', id)
      .where('role', '=', 'student')
      .execute();
    expect(codes.map((row) => row.code_id).sort()).toEqual([...seven.codes].sort());
    expect(year.steps.map(({ state }) => state)).toEqual(['done', 'next', 'later', 'later', 'later']);
    expect(year.steps[0]!.done).toEqual({ on: '2027-07-12', by: 'Ada Amsel' });
  });

  test('copy groups with the members who remain in the class', async () => {
    await start();
    await takeTo('groups');
    const { rows } = await sql<{ name: string; code_id: string }>`select g.name, m.code_id from class_group as g
      inner join class on class.id = g.class_id and class.name = '8a' inner join class_group_member as gm on gm.group_id = g.id
      inner join class_member as m on m.id = gm.member_id and m.class_id = class.id`.execute(db());
    expect(rows).toEqual([{ name: 'Nord', code_id: seven.codes[0] }]);
  });

  test('extend the codes of continued classes by a year', async () => {
    await start();
    await takeTo('codes');
    const codes = async (of: Made) =>
      db().selectFrom('learner_code').select(['state', 'valid_until']).where('id', 'in', of.codes).execute();
    expect(await codes(seven)).toEqual(Array(2).fill({ state: 'in_use', valid_until: '2028-07-31' }));
    expect((await codes(ten)).map(({ state }) => state)).toEqual(['revoked', 'revoked']);
    const sessions = await db().selectFrom('session').select('code_id').where('code_id', 'is not', null).execute();
    expect(sessions.map(({ code_id }) => code_id).sort()).toEqual([...seven.codes].sort());
  });

  test('keep codes that belong to a class of the new year', async () => {
    await db().updateTable('class').set({ school_year: '2027/28' }).where('id', '=', course.id).execute();
    const at = new Date('2027-07-01T08:00:00Z');
    await db()
      .insertInto('class_member')
      .values({
        id: newId(),
        class_id: course.id,
        code_id: ten.codes[0]!,
        role: 'student',
        state: 'active',
        joined_at: at,
        state_since: at,
      })
      .execute();
    expect(countsOf(await read(), 'codes')).toEqual({ kept: 2, ended: 1 });
  });

  test('copy media, lists and assignments to the successor class without dates', async () => {
    await start();
    await choose({ assignments: true });
    const before = await db().selectFrom('assignment').selectAll().where('class_id', '=', seven.id).executeTakeFirstOrThrow();
    await takeTo('contents');
    const { id } = oneOf(await read(), '7a').successor!;
    expect(
      await db().selectFrom('class_media').select(['identifier', 'note', 'visible_until']).where('class_id', '=', id).execute(),
    ).toEqual([{ identifier: 'film', note: 'Ansehen', visible_until: null }]);
    expect(await db().selectFrom('medialist_release').select('visible_until').where('class_id', '=', id).execute()).toEqual([
      { visible_until: '2028-07-31' },
    ]);
    const copy = await db().selectFrom('assignment').selectAll().where('class_id', '=', id).executeTakeFirstOrThrow();
    expect(copy).toMatchObject({ title: before.title, created_by: owner, published_at: null, due_at: null, visible_from: null });
    expect(await db().selectFrom('assignment_step').select('identifier').where('assignment_id', '=', copy.id).execute()).toHaveLength(1);
  });

  test('print the cards of all continued classes', async () => {
    await start();
    await db().updateTable('learner_code').set({ state: 'prepared' }).where('id', 'in', seven.codes).execute();
    await takeTo('contents');
    const cards = () => admin.call(yearChange.cards, { query: { layout: 'list' } });
    await expect(cards()).rejects.toEqual(refused('not_found'));
    expect(countsOf(await take('cards'), 'cards')).toEqual({ cards: 2, classes: 1 });
    expect(((await cards()) as unknown as { body: string }).body.slice(0, 5)).toBe('%PDF-');
  });

  test('are executed in order and only once', async () => {
    await start();
    await expect(take('codes')).rejects.toEqual(refused('state_conflict'));
    await take('classes');
    await expect(take('classes')).rejects.toEqual(refused('state_conflict'));
    await expect(choose({}, [{ id: seven.id, choice: 'leave', name: '8a' }])).rejects.toEqual(refused('state_conflict'));
    await expect(finish()).rejects.toEqual(refused('state_conflict'));
  });
});

describe('undoing steps', () => {
  test.each(['classes', 'groups', 'codes', 'contents', 'cards'] as const)('restores the state before the steps: %s', async (step) => {
    await start();
    await choose({ assignments: true });
    const order = ['classes', 'groups', 'codes', 'contents', 'cards'] as const;
    for (const each of order.slice(0, order.indexOf(step))) await take(each);
    const before = await look();
    for (const each of order.slice(order.indexOf(step))) await take(each);
    expect(await undo(step)).toMatchObject({ kept: [] });
    const after = await look();
    // The validity printed on a card remains, so the code keeps its new last day.
    if (order.indexOf(step) <= order.indexOf('codes'))
      for (const id of seven.codes) {
        const row = after.learner_code!.findIndex((text) => String(text).includes(id));
        expect(after.learner_code![row]).toContain('2028-07-31');
        after.learner_code![row] = String(after.learner_code![row]).replace('2028-07-31', '2027-07-31');
      }
    for (const table of Object.keys(before)) expect(after[table]!.toSorted(), table).toEqual(before[table]!.toSorted());
    expect((await read()).steps.find((each) => each.step === step)!.state).toBe('next');
  });

  test('keeps changes that other users made after a step', async () => {
    await start();
    await takeTo('contents');
    const { id } = oneOf(await read(), '7a').successor!;
    await db().updateTable('class_media').set({ note: 'Neu', version: 2 }).where('class_id', '=', id).execute();
    await db().updateTable('learner_code').set({ valid_until: '2027-12-24' }).where('id', '=', seven.codes[0]!).execute();
    const { kept, change } = await undo('classes');
    expect(kept).toEqual(['8a']);
    expect(oneOf(change, '7a')).toMatchObject({ choice: 'leave', successor: { id } });
    expect(await db().selectFrom('class_media').select('note').where('class_id', '=', id).execute()).toEqual([{ note: 'Neu' }]);
    const days = await db().selectFrom('learner_code').select('valid_until').where('id', 'in', seven.codes).orderBy('label').execute();
    expect(days.map(({ valid_until }) => valid_until)).toEqual(['2027-12-24', '2027-07-31']);
  });
});

describe('continuing a year change', () => {
  test('is possible on another day in another browser', async () => {
    await start();
    await choose({ lists: false }, [{ id: ten.id, choice: 'leave', name: '13' }]);
    await take('classes');
    portal.setNow(new Date('2027-07-12T20:00:00Z'));
    const again = await read(other);
    expect(again).toMatchObject({ state: 'open', started: { on: '2027-07-12', by: 'Ada Amsel' }, settings: { lists: false } });
    expect(oneOf(again, '13').choice).toBe('leave');
    expect((await take('groups', other)).steps.map(({ state }) => state)).toEqual(['done', 'done', 'next', 'later', 'later']);
  });

  test('rejects the second of two concurrent requests', async () => {
    const { version } = await start();
    await other.call(yearChange.start);
    await choose({ media: false });
    const late = other.call(yearChange.change, { body: { version, settings: { media: true } } });
    await expect(late).rejects.toEqual(
      refused('version_conflict', {
        details: { current: expect.objectContaining({ settings: expect.objectContaining({ media: false }) }) },
      }),
    );
    const seen = (await read()).version;
    const both = await Promise.allSettled(
      [admin, other].map((who) => who.call(yearChange.take, { params: { step: 'classes' }, body: { version: seen } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await db().selectFrom('class').select('id').where('school_year', '=', '2027/28').execute()).toHaveLength(1);
  });

  test('repeats an interrupted step from its beginning', async () => {
    await start();
    await choose({}, [{ id: ten.id, choice: 'carry', name: '14' }]);
    const before = await look();
    // The database rejects the second class, which simulates an interruption at this point.
    await sql`create function refuse_class() returns trigger language plpgsql as 'begin raise exception ''ends here''; end'`.execute(db());
    await sql`create trigger refuse_class before insert on class for each row when (new.name = '14') execute function refuse_class()`.execute(
      db(),
    );
    await expect(take('classes')).rejects.toEqual(refused('internal'));
    expect(await look()).toEqual(before);
    expect((await read()).steps[0]!.state).toBe('next');
    await sql`drop trigger refuse_class on class`.execute(db());
    expect(countsOf(await take('classes'), 'classes')).toMatchObject({ carried: 2 });
  });
});

describe('finishing a year change', () => {
  test('deletes ended codes', async () => {
    await start();
    await choose({ results: 'now' });
    await takeTo('cards');
    const { final } = await read();
    expect(final).toMatchObject({ codes: 4, code_results: 2, results: 1, questions: 2 });
    const year = await finish();
    expect(year).toMatchObject({ state: 'done', due: false, classes: [], finished: { on: '2027-07-12', by: 'Ada Amsel' } });
    expect(year.report).toEqual({
      carried: [{ from: '7a', to: '8a' }],
      archived: ['13', 'Film'],
      counts: expect.objectContaining({ groups: 1, kept: 2, ended: 4, media: 1, lists: 1, cards: 2 }),
      deleted: { codes: 4, code_results: 2, results: 1, questions: 2 },
    });
    expect(
      await db()
        .selectFrom('learner_code')
        .select('id')
        .where('id', 'in', [...ten.codes, ...course.codes])
        .execute(),
    ).toEqual([]);
    expect(await db().selectFrom('assignment_work').select('step_id').execute()).toEqual([]);
    for (const table of ['year_change_class', 'year_change_step'] as const)
      expect(await db().selectFrom(table).select('change_id').execute()).toEqual([]);
    await expect(undo('classes')).rejects.toEqual(refused('state_conflict'));
    const lines = await db().selectFrom('audit_log').select('what').where('what', 'like', 'yearChange.%').execute();
    expect(lines.map(({ what }) => what.slice('yearChange.'.length)).sort()).toEqual(['finish', 'start', ...Array(5).fill('take')]);
    const data = JSON.parse(
      ((await admin.call(schools.exportData, { params: { id: 'school-a' }, query: {} })) as unknown as { body: string }).body,
    );
    expect(data.year_changes).toMatchObject([{ school_year: '2026/27', report: { archived: ['13', 'Film'] } }]);
  });

  test('keeps a reactivated code with its work', async () => {
    await start();
    await takeTo('cards');
    await db().updateTable('learner_code').set({ state: 'in_use' }).where('id', '=', ten.codes[0]!).execute();
    expect((await finish()).report!.deleted).toMatchObject({ codes: 3, code_results: 1, results: 0 });
    expect(await db().selectFrom('assignment_work').select('member_id').where('member_id', '=', ten.members[0]!).execute()).toHaveLength(1);
  });

  test('keeps the report until the next year change', async () => {
    await start();
    await takeTo('cards');
    await finish();
    const left = async (day: string) => {
      portal.setNow(new Date(`${day}T10:00:00Z`));
      await domain.sweep.walks!(portal.portal, { now: portal.portal.now(), remind: false });
      return (await db().selectFrom('year_change').select('id').execute()).length;
    };
    expect([await left('2028-05-31'), await left('2028-06-01')]).toEqual([1, 0]);
  });
});
