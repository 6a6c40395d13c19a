import { accounts } from '@fundus/contract/accounts/accounts';
import { licences } from '@fundus/contract/licences/licences';
import { people, type Capability } from '@fundus/contract/people/people';
import { schools } from '@fundus/contract/schools/schools';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { readPerson } from '../../visitors/repository.ts';
import { insertDistrict, insertPeople, insertSchools, requireOtherAdmin, type NewPerson } from '../accounts/index.ts';
import { joinSchool, leaveSchool } from './join.ts';

const portal = usePortal();
let admin: Caller;
let kreis: Caller;
beforeAll(async () => {
  await insertDistrict(portal.portal.db, { id: 'district-b', name: 'Kreis B' });
  await insertSchools(portal.portal.db, [
    { id: 'school-z', district_id: 'district-b', name: 'Schule z', number: '900', street: '', postcode: '', city: '' },
  ]);
  admin = await portal.as(schoolAdmin({ email: 'leitung@a.example', name: 'Aachen' }));
  kreis = await portal.as(districtAdmin({ email: 'kreis@a.example', name: 'Kreis' }));
});
beforeEach(() => portal.portal.db.deleteFrom('job').execute());

type More = Partial<NewPerson> & { state?: string };
async function add({ state, ...more }: More = {}): Promise<string> {
  const id = newId();
  const rest = {
    vorname: 'Kim',
    name: 'Muster',
    role: 'L' as const,
    school_admin: '0' as const,
    district_admin: '0' as const,
    capabilities: [],
    school_id: 'school-a',
    district_id: null,
  };
  await insertPeople(portal.portal.db, [{ ...rest, password_hash: null, email: `${id}@a.example`, ...more, id }]);
  if (state) await portal.portal.db.updateTable('person').set({ state }).where('id', '=', id).execute();
  return id;
}
const row = (id: string) => portal.portal.db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const mails = async () =>
  (await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').execute()).map(
    ({ payload }) => payload as { to: { address: string }; subject: string; language: string; body: { text?: string }[] },
  );
const audits = (subject: string) =>
  portal.portal.db
    .selectFrom('audit_log')
    .select(['what', 'school_id', 'district_id', 'before', 'after'])
    .where('subject_id', '=', subject)
    .orderBy('id')
    .execute();
const refused = (status: number, code: string) => ({ status, code });

