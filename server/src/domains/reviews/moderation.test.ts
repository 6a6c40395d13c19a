/** What was taken out of sight stays there until an editor shows it again, whatever its author does (behaviour.md 5.10.1). */
import { reviews, type OwnReview, type ReviewText } from '@fundus/contract/reviews';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { teacher, testPortal, type Caller, type TestPortal } from '../../testing/index.ts';
import { lockReview, setReviewState } from './repository.ts';

let portal: TestPortal;
let editor: Caller;
let count = 0;
beforeAll(async () => {
  portal = await testPortal();
  editor = await portal.as(teacher({ capabilities: ['cap_catalogue'] }));
});
afterAll(() => portal.close());

/** A document: nothing whose place is kept, so whoever reviews it is believed. */
async function store(): Promise<string> {
  const identifier = `H-${++count}`;
  await portal.store({ identifier, fn_titel: `Heide ${identifier}`, fn_typ: '79' });
  return identifier;
}
const write = (who: Caller, mediaId: string, more: Partial<ReviewText> = {}) =>
  who.call(reviews.write, { params: { mediaId }, body: { stars: 4, ...more } });
const remove = (who: Caller, mediaId: string) => who.call(reviews.remove, { params: { mediaId } });
const decide = (id: string, state: 'published' | 'hidden') => editor.call(reviews.decide, { params: { id }, body: { state } });
const shown = async (who: Caller, mediaId: string) => (await who.call(reviews.ofMedium, { params: { mediaId }, query: {} })).total;
const several = (n: number) => Promise.all(Array.from({ length: n }, () => portal.as(teacher())));

/** A review three people objected to, or one an editor took away. */
async function held(how: 'flagged' | 'hidden'): Promise<{ id: string; author: Caller; others: Caller[]; review: OwnReview }> {
  const id = await store();
  const [author, ...others] = await several(4);
  const review = await write(author!, id, { text: 'Naja' });
  if (how === 'hidden') await decide(review.id, 'hidden');
  else for (const who of others) await who.call(reviews.flag, { params: { id: review.id } });
  expect(await shown(others[0]!, id)).toBe(0);
  return { id, author: author!, others, review };
}

describe.each(['flagged', 'hidden'] as const)('a review that is %s', (how) => {
  test('is not shown by way of a draft', async () => {
    const { id, author, others } = await held(how);
    expect(await write(author, id, { state: 'draft' })).toMatchObject({ state: 'draft' });
    expect(await write(author, id)).toMatchObject({ state: 'flagged' });
    expect(await shown(others[0]!, id)).toBe(0);
  });

  test('is not shown by being written anew', async () => {
    const { id, author, others } = await held(how);
    await remove(author, id);
    expect(await write(author, id, { text: 'Noch einmal' })).toMatchObject({ state: 'flagged' });
    expect(await shown(others[0]!, id)).toBe(0);
    const waiting = (await editor.call(reviews.flagged, { query: {} })).items;
    expect(waiting.filter((item) => item.medium.identifier === id)).toMatchObject([{ text: 'Noch einmal' }]);
  });

  test('is its author’s to change as they like once an editor has shown it again', async () => {
    const { id, author, others } = await held(how);
    const { id: again } = await write(author, id);
    await decide(again, 'published');
    expect(await write(author, id, { stars: 2 })).toMatchObject({ state: 'published' });
    await remove(author, id);
    expect(await write(author, id, { stars: 3 })).toMatchObject({ state: 'published' });
    expect(await shown(others[0]!, id)).toBe(1);
  });
});

test('of a review that was taken away and deleted nothing stays but whose it was, of what, and since when', async () => {
  const { id, author, review } = await held('hidden');
  await remove(author, id);
  const { rows } = await sql<Record<string, unknown>>`select * from review_hold where identifier = ${id}`.execute(portal.portal.db);
  expect(rows.map((row) => Object.keys(row).sort())).toEqual([['at', 'identifier', 'person_id']]);
  expect((await sql`select from review where id = ${review.id}`.execute(portal.portal.db)).rows).toEqual([]);
});

test('what is taken out of sight while its author saves stays out of sight', async () => {
  const id = await store();
  const [author, other] = await several(2);
  const review = await write(author!, id);
  let saved: Promise<OwnReview> | undefined;
  await portal.portal.db.transaction().execute(async (db) => {
    const row = await lockReview(db, review.id);
    await setReviewState(db, row!, 'flagged', new Date());
    saved = write(author!, id, { text: 'Gerade noch' });
    await new Promise((wake) => setTimeout(wake, 300));
  });
  expect(await saved).toMatchObject({ state: 'flagged' });
  expect(await shown(other!, id)).toBe(0);
});
