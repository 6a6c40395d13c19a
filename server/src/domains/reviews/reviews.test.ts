/** Tests of reviews, recommendations and reports through the HTTP API (docs/behaviour/reviews.md). */
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { shiftDay, today, DAY } from '@fundus/contract/days';
import { library } from '@fundus/contract/library/library';
import { reviews, type ReportReason, type ReviewText } from '@fundus/contract/reviews/reviews';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestCode } from '../../testing/classes.ts';
import { districtAdmin, pupil, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { endOldRecommendations } from './service.ts';
import { deleteOldReports } from './reports.ts';

const portal = usePortal();
let editor: Caller;
let count = 0;
beforeAll(async () => {
  await portal.portal.db.insertInto('district').values({ id: 'district-b', name: 'Kreis B' }).execute();
  editor = await portal.as(teacher({ capabilities: ['cap_catalogue'], email: 'redaktion@test.example' }));
});

/** Stores a physical medium, which users can review without opening it. */
async function store(): Promise<string> {
  const identifier = `R-${++count}`;
  await portal.store({ identifier, fn_titel: `Moor ${identifier}`, fn_typ: '79' });
  return identifier;
}
const write = (who: Caller, mediaId: string, more: Partial<ReviewText> = {}) =>
  who.call(reviews.write, { params: { mediaId }, body: { stars: 4, ...more } });
const read = (who: Caller, mediaId: string) => who.call(reviews.ofMedium, { params: { mediaId }, query: {} });
const several = (n: number) => Promise.all(Array.from({ length: n }, () => portal.as(teacher({ vorname: 'Öz', name: 'lem' }))));
const status = (call: Promise<unknown>): Promise<number> => call.then(() => 200).catch((error: { status: number }) => error.status);

describe('reviews', () => {
  test('have an average only for three or more reviews', async () => {
    const id = await store();
    const [a, b, c] = await several(3);
    await write(a!, id, { stars: 5, correct: 5, text: 'Klar erklärt', initials: true });
    await write(b!, id, { stars: 4, correct: 4, text: 'Gut' });
    expect(await read(c!, id)).toMatchObject({
      total: 2,
      average: null,
      items: [
        { text: 'Gut', by: null },
        { text: 'Klar erklärt', by: 'Ö. L.' },
      ],
    });
    await write(c!, id, { stars: 4 });
    expect(await read(a!, id)).toMatchObject({
      total: 3,
      average: 4.3,
      criteria: { correct: null, fitting: null },
      own: { stars: 5, text: 'Klar erklärt' },
    });
    for (const who of [await portal.as(pupil()), portal.guest()])
      expect(await read(who, id)).toMatchObject({ total: 3, average: 4.3, items: [], own: null, can: { read: false, review: false } });
  });

  test('are hidden from other users as drafts', async () => {
    const id = await store();
    const [a, b] = await several(2);
    await write(a!, id, { stars: 1, state: 'draft', text: 'Noch nicht fertig' });
    expect((await read(b!, id)).total).toBe(0);
    expect((await read(a!, id)).own).toMatchObject({ state: 'draft', text: 'Noch nicht fertig' });
  });

  test('replace the previous review of the same user', async () => {
    const id = await store();
    const [a, b] = await several(2);
    const first = await write(a!, id, { stars: 1, state: 'draft', text: 'Noch nicht fertig' });
    const second = await write(a!, id, { stars: 3 });
    expect(second.id).toBe(first.id);
    expect(await read(b!, id)).toMatchObject({ total: 1, items: [{ stars: 3, text: '' }] });
    await a!.call(reviews.remove, { params: { mediaId: id } });
    expect((await read(b!, id)).total).toBe(0);
    expect(await status(a!.call(reviews.remove, { params: { mediaId: id } }))).toBe(404);
  });

  test('are rejected for books without a licence for the school', async () => {
    const identifier = `R-${++count}`;
    await portal.store({ identifier, fn_titel: 'Nicht lizenziert', fn_typ: '79', licences: [{ scope: 'none' }] });
    const [a] = await several(1);
    expect(await status(write(a!, identifier))).toBe(409);
    expect((await read(a!, identifier)).can).toMatchObject({ review: false, open: true });
  });

  test('are accepted only from teachers for visible media', async () => {
    const id = await store();
    const [a] = await several(1);
    expect(await status(write(await portal.as(pupil()), id))).toBe(403);
    expect(await status(write(portal.guest(), id))).toBe(401);
    expect(await status(write(a!, 'nowhere'))).toBe(404);
    await expect(write(a!, id, { subject: 'xyz' })).rejects.toMatchObject({ status: 400, field: 'subject' });
    await expect(write(a!, id, { stars: 6 })).rejects.toMatchObject({ status: 400 });
    expect(await write(a!, id, { subject: '080', grade: 'A(7)' })).toMatchObject({ subject: '080', grade: 'A(7)' });
    expect((await read(editor, id)).items[0]).toMatchObject({ subject: { code: '080', label: 'Biologie' }, grade: 'A(7)' });
  });

  test('rank results by damped rating with unreviewed media last', async () => {
    const [lone, loved, bad, none] = ['Einer', 'Viele', 'Verriss', 'Nichts'].map((name) => `torf-${name}`);
    for (const identifier of [lone!, loved!, bad!, none!])
      await portal.store({ identifier, fn_titel: `Torfstich ${identifier}`, fn_typ: '79' });
    const teachers = await several(4);
    await write(teachers[0]!, lone!, { stars: 5 });
    for (const who of teachers) await write(who, loved!, { stars: 5 });
    await write(teachers[0]!, bad!, { stars: 1 });
    await write(teachers[1]!, none!, { stars: 5, state: 'draft' });
    const learner = await portal.as(pupil());
    const found = async () =>
      (await learner.call(catalogue.search, { query: { q: 'Torfstich', sort: 'rated' } })).items.map((item) => item.identifier);
    const soon = { timeout: 120_000, interval: 50 };
    await expect.poll(found, soon).toEqual([loved, lone, bad, none]);
    await write(teachers[0]!, lone!, { stars: 1 });
    await write(teachers[1]!, lone!, { stars: 1 });
    await expect.poll(found, soon).toEqual([loved, bad, lone, none]);
    for (const who of teachers) await who.call(reviews.remove, { params: { mediaId: loved! } });
    await expect.poll(async () => (await found()).slice(0, 2), soon).toEqual([bad, lone]);
  });

  test('require that the user has opened the film unless the history is disabled', async () => {
    await portal.store({ identifier: 'film', fn_titel: 'Film', fn_typ: '49', files: [{ mime: 'video/mp4', path: 'film.mp4' }] });
    const [a, b] = await several(2);
    expect((await read(a!, 'film')).can).toMatchObject({ review: false, open: true });
    await expect(write(a!, 'film')).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
    await a!.call(library.savePosition, { params: { mediaId: 'film' }, body: { position: 3 } });
    expect((await read(a!, 'film')).can).toMatchObject({ review: true, open: false });
    await write(a!, 'film');
    await b!.call(library.keepHistory, { body: { kept: false } });
    await write(b!, 'film');
  });
});

describe('moderation of reviews', () => {
  const objections = async (id: string, by: Caller[]) => {
    for (const who of by) await who.call(reviews.flag, { params: { id } });
  };

  test('hides a review after three flags until an editor decides', async () => {
    const id = await store();
    const [author, ...others] = await several(5);
    const review = await write(author!, id, { text: 'Naja' });
    await objections(review.id, [others[0]!, others[0]!, others[1]!]);
    expect((await read(others[3]!, id)).total, 'twice is once').toBe(1);
    expect((await read(others[0]!, id)).items[0]?.can.flag).toBe(false);
    await objections(review.id, [others[2]!]);
    expect((await read(others[3]!, id)).total).toBe(0);
    expect((await read(author!, id)).own?.state).toBe('flagged');

    const flagged = (await editor.call(reviews.flagged, { query: {} })).items.filter((item) => item.id === review.id);
    expect(flagged).toMatchObject([{ text: 'Naja', flags: 3, medium: { identifier: id } }]);
    expect(JSON.stringify(flagged)).not.toContain('lem');
    await editor.call(reviews.decide, { params: { id: review.id }, body: { state: 'published' } });
    expect((await read(others[0]!, id)).total).toBe(1);
    await objections(review.id, [others[3]!]);
    expect((await read(others[0]!, id)).total, 'one new objection').toBe(1);
    await editor.call(reviews.decide, { params: { id: review.id }, body: { state: 'hidden' } });
    expect((await read(others[0]!, id)).total).toBe(0);
    expect(await write(author!, id, { text: 'Besser' }), 'changed: an editor looks again').toMatchObject({ state: 'flagged' });
  });

  test('withholds reviews with suspicious texts', async () => {
    const id = await store();
    const [author, other] = await several(2);
    const review = await write(author!, id, { text: 'Mehr auf https://werbung.example' });
    expect(review.state).toBe('flagged');
    expect((await read(other!, id)).total).toBe(0);
    const clean = await write(other!, id);
    await expect(other!.call(reviews.flag, { params: { id: clean.id } })).rejects.toMatchObject({ status: 403 });
  });

  test('lets only editors of the district decide on a review', async () => {
    const id = await store();
    const [author] = await several(1);
    const review = await write(author!, id, { text: 'www.werbung.example' });
    const decide = (who: Caller) => who.call(reviews.decide, { params: { id: review.id }, body: { state: 'hidden' } });
    expect(await status(decide(author!))).toBe(403);
    expect(await status(decide(await portal.as(districtAdmin({ district_id: 'district-b' }))))).toBe(404);
    expect(await status(decide(await portal.as(districtAdmin())))).toBe(200);
    expect(await status(decide(await portal.as(districtAdmin())))).toBe(409);
  });
});

test('shows the seal and text of a recommendation until its last day', async () => {
  const id = await store();
  const body = {
    text: 'Für den Einstieg',
    curriculum: 'BP 2016 3.2.1',
    valid_until: shiftDay(today(new Date()), 1),
  };
  const learner = await portal.as(pupil());
  const seal = async () => (await learner.call(catalogue.detail, { params: { identifier: id } })).recommended;
  expect(await status(learner.call(reviews.recommend, { params: { mediaId: id }, body }))).toBe(403);
  expect(await status((await portal.as(teacher())).call(reviews.recommend, { params: { mediaId: id }, body }))).toBe(403);
  await editor.call(reviews.recommend, { params: { mediaId: id }, body });
  await portal.follower.catchUp();
  expect(await seal()).toBe(true);
  expect((await read(learner, id)).recommendation).toEqual({ ...body, lessons: '' });
  await expect(
    editor.call(reviews.recommend, { params: { mediaId: id }, body: { ...body, valid_until: '2020-01-01' } }),
  ).rejects.toMatchObject({
    status: 400,
    field: 'valid_until',
  });

  expect(await endOldRecommendations(portal.portal)).toBe(0);
  portal.setNow(new Date(Date.now() + 3 * DAY));
  expect(await endOldRecommendations(portal.portal)).toBe(1);
  portal.setNow(null);
  await portal.follower.catchUp();
  expect([await seal(), (await read(learner, id)).recommendation]).toEqual([false, null]);
  await editor.call(reviews.recommend, { params: { mediaId: id }, body: { text: 'Noch einmal' } });
  await editor.call(reviews.unrecommend, { params: { mediaId: id } });
  await portal.follower.catchUp();
  expect(await seal()).toBe(false);
});

describe('reports on media', () => {
  const report = (who: Caller, mediaId: string, reason: ReportReason, text = '', email = '') =>
    who.call(reviews.report, { body: { mediaId, reason, text, email } });
  const mailsTo = async (address: string): Promise<string[]> => {
    const { rows } = await portal.portal.db
      .selectFrom('job')
      .select('payload')
      .execute()
      .then((found) => ({ rows: found }));
    return rows.map((row) => JSON.stringify(row.payload)).filter((text) => text.includes(address));
  };

  test('are sent to editors and answered by mail', async () => {
    const id = await store();
    const teller = await portal.as(pupil({ email: 'emil@test.example', vorname: 'Emil', name: 'Y' }));
    await report(teller, id, 'broken', 'Bleibt bei 2:10 stehen');
    const mails = await mailsTo('redaktion@test.example');
    expect(mails.filter((mail) => mail.includes('Bleibt bei 2:10'))).toHaveLength(1);
    const list = async (state: 'open' | 'settled' = 'open') =>
      (await editor.call(reviews.reports, { query: { state } })).items.filter((item) => item.medium.identifier === id);
    const [own] = await list();
    expect(own).toMatchObject({ reason: 'broken', by: 'Emil Y, Schule a', answerable: true, state: 'new', medium: { there: true } });
    const settle = (state: 'checked' | 'fixed' | 'rejected' | 'new', answer = '') =>
      editor.call(reviews.settle, { params: { id: own!.id }, body: { state, answer } });
    await settle('checked');
    expect(await mailsTo('emil@test.example')).toHaveLength(0);
    await settle('fixed', 'Neue Datei liegt vor');
    expect((await mailsTo('emil@test.example')).join()).toContain('Neue Datei liegt vor');
    await expect(settle('rejected')).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
    await expect(settle('new')).rejects.toMatchObject({ status: 409 });
    expect([(await list()).length, (await list('settled')).length]).toEqual([0, 1]);
  });

  test('require a text if the reason is "other"', async () => {
    await expect(report(portal.guest(), await store(), 'other')).rejects.toMatchObject({ status: 400, field: 'text' });
  });

  test('are limited to five per hour for guests', async () => {
    const id = await store();
    const guest = portal.guest();
    for (let i = 0; i < 5; i++) await report(guest, id, 'advertising', `Nr. ${i}`, 'gast@test.example');
    await expect(report(guest, id, 'advertising')).rejects.toMatchObject({
      status: 429,
      details: { retry_after: expect.any(Number) as number },
    });
    portal.setNow(new Date(Date.now() + 3_700_000));
    await report(guest, id, 'advertising');
    portal.setNow(null);
    const elsewhere = await portal.as(districtAdmin({ district_id: 'district-b' }));
    const items = (await elsewhere.call(reviews.reports, { query: {} })).items.filter((item) => item.medium.identifier === id);
    expect(items).toHaveLength(6);
    expect(items.at(-1)).toMatchObject({ by: 'gast@test.example', answerable: true });
  });

  test('are limited separately for each learner code', async () => {
    const id = await store();
    portal.setNow(new Date(Date.now() + 7_400_000));
    const guest = portal.guest();
    for (let i = 0; i < 5; i++) await report(guest, id, 'advertising');
    expect(await status(report(guest, id, 'advertising'))).toBe(429);
    const [one, other] = [await createTestCode(portal, { label: 'r-01' }), await createTestCode(portal, { label: 'r-02' })];
    for (const { caller } of [one, other]) expect(await status(report(caller, id, 'advertising'))).toBe(200);
    portal.setNow(null);
    const rows = await portal.portal.db.selectFrom('media_report').select('person_id').where('identifier', '=', id).execute();
    expect(rows.every(({ person_id }) => person_id === null)).toBe(true);
  });

  test('are deleted a year after they were resolved', async () => {
    const id = await store();
    await report(await portal.as(teacher()), id, 'content');
    const kept = async () => portal.portal.db.selectFrom('media_report').select(['id', 'source']).where('identifier', '=', id).execute();
    const [own] = await kept();
    expect(own?.source).not.toBe('');
    await editor.call(reviews.settle, { params: { id: own!.id }, body: { state: 'fixed' } });
    const at = (days: number) => deleteOldReports({ db: portal.portal.db, now: () => new Date(Date.now() + days * DAY) });
    await at(2);
    expect(await kept()).toMatchObject([{ source: '' }]);
    await at(364);
    expect(await kept()).toHaveLength(1);
    await at(366);
    expect(await kept()).toHaveLength(0);
  });

  test('are visible only to editors of the district', async () => {
    const id = await store();
    await report(await portal.as(teacher()), id, 'content');
    const elsewhere = await portal.as(districtAdmin({ district_id: 'district-b' }));
    expect((await elsewhere.call(reviews.reports, { query: {} })).items.some((item) => item.medium.identifier === id)).toBe(false);
    const [own] = (await editor.call(reviews.reports, { query: {} })).items.filter((item) => item.medium.identifier === id);
    expect(await status(elsewhere.call(reviews.settle, { params: { id: own!.id }, body: { state: 'fixed' } }))).toBe(404);
    expect(await status((await portal.as(teacher())).call(reviews.reports, { query: {} }))).toBe(403);
    expect(await status(report(await portal.as(teacher()), 'nowhere', 'content'))).toBe(404);
  });
});
