/** Sharing drafts of own material with classes, groups and colleagues (docs/behaviour/own-material.md#giving). */
import { accounts } from '@fundus/contract/accounts/accounts';
import { assignments } from '@fundus/contract/assignments/assignments';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { classes } from '@fundus/contract/classes/classes';
import { classMedia } from '@fundus/contract/classes/media';
import { classMembers } from '@fundus/contract/classes/members';
import { DAY, today } from '@fundus/contract/days';
import { library } from '@fundus/contract/library/library';
import { medialists as lists } from '@fundus/contract/medialists/medialists';
import { medialistItems as items } from '@fundus/contract/medialists/items';
import { medialistLinks as links } from '@fundus/contract/medialists/links';
import { medialistSharing as sharing } from '@fundus/contract/medialists/sharing';
import { ownMaterial, type OwnMaterial } from '@fundus/contract/own-material/own-material';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { Readable } from 'node:stream';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { createTestCode, statusOf } from '../../testing/classes.ts';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal({ Katalog: true });
let maker: Caller;
/** A teacher who teaches the class together with the author. */
let second: Caller;
let colleague: Caller;
let ida: Caller;
let jan: Caller;
/** A learner of the school who belongs to no class. */
let outside: Caller;
let code: Caller;
let admin: Caller;
let district: Caller;
/** A learner of another school who is a guest of the class. */
let guest: Caller;
let classId: string;
let groupId: string;
let n = 0;

const db = () => portal.portal.db;
const idOf = async (caller: Caller): Promise<string> => ((await caller.call(accounts.userinfo)) as { id: string }).id;

beforeAll(async () => {
  maker = await portal.as(teacher({ email: 'maker@a.example', vorname: 'Ada', name: 'Amsel' }));
  second = await portal.as(teacher({ email: 'second@a.example' }));
  colleague = await portal.as(teacher({ email: 'colleague@a.example', vorname: 'Kim', name: 'Kranich' }));
  ida = await portal.as(pupil({ email: 'ida@a.example' }));
  jan = await portal.as(pupil({ email: 'jan@a.example' }));
  outside = await portal.as(pupil({ email: 'outside@a.example' }));
  admin = await portal.as(schoolAdmin({ email: 'admin@a.example' }));
  district = await portal.as(districtAdmin());
  guest = await portal.as(pupil({ school_id: 'school-b', email: 'guest@b.example' }));
  classId = (await maker.call(classes.create, { body: { name: '7b' } })).id;
  const add = async (people: Caller[], role: 'student' | 'teacher') =>
    maker.call(classMembers.addMembers, { params: { id: classId }, body: { people: await Promise.all(people.map(idOf)), role } });
  await add([ida, jan], 'student');
  await add([second], 'teacher');
  const now = new Date();
  const member = { id: newId(), class_id: classId, person_id: await idOf(guest), role: 'student', state: 'active', guest: true } as const;
  await db()
    .insertInto('class_member')
    .values({ ...member, joined_at: now, state_since: now })
    .execute();
  code = (await createTestCode(portal, { classes: [classId] })).caller;
  const { items: members } = await maker.call(classMembers.members, { params: { id: classId }, query: {} });
  const idOfIda = await idOf(ida);
  const idas = members.find(({ person_id }) => person_id === idOfIda)?.id;
  groupId = (await maker.call(classMembers.addGroup, { params: { id: classId }, body: { name: 'Nord', members: [idas!] } })).id;
});
beforeAll(async () => {
  // Keeps the sessions valid, because some tests move the clock.
  await db()
    .updateTable('session')
    .set({ expires_at: new Date('2099-01-01'), last_seen_at: new Date('2099-01-01') })
    .execute();
});
afterEach(() => portal.setNow(null));

/** Creates a draft with a file for the author. */
async function makeDraft(rights: object | null = { source: 'own' }, who = maker): Promise<OwnMaterial> {
  const record = { fn_titel: `Regenwurmbogen ${++n}`, fn_typ: '79', fn_geb: ['080'], fn_adressat: ['A(7)'] };
  const made = await who.call(ownMaterial.create, { body: { record: record as never, rights: rights as never } });
  const id = newId();
  await portal.portal.storage.write(`media/${id}.pdf`, Readable.from(['%PDF-']));
  const row = {
    id,
    identifier: made.identifier,
    rank: 0,
    role: 'main' as const,
    mime: 'application/pdf',
    path: `media/${id}.pdf`,
    bytes: 5,
  };
  await db()
    .insertInto('media_file')
    .values({ ...row, uploaded_at: new Date() })
    .execute();
  return made;
}