describe('list of people', () => {
  test('excludes people of other schools and unconfirmed accounts', async () => {
    const [own, other, foreign, unconfirmed] = [
      await add({ name: 'Eigen' }),
      await add({ name: 'Nachbar', school_id: 'school-b' }),
      await add({ name: 'Fremd', school_id: 'school-z' }),
      await add({ name: 'Unbestätigt', state: 'pending_email' }),
    ];
    const ids = async (who: Caller) => (await who.call(people.list, { query: { limit: 100 } })).items.map(({ id }) => id);
    const [bySchool, byDistrict] = [await ids(admin), await ids(kreis)];
    expect([own, other, foreign, unconfirmed].map((id) => bySchool.includes(id))).toEqual([true, false, false, false]);
    expect([own, other, foreign, unconfirmed].map((id) => byDistrict.includes(id))).toEqual([true, true, false, false]);
    for (const id of [other, foreign, unconfirmed])
      await expect(admin.call(people.read, { params: { id } })).rejects.toMatchObject(refused(404, 'not_found'));
  });

  describe('search by words', () => {
    let id: string;
    beforeAll(async () => {
      id = await add({ vorname: 'Łukasz Ömer', name: 'Größmann-Ødegård', username: 'lukas.gr', email: 'Post.LG@a.example' });
    });
    const found = async (q: string) => (await admin.call(people.list, { query: { q, limit: 100 } })).items.some((item) => item.id === id);

    test.each(['größ', 'GROSS', 'łuk', 'lukasz', 'lukas gro', 'post.lg@', 'lukas.g'])(
      'matches the beginning of words, ignoring accents and case: %s',
      async (q) => expect(await found(q)).toBe(true),
    );
    test.each(['ukasz', 'lukas meier', '%', '_u', 'l%z'])('does not match inner parts of words or wildcards: %s', async (q) =>
      expect(await found(q)).toBe(false),
    );
  });

  test('sorts people by name with umlauts', async () => {
    for (const name of ['Öztest', 'Oztest', 'Ottest', 'Patest']) await add({ name, vorname: 'Sortiert', school_id: 'school-b' });
    const names = async (query: object) =>
      (await kreis.call(people.list, { query: { school: 'school-b', ...query } })).items.map((item) => item.name);
    const all = await names({ limit: 100, q: 'sortiert' });
    expect(all).toEqual(['Ottest', expect.stringMatching(/^[ÖO]ztest$/), expect.stringMatching(/^[ÖO]ztest$/), 'Patest']);
    expect(await names({ limit: 100, q: 'sortiert', sort: '-name' })).toEqual([...all].reverse());
    expect([...(await names({ q: 'sortiert', limit: 2 })), ...(await names({ q: 'sortiert', limit: 2, offset: 2 }))]).toEqual(all);
    for (const sort of ['last', '-last', 'since', '-since'] as const) expect(await names({ q: 'sortiert', sort })).toHaveLength(4);
  });

  test('filters people by state, kind and school', async () => {
    const waiting = await add({ name: 'Wartend', state: 'pending_approval', school_id: 'school-b', role: 'P' });
    const reply = await kreis.call(people.list, { query: { state: 'pending_approval', kind: 'staff', school: 'school-b' } });
    expect(reply).toMatchObject({
      total: 1,
      waiting: 1,
      items: [{ id: waiting, state: 'pending_approval', role: 'P', can: { approve: true, block: false } }],
    });
    expect((await admin.call(people.list, { query: {} })).waiting).toBe(0);
    expect((await kreis.call(people.list, { query: { school: 'school-z' } })).total).toBe(0);
  });

  test('filters people by class only for administrators of its school', async () => {
    const [inIt, applied, gone] = [
      await add({ name: 'Drin', role: 'S' }),
      await add({ name: 'Fragt', role: 'S' }),
      await add({ role: 'S' }),
    ];
    const [own, foreign] = [newId(), newId()];
    const at = { state_since: new Date(), created_at: new Date(), kind: 'class' as const, school_year: '2026/27' };
    await portal.portal.db
      .insertInto('class')
      .values([
        { ...at, id: own, school_id: 'school-a', name: '7f' },
        { ...at, id: foreign, school_id: 'school-b', name: '7f' },
      ])
      .execute();
    const member = (class_id: string, person_id: string, state: 'active' | 'applied') =>
      ({ id: newId(), class_id, person_id, role: 'student', state, joined_at: new Date(), state_since: new Date() }) as const;
    await portal.portal.db
      .insertInto('class_member')
      .values([member(own, inIt, 'active'), member(own, applied, 'applied'), member(foreign, gone, 'active')])
      .execute();
    const found = async (query: { class: string; kind?: 'teachers'; q?: string }) => {
      const { items, total } = await admin.call(people.list, { query });
      return [total, items.map(({ id }) => id)];
    };
    expect(await found({ class: own })).toEqual([1, [inIt]]);
    expect(await found({ class: own, q: 'dri' })).toEqual([1, [inIt]]);
    expect(await found({ class: own, q: 'dri mus' })).toEqual([0, []]);
    expect(await found({ class: own, kind: 'teachers' })).toEqual([0, []]);
    expect(await found({ class: foreign })).toEqual([0, []]);
    await expect(kreis.call(people.list, { query: { class: own } })).rejects.toMatchObject(refused(403, 'forbidden'));
    await expect(admin.call(people.list, { query: { class: '7f' } })).rejects.toMatchObject(refused(400, 'validation_failed'));
  });

  test('returns only the month of the last sign-in', async () => {
    const id = await add({ name: 'Besuch' });
    await portal.portal.db
      .updateTable('person')
      .set({ last_sign_in_at: new Date('2026-10-17T09:00:00Z') })
      .where('id', '=', id)
      .execute();
    expect((await admin.call(people.read, { params: { id } })).last_sign_in).toBe('2026-10');
  });
});

