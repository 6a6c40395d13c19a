/** Tests the daily update, restarts and the change log with one or several indexes on one database, as with several processes. */
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { DAY, today } from '@fundus/contract/days';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Portal } from '../../../http/context.ts';
import { openSearchIndex } from '../../../search/search-index.ts';
import { runSweepSteps, STEPS } from '../../../sweep.ts';
import { teacher } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { followChanges, type Follower } from '../index.ts';

const START = Date.UTC(2031, 2, 1, 10);
const SOON = { timeout: 120_000, interval: 50 };
const portal = usePortal();
let people: string[];
let days = 0;
const endings: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  await portal.store(
    ...['ahorn', 'buche', 'eiche'].map((identifier) => ({ identifier, fn_titel: `Laubbaum ${identifier}`, fn_typ: '49' })),
  );
  for (let i = 0; i < 6; i++) await portal.as(teacher());
  people = (await db().selectFrom('person').select('person.id').execute()).map(({ id }) => id);
});
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const db = () => portal.portal.db;
const entries = async (identifier?: string): Promise<number> => {
  const all = db().selectFrom('media_change').select('media_change.seq');
  return (await (identifier === undefined ? all : all.where('media_change.identifier', '=', identifier)).execute()).length;
};
const turned = async (): Promise<string> => (await db().selectFrom('index_state').select('turned_on').executeTakeFirstOrThrow()).turned_on;
const dayOf = (count: number): string => today(new Date(START + count * DAY));
/** Advances the clock to another day without waiting for the daily update. */
const nextDay = (count = 1): void => {
  days += count;
  portal.setNow(new Date(START + days * DAY));
};
const turn = async (count = 1): Promise<void> => {
  nextDay(count);
  await vi.waitFor(async () => expect(await turned()).toBe(dayOf(days)), SOON);
  await portal.follower.catchUp();
};
const use = (identifier: string, count: number) =>
  db()
    .insertInto('history')
    .values(people.slice(0, count).map((person_id) => ({ person_id, identifier, last_used: portal.portal.now() })))
    .onConflict((conflict) => conflict.columns(['person_id', 'identifier']).doUpdateSet({ last_used: portal.portal.now() }))
    .execute();
/** Returns the media sorted by uses. Signs in again, because sessions end while days pass. */
const mostUsed = async (): Promise<string[]> => {
  const browser = await portal.as(teacher());
  return (await browser.call(catalogue.search, { query: { q: 'Laubbaum', sort: 'used' } })).items.map(({ identifier }) => identifier);
};

/** Simulates another process on the same database, with its own index. */
async function another(dataDir?: string): Promise<{ portal: Portal<'embedder' | 'search' | 'storage'>; follower: Follower }> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'fundus-turn-'));
  if (dataDir === undefined) endings.push(async () => rmSync(folder, { recursive: true, force: true }));
  const search = await openSearchIndex({ dataDir: folder, workers: 0, vocabulary: [], space: undefined });
  const own: Portal<'embedder' | 'search' | 'storage'> = { ...portal.portal, search, now: () => portal.portal.now() };
  const follower = await followChanges(own, portal.database, { holdDays: true });
  endings.push(async () => {
    await follower.stop();
    await search.close();
  });
  return { portal: own, follower };
}
const stop = async (): Promise<void> => {
  for (const end of endings.splice(-1)) await end();
};
const titles = async ({ search }: Portal<'search'>, q: string): Promise<string[]> =>
  (await search.search({ q, visible: ['catalogue'] })).hits.map(({ id }) => id);

test('ranks media by the number of users on the previous day', async () => {
  await turn();
  await use('eiche', 2);
  await use('buche', 1);
  const before = await entries();
  await turn();
  expect(await mostUsed()).toEqual(['eiche', 'buche', 'ahorn']);
  expect(await entries()).toBe(before + 2);
});

test('adds no change-log entry if the same people use a medium again', async () => {
  const before = await entries();
  await use('eiche', 2);
  await turn();
  expect(await entries()).toBe(before);
});

test('adds a change-log entry for a medium after its uses were deleted', async () => {
  await db().deleteFrom('history').where('history.identifier', '=', 'eiche').execute();
  await turn();
  expect(await mostUsed()).toEqual(['buche', 'ahorn', 'eiche']);
});

test('reindexes reviewed media if the mean of all reviews has changed', async () => {
  const now = portal.portal.now();
  await sql`insert into review (id, identifier, person_id, stars, state, created_at, changed_at)
    values (gen_random_uuid(), 'ahorn', ${people[0]}::uuid, 5, 'published', ${now}, ${now})`.execute(db());
  const before = await entries();
  await turn();
  expect(await entries('ahorn')).toBeGreaterThan(0);
  expect(await entries()).toBe(before + 1);
});

test('runs the daily update once for two processes', async () => {
  const other = await another();
  other.follower.followDays();
  await use('ahorn', 3);
  const before = await entries();
  await turn();
  await new Promise((done) => setTimeout(done, 1_200));
  await other.follower.catchUp();
  expect(await entries()).toBe(before + 1);
  for (const { search } of [portal.portal, other.portal]) {
    const { hits } = await search.search({ q: 'Laubbaum', visible: ['catalogue'], sort: { number: 'used', order: 'desc' } });
    expect(hits[0]?.id).toBe('ahorn');
  }
});

