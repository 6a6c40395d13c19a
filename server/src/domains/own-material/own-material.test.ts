/** Creating, finding, opening, editing and removing own material of a school (docs/behaviour/own-material.md). */
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { catalogueEdit } from '@fundus/contract/catalogue/edit';
import { classes } from '@fundus/contract/classes/classes';
import { classMedia } from '@fundus/contract/classes/media';
import { DAY } from '@fundus/contract/days';
import { files } from '@fundus/contract/files/files';
import { uploads } from '@fundus/contract/files/uploads';
import { library } from '@fundus/contract/library/library';
import { licences } from '@fundus/contract/licences/licences';
import { ownMaterial, type OwnMaterial } from '@fundus/contract/own-material/own-material';
import type { MaterialRights } from '@fundus/contract/catalogue/material-rights';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { Readable } from 'node:stream';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { createTestCode, people, statusOf } from '../../testing/classes.ts';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { removeOldMaterial } from './school.ts';

const portal = usePortal({ Katalog: true });
let maker: Caller;
let colleague: Caller;
let learner: Caller;
let code: Caller;
let admin: Caller;
let district: Caller;
/** A teacher of another school of the district. */
let far: Caller;
let farAdmin: Caller;
let n = 0;

beforeAll(async () => {
  maker = await portal.as(teacher({ email: 'maker@a.example', vorname: 'Ada', name: 'Amsel' }));
  colleague = await portal.as(teacher({ email: 'colleague@a.example' }));
  learner = await portal.as(pupil());
  code = (await createTestCode(portal, {})).caller;
  admin = await portal.as(schoolAdmin({ email: 'admin@a.example' }));
  district = await portal.as(districtAdmin());
  far = await portal.as(teacher({ school_id: 'school-b', email: 'far@b.example' }));
  farAdmin = await portal.as(schoolAdmin({ school_id: 'school-b' }));
});
afterEach(() => portal.setNow(null));

const OWN: Partial<MaterialRights> & { source: 'own' } = { source: 'own' };
const db = () => portal.portal.db;

const record = (about: object = {}) => ({
  fn_titel: `Quastenflosser ${++n}`,
  fn_typ: '79',
  fn_geb: ['080'],
  fn_adressat: ['A(7)'],
  ...about,
});
const make = (about: object = {}, rights: object | null = OWN, who = maker) =>
  who.call(ownMaterial.create, { body: { record: record(about) as never, rights: rights as never } });
/** Stores a file in the same way as an upload. */
async function addFile({ identifier }: { identifier: string }, bytes = 5): Promise<string> {
  const id = newId();
  await portal.portal.storage.write(`media/${id}.pdf`, Readable.from(['%PDF-']));
  const row = { id, identifier, rank: 0, role: 'main' as const, mime: 'application/pdf', path: `media/${id}.pdf`, bytes };
  await db()
    .insertInto('media_file')
    .values({ ...row, uploaded_at: new Date() })
    .execute();
  return id;
}
async function makeGiven(): Promise<OwnMaterial> {
  const material = await make();
  await addFile(material);
  return maker.call(ownMaterial.share, { params: material });
}
const opens = (who: Caller, { identifier }: OwnMaterial) => statusOf(who.call(catalogue.detail, { params: { identifier } }));
const cover = async (who: Caller, { identifier }: OwnMaterial) =>
  (await who.inject({ method: 'GET', url: `/api/v1/covers/${identifier}` })).statusCode;
async function finds(
  who: Caller,
  { record: { fn_titel } }: OwnMaterial,
): Promise<{ search: number; whole: number; counted: number; suggested: number }> {
  await portal.follower.catchUp();
  const query = { q: `"${fn_titel}"` };
  const counts = await who.call(catalogue.catalogueDistinct, { query: { ...query, f: 'fn_geb' } });
  return {
    search: (await who.call(catalogue.search, { query })).items.length,
    whole: (await who.call(catalogue.catalogueSearch, { query })).items.length,
    counted: counts.values.length > 0 ? 1 : 0,
    suggested: (await who.call(catalogue.suggest, { query: { q: fn_titel } })).suggestions.filter(({ text }) => text === fn_titel).length,
  };
}
const FOUND = { search: 1, whole: 1, counted: 1, suggested: 1 };
const NOTHING = { search: 0, whole: 0, counted: 0, suggested: 0 };

