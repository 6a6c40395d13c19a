/** Tests retention and deletion of personal data against the database itself. */
import type { AccountState } from '@fundus/contract/accounts/states';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { DAY } from '@fundus/contract/days';
import { invitations } from '@fundus/contract/invitations/invitations';
import { library } from '@fundus/contract/library/library';
import { people } from '@fundus/contract/people/people';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { openPoint, stock } from '../../testing/lending.ts';
import { findWords, listColumns } from '../../testing/find-words.ts';
import { linksOf, pointFromEverywhere } from '../../testing/point-from-everywhere.ts';
import { insertDistrict, insertPeople, insertSchools, type NewPerson, sendResetLink } from '../accounts/index.ts';
import { sweepSchools } from '../schools/index.ts';
import { applyRetention } from './retention.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin({ email: 'leitung@a.example' }));
  await portal.store({ identifier: 'm-1', fn_titel: 'Ein Film', fn_typ: '49' });
});
beforeEach(() => portal.setNow(null));

const db = () => portal.portal.db;
const erase = (...ids: string[]) =>
  db()
    .transaction()
    .execute((trx) => portal.portal.domains.erasePeople({ ...portal.portal, db: trx, now: portal.portal.now() }, ids));
const there = async (id: string) =>
  (await db().selectFrom('person').select('person.id').where('person.id', '=', id).execute()).length === 1;
async function add(more: Partial<NewPerson> & Record<string, unknown> = {}): Promise<string> {
  const id = newId();
  const base = {
    vorname: 'A',
    name: 'B',
    role: 'L',
    school_admin: '0',
    district_admin: '0',
    capabilities: [],
    school_id: 'school-a',
    district_id: null,
  };
  await insertPeople(db(), [{ ...base, password_hash: null, email: `${id}@x.example`, ...more, id } as NewPerson]);
  return id;
}

const places = (words: readonly string[]) => findWords(db(), words);

