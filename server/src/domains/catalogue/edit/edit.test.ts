import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { catalogueEdit, type EditMedium, type EditRecord, type EditState, type Gap } from '@fundus/contract/catalogue/edit';
import type { MediaRecordInput } from '@fundus/contract/catalogue/media-record';
import { files } from '@fundus/contract/files/files';
import { beforeAll, describe, expect, test } from 'vitest';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const portal = usePortal();
let editor: Caller;
let reader: Caller;

beforeAll(async () => {
  editor = await portal.as(districtAdmin({ vorname: 'Sabine', name: 'Nowak' }));
  reader = await portal.as(teacher());
});

const record = (more: Partial<EditRecord> = {}): EditRecord => ({
  fn_nr: null,
  fn_titel: 'Der Lavastrom',
  fn_kurztext: 'Wie Gestein fließt',
  fn_text: '',
  is_mediathek: false,
  fn_geb: ['220'],
  fn_sprache: ['de'],
  fn_typ: '49',
  fn_adressat: ['A(7)'],
  fn_schlag: ['Vulkan'],
  fn_prodname: 'Kreismedienzentrum',
  year: 2026,
  duration: 600,
  url: null,
  isbn: null,
  ean: null,
  doi: null,
  rights_note: null,
  set_of: null,
  recommended: false,
  published: '2026-11-01',
  free: true,
  sequences: [],
  ...more,
});
let count = 0;
const create = (more: Partial<EditRecord> = {}, identifier = `ED-${(count += 1)}`): Promise<EditMedium> =>
  editor.call(catalogueEdit.createMedium, { body: { identifier, record: record(more) } });
const change = ({ identifier, version, record: before }: EditMedium, more: Partial<EditRecord>): Promise<EditMedium> =>
  editor.call(catalogueEdit.changeMedium, { params: { identifier }, body: { version, record: { ...before, ...more } } });
const read = (identifier: string): Promise<EditMedium> => editor.call(catalogueEdit.editMedium, { params: { identifier } });
const found = async (q: string): Promise<string[]> =>
  (await reader.call(catalogue.search, { query: { q } })).items.map((item) => item.identifier);