test('catches up on all missed days in one update', async () => {
  await portal.store({
    identifier: 'linde',
    fn_titel: 'Laubbaum Linde',
    fn_typ: '49',
    licences: [{ scope: 'school', target: 'school-a' }],
  });
  await db()
    .updateTable('licence')
    .set({ valid_from: dayOf(days + 3), valid_to: dayOf(days + 30) })
    .where('licence.identifier', '=', 'linde')
    .execute();
  await sql`insert into media_change (identifier) values ('linde')`.execute(db());
  await portal.follower.catchUp();
  const atSchool = async () => (await portal.portal.search.facets({ q: 'Linde', field: 'lizenz', visible: ['catalogue'] })).length;
  const before = await entries();
  await turn(10);
  expect(await entries()).toBe(before + 1);
  expect(await atSchool()).toBe(1);
});

test('resets a future update day to the current day', async () => {
  await turn(400);
  const before = await entries('linde');
  days -= 800;
  await turn(400);
  expect(await turned()).toBe(dayOf(days));
  expect(await entries('linde')).toBe(before + 1);
});

test('starts without waiting for the daily update', async () => {
  const first = await another();
  await use('buche', 5);
  const before = await entries();
  // Prevents the process of the test portal from claiming the daily update.
  await db()
    .updateTable('index_state')
    .set({ turned_on: dayOf(days - 1) })
    .execute();
  await new Promise((done) => setTimeout(done, 1_200));
  expect(await entries(), 'before the portal is ready').toBe(before);
  first.follower.followDays();
  await vi.waitFor(async () => expect(await entries('buche')).toBeGreaterThan(0), SOON);
  await vi.waitFor(async () => expect(await turned()).toBe(dayOf(days)), SOON);
  expect(await entries()).toBe(before + 1);
});

test('lets another process take over the daily update of a killed process', async () => {
  await use('linde', 4);
  const before = await entries();
  const dead = { turning_to: dayOf(days + 1), leased_until: new Date(START + (days + 1) * DAY + 30_000) };
  await db().updateTable('index_state').set(dead).execute();
  const other = await another();
  nextDay();
  other.follower.followDays();
  await new Promise((done) => setTimeout(done, 1_200));
  expect(await entries(), 'while the lease lasts').toBe(before);
  portal.setNow(new Date(START + days * DAY + 120_000));
  await vi.waitFor(async () => expect(await turned()).toBe(dayOf(days)), SOON);
  expect(await entries('linde')).toBeGreaterThan(0);
});

test('writes nothing to the change log at a restart without changes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundus-turn-'));
  const first = await another(folder);
  first.follower.followDays();
  await use('eiche', 3);
  await turn();
  await first.follower.catchUp();
  await first.portal.search.save();
  await stop();
  const before = await entries();
  const again = await another(folder);
  again.follower.followDays();
  await new Promise((done) => setTimeout(done, 1_200));
  expect(await entries()).toBe(before);
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

test('removes entries older than a week from the change log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundus-turn-'));
  const now = portal.portal.now();
  const age = (count: number) => new Date(now.getTime() - count * DAY);
  const first = await another(folder);
  await first.portal.search.save();
  await stop();
  await db()
    .updateTable('media_change')
    .set({ at: age(9) })
    .execute();
  await sql`insert into media_change (identifier, at) values ('ahorn', ${age(8)}), ('buche', ${age(6)}), ('eiche', ${age(5)})`.execute(
    db(),
  );
  await runSweepSteps(portal.portal, { 'catalogue.changes': STEPS['catalogue.changes']! });
  expect(await db().selectFrom('media_change').select('media_change.identifier').orderBy('media_change.seq').execute()).toEqual([
    { identifier: 'buche' },
    { identifier: 'eiche' },
  ]);
  // The newest entry is kept, so that an index that has applied it is known to be complete.
  await portal.follower.catchUp();
  const complete = portal.portal.search.status().seq;
  await db()
    .updateTable('media_change')
    .set({ at: age(30) })
    .execute();
  await runSweepSteps(portal.portal, { 'catalogue.changes': STEPS['catalogue.changes']! });
  expect(await entries()).toBe(1);
  const renewed = vi.spyOn(portal.portal.search, 'renew');
  await portal.follower.catchUp();
  expect(renewed).not.toHaveBeenCalled();
  renewed.mockRestore();
  expect(portal.portal.search.status().seq).toBe(complete);
  // The snapshot of the other process is older than the removed entries.
  await db().updateTable('media_item').set({ fn_titel: 'Nadelbaum' }).where('media_item.identifier', '=', 'ahorn').execute();
  const again = await another(folder);
  expect(await titles(again.portal, 'Nadelbaum')).toEqual(['ahorn']);
  expect(again.portal.search.status().seq).toBe(complete);
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

test('rebuilds the index of a running process that missed removed entries', async () => {
  const other = await another();
  await other.follower.stop();
  await db().updateTable('media_item').set({ fn_titel: 'Strauch' }).where('media_item.identifier', '=', 'buche').execute();
  await sql`insert into media_change (identifier, at) values ('buche', ${new Date(0)}), ('ahorn', ${new Date(0)})`.execute(db());
  await runSweepSteps(portal.portal, { 'catalogue.changes': STEPS['catalogue.changes']! });
  expect(await entries('buche')).toBe(0);
  const again = await followChanges(other.portal, portal.database);
  endings.push(() => again.stop());
  expect(await titles(other.portal, 'Strauch')).toEqual(['buche']);
});