describe('visibility', () => {
  test('is limited to the author for drafts', async () => {
    const draft = await make();
    await addFile(draft);
    expect(draft).toMatchObject({ state: 'draft', rights: { source: 'own' } });
    expect([await opens(maker, draft), await finds(maker, draft), await cover(maker, draft)]).toEqual([200, FOUND, 200]);
    for (const who of [colleague, learner, code, admin, district, far, farAdmin])
      expect([await opens(who, draft), await finds(who, draft), await cover(who, draft)]).toEqual([404, NOTHING, 404]);
    expect((await admin.call(ownMaterial.ofSchool, { params: { id: 'school-a' }, query: { q: draft.record.fn_titel } })).items).toEqual([]);
    expect(await statusOf(admin.call(ownMaterial.takeDown, { params: draft, body: {} }))).toBe(404);
  });

  test('includes all users of the school for shared material', async () => {
    const given = await makeGiven();
    for (const who of [maker, colleague, learner, code, admin])
      expect([await opens(who, given), await finds(who, given), await cover(who, given)]).toEqual([200, FOUND, 200]);
    for (const who of [far, farAdmin, district])
      expect([await opens(who, given), await finds(who, given), await cover(who, given)]).toEqual([404, NOTHING, 404]);
    expect(await cover(portal.guest(), given)).toBe(404);
    expect(await statusOf(far.call(catalogue.similar, { params: given }))).toBe(404);
    const page = await colleague.call(catalogue.detail, { params: given });
    expect(page).toMatchObject({
      draft: false,
      is_mediathek: false,
      can: { play: true, download: true, wish: false },
      own: { school: 'Schule a', maker: 'Ada Amsel', rights: { source: 'own' }, can: { edit: false } },
    });
    expect((await maker.call(catalogue.detail, { params: given })).own).toMatchObject({ can: { edit: true } });
    expect((await learner.call(catalogue.detail, { params: given })).own).toMatchObject({ maker: null });
    // The URL of a file works as long as the user may open the material.
    const [file] = page.files;
    expect((await colleague.inject({ method: 'GET', url: file!.href })).statusCode).toBe(200);
  });

  test('excludes other schools from shared material in bookmarks, history and classes', async () => {
    const { identifier, record: said } = await makeGiven();
    const mediaId = identifier;
    expect(await statusOf(far.call(library.setBookmark, { params: { mediaId } }))).toBe(404);
    expect(await far.call(library.takeBookmarks, { body: { identifiers: [mediaId] } })).toEqual({ taken: 0 });
    expect(await statusOf(far.call(library.openMedium, { params: { mediaId } }))).toBe(404);
    const [person_id] = await people(portal, 'far@b.example');
    await db().insertInto('history').values({ person_id: person_id!, identifier, position: 1, last_used: new Date() }).execute();
    expect((await far.call(library.history, { query: {} })).items).toEqual([]);
    const { id } = await far.call(classes.create, { body: { name: 'Fische' } });
    expect(await statusOf(far.call(classMedia.share, { body: { classes: [id], media: [identifier] } }))).toBe(404);
    expect(await statusOf(far.call(sharedMedia.share, { body: { media: [identifier], school: true } as never }))).not.toBe(200);
    const chosen = await farAdmin.call(licences.media, { query: { q: identifier } });
    expect(chosen.items).toEqual([]);
    const entered = district.call(licences.create, { body: { mediaId, scope: 'district', seats: 0, runtime: 'unlimited' } });
    expect(await statusOf(entered)).toBe(404);
    // Within the school, teachers can add the material to classes like any other medium.
    const own = await colleague.call(classes.create, { body: { name: 'Fische' } });
    expect(await statusOf(colleague.call(classMedia.share, { body: { classes: [own.id], media: [identifier] } }))).toBe(200);
    expect(JSON.stringify(await colleague.call(classMedia.media, { params: { id: own.id } }))).toContain(said.fn_titel);
  });
});