const share = (what: OwnMaterial, terms: object = {}, who = maker) =>
  who.call(classMedia.share, { body: { classes: [classId], media: [what.identifier], ...terms } as never });
const shareWith = async (what: OwnMaterial, people: Caller[], terms: object = {}, who = maker) =>
  who.call(sharedMedia.share, { body: { media: [what.identifier], people: await Promise.all(people.map(idOf)), ...terms } as never });
const medium = ({ identifier }: OwnMaterial) => ({ kind: 'medium' as const, identifier });

/** Returns whether the caller can find and open the material in all ways or in none. Returns the single results if they differ. */
async function reaches(who: Caller, { identifier, record: { fn_titel } }: OwnMaterial): Promise<'all' | 'none' | object> {
  await portal.follower.catchUp();
  const params = { identifier };
  const query = { q: `"${fn_titel}"` };
  const page = await who.call(catalogue.detail, { params }).catch(() => null);
  const [file] = page?.files ?? [];
  const counts = await who.call(catalogue.catalogueDistinct, { query: { ...query, f: 'fn_geb' } });
  const found = {
    page: page !== null,
    plays: page?.can.play === true && !page.draft,
    file: file !== undefined && (await who.inject({ method: 'GET', url: file.href })).statusCode === 200,
    cover: (await who.inject({ method: 'GET', url: `/api/v1/covers/${identifier}` })).statusCode === 200,
    search: (await who.call(catalogue.search, { query })).items.length > 0,
    whole: (await who.call(catalogue.catalogueSearch, { query })).items.length > 0,
    usable: (await who.call(catalogue.search, { query: { ...query, usable: 'true' } })).items.length > 0,
    counted: counts.values.length > 0,
    suggested: (await who.call(catalogue.suggest, { query: { q: fn_titel } })).suggestions.some(({ text }) => text === fn_titel),
    similar: (await statusOf(who.call(catalogue.similar, { params }))) === 200,
  };
  const values = new Set(Object.values(found));
  return values.size > 1 ? found : values.has(true) ? 'all' : 'none';
}
/** Expects that exactly these users can find and open the draft. Its author must see it as a draft unless the author is one of these users. */
const expectOnly = async (what: OwnMaterial, those: Caller[]) => {
  const all = { second, colleague, ida, jan, outside, code, admin, district, guest };
  const reached = await Promise.all(Object.entries(all).map(async ([name, who]) => [name, await reaches(who, what)] as const));
  const expected = Object.entries(all).map(([name, who]) => [name, those.includes(who) ? 'all' : 'none'] as const);
  expect(Object.fromEntries(reached)).toEqual(Object.fromEntries(expected));
  expect((await maker.call(catalogue.detail, { params: what })).draft).toBe(!those.includes(maker));
};

