import { today, DAY } from '@fundus/contract/days';
import { schools, matchesMask, type School } from '@fundus/contract/schools/schools';
import { invitations } from '@fundus/contract/invitations/invitations';
import { people } from '@fundus/contract/people/people';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { districtAdmin, pupil, schoolAdmin, teacher, testPortal, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { insertDistrict, insertPeople, insertSchools } from '../accounts/index.ts';
import { countUse } from '../uses/index.ts';
import { sweepSchools } from './index.ts';

const portal = usePortal({ ShowAnalytics: true });
let admin: Caller;
let kreis: Caller;
beforeAll(async () => {
  await insertDistrict(portal.portal.db, { id: 'district-b', name: 'Kreis B' });
  const bare = { street: '', postcode: '', city: '' };
  await insertSchools(portal.portal.db, [{ id: 'school-z', district_id: 'district-b', name: 'Schule z', number: '900', ...bare }]);
  admin = await portal.as(schoolAdmin({ email: 'leitung@a.example' }));
  kreis = await portal.as(districtAdmin());
  await portal.store({ identifier: 'm-1', fn_titel: 'Ein Film', fn_typ: '49' }, { identifier: 'm-2', fn_titel: 'Ein Ton', fn_typ: '29' });
});

const own = async (who: Caller): Promise<School> => (await who.call(schools.own)).school!;
const refused = (status: number, code: string) => ({ status, code });
const addSchool = async (more: object = {}): Promise<School> =>
  kreis.call(schools.create, { body: { name: `Schule ${newId()}`, number: newId().slice(-8), ...more } });
const person = async (about: Partial<Parameters<typeof insertPeople>[1][number]>) => {
  const id = newId();
  await insertPeople(portal.portal.db, [
    {
      id,
      email: `${id}@x.example`,
      password_hash: null,
      vorname: 'A',
      name: 'B',
      role: 'L',
      school_admin: '0',
      district_admin: '0',
      capabilities: [],
      school_id: null,
      district_id: null,
      ...about,
    },
  ]);
  return id;
};
const licence = async (about: object): Promise<string> => {
  const id = newId();
  await portal.portal.db
    .insertInto('licence')
    .values({ id, identifier: 'm-1', scope: 'volume', school_id: 'school-a', origin: 'hand', rights: JSON.stringify({}), ...about })
    .execute();
  return id;
};

describe('page of a school', () => {
  test('is limited to members of the school and its district', async () => {
    const school = await own(await portal.as(teacher()));
    expect(school).toMatchObject({
      id: 'school-a',
      name: 'Schule a',
      district: { id: 'district-a', name: 'Kreis A' },
      settings: null,
      can: { editContact: false, seePeople: false },
    });
    expect(await kreis.call(schools.own)).toEqual({ school: null });
    const learner = await portal.as(pupil());
    await expect(learner.call(schools.read, { params: { id: 'school-b' } })).rejects.toMatchObject(refused(404, 'not_found'));
    await expect(kreis.call(schools.read, { params: { id: 'school-z' } })).rejects.toMatchObject(refused(404, 'not_found'));
    expect((await kreis.call(schools.read, { params: { id: 'school-b' } })).can).toMatchObject({ editHead: true, suspend: true });
    await expect(portal.guest().call(schools.own)).rejects.toMatchObject(refused(401, 'login_required'));
    const basic = await portal.as(schoolAdmin({ school_admin: '2' }));
    await expect(basic.call(schools.own)).rejects.toMatchObject(refused(403, 'feature_disabled'));
  });

  test('lists the other administrators only for staff', async () => {
    const id = await person({ school_id: 'school-a', school_admin: '1', vorname: 'Thea', name: 'Aalen', email: 'aalen@a.example' });
    await person({ school_id: 'school-z', school_admin: '1', name: 'Fremd' });
    const contactsOf = async (who: Caller) => (await who.call(schools.own)).contacts;
    const staff = await contactsOf(await portal.as(teacher()));
    expect(staff?.[0]).toEqual({ id, name: 'Thea Aalen', email: 'aalen@a.example' });
    expect(staff?.map(({ email }) => email)).toContain('leitung@a.example');
    expect(staff?.map(({ name }) => name)).not.toContain('A Fremd');
    expect((await contactsOf(admin))?.map(({ email }) => email)).not.toContain('leitung@a.example');
    expect(await contactsOf(await portal.as(pupil()))).toBeUndefined();
  });

  test('lets only the district change the name', async () => {
    const { version } = await own(admin);
    const change = (who: Caller, body: object) => who.call(schools.change, { params: { id: 'school-a' }, body: { version, ...body } });
    await expect(change(admin, { name: 'Anders' })).rejects.toMatchObject({ ...refused(403, 'forbidden'), field: 'name' });
    await expect(change(await portal.as(teacher()), { phone: '030 123' })).rejects.toMatchObject(refused(403, 'forbidden'));
  });

  test.each([
    ['email', 'keine'],
    ['phone', 'abc'],
    ['website', 'javascript:alert(1)'],
    ['postcode', '123'],
  ])('rejects an invalid %s: %s', async (field, value) => {
    const { version } = await own(admin);
    await expect(kreis.call(schools.change, { params: { id: 'school-a' }, body: { version, [field]: value } })).rejects.toMatchObject({
      ...refused(400, 'validation_failed'),
      field,
    });
  });

  test('rejects a change with a stale version', async () => {
    const { version } = await own(admin);
    const change = (who: Caller, body: object) => who.call(schools.change, { params: { id: 'school-a' }, body: { version, ...body } });
    const after = await change(admin, {
      email: 'buero@a.example',
      phone: '+49 30 1234',
      website: 'https://a.example',
      settings: { trusted_domains: ['A.example '] },
    });
    expect(after).toMatchObject({ email: 'buero@a.example', settings: { trusted_domains: ['a.example'] }, version: version + 1 });
    await expect(change(kreis, { name: 'Neu' })).rejects.toMatchObject(refused(409, 'version_conflict'));
    const head = await kreis.call(schools.change, {
      params: { id: 'school-a' },
      body: { version: version + 1, name: 'Schule am Wald', postcode: '12345', city: 'Berlin' },
    });
    expect(head).toMatchObject({ name: 'Schule am Wald', postcode: '12345', email: 'buero@a.example' });
    const log = await portal.portal.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('what', '=', 'school.change')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(log).toEqual({
      before: { name: 'Schule a', postcode: '', city: '' },
      after: { name: 'Schule am Wald', postcode: '12345', city: 'Berlin' },
    });
  });

  test('serves a re-encoded logo to all visitors until it is removed', async () => {
    const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#0061c0' } })
      .png()
      .toBuffer();
    const { version } = await own(admin);
    const school = await admin.call(schools.setLogo, { params: { id: 'school-a' }, body: { version, content: png.toString('base64') } });
    const answer = await portal.guest().inject({ method: 'GET', url: school.logo! });
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['x-content-type-options']]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    const without = await admin.call(schools.removeLogo, { params: { id: 'school-a' }, body: { version: school.version } });
    expect(without.logo).toBeNull();
    expect((await portal.guest().inject({ method: 'GET', url: school.logo! })).statusCode).toBe(404);
  });

  test.each([
    ['of another format', Buffer.from('MZ kein Bild'), refused(415, 'unsupported_type')],
    ['above 500 kB', Buffer.alloc(500_001), refused(413, 'too_large')],
  ])('rejects a logo %s', async (_, bytes, refusal) => {
    const { version } = await own(admin);
    await expect(
      admin.call(schools.setLogo, { params: { id: 'school-a' }, body: { version, content: bytes.toString('base64') } }),
    ).rejects.toMatchObject(refusal);
  });
});