describe('approving and blocking people', () => {
  test('notifies an approved person in their language', async () => {
    const id = await add({ state: 'pending_approval', email: 'neu@a.example', name: 'Geheimname' });
    await portal.portal.db.updateTable('person').set({ locale: 'en' }).where('id', '=', id).execute();
    const { version } = await row(id);
    expect(await admin.call(people.approve, { params: { id }, body: { version } })).toMatchObject({
      state: 'active',
      version: version + 1,
    });
    expect(await mails()).toMatchObject([{ to: { address: 'neu@a.example' }, language: 'en', subject: expect.any(String) }]);
    const log = await audits(id);
    expect(log).toEqual([
      {
        what: 'account.approve',
        school_id: 'school-a',
        district_id: 'district-a',
        before: { person_id: id, state: 'pending_approval' },
        after: { person_id: id, state: 'active', reason: '' },
      },
    ]);
    await expect(admin.call(people.approve, { params: { id }, body: { version: version + 1 } })).rejects.toMatchObject(
      refused(409, 'state_conflict'),
    );
  });

  test('shows an applicant without a district to all districts until one decides', async () => {
    const far = await portal.as(districtAdmin({ email: 'fern@b.example', district_id: 'district-b' }));
    const ids = [];
    for (const name of ['Fernweh', 'Nirgends', 'Vielleicht'])
      ids.push(await add({ name, state: 'pending_approval', school_id: null, district_id: null }));
    const seenBy = async (who: Caller) => {
      const { items, waiting } = await who.call(people.list, { query: { state: 'pending_approval', school: 'none' } });
      return [items.map(({ name }) => name.split(' ').at(-1)), waiting];
    };
    const three = [['Fernweh', 'Nirgends', 'Vielleicht'], 3];
    expect([await seenBy(far), await seenBy(kreis)]).toEqual([three, three]);
    await expect(admin.call(people.read, { params: { id: ids[0]! } })).rejects.toMatchObject(refused(404, 'not_found'));
    const step = async (id: string) => ({ params: { id }, body: { version: (await row(id)).version } });
    const both = await Promise.allSettled([far.call(people.approve, await step(ids[0]!)), kreis.call(people.approve, await step(ids[0]!))]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await row(ids[0]!)).toMatchObject({ state: 'active', district_id: expect.stringMatching(/^district-[ab]$/) });
    await far.call(people.decline, { ...(await step(ids[1]!)), body: { ...(await step(ids[1]!)).body, reason: 'Unbekannt' } });
    expect(await row(ids[1]!)).toMatchObject({ state: 'declined', district_id: 'district-b' });
    await kreis.call(people.assignSchool, { ...(await step(ids[2]!)), body: { ...(await step(ids[2]!)).body, school: 'school-a' } });
    expect(await row(ids[2]!)).toMatchObject({ school_id: 'school-a' });
    expect([await seenBy(far), await seenBy(kreis)]).toEqual([
      [[], 0],
      [[], 0],
    ]);
  });

  test('requires a reason for declining a person', async () => {
    const id = await add({ state: 'pending_approval', email: 'nein@a.example' });
    const { version } = await row(id);
    await expect(admin.call(people.decline, { params: { id }, body: { version, reason: ' ' } })).rejects.toMatchObject(
      refused(400, 'validation_failed'),
    );
    await admin.call(people.decline, { params: { id }, body: { version, reason: 'An unserer Schule unbekannt' } });
    expect(await row(id)).toMatchObject({ state: 'declined', state_reason: 'An unserer Schule unbekannt' });
    expect(JSON.stringify(await mails())).toContain('An unserer Schule unbekannt');
  });

  test('ends all sessions of a blocked person', async () => {
    const browser = await portal.as(teacher({ email: 'gesperrt@a.example' }));
    const { id, version } = await portal.portal.db
      .selectFrom('person')
      .selectAll()
      .where('email', '=', 'gesperrt@a.example')
      .executeTakeFirstOrThrow();
    await expect(admin.call(people.block, { params: { id }, body: { version: version - 1 } })).rejects.toMatchObject(
      refused(409, 'version_conflict'),
    );
    await browser.call(schools.own);
    const blocked = await admin.call(people.block, { params: { id }, body: { version, reason: 'Gerät verloren' } });
    expect(blocked).toMatchObject({ state: 'blocked', state_reason: 'Gerät verloren', can: { unblock: true } });
    await expect(browser.call(schools.own)).rejects.toMatchObject(refused(401, 'login_required'));
    expect(await admin.call(people.unblock, { params: { id }, body: { version: blocked.version } })).toMatchObject({
      state: 'active',
      state_reason: '',
    });
  });

  test('prevents users from blocking or removing themselves', async () => {
    const { id, version } = await portal.portal.db
      .selectFrom('person')
      .selectAll()
      .where('email', '=', 'kreis@a.example')
      .executeTakeFirstOrThrow();
    await expect(kreis.call(people.block, { params: { id }, body: { version } })).rejects.toMatchObject(refused(403, 'forbidden'));
  });

  test('protects district administrators from actions of school administrators', async () => {
    const id = await add({ district_admin: '1', district_id: 'district-a' });
    const entry = await admin.call(people.read, { params: { id } });
    expect(Object.values(entry.can).some(Boolean)).toBe(false);
    await expect(admin.call(people.block, { params: { id }, body: { version: entry.version } })).rejects.toMatchObject(
      refused(409, 'state_conflict'),
    );
  });

  test('sends the reset link only to the person', async () => {
    const id = await add({ email: 'weg@a.example' });
    await admin.call(people.sendLink, { params: { id } });
    expect((await mails()).map(({ to }) => to.address)).toEqual(['weg@a.example']);
    const blocked = await add({ state: 'blocked' });
    await expect(admin.call(people.sendLink, { params: { id: blocked } })).rejects.toMatchObject(refused(409, 'state_conflict'));
  });
});

