/** Counting uses of media anonymously at the time of use (docs/behaviour/uses.md#what-counts). */
import { Readable } from 'node:stream';
import { library } from '@fundus/contract/library/library';
import { schools, type School } from '@fundus/contract/schools/schools';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { STEPS } from '../../sweep.ts';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { contentToken } from '../files/signature.ts';
import { countUse } from './index.ts';
import { seal } from '../../secrets/sealed.ts';

const portal = usePortal({ ShowAnalytics: true });
let kreis: Caller;
beforeAll(async () => {
  kreis = await portal.as(districtAdmin());
  const file = { path: 'a.pdf', mime: 'application/pdf', role: 'main', bytes: 1, sha256: 'a'.repeat(64) } as const;
  await portal.store(
    { identifier: 'm-1', fn_titel: 'Vulkane', fn_typ: '49', licences: [{ scope: 'free' }], files: [file] },
    { identifier: 'm-2', fn_titel: 'Meere', fn_typ: '49', url: 'https://medien.example/1' },
  );
});
afterEach(() => portal.setNow(null));

const db = () => portal.portal.db;
const at = (moment: string) => portal.setNow(new Date(moment));
const addSchool = (): Promise<School> => kreis.call(schools.create, { body: { name: `Schule ${newId()}`, number: newId().slice(-8) } });
const read = (school: School) => kreis.call(schools.numbers, { params: { id: school.id } });
const usesOf = async (school: School, month: string) => (await read(school)).months.find((each) => each.month === month)?.uses;
const play = (who: Caller, mediaId: string) => who.call(library.savePosition, { params: { mediaId }, body: { position: 5 } });
const count = (school: School, id: string, identifier: string, moment: string) =>
  countUse({ db: db(), secret: portal.portal.secret, now: new Date(moment) }, { id, school_id: school.id }, identifier);
const sums = async (school: School) => ({
  media: await db()
    .selectFrom('media_use')
    .select(['month', 'identifier', 'uses', 'people'])
    .where('school_id', '=', school.id)
    .orderBy('month')
    .orderBy('identifier')
    .execute(),
  months: await db()
    .selectFrom('media_use_month')
    .select(['month', 'people'])
    .where('school_id', '=', school.id)
    .orderBy('month')
    .execute(),
});
const signs = async () =>
  (await db().selectFrom('media_use_dedup').select('ends_on').orderBy('ends_on').execute()).map((row) => row.ends_on);

/** Creates a learner code for the school. */
async function byCode(school: School): Promise<{ id: string; school_id: string }> {
  const [id, now] = [newId(), new Date()];
  const row = { id, school_id: school.id, hash: id, sealed: seal(portal.portal.secret, 'learner-code', 'CDFGHJKLMNPQ'), label: '8b-07' };
  await db()
    .insertInto('learner_code')
    .values({ ...row, valid_until: '2099-01-01', state: 'issued', state_since: now, created_at: now })
    .execute();
  return { id, school_id: school.id };
}
/** Shares the medium with a class that has the learner codes as members, and allows downloads. */
async function giveForDownload(school: School, identifier: string, codes: readonly { id: string }[]): Promise<void> {
  const [id, now] = [newId(), new Date()];
  await db()
    .insertInto('class')
    .values({ id, school_id: school.id, name: '8b', kind: 'class', school_year: '2026/27', state_since: now, created_at: now })
    .execute();
  await db()
    .insertInto('class_member')
    .values(
      codes.map((code) => ({
        ...{ id: newId(), class_id: id, code_id: code.id, role: 'student' as const, state: 'active' as const },
        ...{ joined_at: now, state_since: now },
      })),
    )
    .execute();
  await db()
    .insertInto('class_media')
    .values({ id: newId(), class_id: id, kind: 'media', identifier, title: 'Vulkane', can_download: true, rank: 1, shared_at: now })
    .execute();
}
const download = (by: string, fileId: string) =>
  portal.app.inject({
    url: `/content/${contentToken(portal.portal.secret, { file: fileId, use: 'save', by }, portal.portal.now())}/a.pdf`,
  });