describe('media of a school', () => {
  test('include all active licences for staff but only shared licences for learners', async () => {
    const all = await licence({ scope: 'school', identifier: 'm-2', valid_to: '2099-07-31' });
    const volume = await licence({ scope: 'volume', seats: 30, valid_to: '2098-07-31' });
    const teachers = await licence({ scope: 'school', audience: 'teacher' });
    for (const about of [{ valid_to: '2020-01-01' }, { hidden: true }, { school_id: 'school-b' }]) await licence(about);
    const seen = async (who: Caller, query = {}) => who.call(schools.media, { params: { id: 'school-a' }, query });
    const staff = await seen(await portal.as(teacher()));
    expect(staff.items.map(({ id }) => id)).toEqual([volume, all, teachers]);
    expect(staff.items[0]).toMatchObject({
      seats: 30,
      taken: 0,
      remaining: 30,
      code_id: volume,
      medium: { fn_titel: 'Ein Film', fn_typ: '49' },
    });
    expect(staff.types.map(({ value, count }) => [value, count]).sort()).toEqual([
      ['29', 1],
      ['49', 2],
    ]);
    expect((await seen(await portal.as(pupil()))).items.map(({ id }) => id)).toEqual([all]);
    expect((await seen(admin, { show: 'free_seats' })).items.map(({ id }) => id)).toEqual([volume]);
    expect((await seen(admin, { typ: '29' })).items.map(({ id }) => id)).toEqual([all]);
    expect((await seen(admin, { q: 'ton' })).total).toBe(1);
    expect((await seen(admin, { show: 'expiring' })).total).toBe(0);
    await expect(seen(await portal.as(teacher({ school_id: 'school-b' })))).rejects.toMatchObject(refused(404, 'not_found'));
  });
});