describe('erasure of people', () => {
  test('removes every reference to a person', async () => {
    const id = await add({ email: 'ueberall@x.example' });
    const licence = {
      id: newId(),
      identifier: 'm-1',
      scope: 'volume' as const,
      school_id: 'school-a',
      origin: 'hand' as const,
      rights: '{}',
    };
    await db().insertInto('licence').values(licence).execute();
    const ordered = { id: newId(), district_id: 'district-a', state: 'cancelled' as const, created_at: new Date(), changed_at: new Date() };
    await db().insertInto('purchase_order').values(ordered).execute();
    const product = { ...ordered, number: 'P-1', kind: 'app' as const, state: 'active' as const, title: 'App', publisher: 'Verlag' };
    await db().insertInto('product').values(product).execute();
    const made = { id: newId(), school_id: 'school-a', created_at: new Date(), state_since: new Date() };
    await db()
      .insertInto('class')
      .values({ ...made, name: '8b', kind: 'class', school_year: '2026/27' })
      .execute();
    const learns = { role: 'student' as const, state: 'active' as const, joined_at: new Date(), state_since: new Date() };
    await db()
      .insertInto('class_member')
      .values({ ...learns, id: newId(), class_id: made.id, person_id: await add() })
      .execute();
    const assignment = { id: newId(), class_id: made.id, title: 'Ansehen', created_at: new Date() };
    await db().insertInto('assignment').values(assignment).execute();
    await db()
      .insertInto('assignment_step')
      .values({ id: newId(), assignment_id: assignment.id, rank: 0, kind: 'text', title: 'Lesen', completion: 'self_marked' })
      .execute();
    const point = await openPoint(admin);
    const { model } = await stock(admin, point, ['E-1']);
    const order_id = newId();
    await db().insertInto('rental_order').values({ id: order_id, number: newId(), point_id: point.id, created_at: new Date() }).execute();
    const days = { start_on: '2026-01-01', end_on: '2026-01-02' };
    await db()
      .insertInto('rental_line')
      .values({ id: newId(), order_id, model_id: model.id, state: 'returned', ...days })
      .execute();
    const places = await pointFromEverywhere(db(), 'person', id);
    expect(places.length).toBeGreaterThan(35);
    expect((await linksOf(db())).filter(({ target, deletes }) => target === 'person' && !['c', 'n'].includes(deletes))).toEqual([]);
    await erase(id);
    for (const place of places) {
      const [table, column] = place.split('.') as [string, string];
      expect((await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db())).rows, place).toEqual([]);
    }
    expect(await there(id)).toBe(false);
  });

  test('reindexes the media that the person had reviewed', async () => {
    const id = await add();
    await portal.store({ identifier: 'm-reviewed', fn_titel: 'Bewertet', fn_typ: '49' });
    const now = new Date();
    await db()
      .insertInto('review')
      .values({ id: newId(), identifier: 'm-reviewed', person_id: id, stars: 5, state: 'published', created_at: now, changed_at: now })
      .execute();
    const lines = async () => (await db().selectFrom('media_change').select('seq').where('identifier', '=', 'm-reviewed').execute()).length;
    const before = await lines();
    await erase(id);
    expect(await lines()).toBe(before + 1);
  });

  test('leaves no trace of a person who used all features', async () => {
    const browser = await portal.as(
      teacher({ email: 'Xaver.Quastenflosser@a.example', username: 'quasti', vorname: 'Xaverius', name: 'Quastenflosser' }),
    );
    const { id } = await db().selectFrom('person').select('person.id').where('person.username', '=', 'quasti').executeTakeFirstOrThrow();
    await browser.call(library.setBookmark, { params: { mediaId: 'm-1' } });
    await browser.call(library.saveSearch, { body: { name: 'Moore', scope: 'search', query: 'q=Moor', alert: 'off' } });
    await browser.call(catalogue.search, { query: { q: 'Film' } });
    await db().insertInto('history').values({ person_id: id, identifier: 'm-1' }).execute();
    await db().insertInto('download').values({ person_id: id, identifier: 'm-1', path: 'a.pdf', at: new Date() }).execute();
    await sendResetLink({ db: db(), config: portal.portal.config, oidc: [], now: new Date() }, id);
    const entry = await admin.call(people.read, { params: { id } });
    const blocked = await admin.call(people.block, {
      params: { id },
      body: { version: entry.version, reason: 'Xaverius Quastenflosser hat das Gerät verloren' },
    });
    await admin.call(people.unblock, { params: { id }, body: { version: blocked.version } });
    await admin.call(invitations.create, {
      body: {
        kind: 'personal',
        role: 'school_admin',
        email: 'xaver.quastenflosser@A.example',
        name: 'Quastenflosser',
        password: 'ein gutes Kennwort',
      },
    });
    const link = await admin.call(invitations.create, { body: { kind: 'link', role: 'teacher' } });
    await db()
      .insertInto('invitation_use')
      .values({ invitation_id: link.id, person_id: id, state: 'confirmed', at: new Date(), decided_by: id })
      .execute();
    const licence = newId();
    await db()
      .insertInto('licence')
      .values({ id: licence, identifier: 'm-1', scope: 'volume', school_id: 'school-a', seats: 2, origin: 'hand', rights: '{}' })
      .execute();
    await db()
      .insertInto('licence_seat')
      .values({ id: newId(), licence_id: licence, person_id: id, taken: 1, assigned_at: new Date(), assigned_by: id })
      .execute();
    await db()
      .insertInto('audit_log')
      .values({ id: newId(), at: new Date(), person_id: id, what: 'licence.give', before: JSON.stringify({ seats: [id] }), after: null })
      .execute();

    const [point, order, line] = [await openPoint(admin, { approval: 'auto' }), newId(), newId()];
    const { model, items } = await stock(admin, point, ['K-1']);
    const days = { start_on: '2099-01-01', end_on: '2099-01-02', busy_from: '2099-01-01', busy_until: '2099-01-02' };
    await db()
      .insertInto('rental_order')
      .values({
        id: order,
        number: '1',
        point_id: point.id,
        person_id: id,
        title: 'Quastenflosser',
        contact: 'quasti',
        submitted_at: new Date(),
        created_at: new Date(),
      })
      .execute();
    await db()
      .insertInto('rental_line')
      .values({ id: line, order_id: order, model_id: model.id, item_id: items[0]!.id, state: 'approved', ...days })
      .execute();

    await db()
      .insertInto('lending_signature')
      .values({ line_id: line, name: 'Xaver Quastenflosser', path: 'M0 0L1 1', signed_at: new Date() })
      .execute();

    const report = {
      id: newId(),
      identifier: 'm-1',
      title: 'Ein Film',
      reason: 'broken' as const,
      language: 'de',
      source: 'x',
      at: new Date(),
      changed_at: new Date(),
    };
    await db()
      .insertInto('media_report')
      .values({ ...report, email: 'Xaver.Quastenflosser@a.example', person_id: id })
      .execute();

    const traces = [id, 'quastenflosser', 'xaverius', 'quasti'];
    expect((await places(traces)).length).toBeGreaterThan(10);
    // The open order prevents the erasure.
    expect(await erase(id)).toBe(0);
    const over = { state: 'returned' as const, busy_from: null, busy_until: null, over_at: new Date() };
    await db().updateTable('rental_line').set(over).where('id', '=', line).execute();
    expect(await erase(id)).toBe(1);
    expect(await places(traces)).toEqual([]);
    expect((await db().selectFrom('licence').select('taken').where('id', '=', licence).executeTakeFirstOrThrow()).taken).toBe(0);
    // The reservation remains without its borrower.
    expect(await db().selectFrom('rental_line').select('rental_line.state').where('id', '=', line).executeTakeFirst()).toEqual({
      state: 'returned',
    });
    expect(await erase(id)).toBe(0);
  });

  test('keeps data of people with similar names', async () => {
    const [gone, stays] = [await add({ email: 'a_b@x.example' }), await add({ email: 'axb@x.example' })];
    await db()
      .insertInto('audit_log')
      .values({ id: newId(), at: new Date(), what: 'x.y', after: JSON.stringify({ email: 'axb@x.example' }) })
      .execute();
    await erase(gone);
    expect(await there(stays)).toBe(true);
    expect(await places(['axb@x.example'])).toEqual(['audit_log.after: axb@x.example', 'person.email: axb@x.example']);
  });

  describe('references in mails and log entries of others', () => {
    const payload = (text: unknown) => JSON.stringify({ to: 'anna@y.example', text });
    const keep = async (about: unknown): Promise<string> => {
      const id = newId();
      const at = new Date();
      await db()
        .insertInto('job')
        .values({ id, kind: 'mail', payload: payload(about), due_at: at, created_at: at, last_error: null })
        .execute();
      await db()
        .insertInto('audit_log')
        .values({ id, at, what: 'x.y', before: JSON.stringify({ about }), after: null })
        .execute();
      return id;
    };
    /** Returns whether the mail still exists and whether the log entry still has its content. */
    const kept = async (id: string) => [
      (await db().selectFrom('job').select('id').where('id', '=', id).execute()).length === 1,
      (await db().selectFrom('audit_log').select('before').where('id', '=', id).executeTakeFirstOrThrow()).before !== null,
    ];
    const YES = [true, true];
    const NO = [false, false];

    test.each([
      ['the address itself', 'A.Schmidt@s.example', NO],
      ['the address at the end of a sentence', 'Bitte an a.schmidt@s.example.', NO],
      ['the address at the beginning of a line', 'Adresse:\na.schmidt@s.example\tfertig', NO],
      ['the address in a link', '<mailto:a.schmidt@s.example?subject=x>', NO],
      ['the address in quotes', '\'a.schmidt@s.example\', "a.schmidt@s.example"', NO],
      ['the address in German quotes', '„a.schmidt@s.example“', NO],
      ['a longer address', 'ann-a.schmidt@s.example', YES],
      ['an address with a longer name', 'anna.schmidt@s.example', YES],
      ['an address with an umlaut', 'jüa.schmidt@s.example', YES],
      ['a longer domain', 'a.schmidt@s.example.org', YES],
      ['an address with another character instead of the dot', 'axschmidt@s.example', YES],
      ['the user name', 'a.sch', NO],
      ['the user name in a list', ['x', 'A.Sch'], NO],
      ['a word that begins with the user name', 'a.schulze', YES],
      ['the user name in a sentence', 'die a.sch grüßt', YES],
      ['the user name as a property name', { 'a.sch': 3, b: ': ' }, YES],
    ])('are removed only if they name the erased person: %s', async (_, about, expected) => {
      const id = await add({ email: 'a.schmidt@s.example', username: 'a.sch' });
      const row = await keep(about);
      expect(await erase(id)).toBe(1);
      expect(await kept(row)).toEqual(expected);
      await db().deleteFrom('job').where('id', '=', row).execute();
    });

    test('are removed for several people at once', async () => {
      const ids = [await add({ email: 'eins@s.example' }), await add({ email: 'zwei@s.example', username: 'zwo' }), await add()];
      const rows = [await keep('an eins@s.example'), await keep({ person: ids[2] }), await keep('zwo'), await keep('drei@s.example')];
      expect(await erase(...ids, newId())).toBe(3);
      expect(await Promise.all(rows.map(kept))).toEqual([NO, NO, NO, YES]);
      expect(await Promise.all(ids.map(there))).toEqual([false, false, false]);
    });
  });
});