describe('granting and revoking rights', () => {
  test('keeps at least one administrator', async () => {
    const browser = await portal.as(schoolAdmin({ email: 'allein@b.example', school_id: 'school-b' }));
    const { id } = await portal.portal.db
      .selectFrom('person')
      .selectAll()
      .where('email', '=', 'allein@b.example')
      .executeTakeFirstOrThrow();
    const second = await add({ school_id: 'school-b', name: 'Zweite' });
    const change = async (who: Caller, target: string, school_admin: boolean) =>
      who.call(people.rights, { params: { id: target }, body: { version: (await row(target)).version, school_admin } });
    const last = { status: 409, code: 'state_conflict' };
    await expect(change(browser, id, false)).rejects.toMatchObject(last);
    await expect(change(kreis, id, false)).rejects.toMatchObject(last);
    await expect(kreis.call(people.block, { params: { id }, body: { version: (await row(id)).version } })).rejects.toMatchObject(last);
    await expect(kreis.call(people.remove, { params: { id }, body: { version: (await row(id)).version } })).rejects.toMatchObject(last);
    expect(await change(browser, second, true)).toMatchObject({ school_admin: true });
    expect(await change(browser, id, false)).toMatchObject({ school_admin: false });
    await expect(browser.call(people.list, { query: {} })).rejects.toMatchObject(refused(403, 'forbidden'));
  });

  test('ends the sessions of a user only when the first right is granted', async () => {
    const signedIn = async (email: string, about: Partial<NewPerson>) => {
      const browser = await portal.as(teacher({ email, school_id: 'school-b', ...about }));
      const { id } = await portal.portal.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow();
      return { browser, id, here: async () => (await browser.call(accounts.userinfo)) !== false };
    };
    const give = async (id: string, rights: { school_admin?: boolean; role?: 'P'; capabilities?: Capability[] }) =>
      kreis.call(people.rights, { params: { id }, body: { version: (await row(id)).version, ...rights } });
    const [admin, keeper, both] = [
      await signedIn('wird-leitung@b.example', {}),
      await signedIn('wird-redaktion@b.example', {}),
      await signedIn('hat-schon@b.example', { capabilities: ['cap_news'] }),
    ];
    await give(admin.id, { role: 'P' });
    expect(await admin.here()).toBe(true);
    await give(admin.id, { school_admin: true });
    await give(keeper.id, { capabilities: ['cap_news'] });
    await give(both.id, { school_admin: true, capabilities: ['cap_catalogue', 'cap_news'] });
    expect([await admin.here(), await keeper.here(), await both.here()]).toEqual([false, false, true]);
    expect(await (await portal.signIn('wird-leitung@b.example')).call(accounts.userinfo)).toMatchObject({ school_admin: '1' });
    await give(keeper.id, { capabilities: [] });
    await give(admin.id, { school_admin: false });
    await give(both.id, { school_admin: false });
  });

  test('keeps one of two district administrators who block each other concurrently', async () => {
    await insertDistrict(portal.portal.db, { id: 'district-race', name: 'Kreis Wettlauf' });
    await insertSchools(portal.portal.db, [
      { id: 'school-kreis', district_id: 'district-race', name: 'K', number: '778', street: '', postcode: '', city: '' },
    ]);
    // The second administrator belongs to the district through a school.
    const about = [{ district_id: 'district-race' }, { district_id: null, school_id: 'school-kreis' }];
    const emails = ['eins@race.example', 'zwei@race.example'];
    for (const [i, email] of emails.entries()) await portal.as(districtAdmin({ email, ...about[i] }));
    const all = portal.portal.db.selectFrom('person').selectAll().where('email', 'in', emails).orderBy('email');
    for (let round = 0; round < 6; round++) {
      await portal.portal.db.updateTable('person').set({ state: 'active' }).where('email', 'in', emails).execute();
      const [browsers, rows] = [await Promise.all(emails.map((email) => portal.signIn(email))), await all.execute()];
      const block = (by: Caller, { id, version }: { id: string; version: number }) =>
        by.call(people.block, { params: { id }, body: { version } });
      const done = await Promise.allSettled([block(browsers[0]!, rows[1]!), block(browsers[1]!, rows[0]!)]);
      expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await all.execute()).map(({ state }) => state).sort()).toEqual(['active', 'blocked']);
    }
  });

  test('keeps the last district administrator if the other one loses the role concurrently', async () => {
    const emails = ['bleibt@letzte.example', 'geht@letzte.example'];
    await insertDistrict(portal.portal.db, { id: 'district-letzte', name: 'Kreis L' });
    const about = { district_id: 'district-letzte' };
    const [, goes] = [
      await portal.as(districtAdmin({ ...about, email: emails[0]! })),
      await portal.as(districtAdmin({ ...about, email: emails[1]! })),
    ];
    const stays = await portal.portal.db.selectFrom('person').selectAll().where('email', '=', emails[0]!).executeTakeFirstOrThrow();
    let asking: Promise<unknown> | undefined;
    // Locks in the same order as a request to block: the district first, then the person.
    await portal.portal.db.transaction().execute(async (trx) => {
      await requireOtherAdmin(trx, [{ district: 'district-letzte' }], newId());
      asking = goes.call(people.block, { params: { id: stays.id }, body: { version: stays.version } });
      await Promise.race([asking.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 800))]);
      await trx.updateTable('person').set({ district_admin: '0' }).where('email', '=', emails[1]!).execute();
    });
    // `forbidden` if the request loads its user only after the commit, `state_conflict` if it already waits for the lock.
    await expect(asking).rejects.toMatchObject({ code: expect.stringMatching(/^(state_conflict|forbidden)$/) });
    expect(await row(stays.id)).toMatchObject({ state: 'active', district_admin: '1' });
  });

  test('keeps the district of a district administrator who changes school', async () => {
    const id = await add({ district_admin: '1', school_id: 'school-z' });
    await portal.portal.db.transaction().execute(async (db) => {
      const by = (await readPerson(db, id))!;
      const ctx = { ...portal.portal, db, now: new Date(), afterCommit: () => {} };
      const district = async () => (await readPerson(db, id))?.district_id;
      expect(await district()).toBe('district-b');
      await joinSchool(ctx, by, { personId: id, schoolId: 'school-a', admin: false });
      expect(await district()).toBe('district-b');
      await leaveSchool(ctx, by, '');
      expect(await district()).toBe('district-b');
    });
  });

  test('keeps one of two administrators whose rights are revoked concurrently', async () => {
    await insertSchools(portal.portal.db, [
      { id: 'school-race', district_id: 'district-a', name: 'Wettlauf', number: '777', street: '', postcode: '', city: '' },
    ]);
    const ids = [await add({ school_id: 'school-race', school_admin: '1' }), await add({ school_id: 'school-race', school_admin: '2' })];
    const done = await Promise.allSettled(
      ids.map((id) => kreis.call(people.rights, { params: { id }, body: { version: 1, school_admin: false } })),
    );
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  const setRole = async (id: string, role: 'L' | 'P' | 'S', who = admin) =>
    who.call(people.rights, { params: { id }, body: { version: (await row(id)).version, role } });

  test("lets only the person's school correct their role", async () => {
    const id = await add({ role: 'S' });
    await expect(setRole(id, 'L', await portal.as(schoolAdmin({ school_id: 'school-b' })))).rejects.toMatchObject(
      refused(404, 'not_found'),
    );
    expect(await setRole(id, 'L')).toMatchObject({ role: 'L', can: { setRole: true } });
    expect((await audits(id)).map(({ what, before, after }) => [what, before, after])).toEqual([
      ['person.rights', { role: 'S' }, { role: 'L' }],
    ]);
    await setRole(id, 'L');
    expect((await audits(id)).length).toBe(1);
  });

  test('rejects the learner role for an administrator', async () => {
    const id = await add({ role: 'L' });
    await admin.call(people.rights, { params: { id }, body: { version: (await row(id)).version, school_admin: true } });
    await expect(setRole(id, 'S')).rejects.toMatchObject(refused(409, 'state_conflict'));
    expect((await setRole(id, 'P')).role).toBe('P');
  });

  test('grants no rights to a learner', async () => {
    const rights = async (id: string, body: object) =>
      kreis.call(people.rights, { params: { id }, body: { version: (await row(id)).version, ...body } });
    const kind = await add({ role: 'S' });
    expect((await kreis.call(people.read, { params: { id: kind } })).can).toMatchObject({ giveAdmin: false, setCapabilities: false });
    const no = refused(409, 'state_conflict');
    await expect(rights(kind, { school_admin: true })).rejects.toMatchObject(no);
    await expect(rights(kind, { capabilities: ['cap_news'] })).rejects.toMatchObject(no);
    expect(await rights(kind, { role: 'L', school_admin: true, capabilities: ['cap_news'] })).toMatchObject({
      role: 'L',
      school_admin: true,
      capabilities: ['cap_news'],
    });
    expect((await audits(kind)).map(({ before, after }) => [before, after])).toEqual([
      [
        { role: 'S', school_admin: false, capabilities: [] },
        { role: 'L', school_admin: true, capabilities: ['cap_news'] },
      ],
    ]);
    const editor = await add({ capabilities: ['cap_licences'] });
    await expect(rights(editor, { role: 'S' })).rejects.toMatchObject(no);
    expect(await rights(editor, { role: 'S', capabilities: [] })).toMatchObject({ role: 'S', capabilities: [] });
  });

  test('lets only district administrators grant capabilities', async () => {
    const id = await add();
    const body = { version: 1, capabilities: ['cap_news' as const, 'cap_lending' as const] };
    await expect(admin.call(people.rights, { params: { id }, body })).rejects.toMatchObject(refused(403, 'forbidden'));
    expect((await kreis.call(people.rights, { params: { id }, body })).capabilities).toEqual(['cap_lending', 'cap_news']);
    expect((await audits(id)).map(({ after }) => after)).toEqual([{ capabilities: ['cap_lending', 'cap_news'] }]);
  });
});