describe('sharing with a class', () => {
  test('opens the draft only to learners, codes and teachers of the class', async () => {
    const draft = await makeDraft();
    const done = await share(draft);
    expect(done).toMatchObject({ shared: 1, unlicensed: [] });
    await expectOnly(draft, [maker, second, ida, jan, code]);
    const shown = (await ida.call(classMedia.media, { params: { id: classId } })).items;
    expect(shown).toMatchObject([{ identifier: draft.identifier, state: 'shown', item: { can: { play: true } } }]);
    const [entry] = (await second.call(classMedia.media, { params: { id: classId } })).items;
    expect(entry).toMatchObject({ state: 'shown', item: { draft: false } });
    const [listed] = (await second.call(sharedMedia.classes, { query: {} })).items;
    expect(listed).toMatchObject({ identifier: draft.identifier, state: 'shown' });
    expect(await statusOf(ida.call(library.setBookmark, { params: { mediaId: draft.identifier } }))).toBe(200);
    expect(await statusOf(outside.call(library.setBookmark, { params: { mediaId: draft.identifier } }))).toBe(404);
    expect(await maker.call(ownMaterial.read, { params: draft })).toMatchObject({
      state: 'given',
      places: { classes: [{ id: classId, name: '7b' }], groups: [], people: [], tasks: [] },
    });
    expect((await admin.call(ownMaterial.ofSchool, { params: { id: 'school-a' }, query: { q: draft.record.fn_titel } })).items).toEqual([]);
    await maker.call(classMedia.unshare, { body: { given: done.given } });
    await expectOnly(draft, []);
    const kept = (await ida.call(library.bookmarks, { query: {} })).items.find(({ identifier }) => identifier === draft.identifier);
    expect(kept).toMatchObject({ medium: null });
    expect((await maker.call(ownMaterial.read, { params: draft })).state).toBe('draft');
  });

  test('opens the draft to learners only on the selected days', async () => {
    const draft = await makeDraft();
    const start = today(new Date(Date.now() + 2 * DAY));
    await share(draft, { visible_from: start, visible_until: today(new Date(Date.now() + 4 * DAY)) });
    expect([await reaches(ida, draft), await reaches(second, draft)]).toEqual(['none', 'all']);
    portal.setNow(new Date(Date.now() + 3 * DAY));
    expect([await reaches(ida, draft), await reaches(code, draft)]).toEqual(['all', 'all']);
    portal.setNow(new Date(Date.now() + 6 * DAY));
    expect([await reaches(ida, draft), await reaches(code, draft)]).toEqual(['none', 'none']);
  });

  test('ends for learners who leave the class', async () => {
    const draft = await makeDraft();
    const other = (await maker.call(classes.create, { body: { name: '7c' } })).id;
    const body = { people: [await idOf(outside)], role: 'student' as const };
    await maker.call(classMembers.addMembers, { params: { id: other }, body });
    await maker.call(classMedia.share, { body: { classes: [other], media: [draft.identifier] } });
    expect(await reaches(outside, draft)).toBe('all');
    const set = (state: 'active' | 'suspended') =>
      db().updateTable('class_member').set({ state }).where('class_id', '=', other).where('role', '=', 'student').execute();
    await set('suspended');
    expect(await reaches(outside, draft)).toBe('none');
    await set('active');
    const archive = (state: 'active' | 'archived') => db().updateTable('class').set({ state }).where('id', '=', other).execute();
    await archive('archived');
    expect(await reaches(outside, draft)).toBe('none');
    await archive('active');
    expect(await reaches(outside, draft)).toBe('all');
    await db().deleteFrom('class_member').where('class_id', '=', other).where('role', '=', 'student').execute();
    expect(await reaches(outside, draft)).toBe('none');
  });

  test('ends when the draft is withdrawn or deleted', async () => {
    const draft = await makeDraft();
    await share(draft);
    await maker.call(ownMaterial.remove, { params: draft });
    expect([await reaches(ida, draft), await reaches(code, draft)]).toEqual(['none', 'none']);
    await maker.call(ownMaterial.restore, { params: draft });
    expect(await reaches(ida, draft)).toBe('all');
    expect(await maker.call(ownMaterial.withdraw, { params: draft })).toMatchObject({ state: 'draft' });
    await expectOnly(draft, []);
    // The entry in the class remains. Sharing the draft again restores access to it.
    expect(await share(draft)).toMatchObject({ shared: 0, had: 1 });
    expect(await reaches(ida, draft)).toBe('all');
    await maker.call(ownMaterial.share, { params: draft });
    await maker.call(ownMaterial.withdraw, { params: draft });
    expect(await reaches(ida, draft)).toBe('none');
  });

  test('ends when the account of the author is erased', async () => {
    const gone = await portal.as(teacher({ email: 'gone@a.example' }));
    const own = (await gone.call(classes.create, { body: { name: '7d' } })).id;
    await gone.call(classMembers.addMembers, { params: { id: own }, body: { people: [await idOf(ida)], role: 'student' } });
    const draft = await makeDraft({ source: 'own' }, gone);
    await gone.call(classMedia.share, { body: { classes: [own], media: [draft.identifier] } });
    expect(await reaches(ida, draft)).toBe('all');
    const id = await idOf(gone);
    const at = { secret: portal.portal.secret, now: new Date() };
    await db()
      .transaction()
      .execute((trx) => portal.portal.domains.erasePeople({ ...at, db: trx }, [id]));
    expect(await reaches(ida, draft)).toBe('none');
  });
});