describe('uses of media', () => {
  test('are counted once per user and day', async () => {
    const school = await addSchool();
    const people = Array.from({ length: 6 }, () => newId());
    await Promise.all(
      [1, 2, 3].flatMap(() =>
        people.map((id) =>
          db()
            .transaction()
            .execute((trx) =>
              countUse({ ...portal.portal, db: trx, now: new Date('2026-11-10T09:00:00Z') }, { id, school_id: school.id }, 'm-1'),
            ),
        ),
      ),
    );
    // Each day and month ends at midnight in Berlin.
    await count(school, people[0]!, 'm-1', '2026-11-10T22:59:00Z');
    await count(school, people[0]!, 'm-1', '2026-11-10T23:01:00Z');
    await count(school, people[0]!, 'm-2', '2026-11-30T22:59:00Z');
    await count(school, people[0]!, 'm-2', '2026-11-30T23:01:00Z');
    expect(await sums(school)).toEqual({
      media: [
        { month: '2026-11', identifier: 'm-1', uses: 7, people: 6 },
        { month: '2026-11', identifier: 'm-2', uses: 1, people: 1 },
        { month: '2026-12', identifier: 'm-2', uses: 1, people: 1 },
      ],
      months: [
        { month: '2026-11', people: 6 },
        { month: '2026-12', people: 1 },
      ],
    });
  });

  test('are kept when the same media are used in the next month', async () => {
    const school = await addSchool();
    const people = await Promise.all(
      Array.from({ length: 5 }, (_, i) => portal.as(i < 3 ? teacher({ school_id: school.id }) : pupil({ school_id: school.id }))),
    );
    at('2026-10-20T09:00:00Z');
    // Uses by learners, who have no history, are counted as well.
    for (const who of people) for (const medium of ['m-1', 'm-2', 'm-1']) await play(who, medium);
    at('2026-11-03T09:00:00Z');
    expect(await usesOf(school, '2026-10')).toBe(10);
    for (const who of people) await play(who, 'm-1');
    await people[0]!.call(library.forgetAll);
    await STEPS['library.history']!(portal.portal, { now: new Date('2027-09-01T09:00:00Z'), remind: false });
    expect([await usesOf(school, '2026-10'), await usesOf(school, '2026-11')]).toEqual([10, 5]);
    expect((await read(school)).top).toEqual([
      { identifier: 'm-1', fn_titel: 'Vulkane', uses: 10 },
      { identifier: 'm-2', fn_titel: 'Meere', uses: 5 },
    ]);
  });

  test('include learner codes and downloads', async () => {
    const school = await addSchool();
    const { id: file } = await db().selectFrom('media_file').select('id').where('identifier', '=', 'm-1').executeTakeFirstOrThrow();
    await portal.portal.storage.write('a.pdf', Readable.from(['x']));
    at('2026-11-12T09:00:00Z');
    const codes = await Promise.all([1, 2, 3].map(() => byCode(school)));
    await giveForDownload(school, 'm-1', codes);
    for (const { id } of codes) expect((await download(id, file)).statusCode).toBe(200);
    const member = await portal.as(teacher({ school_id: school.id, email: 'laedt@x.example' }));
    const { id } = await db().selectFrom('person').select('id').where('email', '=', 'laedt@x.example').executeTakeFirstOrThrow();
    expect((await download(id, file)).statusCode).toBe(200);
    await play(member, 'm-1');
    expect(await sums(school)).toMatchObject({ media: [{ uses: 4, people: 4 }], months: [{ people: 4 }] });
    expect([await usesOf(school, '2026-11'), (await read(school)).top]).toEqual([null, []]);
    await count(school, (await byCode(school)).id, 'm-2', '2026-11-12T10:00:00Z');
    // There are five users in total, but fewer than five for each medium.
    expect([await usesOf(school, '2026-11'), (await read(school)).top]).toEqual([5, []]);
    // Learner codes are not stored in the lists of users' downloads.
    const lists = await db().selectFrom('download').select('person_id').execute();
    expect(lists.map(({ person_id }) => person_id)).toEqual([id]);
  });
});

