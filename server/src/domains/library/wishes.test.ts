import { shiftDay, today } from '@fundus/contract/days';
import { invitations } from '@fundus/contract/invitations/invitations';
import { library } from '@fundus/contract/library/library';
import { people } from '@fundus/contract/people/people';
import { wishes } from '@fundus/contract/library/wishes';
import { beforeAll, describe, expect, test } from 'vitest';
import { districtAdmin, pupil, schoolAdmin, teacher, testPortal, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal();
beforeAll(async () => {
  await portal.portal.db.insertInto('district').values({ id: 'district-w', name: 'Kreis W' }).execute();
  await portal.store(
    ...['a', 'b'].map((identifier) => ({
      identifier,
      fn_titel: `Buch ${identifier}`,
      fn_typ: 'UC_BOOK',
      licences: [{ scope: 'none' as const }],
    })),
    { identifier: 'free', fn_titel: 'Frei', fn_typ: '49' },
  );
});

const wish = (who: Caller, mediaId: string, note = '') => who.call(wishes.setWish, { params: { mediaId }, body: { note } });
const own = async (who: Caller, school = false) => (await who.call(wishes.wishes, { query: { school: String(school) as 'true' } })).items;
const status = (call: Promise<unknown>): Promise<number> => call.then(() => 200).catch((error: { status: number }) => error.status);

test('stores one wish per medium with the latest note', async () => {
  const who = await portal.as(teacher());
  expect(await who.call(wishes.wishOf, { params: { mediaId: 'a' } })).toEqual({ state: null, can: { wish: true } });
  await wish(who, 'a', 'Für Klasse 7');
  await wish(who, 'a', 'Für 7a und 7b');
  expect(await own(who)).toMatchObject([
    { identifier: 'a', note: 'Für 7a und 7b', state: 'open', by: null, can: { withdraw: true, decide: false } },
  ]);
  expect((await who.call(wishes.wishOf, { params: { mediaId: 'a' } })).state).toBe('open');
  await who.call(wishes.removeWish, { params: { mediaId: 'a' } });
  expect(await own(who)).toEqual([]);
  expect(await status(who.call(wishes.removeWish, { params: { mediaId: 'a' } }))).toBe(404);
});

test('lets the school decide on a wish of its teacher', async () => {
  const who = await portal.as(teacher({ email: 'wunsch@test.example', vorname: 'Lea', name: 'Lehr' }));
  const admin = await portal.as(schoolAdmin());
  const other = await portal.as(schoolAdmin({ school_id: 'school-b' }));
  await wish(who, 'b');
  const [asked] = await own(admin, true);
  expect(asked).toMatchObject({ identifier: 'b', by: 'Lea Lehr', can: { withdraw: false, decide: true } });
  expect(await own(other, true)).toEqual([]);
  const decide = (by: Caller, state: 'ordered' | 'declined', answer = '') =>
    by.call(wishes.decideWish, { params: { id: asked!.id }, body: { state, answer } });
  expect(await status(decide(other, 'ordered'))).toBe(404);
  expect(await status(decide(who, 'ordered'))).toBe(403);
  await decide(admin, 'declined', 'Erst im neuen Jahr');
  const mails = (await portal.portal.db.selectFrom('job').select('payload').execute())
    .map((row) => JSON.stringify(row.payload))
    .filter((mail) => mail.includes('wunsch@test.example'));
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('Erst im neuen Jahr');
  expect(await own(who)).toMatchObject([{ state: 'declined', answer: 'Erst im neuen Jahr' }]);
  await wish(who, 'b', 'Bitte doch');
  expect(await own(who), 'a repeated request is open again').toMatchObject([{ state: 'open', note: 'Bitte doch' }]);
});

test('allows wishes depending on the role of the user and the type of the medium', async () => {
  const learner = await portal.as(pupil());
  expect(await learner.call(wishes.wishOf, { params: { mediaId: 'a' } })).toEqual({ state: null, can: { wish: false } });
  expect(await status(wish(learner, 'a'))).toBe(403);
  const who = await portal.as(teacher());
  expect(await status(wish(who, 'free'))).toBe(409);
  expect(await status(wish(who, 'nowhere'))).toBe(404);
  expect(await status(own(who, true))).toBe(403);
  const tabs = async (by: Caller) => (await by.call(library.tabs)).items;
  expect(await tabs(learner)).not.toContain('wishes');
  expect(await tabs(who)).toContain('wishes');
  expect(await tabs(who)).not.toContain('reports');
  expect(await tabs(await portal.as(teacher({ capabilities: ['cap_catalogue'] })))).toContain('reports');
});

describe('leaving a school', () => {
  /** Creates a teacher of school A with one decided and one open wish, and administrators of both schools. */
  async function leaver(email: string) {
    const [who, admin, far] = [
      await portal.as(teacher({ email })),
      await portal.as(schoolAdmin()),
      await portal.as(schoolAdmin({ school_id: 'school-b' })),
    ];
    const { id, version } = await portal.portal.db
      .selectFrom('person')
      .select(['person.id', 'person.version'])
      .where('person.email', '=', email)
      .executeTakeFirstOrThrow();
    await wish(who, 'b');
    const [decided] = await own(who);
    await admin.call(wishes.decideWish, { params: { id: decided!.id }, body: { state: 'ordered', answer: 'Kommt bald' } });
    await wish(who, 'a', 'Für die 7a');
    return { who, admin, far, id, version };
  }
  const change = async (who: Caller, by: Caller, email: string) => {
    const { id } = await by.call(invitations.create, { body: { kind: 'personal', role: 'teacher', email } });
    expect(await who.call(invitations.accept, { params: { id }, body: { change_school: true } })).toEqual({ outcome: 'joined' });
  };
  const stands = async (by: Caller) => (await own(by, true)).map((each) => `${each.identifier} ${each.state}`);

  test('removes undecided wishes', async () => {
    const { who, admin, id, version } = await leaver('geht@test.example');
    const before = (await stands(admin)).filter((each) => each === 'a open').length;
    await admin.call(people.remove, { params: { id }, body: { version } });
    expect((await stands(admin)).filter((each) => each === 'a open')).toHaveLength(before - 1);
    expect(await own(who), 'the decision is still reported').toMatchObject([{ identifier: 'b', state: 'ordered' }]);
  });

  test('moves a wish to the new school if the user makes it again', async () => {
    const { who, far } = await leaver('kommt@test.example');
    await change(who, far, 'kommt@test.example');
    expect(await own(who)).toMatchObject([{ identifier: 'b', state: 'ordered' }]);
    expect(await own(far, true)).toEqual([]);
    expect(await who.call(wishes.wishOf, { params: { mediaId: 'b' } })).toEqual({ state: null, can: { wish: true } });
    await wish(who, 'b', 'Auch hier');
    expect(await own(who)).toMatchObject([{ identifier: 'b', state: 'open', note: 'Auch hier', answer: '' }]);
    expect(await own(far, true)).toMatchObject([{ identifier: 'b', state: 'open', note: 'Auch hier' }]);
    const list = await own(await portal.as(schoolAdmin()), true);
    expect(list.filter((each) => each.note === 'Auch hier')).toEqual([]);
  });
});

test.each([
  [true, ['ended', 'just-ended', 'never']],
  [false, ['just-ended']],
])('allows wishes for the same media on cards, pages and in requests (public catalogue: %s)', async (Katalog, expected) => {
  const other = await testPortal({ Katalog, licenceGraceDays: 10 });
  const day = (days: number) => shiftDay(today(new Date()), days);
  const ofSchool = (valid_to: string) => [{ scope: 'school' as const, target: 'school-a', valid_to }];
  const media = {
    ended: ofSchool(day(-400)),
    'just-ended': ofSchool(day(-3)),
    running: ofSchool(day(30)),
    never: [{ scope: 'none' as const }],
    'on-a-shelf': [{ scope: 'none' as const }],
    free: [],
  };
  await other.store(
    ...Object.entries(media).map(([identifier, licences]) => ({
      identifier,
      fn_titel: identifier,
      fn_typ: identifier === 'on-a-shelf' ? '46' : 'UC_BOOK',
      licences,
    })),
  );
  const who = await other.as(teacher());
  for (const identifier of Object.keys(media)) await who.call(library.setBookmark, { params: { mediaId: identifier } });
  const cards = (await who.call(library.bookmarks, { query: {} })).items.flatMap(({ medium }) => medium ?? []);
  expect(cards).toHaveLength(Object.keys(media).length);
  const offers = async (asked: (mediaId: string) => Promise<boolean>): Promise<string[]> => {
    const all = await Promise.all(Object.keys(media).map(async (id) => ((await asked(id)) ? [id] : [])));
    return all.flat().sort();
  };
  expect(cards.flatMap((card) => (card.can.wish ? [card.identifier] : [])).sort()).toEqual(expected);
  expect(await offers(async (mediaId) => (await who.call(wishes.wishOf, { params: { mediaId } })).can.wish)).toEqual(expected);
  expect(await offers(async (mediaId) => (await status(wish(who, mediaId))) === 200)).toEqual(expected);
  await other.close();
});

test('lets district administrators create and decide on wishes', async () => {
  const who = await portal.as(districtAdmin({ email: 'kreis@test.example', vorname: 'Kim', name: 'Kreis' }));
  const colleague = await portal.as(districtAdmin());
  const elsewhere = await portal.as(districtAdmin({ district_id: 'district-w' }));
  const [school, other] = [await portal.as(schoolAdmin()), await portal.as(teacher())];
  expect((await who.call(library.tabs)).items).toContain('wishes');
  expect(await who.call(wishes.wishOf, { params: { mediaId: 'a' } })).toEqual({ state: null, can: { wish: true } });
  await wish(who, 'a', 'Für alle Grundschulen');
  await wish(other, 'a');
  const [asked, ...more] = await own(colleague, true);
  expect([asked, more]).toMatchObject([{ identifier: 'a', by: 'Kim Kreis', note: 'Für alle Grundschulen', can: { decide: true } }, []]);
  expect((await own(school, true)).map(({ by }) => by)).not.toContain('Kim Kreis');
  expect(await own(elsewhere, true)).toEqual([]);
  const decide = (by: Caller) => by.call(wishes.decideWish, { params: { id: asked!.id }, body: { state: 'ordered' } });
  expect([await status(decide(elsewhere)), await status(decide(school)), await status(decide(other))]).toEqual([404, 404, 403]);
  // Only the administrators of a school decide on its wishes.
  const [theirs] = await own(school, true);
  const params = { id: theirs!.id };
  expect(await status(colleague.call(wishes.decideWish, { params, body: { state: 'ordered' } }))).toBe(404);
  await decide(colleague);
  expect(await own(who)).toMatchObject([{ identifier: 'a', state: 'ordered' }]);
  const mails = (await portal.portal.db.selectFrom('job').select('payload').execute()).map((row) => JSON.stringify(row.payload));
  expect(mails.filter((mail) => mail.includes('kreis@test.example'))).toHaveLength(1);
});
