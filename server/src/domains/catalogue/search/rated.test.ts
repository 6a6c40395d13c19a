/** Tests that the mean of all reviews is computed once per index run, and that media are only reindexed if the mean has changed. */
import { DAY } from '@fundus/contract/days';
import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { statementsDuring } from '../../../testing/record-statements.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { insertPeople } from '../../accounts/index.ts';
import { rebuild } from '../index.ts';
import { listReviewedAfter } from '../repository.ts';

const MEDIA = ['sand', 'schlick', 'tang'];
const portal = usePortal();
beforeAll(async () => {
  await portal.store(...MEDIA.map((identifier) => ({ identifier, fn_titel: identifier, fn_typ: '79' })));
  // Waits for the end of the daily update, because it computes the mean of all reviews as well.
  await vi.waitFor(
    async () => expect((await sql`select 1 from index_state where turned_on is not null`.execute(db())).rows).toHaveLength(1),
    { timeout: 120_000, interval: 100 },
  );
  await portal.follower.catchUp();
});

const db = () => portal.portal.db;
async function review(identifier: string, ...stars: number[]): Promise<void> {
  const now = new Date();
  const nobody = {
    email: null,
    password_hash: null,
    vorname: 'A',
    name: 'B',
    role: 'L' as const,
    school_admin: '0' as const,
    district_admin: '0' as const,
  };
  const people = stars.map(() => ({ ...nobody, id: newId(), capabilities: [], school_id: 'school-a', district_id: null }));
  await insertPeople(db(), people);
  const rows = people.map(({ id: person_id }, i) => ({
    id: newId(),
    identifier,
    person_id,
    stars: stars[i]!,
    state: 'published' as const,
  }));
  await db()
    .insertInto('review')
    .values(rows.map((row) => ({ ...row, created_at: now, changed_at: now })))
    .execute();
}
const logged = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from media_change`.execute(db());
  return rows[0]!.n;
};
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Returns how often the mean of all reviews is computed during `run`. */
async function averages(run: () => Promise<unknown>): Promise<number> {
  const statements = await statementsDuring(portal, run);
  return statements.filter((statement) => statement.sql.includes('avg(review.stars)')).length;
}

test('computes the mean rating at most once per index run', async () => {
  await review('sand', 4, 5);
  expect(await averages(() => rebuild(portal.portal))).toBe(1);
  await sql`insert into media_change (identifier) select 'sand' from generate_series(1, 6000)`.execute(db());
  expect(await averages(() => portal.follower.catchUp())).toBe(1);
  expect(await averages(() => portal.follower.catchUp())).toBe(0);
});

test('lists each reviewed medium once over several pages', async () => {
  await review('tang', 4, 5);
  await review('schlick', 4, 5);
  expect(await listReviewedAfter(db(), '', 2)).toEqual(['sand', 'schlick']);
  expect(await listReviewedAfter(db(), 'schlick', 2)).toEqual(['tang']);
});

test('reindexes reviewed media in the daily update only if the mean has changed', async () => {
  const start = Date.UTC(2030, 5, 1, 10);
  let days = 0;
  /** Runs the daily update of the index and returns the number of new entries in the change log. */
  const turn = async (): Promise<number> => {
    const before = await logged();
    days += 1;
    portal.setNow(new Date(start + days * DAY));
    await pause(1_500);
    return (await logged()) - before;
  };
  await turn();
  expect(await turn(), 'the mean stands').toBe(0);
  await review('sand', 1, 1);
  expect(await turn(), 'it has moved by more than a star').toBe(MEDIA.length);
  expect(await turn()).toBe(0);
  await review('sand', 4, 4, 4, 4, 4, 3, 3, 3);
  expect(await turn(), 'there are more reviews, and the same mean').toBe(0);
  portal.setNow(null);
});
