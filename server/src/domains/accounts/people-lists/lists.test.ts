/** Tests the daily comparison with the list of an identity provider: departures, reviews, and conditions that prevent deletions. */
import { signOn } from '@fundus/contract/accounts/sign-on';
import { de } from '@fundus/contract/messages';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { oidcServer, type Listed, type OidcServer } from '../../../testing/systems/oidc-server.ts';
import { districtAdmin, schoolAdmin, testPortal, type Caller, type TestPortal } from '../../../testing/index.ts';
import { runSweepSteps } from '../../../sweep.ts';
import { insertDistrict, insertPeople, insertSchools } from '../index.ts';
import { syncPeopleLists } from './follow-lists.ts';

const HERE = 'https://medien.example';
const HOUR = 3_600_000;
let land: OidcServer;
let portal: TestPortal;
let admin: Caller;
let far: Caller;
/** School numbers of each person in the provider's list. */
let listed: Record<string, string[]> = {};
/** Body of the reply with the licences of the provider's schools. */
let said = '';
let answer: ((url: URL) => Partial<Listed> | undefined) | undefined;
const asked: { path: string; authorization: string }[] = [];
let clock = Date.parse('2026-11-23T09:00:00Z');

const context = (number: string) => ({ id: newId(), organisation: { id: `o-${number}`, kennung: `DE-XX-${number}` }, rolle: 'LERN' });
const bodyOf = (school: string | null): string =>
  JSON.stringify(
    Object.entries(listed)
      .filter(([, numbers]) => school === null || numbers.some((number) => `o-${number}` === school))
      .map(([pid, numbers]) => ({
        pid,
        person: { name: { vorname: 'Nie', familienname: 'Gesehen' } },
        personenkontexte: numbers.map(context),
      })),
  );