describe('leaving and joining a school', () => {
  test('releases the seats of a person who leaves the school', async () => {
    await portal.store({ identifier: 'm-1', fn_titel: 'Medium', fn_typ: '49' });
    const id = await add({ school_id: 'school-b' });
    const [licence, seat] = [newId(), newId()];
    await portal.portal.db
      .insertInto('licence')
      .values({
        id: licence,
        identifier: 'm-1',
        scope: 'volume',
        school_id: 'school-b',
        seats: 3,
        origin: 'hand',
        rights: JSON.stringify({}),
      })
      .execute();
    await portal.portal.db
      .insertInto('licence_seat')
      .values({ id: seat, licence_id: licence, person_id: id, taken: 1, assigned_at: new Date() })
      .execute();
    expect(await kreis.call(people.remove, { params: { id }, body: { version: 1 } })).toEqual({ seats: 1 });
    expect(await row(id)).toMatchObject({ school_id: null, school_admin: '0', district_id: 'district-a' });
    expect((await portal.portal.db.selectFrom('licence').select('taken').where('id', '=', licence).executeTakeFirstOrThrow()).taken).toBe(
      0,
    );
    const entry = await kreis.call(people.read, { params: { id } });
    expect(entry).toMatchObject({ school: null, can: { assignSchool: true } });
    expect((await kreis.call(people.list, { query: { school: 'none', limit: 100 } })).items.map((item) => item.id)).toContain(id);
    const joined = await kreis.call(people.assignSchool, { params: { id }, body: { version: entry.version, school: 'school-a' } });
    expect(joined.school).toEqual({ id: 'school-a', name: 'Schule a' });
    // The audit log of the new school contains the joining.
    const joins = portal.portal.db.selectFrom('audit_log').select(['school_id', 'district_id']).where('what', '=', 'person.join');
    expect(await joins.where('subject_id', '=', id).execute()).toEqual([{ school_id: 'school-a', district_id: 'district-a' }]);
    const sent = await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').execute();
    expect(sent.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({
        to: expect.objectContaining({ address: (await row(id)).email }) as object,
        subject: 'Sie gehören jetzt zu Schule a',
        required: 'Diese Mail lässt sich nicht abbestellen.',
      }),
    );
    await expect(
      kreis.call(people.assignSchool, { params: { id }, body: { version: joined.version, school: 'school-z' } }),
    ).rejects.toMatchObject(refused(404, 'not_found'));
  });

  test('revokes licence management when a user leaves the school', async () => {
    const editor = await portal.as(
      teacher({ email: 'lizenzen@b.example', school_id: 'school-b', capabilities: ['cap_licences', 'cap_news'] }),
    );
    const { id, version } = await portal.portal.db
      .selectFrom('person')
      .selectAll()
      .where('email', '=', 'lizenzen@b.example')
      .executeTakeFirstOrThrow();
    await editor.call(licences.list, { query: {} });
    await kreis.call(people.remove, { params: { id }, body: { version } });
    await expect(editor.call(licences.list, { query: {} })).rejects.toMatchObject(refused(403, 'forbidden'));
    expect((await row(id)).capabilities).toEqual(['cap_news']);
    expect(await audits(id)).toMatchObject([
      {
        what: 'person.leave',
        before: { school: 'school-b', capabilities: ['cap_licences', 'cap_news'] },
        after: { school: null, capabilities: ['cap_news'] },
      },
    ]);
  });
});

describe('access to the management of people', () => {
  test.each([
    ['guest', () => Promise.resolve(portal.guest()), 401],
    ['teacher', () => portal.as(teacher()), 403],
    ['pupil', () => portal.as(pupil()), 403],
    ['basic view', () => portal.as(schoolAdmin({ school_admin: '2' })), 403],
  ] as const)('is denied to %s', async (_, who, status) => {
    const id = await add();
    const caller = await who();
    for (const attempt of [
      () => caller.call(people.list, { query: {} }),
      () => caller.call(people.block, { params: { id }, body: { version: 1 } }),
      () => caller.call(people.import, { body: { content: '', dry_run: true } }),
    ])
      await expect(attempt()).rejects.toMatchObject({ status });
    expect((await row(id)).state).toBe('active');
  });
});