describe('figures of a school', () => {
  test('are suppressed for fewer than five people', async () => {
    const school = await addSchool();
    const read = () => kreis.call(schools.numbers, { params: { id: school.id } });
    const users = [];
    for (let i = 0; i < 5; i++) users.push(await person({ school_id: school.id }));
    const use = (id: string) => countUse({ ...portal.portal, now: new Date() }, { id, school_id: school.id }, 'm-1');
    for (const id of users.slice(0, 4)) await use(id);
    let numbers = await read();
    const month = today(new Date()).slice(0, 7);
    expect(numbers.months).toHaveLength(12);
    expect([numbers.months[11], numbers.top, numbers.active, numbers.members]).toEqual([{ month, uses: null }, [], null, 5]);
    await use(users[4]!);
    numbers = await read();
    expect([numbers.months[11], numbers.top]).toEqual([{ month, uses: 5 }, [{ identifier: 'm-1', fn_titel: 'Ein Film', uses: 5 }]]);
    await expect((await portal.as(teacher())).call(schools.numbers, { params: { id: 'school-a' } })).rejects.toMatchObject(
      refused(403, 'forbidden'),
    );
  });

  test('match the number of people in the lists', async () => {
    const school = await addSchool();
    for (const state of ['active', 'pending_approval', 'declined', 'blocked', 'dormant', 'deletion_pending', 'pending_email'] as const)
      await person({ school_id: school.id, state });
    await person({ school_id: school.id, role: 'S' });
    await person({ district_id: 'district-a', state: 'pending_approval' });
    const listed = async (query: object) => (await kreis.call(people.list, { query })).total;
    const ofSchool = await kreis.call(schools.numbers, { params: { id: school.id } });
    expect(ofSchool).toMatchObject({ members: 7, teachers: 6, active: null });
    expect(await listed({ school: school.id })).toBe(7);
    expect((await kreis.call(schools.list, { query: { q: school.name } })).items.map((item) => item.people)).toEqual([7]);
    const ofDistrict = await kreis.call(schools.districtNumbers);
    expect([ofDistrict.members, ofDistrict.teachers]).toEqual([await listed({}), await listed({ kind: 'teachers' })]);
  });

  test('are denied if the feature is disabled', async () => {
    const quiet = await testPortal();
    const leader = await quiet.as(schoolAdmin());
    await expect(leader.call(schools.numbers, { params: { id: 'school-a' } })).rejects.toMatchObject(refused(403, 'feature_disabled'));
    await quiet.close();
  });
});