describe('retention of accounts', () => {
  const state = (id: string, to: AccountState, since: Date) =>
    db().updateTable('person').set({ state: to, state_since: since }).where('id', '=', id).execute();

  test.each([
    ['declined', 30],
    ['deletion_pending', 14],
    ['dormant', 60],
  ] as const)('deletes %s accounts after %i days', async (name, days) => {
    const [old, young] = [await add(), await add()];
    const now = Date.now();
    await state(old, name, new Date(now - days * DAY - 60_000));
    await state(young, name, new Date(now - days * DAY + 60_000));
    await applyRetention(portal.portal);
    expect([await there(old), await there(young)]).toEqual([false, true]);
    const line = await db()
      .selectFrom('audit_log')
      .selectAll()
      .where('what', '=', 'account.erase')
      .orderBy('at', 'desc')
      .executeTakeFirst();
    expect(line).toMatchObject({ person_id: null, subject_id: null, school_id: 'school-a', before: { state: name }, after: null });
    await db().deleteFrom('person').where('id', '=', young).execute();
  });

  test('deletes an unused account after a warning and a dormant period', async () => {
    const start = new Date('2026-01-10T08:00:00Z');
    const month = (n: number) => new Date(Date.UTC(2026, n, 12, 8));
    const [id, back] = [await add({ email: 'lange@x.example' }), await add({ email: 'wieder@x.example' })];
    const never = await add({ demo: true });
    await db().updateTable('person').set({ last_sign_in_at: start, created_at: start }).where('id', 'in', [id, back, never]).execute();
    await db()
      .updateTable('person')
      .set({ last_sign_in_at: month(24) })
      .where('id', 'not in', [id, back, never])
      .execute();
    const run = async (now: Date) => {
      portal.setNow(now);
      await applyRetention(portal.portal);
    };
    const notified = async () =>
      (await db().selectFrom('job').select('payload').execute()).filter(({ payload }) => /lange@x/.test(JSON.stringify(payload))).length;
    const of = async (who: string) => (await db().selectFrom('person').select('state').where('id', '=', who).executeTakeFirst())?.state;
    await run(month(21));
    expect(await notified()).toBe(0);
    await run(month(22));
    await run(month(22));
    expect(await notified()).toBe(1);
    await db()
      .updateTable('person')
      .set({ last_sign_in_at: month(23) })
      .where('id', '=', back)
      .execute();
    await run(month(24));
    expect([await of(id), await of(back), await of(never)]).toEqual(['dormant', 'active', 'active']);
    await run(new Date(month(24).getTime() + 61 * DAY));
    expect([await of(id), await of(back)]).toEqual([undefined, 'active']);
  });

  test('applies a shorter retention period of a school two months after a notice', async () => {
    const start = new Date('2026-01-10T08:00:00Z');
    const at = (n: number, day = 12) => new Date(Date.UTC(2026, n, day, 8));
    await db()
      .updateTable('school')
      .set({ settings: JSON.stringify({ unused_months: 6 }) })
      .where('id', '=', 'school-a')
      .execute();
    await db()
      .updateTable('person')
      .set({ last_sign_in_at: at(24) })
      .execute();
    const [early, late] = [await add({ email: 'frueh@x.example' }), await add({ email: 'spaet@x.example', school_id: 'school-b' })];
    await db().updateTable('person').set({ last_sign_in_at: start, created_at: start }).where('id', 'in', [early, late]).execute();
    const run = async (now: Date) => {
      portal.setNow(now);
      await applyRetention(portal.portal);
    };
    const notified = async () => (await db().selectFrom('job').select('payload').execute()).map(({ payload }) => JSON.stringify(payload));
    const before = (await notified()).length;
    await run(at(4, 9));
    expect(await notified()).toHaveLength(before);
    await run(at(4));
    const mails = (await notified()).slice(before);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('frueh@x.example');
    expect(mails[0]).toMatch(/seit 4 Monaten .* nach 6 Monaten/);
    // The school changes its setting before the announced date, so the notice no longer applies.
    await db().updateTable('school').set({ settings: '{}' }).where('id', '=', 'school-a').execute();
    await run(at(6, 20));
    await run(at(22, 20));
    expect((await notified()).slice(before).filter((mail) => /seit 22 Monaten .* nach 24 Monaten/.test(mail))).toHaveLength(2);
    await run(at(24));
    expect((await db().selectFrom('person').select('state').where('id', 'in', [early, late]).execute()).map(({ state }) => state)).toEqual([
      'active',
      'active',
    ]);
    await db().deleteFrom('job').execute();
    await db()
      .updateTable('person')
      .set({ last_sign_in_at: at(18), dormant_notified_at: null })
      .where('id', 'in', [early, late])
      .execute();
    await db()
      .updateTable('school')
      .set({ settings: JSON.stringify({ unused_months: 6 }) })
      .where('id', '=', 'school-a')
      .execute();
    await run(at(22, 13));
    await run(at(24, 20));
    const states = await db().selectFrom('person').select(['id', 'state']).where('id', 'in', [early, late]).execute();
    expect(Object.fromEntries(states.map(({ id, state }) => [id, state]))).toEqual({ [early]: 'dormant', [late]: 'active' });
    await db().updateTable('school').set({ settings: '{}' }).where('id', '=', 'school-a').execute();
    await db().deleteFrom('person').where('id', 'in', [early, late]).execute();
  });

  test('processes each account once if two processes run concurrently', async () => {
    const start = new Date('2026-01-10T08:00:00Z');
    const ids = await Promise.all(Array.from({ length: 20 }, () => add()));
    const mine = () => db().selectFrom('person').select(['state', 'dormant_notified_at']).where('id', 'in', ids).execute();
    await db().updateTable('person').set({ last_sign_in_at: start, created_at: start }).where('id', 'in', ids).execute();
    portal.setNow(new Date('2027-11-12T08:00:00Z'));
    await Promise.all([applyRetention(portal.portal), applyRetention(portal.portal)]);
    expect((await mine()).filter(({ dormant_notified_at }) => dormant_notified_at !== null)).toHaveLength(20);
    portal.setNow(new Date('2028-01-12T08:00:00Z'));
    await Promise.all([applyRetention(portal.portal), applyRetention(portal.portal), applyRetention(portal.portal)]);
    expect((await mine()).map(({ state }) => state)).toEqual(ids.map(() => 'dormant'));
    await db().deleteFrom('person').where('id', 'in', ids).execute();
  });

  describe('an unused last administrator', () => {
    const start = new Date('2026-01-10T08:00:00Z');
    const months = (n: number, days = 0) => new Date(Date.UTC(2026, n, 12 + days, 8));
    const place = {
      id: 'school-still',
      district_id: 'district-a',
      name: 'Stille Schule',
      number: '990',
      street: '',
      postcode: '',
      city: '',
    };
    const absent = async (more: Partial<NewPerson> = {}) => {
      const id = await add(more);
      await db().updateTable('person').set({ last_sign_in_at: start, created_at: start }).where('id', '=', id).execute();
      return id;
    };
    const states = async (...ids: string[]) =>
      Promise.all(
        ids.map(async (id) => (await db().selectFrom('person').select('state').where('id', '=', id).executeTakeFirst())?.state ?? 'gone'),
      );
    const mails = async (address: string) =>
      (await db().selectFrom('job').select('payload').where('kind', '=', 'mail').orderBy('id').execute())
        .map(({ payload }) => payload as { to: { address: string }; subject: string; body: { href?: string }[] })
        .filter(({ to }) => to.address === address);
    const run = async (now: Date, processes = 1) => {
      portal.setNow(now);
      await Promise.all(Array.from({ length: processes }, () => applyRetention(portal.portal)));
    };
    beforeEach(async () => {
      await db().deleteFrom('job').execute();
      // All other people have signed in recently.
      await db()
        .updateTable('person')
        .set({ last_sign_in_at: months(30) })
        .execute();
    });

    test('remains active at a school until it has another administrator', async () => {
      await insertSchools(db(), [place]);
      const kreis = await add({ email: 'kreis@x.example', school_id: null, district_id: 'district-a', district_admin: '1' });
      await db()
        .updateTable('person')
        .set({ last_sign_in_at: months(30) })
        .where('id', '=', kreis)
        .execute();
      const [first, second] = [
        await absent({ email: 'erste@x.example', school_id: place.id, school_admin: '1' }),
        await absent({ email: 'zweite@x.example', school_id: place.id, school_admin: '2' }),
      ];
      await run(months(22));
      expect((await mails('erste@x.example')).map(({ subject }) => subject)).toEqual(['Brauchen Sie Ihr Konto noch?']);
      await run(months(25), 3);
      const rest = await states(first, second);
      expect([...rest].sort()).toEqual(['active', 'dormant']);
      const last = rest[0] === 'active' ? 'erste@x.example' : 'zweite@x.example';
      expect((await mails(last)).map(({ subject }) => subject)).toEqual([
        'Brauchen Sie Ihr Konto noch?',
        'Sie verwalten als einzige Person eine Schule oder einen Kreis',
      ]);
      const notified = await mails('kreis@x.example');
      expect(notified.map(({ subject }) => subject)).toEqual(['Stille Schule: Niemand verwaltet die Konten']);
      expect(notified[0]!.body.map(({ href }) => href)).toContain('/school?id=school-still&tab=people');
      // The routine runs hourly, but the district is notified again only after sixty days.
      await run(months(25, 1));
      await run(months(26, 25));
      expect(await mails('kreis@x.example')).toHaveLength(1);
      await run(months(27, 1));
      expect(await mails('kreis@x.example')).toHaveLength(2);
      expect((await states(first, second)).filter((state) => state === 'active')).toHaveLength(1);
      const next = await add({ school_id: place.id, school_admin: '1' });
      await db()
        .updateTable('person')
        .set({ last_sign_in_at: months(27) })
        .where('id', '=', next)
        .execute();
      await run(months(30));
      expect((await states(first, second, next)).sort()).toEqual(['active', 'dormant', 'gone']);
      await db().deleteFrom('person').where('id', 'in', [first, second, next, kreis]).execute();
    });

    test('is notified of being the only administrator of a district', async () => {
      await insertDistrict(db(), { id: 'district-still', name: 'Stiller Kreis' });
      const about = { school_id: null, district_id: 'district-still', district_admin: '1' as const };
      const id = await absent({ ...about, email: 'kreis@still.example' });
      await run(months(22));
      await run(months(25), 2);
      expect(await states(id)).toEqual(['active']);
      expect((await mails('kreis@still.example')).map(({ subject }) => subject)).toEqual(
        Array.from({ length: 2 }, () => 'Sie verwalten als einzige Person eine Schule oder einen Kreis'),
      );
      const other = await absent(about);
      await db()
        .updateTable('person')
        .set({ dormant_notified_at: months(25) })
        .where('id', '=', other)
        .execute();
      await run(months(28), 3);
      expect((await states(id, other)).sort()).toEqual(['active', 'dormant']);
      await db().deleteFrom('person').where('id', 'in', [id, other]).execute();
    });
  });

  test('deletes log entries after twelve months', async () => {
    const [old, young] = [newId(), newId()];
    const ago = (days: number) => new Date(Date.now() - days * DAY);
    await db()
      .insertInto('audit_log')
      .values([
        { id: old, at: ago(370), what: 'x.y' },
        { id: young, at: ago(360), what: 'x.y' },
      ])
      .execute();
    await applyRetention(portal.portal);
    expect(await db().selectFrom('audit_log').select('id').where('id', 'in', [old, young]).execute()).toEqual([{ id: young }]);
  });

  test('notifies members of a closing school 60 and 14 days before it closes', async () => {
    const now = new Date('2026-03-01T10:00:00Z');
    const later = (days: number) => new Date(now.getTime() + days * DAY);
    const id = newId();
    await db()
      .insertInto('school')
      .values({ id, district_id: 'district-a', name: 'Endschule', number: id.slice(-6), state: 'closing', closes_on: '2026-06-01' })
      .execute();
    const [member, head] = [await add({ school_id: id, email: 'mitglied@end.example' }), await add({ school_id: id, district_admin: '1' })];
    await db()
      .insertInto('licence')
      .values({ id: newId(), identifier: 'm-1', scope: 'school', school_id: id, origin: 'hand', rights: '{}' })
      .execute();
    const mails = async () =>
      (await db().selectFrom('job').select('payload').execute()).filter(({ payload }) => /mitglied@end/.test(JSON.stringify(payload)))
        .length;
    const run = async (at: Date) => {
      portal.setNow(at);
      await sweepSchools(portal.portal);
    };
    const stateOf = async () => (await db().selectFrom('school').select('state').where('id', '=', id).executeTakeFirst())?.state;
    const counts = [];
    for (const days of [0, 31, 33, 34, 77, 78, 79]) {
      await run(later(days));
      counts.push(await mails());
    }
    expect(counts).toEqual([0, 0, 1, 1, 1, 2, 2]);
    await run(new Date('2026-06-01T21:00:00Z'));
    expect(await stateOf()).toBe('closing');
    await run(new Date('2026-06-02T02:00:00Z'));
    expect(await stateOf()).toBe('closed');
    await run(new Date('2026-08-30T02:00:00Z'));
    expect(await stateOf()).toBe('closed');
    await run(new Date('2026-09-01T02:00:00Z'));
    expect([await stateOf(), await there(member), await there(head)]).toEqual([undefined, false, true]);
    expect(await places(['mitglied@end.example'])).toEqual([]);
    expect(await db().selectFrom('audit_log').select(['district_id', 'before']).where('what', '=', 'school.erase').execute()).toMatchObject(
      [{ district_id: 'district-a', before: { name: 'Endschule', people: 1 } }],
    );
  });
});

