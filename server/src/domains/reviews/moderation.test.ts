/** A hidden review remains hidden until an editor publishes it, regardless of what its author does (docs/behaviour/reviews.md#moderation). */
import { reviews, type OwnReview, type ReviewText } from '@fundus/contract/reviews/reviews';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { districtAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { insertDistrict } from '../accounts/index.ts';
import { lockReview, setReviewState } from './repository.ts';

const portal = usePortal();
let editor: Caller;
let count = 0;
beforeAll(async () => {
  editor = await portal.as(teacher({ capabilities: ['cap_catalogue'] }));
});

/** Stores a physical medium, which users can review without opening it. */
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

/** Creates a review that is either flagged by three users or hidden by an editor. */
async function contested(how: 'flagged' | 'hidden'): Promise<{ id: string; author: Caller; others: Caller[]; review: OwnReview }> {
  const id = await store();
  const [author, ...others] = await several(4);
  const review = await write(author!, id, { text: 'Naja' });
  if (how === 'hidden') await decide(review.id, 'hidden');
  else for (const who of others) await who.call(reviews.flag, { params: { id: review.id } });
  expect(await shown(others[0]!, id)).toBe(0);
  return { id, author: author!, others, review };
}

describe.each(['flagged', 'hidden'] as const)('a review that is %s', (how) => {
  test('stays unpublished when its author saves it as a draft', async () => {
    const { id, author, others } = await contested(how);
    expect(await write(author, id, { state: 'draft' })).toMatchObject({ state: 'draft' });
    expect(await write(author, id)).toMatchObject({ state: 'flagged' });
    expect(await shown(others[0]!, id)).toBe(0);
  });

  test('stays unpublished when its author replaces it with a new review', async () => {
    const { id, author, others } = await contested(how);
    await remove(author, id);
    expect(await write(author, id, { text: 'Noch einmal' })).toMatchObject({ state: 'flagged' });
    expect(await shown(others[0]!, id)).toBe(0);
    const waiting = (await editor.call(reviews.flagged, { query: {} })).items;
    expect(waiting.filter((item) => item.medium.identifier === id)).toMatchObject([{ text: 'Noch einmal' }]);
  });

  test('can be changed by its author after an editor has published it', async () => {
    const { id, author, others } = await contested(how);
    const { id: again } = await write(author, id);
    await decide(again, 'published');
    expect(await write(author, id, { stars: 2 })).toMatchObject({ state: 'published' });
    await remove(author, id);
    expect(await write(author, id, { stars: 3 })).toMatchObject({ state: 'published' });
    expect(await shown(others[0]!, id)).toBe(1);
  });
});

test('keeps only author, medium and time of a hidden review after its deletion', async () => {
  const { id, author, review } = await contested('hidden');
  await remove(author, id);
  const { rows } = await sql<Record<string, unknown>>`select * from review_hold where identifier = ${id}`.execute(portal.portal.db);
  expect(rows.map((row) => Object.keys(row).sort())).toEqual([['at', 'identifier', 'person_id']]);
  expect((await sql`select from review where id = ${review.id}`.execute(portal.portal.db)).rows).toEqual([]);
});

test('keeps a review hidden if it is flagged while its author saves it', async () => {
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

describe('notification of editors', () => {
  const cap = { capabilities: ['cap_catalogue' as const] };
  beforeAll(() => insertDistrict(portal.portal.db, { id: 'district-c', name: 'Kreis C' }));

  test('is sent to all editors if the author of the review has no district', async () => {
    const id = await store();
    const author = await portal.as(teacher({ school_id: null }));
    const review = await write(author, id, { text: 'Mehr auf https://werbung.example' });
    expect(review.state).toBe('flagged');
    const far = await portal.as(districtAdmin({ district_id: 'district-c' }));
    for (const who of [editor, far]) {
      const { items, total } = await who.call(reviews.flagged, { query: {} });
      expect(items.map((item) => item.id)).toContain(review.id);
      expect((await who.call(reviews.reports, { query: {} })).flagged).toBe(total);
    }
    await far.call(reviews.decide, { params: { id: review.id }, body: { state: 'published' } });
    expect(await shown(editor, id)).toBe(1);
  });

  test('is sent to at most twenty editors per district', async () => {
    const id = await store();
    for (let i = 0; i < 25; i++) await portal.as(teacher({ ...cap, email: `viele-${i}@test.example` }));
    await portal.as(teacher({ ...cap, school_id: null, email: 'nirgends@test.example' }));
    await portal.as(districtAdmin({ district_id: 'district-c', email: 'spaet@test.example' }));
    const notified = async () => {
      const rows = await portal.portal.db.selectFrom('job').select('job.payload').orderBy('job.id').execute();
      return rows.map((row) => JSON.stringify(row.payload)).filter((mail) => mail.includes(`Heide ${id}`));
    };
    await portal.guest().call(reviews.report, { body: { mediaId: id, reason: 'broken' } });
    const first = await notified();
    expect(first.filter((mail) => mail.includes('spaet@test.example'))).toHaveLength(1);
    expect(first.filter((mail) => mail.includes('nirgends@test.example'))).toHaveLength(0);
    expect(first.filter((mail) => mail.includes('viele-')).length).toBeLessThanOrEqual(20);
    await (await portal.as(teacher())).call(reviews.report, { body: { mediaId: id, reason: 'broken' } });
    const second = (await notified()).slice(first.length);
    expect(second).toHaveLength(20);
    expect(second.join()).not.toContain('spaet@');
  });
});