describe('retention of uses', () => {
  test('removes keys after their day or month', async () => {
    await db().deleteFrom('media_use_dedup').execute();
    const school = await addSchool();
    const [id, now] = [newId(), '2026-11-29T09:00:00Z'];
    await count(school, id, 'm-1', now);
    expect(await signs()).toEqual(['2026-11-29', '2026-11-30', '2026-11-30', '2026-11-30']);
    const rows = JSON.stringify(await db().selectFrom('media_use_dedup').selectAll().execute());
    for (const trace of [id, school.id, 'm-1']) expect(rows).not.toContain(trace);
    const before = await sums(school);
    const sweepAt = (moment: string) => STEPS['uses.sums']!(portal.portal, { now: new Date(moment), remind: false });
    await sweepAt('2026-11-29T22:59:00Z');
    expect(await signs()).toHaveLength(4);
    await sweepAt('2026-11-29T23:01:00Z');
    expect(await signs()).toEqual(['2026-11-30', '2026-11-30', '2026-11-30']);
    await count(school, id, 'm-1', '2026-11-30T09:00:00Z');
    expect((await sums(school)).media).toEqual([{ month: '2026-11', identifier: 'm-1', uses: 2, people: 1 }]);
    await sweepAt('2026-12-01T09:00:00Z');
    expect(await signs()).toEqual([]);
    await sweepAt('2027-11-30T09:00:00Z');
    expect((await sums(school)).months).toEqual(before.months);
    await sweepAt('2027-12-01T09:00:00Z');
    expect(await sums(school)).toEqual({ media: [], months: [] });
  });

  test('counts moved users only once when schools are merged', async () => {
    const [from, to] = [await addSchool(), await addSchool()];
    const [ada, ben, eve] = [newId(), newId(), newId()];
    for (const [school, id] of [
      [from, ada],
      [from, ben],
      [to, eve],
    ] as const)
      await count(school, id, 'm-1', '2026-11-10T09:00:00Z');
    await count(from, ada, 'm-2', '2026-10-10T09:00:00Z');
    await kreis.call(schools.merge, { params: { id: from.id }, body: { version: from.version, into: to.id } });
    await count(to, ada, 'm-1', '2026-11-11T09:00:00Z');
    expect(await sums(from)).toEqual({ media: [], months: [] });
    expect(await sums(to)).toEqual({
      media: [
        { month: '2026-10', identifier: 'm-2', uses: 1, people: 1 },
        { month: '2026-11', identifier: 'm-1', uses: 4, people: 3 },
      ],
      months: [
        { month: '2026-10', people: 1 },
        { month: '2026-11', people: 3 },
      ],
    });
    await db().deleteFrom('school').where('id', '=', to.id).execute();
    expect(await sums(to)).toEqual({ media: [], months: [] });
  });

  test('keeps the sums when a user is erased', async () => {
    const school = await addSchool();
    await portal.as(teacher({ school_id: school.id, email: 'geht@x.example' }));
    const { id } = await db().selectFrom('person').select('id').where('email', '=', 'geht@x.example').executeTakeFirstOrThrow();
    await count(school, id, 'm-1', '2026-11-10T09:00:00Z');
    await portal.portal.domains.erasePeople({ ...portal.portal, now: new Date() }, [id]);
    expect(await sums(school)).toMatchObject({ media: [{ uses: 1, people: 1 }] });
    for (const table of ['media_use', 'media_use_month', 'media_use_class', 'media_use_dedup'])
      expect(JSON.stringify((await sql`select * from ${sql.table(table)}`.execute(db())).rows)).not.toContain(id);
  });
});