describe("the operator's privacy document", () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/operate/privacy.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)\.(\w+)` +\| (.+) \|$/gm)].map(([, table, column, rest]) => ({
    name: `${table}.${column}`,
    rest: rest!.split(/\s+\|\s+/),
  }));
  const without = [...(/## Tables without personal data\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(
    ([, table]) => table!,
  );

  test('lists every table and every column with personal data', async () => {
    const all = await listColumns(db());
    const names = all.map(({ table_name, column_name }) => `${table_name}.${column_name}`);
    const listed = rows.map(({ name }) => name);
    expect(listed.filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => !listed.includes(name) && !without.includes(name.split('.')[0]!))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });

  test('lists no table that references a person as free of personal data', async () => {
    const { rows: pointing } = await sql<{ table_name: string }>`select distinct conrelid::regclass::text as table_name from pg_constraint
      where contype = 'f' and confrelid = 'person'::regclass`.execute(db());
    expect(pointing.map(({ table_name }) => table_name).filter((table) => without.includes(table))).toEqual([]);
  });

  test('describes the meaning, subject and retention of each column', () => {
    expect(rows.length).toBeGreaterThan(60);
    for (const { name, rest } of rows) {
      expect(rest, name).toHaveLength(3);
      expect(rest[0]!.length > 3 && ['learner', 'teacher', 'both', 'none'].includes(rest[1]!) && rest[2]!.length > 3, name).toBe(true);
    }
  });
});