describe('sharing', () => {
  test('requires an origin and content to share material', async () => {
    const unsaid = await make({ url: 'https://medien.example/1' }, null);
    expect(await refusal(maker.call(ownMaterial.share, { params: unsaid }))).toEqual([400, ['rights.source required']]);
    const empty = await make();
    expect(await statusOf(maker.call(ownMaterial.share, { params: empty }))).toBe(409);
    const said = await maker.call(ownMaterial.change, {
      params: unsaid,
      body: { version: unsaid.version, record: unsaid.record, rights: { source: 'permission', from: 'Verlag Kranich' } },
    });
    expect(await maker.call(ownMaterial.share, { params: said })).toMatchObject({ state: 'school' });
    expect((await colleague.call(catalogue.detail, { params: said })).own?.rights).toMatchObject({ from: 'Verlag Kranich' });
    // The origin of shared material cannot be removed.
    const now = await maker.call(ownMaterial.read, { params: said });
    const taken = maker.call(ownMaterial.change, { params: now, body: { version: now.version, record: now.record, rights: null } });
    expect(await refusal(taken)).toEqual([400, ['rights.source required']]);
  });

  test.each([
    [{ source: 'open' }, ['rights.licence required', 'rights.from required']],
    [{ source: 'open', licence: 'CC BY 4.0' }, ['rights.from required']],
    [{ source: 'open', licence: 'CC0 1.0' }, null],
    [{ source: 'permission' }, ['rights.from required']],
    [{ source: 'permission', from: 'Der Zoo' }, null],
  ])('validates the origin of material: %j', async (rights, problems) => {
    const made = make({}, rights);
    if (problems) expect(await refusal(made)).toEqual([400, problems]);
    else expect((await made).rights).toMatchObject(rights);
  });

  test('derives permitted uses from an open licence', async () => {
    const open = await make({ url: 'https://medien.example/1' }, { source: 'open', licence: 'CC BY-NC 4.0', from: 'Zoo' });
    await maker.call(ownMaterial.share, { params: open });
    const { may } = await colleague.call(catalogue.detail, { params: open });
    expect(may.find(({ question }) => question === 'public_screening')).toMatchObject({ why: 'open_nc', note: 'CC BY-NC 4.0' });
  });

  test('lets the author withdraw shared material', async () => {
    const given = await makeGiven();
    const { files: shown } = await colleague.call(catalogue.detail, { params: given });
    expect(await statusOf(colleague.call(ownMaterial.withdraw, { params: given }))).toBe(404);
    expect(await maker.call(ownMaterial.withdraw, { params: given })).toMatchObject({ state: 'draft' });
    expect([await opens(colleague, given), await finds(colleague, given)]).toEqual([404, NOTHING]);
    expect((await colleague.inject({ method: 'GET', url: shown[0]!.href })).statusCode).toBe(403);
  });

  test('rejects new material if the feature is disabled', async () => {
    const given = await makeGiven();
    const draft = await make({ url: 'https://medien.example/1' });
    portal.portal.config.OwnMaterial = false;
    try {
      expect([await statusOf(make()), await statusOf(maker.call(ownMaterial.share, { params: draft }))]).toEqual([403, 403]);
      expect(await opens(colleague, given)).toBe(200);
      expect((await maker.call(ownMaterial.list, { query: {} })).can.add).toBe(false);
      expect(await statusOf(maker.call(ownMaterial.withdraw, { params: given }))).toBe(200);
    } finally {
      portal.portal.config.OwnMaterial = true;
    }
  });

  test('lets only teachers of a school create material', async () => {
    expect([await statusOf(make({}, OWN, learner)), await statusOf(make({}, OWN, district))]).toEqual([403, 403]);
    expect(await refusal(make({ fn_typ: '46' }))).toEqual([400, ['record.fn_typ choice']]);
  });
});

async function refusal(call: Promise<unknown>): Promise<[number, string[]]> {
  return call.then(
    () => [200, []],
    ({ status, problems }: { status: number; problems: string[] }) => [status, problems],
  );
}