describe('sharing with colleagues', () => {
  test('opens the draft to a colleague until the share is revoked', async () => {
    const draft = await makeDraft();
    const { given } = await shareWith(draft, [colleague]);
    await expectOnly(draft, [maker, colleague]);
    expect((await colleague.call(sharedMedia.list, { query: { show: 'to_me' } })).items).toMatchObject([
      { item: { identifier: draft.identifier } },
    ]);
    expect((await maker.call(ownMaterial.read, { params: draft })).places.people).toMatchObject([{ name: 'Kim Kranich' }]);
    for (const id of given) await maker.call(sharedMedia.revoke, { params: { id } });
    expect(await reaches(colleague, draft)).toBe('none');
    await shareWith(draft, [colleague]);
    expect(await reaches(colleague, draft)).toBe('all');
    await shareWith(draft, [colleague], { visible_from: today(new Date(Date.now() + 2 * DAY)) });
    expect(await reaches(colleague, draft)).toBe('none');
  });

  test('ends when the colleague changes school', async () => {
    const draft = await makeDraft();
    const mover = await portal.as(teacher({ email: 'mover@a.example' }));
    await shareWith(draft, [mover]);
    expect(await reaches(mover, draft)).toBe('all');
    const set = (email: string, change: object) => db().updateTable('person').set(change).where('email', '=', email).execute();
    await set('maker@a.example', { state: 'blocked' });
    expect(await reaches(mover, draft)).toBe('none');
    await set('maker@a.example', { state: 'active' });
    await set('mover@a.example', { school_id: 'school-b' });
    expect(await reaches(mover, draft)).toBe('none');
  });

  test('cannot be extended by the colleague to other users', async () => {
    const draft = await makeDraft();
    await shareWith(draft, [colleague]);
    const mine = (await colleague.call(classes.create, { body: { name: '9c' } })).id;
    await colleague.call(classMembers.addMembers, { params: { id: mine }, body: { people: [await idOf(outside)], role: 'student' } });
    const reason = (name: string) =>
      expect.objectContaining({ code: 'state_conflict', details: expect.objectContaining({ reason: name }) });
    await expect(colleague.call(classMedia.share, { body: { classes: [mine], media: [draft.identifier] } })).rejects.toEqual(
      reason('own_material'),
    );
    await expect(shareWith(draft, [second], {}, colleague)).rejects.toEqual(reason('own_material'));
    await expect(maker.call(sharedMedia.share, { body: { media: [draft.identifier], school: true } as never })).rejects.toEqual(
      reason('own_school'),
    );
    // The list and the assignment of a colleague contain the draft, but give no other user access to it.
    const list = await colleague.call(lists.create, { body: { title: 'Weiter', visibility: 'school', items: [medium(draft)] } });
    await colleague.call(sharing.release, { params: { id: list.id }, body: { classes: [mine] } });
    await colleague.call(assignments.create, {
      params: { id: mine },
      body: { title: 'Weiter', steps: [{ kind: 'medium', identifier: draft.identifier, task: '' }], publish: true } as never,
    });
    await expectOnly(draft, [maker, colleague]);
    const own = await maker.call(lists.create, { body: { title: 'Link', visibility: 'school', items: [medium(draft)] } });
    const link = await maker.call(links.createLink, { params: { id: own.id }, body: {} });
    const visitor = portal.guest();
    await visitor.call(links.openLink, { body: { code: link.path!.split('/').at(-1)! } });
    expect((await visitor.call(links.linked)).contents).toMatchObject([{ available: false }]);
    expect(await statusOf(visitor.call(links.linkedMedium, { params: { identifier: draft.identifier } }))).toBe(404);
  });
});

describe('sharing with a group', () => {
  const release = (id: string, body: object, who = maker) => who.call(sharing.release, { params: { id }, body: body as never });

  test('opens the draft while it is in a list released to the group', async () => {
    const draft = await makeDraft();
    const list = await maker.call(lists.create, { body: { title: 'Nordgruppe', visibility: 'private', items: [medium(draft)] } });
    expect(await release(list.id, { groups: [groupId] })).toMatchObject({ unlicensed: [] });
    await expectOnly(draft, [maker, second, ida]);
    const seen = await maker.call(lists.read, { params: { id: list.id } });
    expect(seen.contents).toMatchObject([{ availability: 'playable' }]);
    expect((await ida.call(lists.read, { params: { id: list.id } })).contents).toMatchObject([{ identifier: draft.identifier }]);
    const set = (visible_to_learners: boolean) =>
      maker.call(items.showItems, { params: { id: list.id }, body: { items: [seen.contents[0]!.id], visible_to_learners } });
    await set(false);
    expect(await reaches(ida, draft)).toBe('none');
    await set(true);
    expect(await reaches(ida, draft)).toBe('all');
    await maker.call(items.removeItems, { body: { items: [seen.contents[0]!.id] } as never });
    expect(await reaches(ida, draft)).toBe('none');
    await maker.call(items.restoreItems, { body: { items: [seen.contents[0]!.id] } as never });
    expect(await reaches(ida, draft)).toBe('all');
    const { releases } = await maker.call(sharing.sharing, { params: { id: list.id } });
    await maker.call(sharing.revokeRelease, { params: { id: list.id, releaseId: releases[0]!.id } });
    expect([await reaches(ida, draft), await reaches(second, draft)]).toEqual(['none', 'none']);
  });

  test('includes only drafts that their author added to the list', async () => {
    const [draft, later] = [await makeDraft(), await makeDraft()];
    const list = await maker.call(lists.create, { body: { title: 'Wächst', visibility: 'school', items: [medium(draft)] } });
    const params = { id: list.id, userId: await idOf(second) };
    await maker.call(sharing.setMember, { params, body: { role: 'editor' } });
    await release(list.id, { groups: [groupId] }, second);
    expect([await reaches(ida, draft), await reaches(second, draft)]).toEqual(['none', 'none']);
    await maker.call(items.addItems, { params: { id: list.id }, body: { items: [medium(later)], force: false } });
    expect([await reaches(ida, later), await reaches(ida, draft), await reaches(jan, later)]).toEqual(['all', 'none', 'none']);
    await db().updateTable('medialist').set({ archived: true }).where('id', '=', list.id).execute();
    expect(await reaches(ida, later)).toBe('none');
  });
});