/** Returns the tables with rows that reference a school. */
async function left(id: string): Promise<string[]> {
  const db = portal.portal.db;
  const { rows } = await sql<{ table: string; column: string }>`
    select link.conrelid::regclass::text as "table", attribute.attname as "column" from pg_constraint as link
    join pg_attribute as attribute on attribute.attrelid = link.conrelid and attribute.attnum = link.conkey[1]
    where link.contype = 'f' and link.confrelid = 'school'::regclass order by 1`.execute(db);
  expect(rows.length).toBeGreaterThan(6);
  const found: string[] = [];
  for (const { table, column } of rows)
    if ((await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`.execute(db)).rows.length > 0)
      found.push(table);
  return found;
}

describe('schools of a district', () => {
  test('are found by words of name, number and place', async () => {
    await addSchool({ name: 'Gymnasium am Lindenhof', number: 'LI-1', city: 'Xanten' });
    await addSchool({ name: 'Grundschule Lindental', number: 'LI-2', city: 'Aachen' });
    const list = async (query: object) => (await kreis.call(schools.list, { query })).items.map(({ name }) => name);
    expect(await list({ q: 'linden' })).toEqual(['Grundschule Lindental', 'Gymnasium am Lindenhof']);
    expect(await list({ q: 'li-', sort: 'city' })).toEqual(['Grundschule Lindental', 'Gymnasium am Lindenhof']);
    expect(await list({ q: 'LI-', sort: '-number', limit: 1 })).toEqual(['Grundschule Lindental']);
    expect(await list({ q: 'xant' })).toEqual(['Gymnasium am Lindenhof']);
    expect(await list({ q: '%' })).toEqual([]);
    for (const [name, city] of [
      ['Zollschule', 'Zwickau'],
      ['Ärzteschule', 'Übach'],
      ['Auenschule', 'Uelzen'],
    ])
      await addSchool({ name, number: `UM-${name!.slice(-9)}`, city });
    expect(await list({ q: 'um-' })).toEqual(['Ärzteschule', 'Auenschule', 'Zollschule'].sort((a, b) => a.localeCompare(b, 'de')));
    expect(await list({ q: 'um-', sort: 'city' })).toEqual(['Ärzteschule', 'Auenschule', 'Zollschule']);
    await addSchool({ name: 'Geschwister-Scholl-Gymnasium', number: 'GS/1', city: 'Bad Orb' });
    for (const q of ['scholl gym', 'gym, scholl', 'GYMNASIUM Orb', 'geschwister-scholl', 'bad gs/1'])
      expect(await list({ q })).toEqual(['Geschwister-Scholl-Gymnasium']);
    for (const q of ['scholl grundschule', 'ymnasium', 'choll']) expect(await list({ q })).toEqual([]);
    for (const q of ['ärzte', 'ARZTE', 'ubach', 'Üb ärz']) expect(await list({ q })).toEqual(['Ärzteschule']);
    expect((await kreis.call(schools.list, { query: { limit: 100 } })).items.some(({ id }) => id === 'school-z')).toBe(false);
    await expect(admin.call(schools.list, { query: {} })).rejects.toMatchObject(refused(403, 'forbidden'));
  });

  test('are sorted by number of people without gaps between pages', async () => {
    const { id: full } = await addSchool({ name: 'Viele Leute', number: 'VL-1' });
    await addSchool({ name: 'Keine Leute', number: 'VL-2' });
    for (let i = 0; i < 12; i++) await person({ school_id: full, ...(i === 0 && { state: 'pending_approval' }) });
    const all = (await kreis.call(schools.list, { query: { sort: '-people', limit: 100 } })).items;
    expect(all[0]).toMatchObject({ id: full, people: 12, waiting: 1, administrators: 0 });
    expect(all.map(({ people }) => people)).toEqual(all.map(({ people }) => people).sort((a, b) => b - a));
    for (const sort of ['-people', 'people', 'name', '-name', 'number', '-number', 'city', '-city'] as const) {
      const pages: string[] = [];
      for (let offset = 0; offset < all.length; offset += 3)
        pages.push(...(await kreis.call(schools.list, { query: { sort, offset, limit: 3 } })).items.map(({ id }) => id));
      expect(pages).toHaveLength(all.length);
      expect([...pages].sort()).toEqual(all.map(({ id }) => id).sort());
    }
  });

  test('require a unique number that matches the pattern', async () => {
    expect([matchesMask('04A12', '##@##'), matchesMask('0412', '##@##'), matchesMask('x', ''), matchesMask('', '')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    await kreis.call(schools.numberPattern, { body: { number_pattern: '######' } });
    await expect(addSchool({ number: 'A1' })).rejects.toMatchObject({ ...refused(400, 'validation_failed'), field: 'number' });
    await addSchool({ number: '123456' });
    await expect(addSchool({ number: '123456' })).rejects.toMatchObject({ ...refused(409, 'already_exists'), field: 'number' });
    await kreis.call(schools.numberPattern, { body: { number_pattern: '' } });
    await expect(kreis.call(schools.numberPattern, { body: { number_pattern: '[a' } })).rejects.toMatchObject(
      refused(400, 'validation_failed'),
    );
  });

  test('can be suspended, resumed and closed', async () => {
    const school = await addSchool();
    const step = async (body: object): Promise<School> =>
      kreis.call(schools.state, {
        params: { id: school.id },
        body: { version: (await kreis.call(schools.read, { params: { id: school.id } })).version, ...body } as never,
      });
    const browser = await portal.as(teacher({ school_id: school.id }));
    await expect(step({ to: 'suspended', reason: '' })).rejects.toMatchObject(refused(400, 'validation_failed'));
    expect(await step({ to: 'suspended', reason: 'Vertrag ruht' })).toMatchObject({
      state: 'suspended',
      state_reason: 'Vertrag ruht',
      can: { resume: true, suspend: false },
    });
    await expect(browser.call(schools.own)).rejects.toMatchObject(refused(401, 'login_required'));
    await expect(step({ to: 'closing', closes_on: '2099-01-01' })).rejects.toMatchObject(refused(409, 'state_conflict'));
    expect(await step({ to: 'active' })).toMatchObject({ state: 'active', state_reason: '' });
    await expect(step({ to: 'closing', closes_on: '2020-01-01' })).rejects.toMatchObject({ field: 'closes_on' });
    expect(await step({ to: 'closing', closes_on: '2099-01-01' })).toMatchObject({ state: 'closing', closes_on: '2099-01-01' });
    expect(await step({ to: 'closed' })).toMatchObject({ state: 'closed', can: { editContact: false, close: false } });
    await expect(step({ to: 'suspended', reason: 'x' })).rejects.toMatchObject(refused(409, 'state_conflict'));
    const log = await portal.portal.db.selectFrom('audit_log').select('what').where('school_id', '=', school.id).orderBy('id').execute();
    expect(log.map(({ what }) => what)).toEqual(['school.create', 'school.suspended', 'school.active', 'school.closing', 'school.closed']);
  });

  test('are merged with their people, licences and seats', async () => {
    const [from, to] = [await addSchool(), await addSchool()];
    const member = await person({ school_id: from.id });
    const ownLicence = await licence({ school_id: from.id, seats: 5 });
    const shared = await licence({ scope: 'school', school_id: null, district_id: 'district-a', seats: 10 });
    for (const [school_id, taken] of [
      [from.id, 3],
      [to.id, 2],
    ] as const)
      await portal.portal.db
        .insertInto('licence_seat')
        .values({ id: newId(), licence_id: shared, school_id, taken, assigned_at: new Date() })
        .execute();
    await kreis.call(invitations.create, { body: { kind: 'link', role: 'teacher', school: from.id } });
    await portal.portal.db
      .insertInto('wish')
      .values({
        id: newId(),
        identifier: 'm-1',
        title: 'Ein Film',
        person_id: member,
        school_id: from.id,
        at: new Date(),
        changed_at: new Date(),
      })
      .execute();
    const pointing = await left(from.id);
    expect(pointing).toEqual(expect.arrayContaining(['invitation', 'licence', 'licence_seat', 'person', 'wish']));
    const merge = (body: object) =>
      kreis.call(schools.merge, { params: { id: from.id }, body: { version: from.version, into: to.id, ...body } });
    expect(await merge({ dry_run: true })).toEqual({ people: 1, licences: 1, seats: 1, invitations: 1 });
    expect((await kreis.call(schools.read, { params: { id: from.id } })).state).toBe('active');
    await expect(merge({ into: 'school-z' })).rejects.toMatchObject(refused(404, 'not_found'));
    await expect(merge({ into: from.id })).rejects.toMatchObject(refused(404, 'not_found'));
    await merge({});
    const db = portal.portal.db;
    expect((await db.selectFrom('person').select('school_id').where('id', '=', member).executeTakeFirstOrThrow()).school_id).toBe(to.id);
    expect((await db.selectFrom('licence').select('school_id').where('id', '=', ownLicence).executeTakeFirstOrThrow()).school_id).toBe(
      to.id,
    );
    expect(await db.selectFrom('licence_seat').select(['school_id', 'taken']).where('licence_id', '=', shared).execute()).toEqual([
      { school_id: to.id, taken: 5 },
    ]);
    expect((await db.selectFrom('licence').select('taken').where('id', '=', shared).executeTakeFirstOrThrow()).taken).toBe(5);
    expect((await kreis.call(invitations.list, { query: { school: to.id } })).total).toBe(1);
    expect(await left(from.id)).toEqual([]);
    expect(await kreis.call(schools.read, { params: { id: from.id } })).toMatchObject({
      state: 'closed',
      can: { merge: false, resume: false },
    });
    await expect(merge({})).rejects.toMatchObject(refused(409, 'state_conflict'));
  });

  test('do not both close in concurrent merges into each other', async () => {
    const [one, two] = [await addSchool(), await addSchool()];
    await person({ school_id: one.id });
    await person({ school_id: two.id });
    const merge = (from: School, into: School) =>
      kreis.call(schools.merge, { params: { id: from.id }, body: { version: from.version, into: into.id, dry_run: false } });
    const done = await Promise.allSettled([merge(one, two), merge(two, one)]);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(done.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused(409, 'state_conflict') });
    const states = await Promise.all([one, two].map(async ({ id }) => (await kreis.call(schools.read, { params: { id } })).state));
    expect(states.sort()).toEqual(['active', 'closed']);
    const open = await kreis.call(schools.list, { query: { state: 'active', limit: 100 } });
    expect(open.items.find(({ id }) => id === one.id || id === two.id)?.people).toBe(2);
  });

  test('are exported without personal activity', async () => {
    const { id } = await addSchool({ name: 'Schließende Schule' });
    const member = await person({
      school_id: id,
      vorname: 'Ada',
      name: 'Außerdem',
      email: 'ada@schliesst.example',
      password_hash: 'geheim',
    });
    await person({ school_id: null, name: 'Fremd' });
    const ownLicence = await licence({ school_id: id, seats: 5 });
    const db = portal.portal.db;
    await db
      .insertInto('licence_seat')
      .values({ id: newId(), licence_id: ownLicence, person_id: member, taken: 1, assigned_at: new Date() })
      .execute();
    await db.insertInto('history').values({ person_id: member, identifier: 'm-2' }).execute();
    const { id: link } = await kreis.call(invitations.create, { body: { kind: 'link', role: 'teacher', school: id } });
    const notified = {
      id: newId(),
      school_id: id,
      audience: 'school' as const,
      roles: 'all' as const,
      notify: 'none' as const,
      stage: 'draft' as const,
    };
    await db
      .insertInto('news')
      .values({ ...notified, created_at: new Date(), changed_at: new Date() })
      .execute();
    await db
      .insertInto('news_text')
      .values({ news_id: notified.id, language: 'de', title: 'Abschied', teaser: '', body: '', cover_alt: '' })
      .execute();
    const take = (who: Caller) => who.inject({ method: 'GET', url: `/api/v1/schools/${id}/data` });
    const answer = await take(kreis);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="Daten-der-Schule-[\d-]+\.json"$/);
    const data = JSON.parse(answer.body) as Record<string, unknown[]>;
    expect(data).toMatchObject({
      school: { name: 'Schließende Schule', state: 'active' },
      people: [{ vorname: 'Ada', name: 'Außerdem', email: 'ada@schliesst.example', role: 'L', school_admin: false, last_sign_in: null }],
      licences: [{ identifier: 'm-1', fn_titel: 'Ein Film', given_to: ['Ada Außerdem'] }],
      invitations: [{ kind: 'link', role: 'teacher' }],
      wishes: [],
      news: [{ audience: 'school', stage: 'draft', texts: [{ language: 'de', title: 'Abschied' }], files: [] }],
    });
    expect(data).not.toHaveProperty('classes');
    expect(data).not.toHaveProperty('learner_codes');
    expect([data.people!.length, data.licences!.length]).toEqual([1, 1]);
    for (const secret of ['geheim', link, 'm-2']) expect(answer.body).not.toContain(secret);
    expect((await take(admin)).statusCode).toBe(404);
    await db.updateTable('school').set({ state: 'closing', closes_on: '2099-07-31' }).where('id', '=', id).execute();
    expect(JSON.parse((await take(kreis)).body)).toMatchObject({ classes: [], learner_codes: [] });
    expect(
      await db.selectFrom('audit_log').select('after').where('what', '=', 'school.export').where('school_id', '=', id).execute(),
    ).toEqual([{ after: { people: 1 } }, { after: { people: 1 } }]);
  });

  test('are exported only with their own seats in district licences', async () => {
    const [{ id: mine }, { id: other }] = [await addSchool(), await addSchool()];
    const [ada, ben] = [
      await person({ school_id: mine, vorname: 'Ada', name: 'Hier' }),
      await person({ school_id: other, vorname: 'Ben', name: 'Dort' }),
    ];
    const district = { scope: 'volume', school_id: null, district_id: 'district-a', seats: 90, taken: 60 };
    const db = portal.portal.db;
    const give = (licence_id: string, to: { person_id: string } | { school_id: string }, taken: number) =>
      db
        .insertInto('licence_seat')
        .values({ id: newId(), licence_id, ...to, taken, assigned_at: new Date() })
        .execute();
    const [shared, direct, foreign] = [await licence(district), await licence(district), await licence(district)];
    await give(shared, { school_id: mine }, 20);
    await give(shared, { school_id: other }, 39);
    await give(shared, { person_id: ada }, 1);
    await give(direct, { person_id: ada }, 1);
    await give(direct, { person_id: ben }, 1);
    await give(foreign, { person_id: ben }, 1);
    const answer = await kreis.inject({ method: 'GET', url: `/api/v1/schools/${mine}/data` });
    const { licences } = JSON.parse(answer.body) as { licences: { taken: number }[] };
    expect(licences.toSorted((a, b) => b.taken - a.taken)).toMatchObject([
      { scope: 'volume', seats: null, taken: 21, given_to: ['Ada Hier'] },
      { scope: 'volume', seats: null, taken: 1, given_to: ['Ada Hier'] },
    ]);
    expect(licences).toHaveLength(2);
    await licence({ school_id: mine, seats: 5, taken: 2 });
    const again = await kreis.inject({ method: 'GET', url: `/api/v1/schools/${mine}/data` });
    expect((JSON.parse(again.body) as { licences: object[] }).licences).toContainEqual(
      expect.objectContaining({ scope: 'volume', seats: 5, taken: 2 }),
    );
  });

  test('can be deleted without deleting a district administrator', async () => {
    const { id } = await addSchool();
    const stays = await person({ school_id: id, school_admin: '1', district_admin: '1', district_id: 'district-a' });
    const db = portal.portal.db;
    const long = new Date(Date.now() - 91 * DAY);
    await db.updateTable('school').set({ state: 'closed', state_since: long }).where('id', '=', id).execute();
    await sweepSchools(portal.portal);
    expect(
      await db.selectFrom('person').select(['school_id', 'school_admin', 'district_admin']).where('id', '=', stays).executeTakeFirst(),
    ).toEqual({ school_id: null, school_admin: '0', district_admin: '1' });
  });

  test('are exported with escaped formulas', async () => {
    await addSchool({ name: '=HYPERLINK("x")', number: 'CSV-1', city: 'Öhringen' });
    const answer = await kreis.inject({ method: 'GET', url: '/api/v1/schools/export?q=CSV-&lang=de' });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.body.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      '"Schulnummer";"Name";"Schulart";"Straße und Hausnummer";"Postleitzahl";"Ort";"E-Mail";"Telefon";"Status";"Letzter Tag";"Personen"',
      `"CSV-1";"'=HYPERLINK(""x"")";"";"";"";"Öhringen";"";"";"aktiv";"";0`,
    ]);
  });
});