describe('editing', () => {
  /** Calls every endpoint that reads or changes a medium or its files, and returns the status codes. */
  const edits = (who: Caller, identifier: string, file: string): Promise<number>[] => {
    const params = { identifier };
    const one = { identifier, fileId: file };
    const body = { version: 1, record: record() as never };
    return [
      statusOf(who.call(ownMaterial.read, { params })),
      statusOf(who.call(ownMaterial.change, { params, body: { ...body, rights: null } })),
      statusOf(who.call(ownMaterial.share, { params })),
      statusOf(who.call(ownMaterial.withdraw, { params })),
      statusOf(who.call(ownMaterial.remove, { params })),
      statusOf(who.call(ownMaterial.restore, { params })),
      statusOf(who.call(uploads.editFiles, { params })),
      statusOf(who.call(uploads.startUpload, { params, body: { name: 'x.pdf', bytes: 5, role: 'main' } })),
      statusOf(who.call(uploads.changeFile, { params: one, body: { label: 'Mein' } })),
      statusOf(who.call(uploads.orderFiles, { params, body: { ids: [file] } })),
      statusOf(who.call(uploads.removeFile, { params: one })),
      statusOf(who.call(uploads.restoreFile, { params: one })),
    ];
  };

  test('is denied to colleagues, other schools and administrators', async () => {
    const given = await makeGiven();
    const [file] = (await maker.call(uploads.editFiles, { params: given })).files;
    for (const who of [colleague, far, admin, farAdmin, district])
      expect(new Set(await Promise.all(edits(who, given.identifier, file!.id)))).toEqual(new Set([404]));
    for (const who of [learner, code]) expect(new Set(await Promise.all(edits(who, given.identifier, file!.id)))).toEqual(new Set([403]));
    expect((await maker.call(uploads.editFiles, { params: given })).files).toHaveLength(1);
  });

  test('is denied to teachers for catalogue media', async () => {
    await portal.store({ identifier: 'free-1', fn_titel: 'Freies', fn_typ: '49' });
    await portal.store({
      identifier: 'licensed-1',
      fn_titel: 'Lizenziertes',
      fn_typ: '49',
      licences: [{ scope: 'school', target: '10a' }],
    });
    for (const identifier of ['free-1', 'licensed-1', 'nowhere'])
      expect(new Set(await Promise.all(edits(maker, identifier, await addFileOrId(identifier))))).toEqual(new Set([404]));
    const params = { identifier: 'free-1' };
    expect(await statusOf(maker.call(catalogueEdit.editMedium, { params }))).toBe(403);
  });
  const addFileOrId = (identifier: string) => (identifier === 'nowhere' ? newId() : addFile({ identifier }));

  test('is denied to catalogue editors for shared material', async () => {
    const { identifier, record: said } = await makeGiven();
    await portal.follower.catchUp();
    const params = { identifier };
    for (const state of ['active', 'changed', 'retired'] as const)
      expect((await district.call(catalogueEdit.editList, { query: { q: said.fn_titel, state } })).items).toEqual([]);
    expect(await statusOf(district.call(catalogueEdit.editMedium, { params }))).toBe(404);
    expect(await statusOf(district.call(catalogueEdit.mediumVersions, { params }))).toBe(404);
    expect(await statusOf(district.call(catalogueEdit.publishMedium, { params, body: { version: 1, to: 'all' } }))).toBe(404);
    expect(
      await district.call(catalogueEdit.bulkEdit, { body: { identifiers: [identifier], change: { set: { free: true } } } }),
    ).toMatchObject({
      changed: 0,
      missing: 1,
    });
    const other = { ...record(), published: '2026-11-01', free: true, set_of: identifier };
    expect(await refusal(district.call(catalogueEdit.createMedium, { body: { record: other as never } }))).toEqual([
      400,
      ['record.set_of choice'],
    ]);
    await portal.store({ identifier, fn_titel: 'Übernommen', fn_typ: '49' });
    expect((await maker.call(ownMaterial.read, { params })).record.fn_titel).toBe(said.fn_titel);
    expect(await opens(far, { identifier } as OwnMaterial)).toBe(404);
  });

  test('is limited to permitted fields', async () => {
    const made = await make();
    const body = {
      version: made.version,
      record: { ...made.record, fn_titel: 'Neu', free: true, rights_note: 'x', fn_nr: '1' } as never,
      rights: made.rights,
    };
    const changed = await maker.call(ownMaterial.change, { params: made, body });
    expect(changed).toMatchObject({ version: 2, record: { fn_titel: 'Neu' } });
    expect(await statusOf(maker.call(ownMaterial.change, { params: made, body }))).toBe(409);
    const row = await db()
      .selectFrom('media_item')
      .select(['media_item.free', 'media_item.rights_note', 'media_item.fn_nr'])
      .where('media_item.identifier', '=', made.identifier)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ free: false, rights_note: null, fn_nr: null });
  });

  test('passes to another teacher when the author has left the school', async () => {
    const leaver = await portal.as(teacher({ email: 'leaver@a.example', name: 'Geher' }));
    const given = await make({ url: 'https://medien.example/1' }, OWN, leaver);
    await leaver.call(ownMaterial.share, { params: given });
    const draft = await make({}, OWN, leaver);
    const [id] = await people(portal, 'leaver@a.example');
    await db().updateTable('person').set({ school_id: 'school-b' }).where('person.id', '=', id!).execute();
    for (const material of [given, draft]) {
      expect([await opens(leaver, material), await finds(leaver, material)]).toEqual([404, NOTHING]);
      expect(await statusOf(leaver.call(ownMaterial.withdraw, { params: material }))).toBe(404);
    }
    expect((await leaver.call(ownMaterial.list, { query: {} })).items).toEqual([]);
    expect((await colleague.call(catalogue.detail, { params: given })).own).toMatchObject({ maker: null });
    const { items } = await admin.call(ownMaterial.ofSchool, { params: { id: 'school-a' }, query: {} });
    const orphans = items.filter(({ maker }) => maker === null).map(({ identifier, state }) => ({ identifier, state }));
    expect(orphans).toEqual(
      expect.arrayContaining([
        { identifier: given.identifier, state: 'school' },
        { identifier: draft.identifier, state: 'draft' },
      ]),
    );
    const [heir, farId] = await people(portal, 'colleague@a.example', 'far@b.example');
    const hand = (who: Caller, person_id: string) => statusOf(who.call(ownMaterial.transfer, { params: given, body: { person_id } }));
    expect([await hand(admin, farId!), await hand(farAdmin, heir!), await hand(colleague, heir!)]).toEqual([400, 404, 403]);
    await db().updateTable('person').set({ locale: 'en' }).where('id', '=', heir!).execute();
    await db().deleteFrom('job').execute();
    expect(await hand(admin, heir!)).toBe(200);
    const mails = await db().selectFrom('job').select('job.payload').where('job.kind', '=', 'mail').execute();
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails)).toMatch(/colleague@a\.example.*handed/s);
    expect(await colleague.call(ownMaterial.read, { params: given })).toMatchObject({ state: 'school' });
  });
});