describe('sharing in an assignment', () => {
  test("opens the author's draft to learners once the assignment is published", async () => {
    const draft = await makeDraft();
    const body = {
      title: 'Regenwürmer',
      steps: [{ kind: 'medium', identifier: draft.identifier, task: '' }],
      to: { groups: [groupId], members: [] },
    };
    const made = await maker.call(assignments.create, { params: { id: classId }, body: body as never });
    await expectOnly(draft, [maker, second]);
    const move = (to: 'publish' | 'archive' | 'close') => maker.call(assignments.move, { params: { id: made.id }, body: { to } });
    await move('publish');
    await expectOnly(draft, [maker, second, ida]);
    expect((await ida.call(assignments.read, { params: { id: made.id } })).contents).toMatchObject([
      { open: true, title: draft.record.fn_titel },
    ]);
    expect((await maker.call(assignments.read, { params: { id: made.id } })).contents).toMatchObject([{ open: true }]);
    expect((await maker.call(ownMaterial.read, { params: draft })).places.tasks).toMatchObject([{ id: made.id, class_id: classId }]);
    // If another teacher of the class changes the steps, the learners keep access to the draft.
    const { version } = await second.call(assignments.read, { params: { id: made.id } });
    const steps = [{ kind: 'text', title: 'Vorher', task: '' }, ...body.steps];
    await second.call(assignments.change, { params: { id: made.id }, body: { version, steps } as never });
    expect(await reaches(ida, draft)).toBe('all');
    await move('close');
    await move('archive');
    expect(await reaches(ida, draft)).toBe('none');
  });
});

describe('a shared draft', () => {
  const reason = (name: string) => expect.objectContaining({ code: 'state_conflict', details: expect.objectContaining({ reason: name }) });

  test('requires an origin, content and the feature for own material', async () => {
    const unnamed = await makeDraft(null);
    await expect(share(unnamed)).rejects.toEqual(reason('own_origin'));
    await expect(shareWith(unnamed, [colleague])).rejects.toEqual(reason('own_origin'));
    const empty = await maker.call(ownMaterial.create, { body: { record: unnamed.record, rights: { source: 'own' } as never } });
    await expect(share(empty)).rejects.toEqual(reason('own_empty'));
    const draft = await makeDraft();
    portal.portal.config.OwnMaterial = false;
    try {
      await expect(share(draft)).rejects.toMatchObject({ code: 'feature_disabled' });
    } finally {
      portal.portal.config.OwnMaterial = true;
    }
    await expectOnly(draft, []);
    expect((await maker.call(classMedia.media, { params: { id: classId } })).items.map(({ identifier }) => identifier)).not.toContain(
      draft.identifier,
    );
  });

  test('rejects the removal of its origin', async () => {
    const draft = await makeDraft();
    await share(draft);
    const body = { version: draft.version, record: draft.record, rights: null };
    expect(await statusOf(maker.call(ownMaterial.change, { params: draft, body }))).toBe(400);
    await maker.call(ownMaterial.withdraw, { params: draft });
    expect(await statusOf(maker.call(ownMaterial.change, { params: draft, body }))).toBe(200);
  });

  test('cannot be edited, shared or deleted by readers', async () => {
    const draft = await makeDraft();
    await share(draft);
    for (const call of [ownMaterial.read, ownMaterial.share, ownMaterial.withdraw, ownMaterial.remove])
      expect([await statusOf(second.call(call, { params: draft })), await statusOf(admin.call(call, { params: draft }))]).toEqual([
        404, 404,
      ]);
    expect((await second.call(catalogue.detail, { params: draft })).own).toMatchObject({ maker: 'Ada Amsel', can: { edit: false } });
    expect((await ida.call(catalogue.detail, { params: draft })).own).toMatchObject({ maker: null });
  });
});