beforeAll(async () => {
  land = await oidcServer(`${HERE}/api/v1/auth/oidc/callback`, {
    lists: (url, authorization) => {
      if (!/^\/v1\//.test(url.pathname)) return undefined;
      asked.push({ path: url.pathname + url.search, authorization });
      if (url.pathname === '/v1/organisationen-info')
        return { body: JSON.stringify(['10a', '10b', '99'].map((number) => ({ id: `o-${number}`, kennung: `DE-XX-${number}` }))) };
      if (url.pathname === '/v1/policies-info') return { body: said };
      return { body: bodyOf(url.searchParams.get('organisation.id')), ...answer?.(url) };
    },
  });
  const list = { url: `${land.settings.issuer}/v1/personen-info`, scope: '', by_school: false };
  portal = await testPortal(
    {},
    {
      publicUrl: HERE,
      oidc: [
        { ...land.settings, people_list: list, policies: { url: list.url.replace('personen', 'policies'), scope: '' } },
        { ...land.settings, id: 'einzeln', people_list: { ...list, by_school: true } },
      ],
      intranetHosts: [new URL(land.settings.issuer).host],
    },
  );
  portal.setNow(new Date(clock));
  admin = await portal.as(districtAdmin({ email: 'kreis@a.example' }));
  await insertDistrict(portal.portal.db, { id: 'district-f', name: 'Fern' });
  await insertSchools(portal.portal.db, [
    { id: 'school-f', district_id: 'district-f', name: 'F', number: 'f', street: '', postcode: '', city: '' },
  ]);
  far = await portal.as(districtAdmin({ email: 'fern@f.example', district_id: 'district-f' }));
  const later = new Date('2099-01-01');
  await portal.portal.db.updateTable('session').set({ expires_at: later, last_seen_at: later }).execute();
});
afterAll(async () => {
  await portal.close();
  await land.close();
});

const db = () => portal.portal.db;

/** Creates an account from the provider and adds the person to the list. */
async function comes(subject: string, schools: string[] = ['a'], more: Record<string, unknown> = {}, provider = 'land'): Promise<string> {
  const id = newId();
  const base = {
    vorname: 'Schüler/in',
    name: subject,
    role: 'S',
    school_admin: '0',
    district_admin: '0',
    capabilities: [],
    district_id: null,
  };
  const at = schools.map((school) => `school-${school}`);
  await insertPeople(db(), [{ ...base, id, password_hash: null, email: null, school_id: at[0] ?? null, ...more } as never]);
  const now = new Date(clock);
  await db()
    .insertInto('identity')
    .values({ provider, subject, person_id: id, created_at: now, last_used_at: now, schools: at, roles: '{}' })
    .execute();
  listed[subject] = schools.map((school) => `10${school}`);
  return id;
}
const crowd = async (school: string, count = 10, provider = 'land'): Promise<void> => {
  for (let i = 0; i < count; i += 1) await comes(`${school}${i}`, [school], {}, provider);
};
const drop = (...subjects: string[]): void => subjects.forEach((subject) => delete listed[subject]);

/** Advances the clock, by default by a day, and runs the comparison. Returns the error message, or `null`. */
async function nextDay(hours = 24): Promise<string | null> {
  clock += hours * HOUR;
  portal.setNow(new Date(clock));
  return syncPeopleLists(portal.portal, { now: new Date(clock) }).then(
    () => null,
    (error: Error) => error.message,
  );
}
const state = async (id: string) =>
  (await db().selectFrom('person').select(['state', 'school_id']).where('id', '=', id).executeTakeFirst()) ?? null;
const page = async (caller = admin, provider = 'land') =>
  (await caller.call(signOn.list)).items.find(({ id }) => id === provider)!.people_list!;

beforeEach(async () => {
  listed = {};
  answer = undefined;
  asked.length = 0;
  for (const table of ['people_list', 'paused_school'] as const) await db().deleteFrom(table).execute();
  await db().deleteFrom('person').where('email', 'is', null).execute();
});

test('schedules unlisted people for deletion', async () => {
  await crowd('a', 15);
  await crowd('b', 9);
  const both = await comes('both', ['a', 'b']);
  const [gone, blocked, waits] = [await comes('gone'), await comes('blocked'), await comes('waits', [])];
  await db().updateTable('person').set({ state: 'blocked' }).where('id', '=', blocked).execute();
  await db().updateTable('person').set({ state: 'pending_approval' }).where('id', '=', waits).execute();
  listed.waits = ['77'];
  expect(await nextDay()).toBeNull();
  expect(await page()).toMatchObject({ known: 28, left: 0, ended: 0, error: null, paused: [] });
  expect(asked[0]!.path).toBe('/v1/personen-info?vollstaendig=personenkontexte%2Corganisationen');
  expect(asked[0]!.authorization).toMatch(/^Bearer .{20,}/);
  drop('gone', 'blocked', 'waits');
  listed.both = ['10b'];
  expect(await nextDay(), 'not yet').toBeNull();
  expect(await state(gone)).toEqual({ state: 'erasure_pending', school_id: 'school-a' });
  expect([await state(blocked), await state(waits)]).toEqual([{ state: 'erasure_pending', school_id: 'school-a' }, null]);
  expect(await state(both)).toEqual({ state: 'active', school_id: null });
  expect(await page()).toMatchObject({ known: 28, left: 1, ended: 3 });
  listed.gone = listed.blocked = ['10a'];
  await nextDay();
  expect([await state(gone), await state(blocked)]).toMatchObject([{ state: 'active' }, { state: 'blocked' }]);
});

test('runs once per day and on demand', async () => {
  await crowd('a', 2);
  const times = (): number => asked.filter(({ path }) => !path.includes('organisation.id') && path.startsWith('/v1/personen-info')).length;
  await nextDay();
  await nextDay(12);
  expect(times()).toBe(1);
  await nextDay(24 * 5);
  expect(times()).toBe(2);
  let go = (): void => {};
  const after = new Promise<void>((gone) => (go = gone));
  answer = () => ({ after });
  const first = portal.portal.routines.run('accounts.lists');
  while (times() < 3) await new Promise((turn) => setImmediate(turn));
  expect(await portal.portal.routines.run('accounts.lists'), 'while another one does it').toBe(false);
  go();
  expect(await first).toBe(true);
  expect(times()).toBe(3);
  clock += 30 * HOUR;
  portal.setNow(new Date(clock));
  await runSweepSteps(portal.portal, undefined, { due: true });
  expect(times()).toBe(4);
});

test('keeps accounts with another sign-in method', async () => {
  await crowd('a');
  const own = await comes('own', ['a'], { password_hash: 'x' });
  const other = await comes('other', ['a']);
  const now = new Date(clock);
  await db()
    .insertInto('identity')
    .values({ provider: 'verbund', subject: 'x', person_id: other, created_at: now, last_used_at: now, schools: ['school-a'], roles: '{}' })
    .execute();
  drop('own', 'other');
  await nextDay();
  expect([await state(own), await state(other)]).toEqual([1, 2].map(() => ({ state: 'active', school_id: 'school-a' })));
  expect(await db().selectFrom('identity').select('subject').where('subject', 'in', ['own', 'other']).execute()).toEqual([]);
});

test('keeps the last administrator of a school', async () => {
  await crowd('b');
  const head = await comes('head', ['b'], { role: 'L', school_admin: '1' });
  drop('head');
  await nextDay();
  expect(await state(head)).toEqual({ state: 'active', school_id: 'school-b' });
});

test("asks the district before it removes more than a fifth of a school's people", async () => {
  await crowd('a');
  await crowd('b');
  drop('a0', 'a1', 'a2', 'b0');
  await nextDay();
  const count = (of = 'erasure_pending') =>
    db()
      .selectFrom('person')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('state', '=', of as never)
      .where('email', 'is', null)
      .executeTakeFirstOrThrow();
  expect(await count()).toEqual({ n: 1 });
  const paused = { school_id: 'school-a', school: 'Schule a', state: 'waiting', known: 10, missing: 3 };
  expect((await page()).paused).toMatchObject([paused]);
  expect((await page(far)).paused).toEqual([]);
  const mails = async () => JSON.stringify(await db().selectFrom('job').select('payload').where('kind', '=', 'mail').execute());
  expect(await mails()).toContain(de['mail.peopleMissing.action']);
  const params = { provider: 'land', school_id: 'school-a' };
  const decide = (decision: 'confirmed' | 'rejected', missing = 3, caller = admin) =>
    caller.call(signOn.decide, { params, body: { decision, missing } });
  await expect(decide('confirmed', 3, far)).rejects.toMatchObject({ status: 404 });
  await expect(decide('confirmed', 2)).rejects.toMatchObject({ code: 'version_conflict' });
  await expect(decide('confirmed', 3, await portal.as(schoolAdmin({ email: 's@a.example' })))).rejects.toMatchObject({ status: 403 });
  await decide('rejected');
  await nextDay();
  expect([(await page()).paused, await count()]).toMatchObject([[{ ...paused, state: 'rejected' }], { n: 1 }]);
  await nextDay(24 * 7);
  expect((await page()).paused, 'paused again').toMatchObject([paused]);
  // Between decision and comparison, another person goes missing and one is listed again.
  await decide('confirmed');
  drop('a3');
  listed.a0 = ['10a'];
  await nextDay(1);
  expect([(await page()).paused, await count()]).toMatchObject([[], { n: 4 }]);
});

test.each<[string, (url: URL) => Partial<Listed>, RegExp]>([
  ['an empty list', () => ({ body: '[]' }), /the list is empty/],
  ['an empty body', () => ({ body: '' }), /no JSON/],
  ['an HTTP error', () => ({ status: 503, body: '[]' }), /answered 503/],
  ['an object instead of a list', () => ({ body: '{"data":[]}' }), /not a list of people/],
  ['one of several pages', () => ({ headers: { link: '<https://x.example/2>; rel="next"' } }), /a part/],
  [
    'an aborted transfer',
    () => ({ body: '[{"pid":"a0","personenkontexte":[', cut: true }),
    /aborted|terminated|unreachable|ECONNRESET|hang up/i,
  ],
  ['a redirect to an internal address', () => ({ status: 302, body: '', headers: { location: 'http://10.0.0.1/' } }), /not https/],
])('deletes no account after an incomplete response: %s', async (_, wrong, message) => {
  await crowd('a', 3);
  answer = wrong;
  expect(await nextDay()).toMatch(message);
  expect(await page()).toMatchObject({ read_at: null, error: expect.stringMatching(message) as string, paused: [] });
  expect(await db().selectFrom('person').select('id').where('state', '=', 'erasure_pending').where('email', 'is', null).execute()).toEqual(
    [],
  );
  answer = undefined;
  expect(await nextDay(1), 'an hour later').toBeNull();
});

test('keeps the people of a school whose list cannot be fetched', async () => {
  await crowd('a', 10, 'einzeln');
  await comes('b-one', ['b'], {}, 'einzeln');
  await crowd('b', 6, 'einzeln');
  drop('a1', 'b1');
  answer = (url) => (url.searchParams.get('organisation.id') === 'o-10b' ? { status: 500 } : undefined);
  expect(await nextDay()).toMatch(/einzeln: 10b|einzeln: de-xx-10b/);
  expect(asked.map(({ path }) => path)).not.toContainEqual(expect.stringContaining('o-99'));
  const pending = await db()
    .selectFrom('person')
    .select('name')
    .where('state', '=', 'erasure_pending')
    .where('email', 'is', null)
    .execute();
  expect(pending.map(({ name }) => name)).toEqual(['a1']);
  expect(await page(admin, 'einzeln')).toMatchObject({ ended: 1, error: expect.stringContaining('answered 500') as string });
});

test('imports licences of known schools once', async () => {
  const licensed = { fn_typ: '49', licences: [{ scope: 'none' as const }] };
  await portal.store({ identifier: 'P-1', fn_titel: 'Der Schall', ...licensed }, { identifier: 'P-2', fn_titel: 'Das Licht', ...licensed });
  const kennung = 'urn:schulconnex:de:personenkontext:organisation:kennung';
  const policy = (id: string, uid: string, school: string | null) => ({
    id,
    target: { uid },
    permission: [
      {
        action: ['use'],
        constraint: [{ leftOperand: 'concurrentUses', operator: 'lteq', rightOperand: 5 }],
        ...(school !== null && { assignee: { refinement: [{ leftOperand: kennung, operator: 'eq', rightOperand: school }] } }),
      },
    ],
  });
  const run = async () => {
    await portal.portal.routines.run('licences.policies');
    return (await admin.call(signOn.list)).items[0]!.licences;
  };
  const error = { '@type': 'error', error: { code: '404', value: 'unbekannt' } };
  const data = [{ policy: policy('V-1', 'urn:fwu:P-1', 'DE-XX-10a') }, { access_control: error }];
  const bare = [policy('V-2', 'P-2', '10b'), policy('V-3', 'P-2', 'DE-YY-10b'), policy('V-4', 'P-1', null), policy('V-5', 'P-9', '10a')];
  said = JSON.stringify({ pid: 'x', data });
  expect(await run()).toMatchObject({ created: 1, here: 0, left_out: 0, error: null });
  said = JSON.stringify([...data, ...bare]);
  expect(await run()).toMatchObject({ created: 1, here: 1, left_out: 3, error: null });
  const rows = await db()
    .selectFrom('licence')
    .select(['identifier', 'school_id', 'seats', 'licensor', 'purchase_ref'])
    .orderBy('purchase_ref')
    .execute();
  expect(rows).toEqual([
    { identifier: 'P-1', school_id: 'school-a', seats: 5, licensor: 'Landesportal', purchase_ref: 'V-1' },
    { identifier: 'P-2', school_id: 'school-b', seats: 5, licensor: 'Landesportal', purchase_ref: 'V-2' },
  ]);
  said = '<html>';
  expect(await run()).toMatchObject({ error: 'no JSON', created: 1 });
});