test('lets only district administrators and catalogue editors edit media', async () => {
  const medium = await create();
  for (const person of [pupil(), teacher(), schoolAdmin(), teacher({ capabilities: ['cap_licences'] })]) {
    const browser = await portal.as(person);
    await expect(browser.call(catalogueEdit.editMedium, { params: medium })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(browser.call(catalogueEdit.createMedium, { body: { record: record() } })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(
      browser.call(catalogueEdit.bulkEdit, { body: { identifiers: [medium.identifier], change: { retired: true } } }),
    ).rejects.toMatchObject({ code: 'forbidden' });
  }
  await expect(portal.guest().call(catalogueEdit.editList, { query: {} })).rejects.toMatchObject({ code: 'login_required' });
  const capable = await portal.as(teacher({ capabilities: ['cap_catalogue'] }));
  expect((await capable.call(catalogueEdit.editList, { query: {} })).total).toBeGreaterThan(0);
});

describe('an edited medium', () => {
  test('is found immediately after its creation', async () => {
    const medium = await create({ fn_titel: 'Basaltsäulen am Meer' });
    expect(await found('Basaltsäulen')).toEqual([medium.identifier]);
    expect(await reader.call(catalogue.detail, { params: medium })).toMatchObject({ fn_titel: 'Basaltsäulen am Meer', active: true });
    expect(medium).toMatchObject({ version: 1, edited: [], retired_at: null, changed_by: 'Sabine Nowak', labels: { '220': 'Geographie' } });
    await expect(create({}, medium.identifier)).rejects.toMatchObject({ code: 'already_exists', field: 'identifier' });
  });

  test('gets an identifier if none is given', async () => {
    const medium = await editor.call(catalogueEdit.createMedium, { body: { record: record() } });
    expect(medium.identifier).toMatch(/^M-[0-9a-f]{12}$/);
  });

  test('is found by its new words immediately after a change', async () => {
    const medium = await create({ fn_titel: 'Tuffgestein' });
    const changed = await change(medium, {
      fn_titel: 'Obsidianglas',
      fn_schlag: ['Vulkan', 'Glas', 'Glas'],
      fn_text: '<p onclick="x()">Schwarz</p><script>1</script>',
    });
    expect([await found('Tuffgestein'), await found('Obsidianglas')]).toEqual([[], [medium.identifier]]);
    expect(changed).toMatchObject({
      version: 2,
      edited: ['fn_titel', 'fn_text', 'fn_schlag'],
      record: { fn_schlag: ['Vulkan', 'Glas'], fn_text: '<p>Schwarz</p>' },
    });
    expect(await reader.call(catalogue.detail, { params: medium })).toMatchObject({
      fn_titel: 'Obsidianglas',
      display: { title: 'Ob\u00adsi\u00addian\u00adglas' },
    });
  });

  test('keeps its version if nothing changed', async () => {
    const medium = await create();
    expect(await change(medium, {})).toMatchObject({ version: 1, edited: [] });
  });

  test('rejects the second of two concurrent changes', async () => {
    const medium = await create();
    const results = await Promise.allSettled([change(medium, { fn_titel: 'Eins' }), change(medium, { fn_titel: 'Zwei' })]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((result) => result.status === 'rejected')).toMatchObject({ reason: { code: 'version_conflict', status: 409 } });
    expect((await read(medium.identifier)).version).toBe(2);
    const { body } = await editor.inject({ method: 'GET', url: '/api/v1/user/userinfo' }).then(async (reply) =>
      editor.inject({
        method: 'PUT',
        url: `/api/v1/editing/media/${medium.identifier}`,
        headers: { 'x-csrf-token': String(reply.headers['x-csrf-token']) },
        payload: { version: 1, record: medium.record },
      }),
    );
    expect(JSON.parse(body)).toMatchObject({ error: { details: { version: 2, by: 'Sabine Nowak' } } });
  });

  test.each<[string, Partial<EditRecord>, string]>([
    ['no title', { fn_titel: ' ' }, 'record.fn_titel'],
    ['an unknown subject', { fn_geb: ['220', '999'] }, 'record.fn_geb'],
    ['an unknown language', { fn_sprache: ['xx-y'] }, 'record.fn_sprache'],
    ['an unknown grade', { fn_adressat: ['A(44)'] }, 'record.fn_adressat'],
    ['an unknown type', { fn_typ: 'NIX' }, 'record.fn_typ'],
    ['a script address', { url: 'javascript:alert(1)' }, 'record.url'],
    ['a chapter that ends before it begins', { sequences: [{ start_s: 9, end_s: 3, title: 'x' }] }, 'record.sequences.0.end_s'],
    ['a version of itself', { set_of: 'ED-SELF' }, 'record.set_of'],
    ['a version of nothing', { set_of: 'gibt-es-nicht' }, 'record.set_of'],
  ])('rejects a record with %s', async (_, more, field) => {
    await expect(create(more, 'ED-SELF')).rejects.toMatchObject({ code: 'validation_failed', field });
    await expect(read('ED-SELF')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('keeps an imported code that is missing from the code table', async () => {
    await portal.store({ identifier: 'ED-ALT', fn_titel: 'Altbestand', fn_typ: 'XY', fn_geb: ['080', '0809999'] });
    expect(await change(await read('ED-ALT'), { fn_titel: 'Altbestand neu' })).toMatchObject({
      record: { fn_typ: 'XY', fn_geb: ['080', '0809999'] },
    });
  });
});

describe('history of a medium', () => {
  test('restores any version', async () => {
    const medium = await create({ fn_titel: 'Erste Fassung' });
    const second = await change(medium, { fn_titel: 'Zweite Fassung', sequences: [{ start_s: 0, end_s: 10, title: 'Anfang' }] });
    await change(second, { fn_geb: ['080'] });
    const { items } = await editor.call(catalogueEdit.mediumVersions, { params: medium });
    expect(
      items.map(({ version, what, by, changes }) => [version, what, by, changes.map(({ field, before, after }) => [field, before, after])]),
    ).toEqual([
      [3, 'edit', 'Sabine Nowak', [['fn_geb', ['220'], ['080']]]],
      [
        2,
        'edit',
        'Sabine Nowak',
        [
          ['fn_titel', 'Erste Fassung', 'Zweite Fassung'],
          ['sequences', [], [{ start_s: 0, end_s: 10, title: 'Anfang' }]],
        ],
      ],
      [1, 'create', 'Sabine Nowak', []],
    ]);
    const back = await editor.call(catalogueEdit.undoMedium, { params: medium, body: { version: 3, to: 1 } });
    expect(back).toMatchObject({ version: 4, record: { fn_titel: 'Erste Fassung', fn_geb: ['220'], sequences: [] } });
    expect(await found('"Erste Fassung"')).toContain(medium.identifier);
    await expect(editor.call(catalogueEdit.undoMedium, { params: medium, body: { version: 3, to: 2 } })).rejects.toMatchObject({
      code: 'version_conflict',
    });
    await expect(editor.call(catalogueEdit.undoMedium, { params: medium, body: { version: 4, to: 77 } })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('restores the imported version after a manual change', async () => {
    await portal.store({ identifier: 'ED-IMP', fn_titel: 'Geliefert', fn_typ: '49', sequences: [{ start_s: 1, end_s: 2, title: 'Teil' }] });
    await change(await read('ED-IMP'), { fn_titel: 'Von Hand', sequences: [] });
    expect(
      (await editor.call(catalogueEdit.undoMedium, { params: { identifier: 'ED-IMP' }, body: { version: 2, to: 1 } })).record,
    ).toMatchObject({ fn_titel: 'Geliefert', sequences: [{ title: 'Teil' }] });
  });

  test('writes every change to the audit log', async () => {
    const medium = await create();
    await change(medium, { fn_titel: 'Für die Akten' });
    const rows = await portal.portal.db
      .selectFrom('audit_log')
      .select(['audit_log.what', 'audit_log.before', 'audit_log.after'])
      .where('audit_log.what', '=', 'catalogue.edit')
      .orderBy('audit_log.id', 'desc')
      .limit(1)
      .execute();
    expect(rows).toMatchObject([
      { before: { identifier: medium.identifier, fn_titel: 'Der Lavastrom' }, after: { fn_titel: 'Für die Akten', version: 2 } },
    ]);
  });
});

test('keeps manually changed fields during an import', async () => {
  const imported = {
    identifier: 'ED-LIEF',
    fn_titel: 'Lieferung',
    fn_kurztext: 'alt',
    fn_typ: '49',
    fn_schlag: ['eins'],
    sequences: [{ start_s: 0, end_s: 5, title: 'geliefert' }],
  };
  await portal.store(imported);
  const mine = await change(await read('ED-LIEF'), { fn_titel: 'Mein Titel', sequences: [{ start_s: 0, end_s: 5, title: 'meins' }] });
  await portal.store({ ...imported, fn_titel: 'Lieferung 2', fn_kurztext: 'neu' });
  const now = await read('ED-LIEF');
  expect(now).toMatchObject({ version: 3, record: { fn_titel: 'Mein Titel', fn_kurztext: 'neu', sequences: [{ title: 'meins' }] } });
  await expect(change(mine, { fn_prodname: 'X' })).rejects.toMatchObject({ code: 'version_conflict' });
  await change(now, { fn_prodname: 'X' });
  const { items } = await editor.call(catalogueEdit.mediumVersions, { params: now });
  expect(items.map(({ version, what, changes }) => [version, what, changes.map(({ field }) => field)])).toEqual([
    [4, 'edit', ['fn_prodname']],
    [3, 'import', ['fn_kurztext']],
    [2, 'edit', ['fn_titel', 'sequences']],
    [1, 'before', []],
  ]);
});

describe('retired media', () => {
  test('are visible only to editors until they are restored', async () => {
    const medium = await create({ fn_titel: 'Gletschertor' });
    const gone = await editor.call(catalogueEdit.retireMedium, { params: medium, body: { version: 1, retired: true } });
    expect(gone.retired_at).not.toBeNull();
    expect(await found('Gletschertor')).toEqual([]);
    await expect(reader.call(catalogue.detail, { params: medium })).rejects.toMatchObject({ code: 'not_found' });
    await expect(reader.call(catalogue.catalogueDetail, { params: medium })).rejects.toMatchObject({ code: 'not_found' });
    expect((await reader.call(catalogue.catalogueSearch, { query: { q: 'Gletschertor' } })).total).toBe(0);
    const retired = await editor.call(catalogueEdit.editList, { query: { state: 'retired', q: 'gletscher' } });
    expect(retired.items.map((item) => item.identifier)).toEqual([medium.identifier]);
    // Importing the medium again does not restore it.
    await portal.store({ identifier: medium.identifier, fn_titel: 'Gletschertor', fn_typ: '49', fn_kurztext: 'wieder' });
    expect(await found('Gletschertor')).toEqual([]);
    await editor.call(catalogueEdit.retireMedium, { params: medium, body: { version: 3, retired: false } });
    expect(await found('Gletschertor')).toEqual([medium.identifier]);
    expect((await portal.guest().call(files.cover, { params: { identifier: medium.identifier }, query: {} })) as unknown).toMatchObject({
      statusCode: 200,
    });
  });
});

describe('bulk changes', () => {
  test('change all media found by a search', async () => {
    const those = [
      await create({ fn_titel: 'Sandbank eins' }),
      await create({ fn_titel: 'Sandbank zwei', fn_schlag: ['Küste'] }),
      await create({ fn_titel: 'Sandbank drei' }),
    ];
    const { identifiers, total } = await editor.call(catalogueEdit.editIdentifiers, { query: { q: 'Sandbank', filter_fn_geb: '220*' } });
    expect([total, identifiers.toSorted()]).toEqual([3, those.map((medium) => medium.identifier).toSorted()]);
    const bulk = await editor.call(catalogueEdit.bulkEdit, {
      body: {
        identifiers: [...identifiers, 'gibt-es-nicht'],
        change: {
          add: { fn_schlag: ['Küste', 'Watt'], fn_adressat: ['E'] },
          remove: { fn_geb: ['220'], fn_schlag: ['Vulkan'] },
          set: { recommended: true },
        },
      },
    });
    expect(bulk).toMatchObject({ changed: 3, unchanged: 0, missing: 1 });
    expect((await read(those[1]!.identifier)).record).toMatchObject({
      fn_schlag: ['Küste', 'Watt'],
      fn_geb: [],
      fn_adressat: ['A(7)', 'E'],
      recommended: true,
    });
    expect((await found('Watt')).toSorted()).toEqual(identifiers.toSorted());
    expect(await editor.call(catalogueEdit.bulkEdit, { body: { identifiers, change: { add: { fn_schlag: ['Watt'] } } } })).toEqual({
      bulk_id: null,
      changed: 0,
      unchanged: 3,
      missing: 0,
    });
    // A medium that was changed after the bulk change is not restored.
    await change(await read(those[0]!.identifier), { fn_titel: 'Sandbank eins, neu' });
    expect(await editor.call(catalogueEdit.undoBulk, { params: { id: bulk.bulk_id! } })).toEqual({ undone: 2, skipped: 1 });
    expect((await read(those[1]!.identifier)).record).toMatchObject({ fn_schlag: ['Küste'], fn_geb: ['220'], recommended: false });
    expect(await found('Watt')).toEqual([those[0]!.identifier]);
  });

  test('retire and restore several media at once', async () => {
    const those = [await create({ fn_titel: 'Deichbau' }), await create({ fn_titel: 'Deichbau' })].map((medium) => medium.identifier);
    const bulk = await editor.call(catalogueEdit.bulkEdit, { body: { identifiers: those, change: { retired: true } } });
    expect(await found('Deichbau')).toEqual([]);
    await editor.call(catalogueEdit.undoBulk, { params: { id: bulk.bulk_id! } });
    expect((await found('Deichbau')).toSorted()).toEqual(those.toSorted());
  });

  test('change no medium if a code is unknown', async () => {
    const medium = await create();
    await expect(
      editor.call(catalogueEdit.bulkEdit, { body: { identifiers: [medium.identifier], change: { add: { fn_geb: ['999'] } } } }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
    expect((await read(medium.identifier)).version).toBe(1);
    await expect(editor.call(catalogueEdit.undoBulk, { params: { id: '00000000-0000-7000-8000-000000000000' } })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(
      editor.call(catalogueEdit.bulkEdit, { body: { identifiers: Array.from({ length: 501 }, (_, i) => `X-${i}`), change: {} } }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

test('lists all media by title', async () => {
  const all = await editor.call(catalogueEdit.editList, { query: { limit: 100 } });
  const titles = all.items.map((item) => item.fn_titel);
  expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b, 'de')));
});

test('lists changed media, newest change first', async () => {
  const changed = await editor.call(catalogueEdit.editList, { query: { state: 'changed', limit: 100 } });
  expect(changed.total).toBe(changed.items.length);
  expect(changed.items.map((item) => item.changed_at)).toEqual(
    changed.items
      .map((item) => item.changed_at)
      .toSorted()
      .reverse(),
  );
});

test('returns the code tables of subjects, languages and grades', async () => {
  const tables = await editor.call(catalogueEdit.references);
  expect(tables.subjects.length).toBeGreaterThan(1_000);
  expect(tables.languages).toContainEqual({ code: 'de', label: 'Deutsch' });
  expect(tables.grades).toContainEqual(expect.objectContaining({ code: 'A(7)' }));
});

describe('incomplete records', () => {
  const whole: MediaRecordInput = {
    ...{ identifier: 'GAP-0', fn_titel: 'Lücke keine', fn_typ: '49', fn_kurztext: 'kurz', fn_text: 'lang', fn_geb: ['220'] },
    ...{ fn_adressat: ['A(7)'], fn_schlag: ['Vulkan'] },
    files: [{ role: 'poster', mime: 'image/jpeg', path: 'GAP/poster.jpg' }],
  };
  const lacking: [Gap, Partial<MediaRecordInput>][] = [
    ['cover', { files: [] }],
    ['licence', { licences: [{ scope: 'free', valid_to: '2020-01-31' }] }],
    ['fn_geb', { fn_geb: [] }],
    ['fn_adressat', { fn_adressat: [] }],
    ['fn_schlag', { fn_schlag: [] }],
    ['fn_kurztext', { fn_kurztext: ' ' }],
    ['fn_text', { fn_text: '' }],
  ];
  const lack = async (missing: Gap, state: EditState = 'active', q = 'lücke') => {
    const { items, total } = await editor.call(catalogueEdit.editList, { query: { missing, state, q } });
    expect(total).toBe(items.length);
    return items.map((item) => item.identifier);
  };

  test('are found by their missing field', async () => {
    await portal.store(
      whole,
      ...lacking.map(([gap, without]) => ({ ...whole, ...without, identifier: `GAP-${gap}`, fn_titel: `Lücke ${gap}` })),
    );
    for (const [gap] of lacking) expect([gap, await lack(gap)]).toEqual([gap, [`GAP-${gap}`]]);
    expect(await lack('cover', 'active', 'nichts davon')).toEqual([]);
    expect((await editor.call(catalogueEdit.editIdentifiers, { query: { missing: 'cover', q: 'Lücke' } })).identifiers).toEqual([
      'GAP-cover',
    ]);
    expect(
      await editor.call(catalogueEdit.editList, { query: { missing: 'shape' as Gap } }).catch((error: { code: string }) => error.code),
    ).toBe('validation_failed');
  });

  test('include media with an expired licence but not with a future licence', async () => {
    const licensed = (identifier: string, dates: { valid_from?: string; valid_to?: string }): MediaRecordInput => ({
      ...{ ...whole, identifier, fn_titel: 'Lizenzlücke' },
      licences: [{ scope: 'free', ...dates }],
    });
    await portal.store(licensed('GAP-OVER', { valid_to: '2020-01-31' }), licensed('GAP-LATER', { valid_from: '2099-01-01' }));
    expect(await lack('licence', 'active', 'Lizenzlücke')).toEqual(['GAP-OVER']);
  });

  test('are found among changed and retired media', async () => {
    const medium = await change(await read('GAP-fn_schlag'), { fn_prodname: 'FWU' });
    expect(await lack('fn_schlag', 'changed')).toEqual([medium.identifier]);
    expect(await lack('fn_geb', 'changed')).toEqual([]);
    await editor.call(catalogueEdit.retireMedium, { params: medium, body: { version: medium.version, retired: true } });
    expect(await lack('fn_schlag')).toEqual([]);
    expect(await lack('fn_schlag', 'retired')).toEqual([medium.identifier]);
  });
});