describe('active classes', () => {
  const addClass = async (school: School, name: string, about: object = {}): Promise<string> => {
    const [id, since] = [newId(), new Date('2026-09-01T08:00:00Z')];
    await db()
      .insertInto('class')
      .values({ id, school_id: school.id, name, kind: 'class', school_year: '2026/27', state_since: since, created_at: since, ...about })
      .execute();
    return id;
  };
  const join = (class_id: string, codes: readonly { id: string }[], state: 'active' | 'suspended' = 'active') =>
    db()
      .insertInto('class_member')
      .values(
        codes.map((code) => ({
          ...{ id: newId(), class_id, code_id: code.id, role: 'student' as const, state },
          ...{ joined_at: new Date(), state_since: new Date() },
        })),
      )
      .execute();
  const codesOf = (school: School, many: number) => Promise.all(Array.from({ length: many }, () => byCode(school)));
  const activeIn = async (school: School, month: string) => (await read(school)).class_months.find((each) => each.month === month)?.classes;

  test('are counted for months in which five members use media', async () => {
    const school = await addSchool();
    const [eight, seven] = [await addClass(school, '8b', { grade: 8 }), await addClass(school, '7a', { grade: 7 })];
    await addClass(school, 'Theater');
    const old = await addClass(school, '9c', { grade: 9, state: 'archived' });
    const codes = await codesOf(school, 6);
    await join(eight, codes);
    await join(seven, codes.slice(0, 4));
    await join(seven, codes.slice(4), 'suspended');
    await join(old, codes);
    for (const { id } of codes.slice(0, 4)) for (const medium of ['m-1', 'm-2']) await count(school, id, medium, '2026-10-05T09:00:00Z');
    for (const { id } of codes.slice(0, 4)) await count(school, id, 'm-1', '2026-10-06T09:00:00Z');
    at('2026-11-20T09:00:00Z');
    expect(await activeIn(school, '2026-10')).toBeNull();
    await count(school, codes[4]!.id, 'm-1', '2026-10-20T09:00:00Z');
    await count(school, codes[5]!.id, 'm-1', '2026-10-21T09:00:00Z');
    const found = await read(school);
    expect(found.class_months).toEqual([
      { month: '2026-10', classes: 1 },
      { month: '2026-11', classes: null },
    ]);
    expect(found.class_grades).toEqual([
      { grade: 7, active: 0, all: 1 },
      { grade: 8, active: 1, all: 1 },
      { grade: null, active: 0, all: 1 },
    ]);
    const rows = await db().selectFrom('media_use_class').selectAll().where('class_id', 'in', [eight, seven, old]).execute();
    expect(rows.map(({ class_id, people }) => [class_id, people]).toSorted()).toEqual(
      [
        [eight, 6],
        [seven, 4],
      ].toSorted(),
    );
    await db().deleteFrom('class').where('id', '=', eight).execute();
    expect(await activeIn(school, '2026-10')).toBe(0);
  });

  test('are counted once for concurrent uses', async () => {
    const school = await addSchool();
    const [one, other] = [await addClass(school, '5a'), await addClass(school, '5b')];
    const codes = await codesOf(school, 6);
    for (const id of [one, other]) await join(id, codes);
    const now = new Date('2026-11-10T09:00:00Z');
    await Promise.all(
      codes.map(({ id }) =>
        db()
          .transaction()
          .execute((trx) => countUse({ ...portal.portal, db: trx, now }, { id, school_id: school.id }, 'm-1')),
      ),
    );
    at('2026-11-20T09:00:00Z');
    expect(await activeIn(school, '2026-11')).toBe(2);
    await STEPS['uses.sums']!(portal.portal, { now: new Date('2027-12-01T09:00:00Z'), remind: false });
    expect(await db().selectFrom('media_use_class').selectAll().where('class_id', 'in', [one, other]).execute()).toEqual([]);
  });

  test('are moved with their school in a merge', async () => {
    const [from, to] = [await addSchool(), await addSchool()];
    const id = await addClass(from, '6a');
    const codes = await codesOf(from, 5);
    await join(id, codes);
    at('2026-11-20T09:00:00Z');
    const ofDistrict = async () =>
      (await kreis.call(schools.districtNumbers)).class_months.find(({ month }) => month === '2026-11')?.classes ?? 0;
    const before = await ofDistrict();
    for (const code of codes) await count(from, code.id, 'm-1', '2026-11-10T09:00:00Z');
    expect(await ofDistrict()).toBe(before + 1);
    await kreis.call(schools.merge, { params: { id: from.id }, body: { version: from.version, into: to.id } });
    expect([await activeIn(to, '2026-11'), await ofDistrict()]).toEqual([1, before + 1]);
  });
});

test('returns the number of active classes and unused licences', async () => {
  const school = await addSchool();
  at('2026-11-20T09:00:00Z');
  const since = new Date('2026-09-01T08:00:00Z');
  const class_ = { school_id: school.id, kind: 'class', needs: [], state_since: since, created_at: since };
  await db()
    .insertInto('class')
    .values([
      { ...class_, id: newId(), name: '5a', school_year: '2026/27' },
      { ...class_, id: newId(), name: '5b', school_year: '2026/27', state: 'archived' },
      { ...class_, id: newId(), name: '5c', school_year: '2027/28' },
    ] as never)
    .execute();
  const own = { scope: 'school' as const, school_id: school.id, origin: 'hand' as const, rights: '{}' };
  const licences = [
    { identifier: 'm-1', valid_from: '2026-01-01' },
    { identifier: 'm-2', valid_from: '2026-01-01' },
    { identifier: 'm-2', valid_from: '2026-10-01' },
  ];
  await db()
    .insertInto('licence')
    .values(licences.map((about) => ({ ...own, ...about, id: newId() })))
    .execute();
  await count(school, newId(), 'm-1', '2026-09-10T09:00:00Z');
  await count(school, newId(), 'm-2', '2026-06-10T09:00:00Z');
  const { classes, unused } = await (
    await portal.as(schoolAdmin({ school_id: school.id }))
  ).call(schools.numbers, { params: { id: school.id } });
  expect([classes, unused.total, unused.items.map(({ identifier }) => identifier)]).toEqual([1, 1, ['m-2']]);
});