describe('material of a school', () => {
  test('stays hidden after a removal until the school restores it', async () => {
    const given = await makeGiven();
    await db().deleteFrom('job').execute();
    expect(await statusOf(farAdmin.call(ownMaterial.takeDown, { params: given, body: {} }))).toBe(404);
    expect(await statusOf(colleague.call(ownMaterial.takeDown, { params: given, body: {} }))).toBe(403);
    await admin.call(ownMaterial.takeDown, { params: given, body: { why: 'Ein Foto ohne Erlaubnis' } });
    for (const who of [maker, colleague, admin])
      expect([await opens(who, given), await finds(who, given), await cover(who, given)]).toEqual([404, NOTHING, 404]);
    const mails = await db().selectFrom('job').select('job.payload').where('job.kind', '=', 'mail').execute();
    expect(JSON.stringify(mails)).toMatch(/maker@a\.example.*Ein Foto ohne Erlaubnis/s);
    const mine = (await maker.call(ownMaterial.list, { query: {} })).items.find(({ identifier }) => identifier === given.identifier);
    expect(mine).toMatchObject({ state: 'removed', removed_by: 'school', removed_why: 'Ein Foto ohne Erlaubnis', medium: null });
    expect(await statusOf(maker.call(ownMaterial.restore, { params: given }))).toBe(403);
    expect(await statusOf(maker.call(uploads.editFiles, { params: given }))).toBe(404);
    await district.call(ownMaterial.reinstate, { params: given });
    expect([await opens(colleague, given), await finds(colleague, given)]).toEqual([200, FOUND]);
  });

  test('cannot be restored by the school after its author deleted it', async () => {
    const given = await makeGiven();
    await maker.call(ownMaterial.remove, { params: given });
    expect(await opens(colleague, given)).toBe(404);
    expect(await statusOf(admin.call(ownMaterial.reinstate, { params: given }))).toBe(404);
    await maker.call(ownMaterial.restore, { params: given });
    expect(await opens(colleague, given)).toBe(200);
    await maker.call(ownMaterial.remove, { params: given });
    portal.setNow(new Date(Date.now() + 31 * DAY));
    await removeOldMaterial(portal.portal);
    const left = await db()
      .selectFrom('media_file')
      .select('media_file.id')
      .where('media_file.identifier', '=', given.identifier)
      .execute();
    expect(left).toEqual([]);
  });

  test('moves to the school into which its school is merged', async () => {
    const [from, to] = [newId(), newId()];
    for (const id of [from, to])
      await db()
        .insertInto('school')
        .values({ id, name: id, number: id.slice(-9), district_id: 'district-a' })
        .execute();
    const writer = await portal.as(teacher({ school_id: from }));
    const reader = await portal.as(teacher({ school_id: to }));
    const material = await make({ url: 'https://medien.example/1' }, OWN, writer);
    await writer.call(ownMaterial.share, { params: material });
    expect(await opens(reader, material)).toBe(404);
    await db()
      .transaction()
      .execute((trx) => portal.portal.domains.mergeSchools({ ...portal.portal, db: trx, afterCommit: () => {} }, from, to));
    expect([await opens(reader, material), await finds(reader, material)]).toEqual([200, FOUND]);
  });

  test("loses the author's name when the author is erased", async () => {
    const gone = await portal.as(teacher({ email: 'erased@a.example', name: 'Verschwunden' }));
    const given = await make({ url: 'https://medien.example/1' }, OWN, gone);
    await gone.call(ownMaterial.share, { params: given });
    const draft = await make({}, OWN, gone);
    const [id] = await people(portal, 'erased@a.example');
    const at = { secret: portal.portal.secret, now: new Date() };
    await db()
      .transaction()
      .execute((trx) => portal.portal.domains.erasePeople({ ...at, db: trx }, [id!]));
    expect((await colleague.call(catalogue.detail, { params: given })).own).toMatchObject({ maker: null });
    const left = await db()
      .selectFrom('media_item')
      .select('media_item.identifier')
      .where('media_item.identifier', '=', draft.identifier)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('storage', () => {
  const megabytes = 1_000_000;
  const announce = (who: Caller, identifier: string, bytes: number) =>
    who.call(uploads.startUpload, { params: { identifier }, body: { name: 'x.pdf', bytes, role: 'main' } });

  test('is limited per teacher and per school', async () => {
    const { config } = portal.portal;
    const [person, school] = [config.ownMaterialMB, config.ownMaterialSchoolMB];
    const writer = await portal.as(teacher({ school_id: 'school-b' }));
    const other = await portal.as(teacher({ school_id: 'school-b' }));
    try {
      Object.assign(config, { ownMaterialMB: 10, ownMaterialSchoolMB: 12 });
      const [mine, theirs] = [await make({}, OWN, writer), await make({}, OWN, other)];
      await addFile(mine, 4 * megabytes);
      const { id } = await announce(writer, mine.identifier, 5 * megabytes);
      await expect(announce(writer, mine.identifier, 2 * megabytes)).rejects.toMatchObject({ status: 507, code: 'quota_exceeded' });
      await expect(announce(other, theirs.identifier, 4 * megabytes)).rejects.toMatchObject({ code: 'quota_exceeded' });
      await announce(other, theirs.identifier, 3 * megabytes);
      await writer.call(uploads.cancelUpload, { params: { id } });
      const { files: shown, quota } = await writer.call(uploads.editFiles, { params: mine });
      expect(quota).toEqual({ used: 4 * megabytes, limit: 10 * megabytes });
      await writer.call(uploads.removeFile, { params: { ...mine, fileId: shown[0]!.id } });
      expect((await writer.call(ownMaterial.list, { query: {} })).quota.used).toBe(4 * megabytes);
    } finally {
      Object.assign(config, { ownMaterialMB: person, ownMaterialSchoolMB: school });
    }
  });
});

test('serves covers of catalogue media to guests', async () => {
  await portal.store({ identifier: 'public-1', fn_titel: 'Für alle', fn_typ: '49' });
  expect((await portal.guest().inject({ method: 'GET', url: files.cover.path.replace('{identifier}', 'public-1') })).statusCode).toBe(200);
});
