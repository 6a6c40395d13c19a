import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { imports } from '@fundus/contract/imports/imports';
import type { ImportReport } from '@fundus/contract/imports/runs';
import { beforeAll, expect, test } from 'vitest';
import { districtAdmin, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal();
let admin: Caller;
beforeAll(async () => {
  admin = await portal.as(districtAdmin());
});

const open = async (prefix: string): Promise<string> =>
  (await admin.call(imports.createSource, { body: { name: `Quelle ${prefix}`, prefix, same: 'apart' } })).id;

async function bring(source: string | null, content: string | Buffer): Promise<ImportReport> {
  const bytes = Buffer.from(content);
  const { id } = await admin.call(imports.begin, { body: { file_name: 'datei', bytes: bytes.length, source_id: source } });
  await admin.call(imports.part, { params: { id }, body: { offset: 0, content: bytes.toString('base64') } });
  await portal.jobs.runDue();
  await admin.call(imports.take, { params: { id } });
  await portal.jobs.runDue();
  return admin.call(imports.run, { params: { id } });
}

async function titlesOf(...identifiers: string[]): Promise<(string | null)[]> {
  const rows = await portal.portal.db
    .selectFrom('media_item')
    .select(['identifier', 'fn_titel'])
    .where('identifier', 'in', identifiers)
    .where('retired_at', 'is', null)
    .execute();
  return identifiers.map((each) => rows.find(({ identifier }) => identifier === each)?.fn_titel ?? null);
}

const onix = (id: string, title: string, type = '03'): string =>
  `<ONIXMessage><Product><RecordReference>${id}</RecordReference><NotificationType>${type}</NotificationType><DescriptiveDetail><TitleDetail><TitleType>01</TitleType><TitleElement><TitleText>${title}</TitleText></TitleElement></TitleDetail></DescriptiveDetail></Product></ONIXMessage>`;
/** By format, functions that write a record with an identifier and a title, and its deletion notice. */
const FORMATS: Record<string, { write: (id: string, title: string) => string; gone?: (id: string) => string }> = {
  csv: { write: (id, title) => `Mediennummer;Titel;Art\n${id};${title};DVD\n` },
  onix: { write: (id, title) => onix(id, title), gone: (id) => onix(id, '', '05') },
};

const patience = { timeout: 180_000 };

test.each(Object.entries(FORMATS))(
  'prevents a source from changing records of other sources (%s)',
  patience,
  async (name, { write, gone }) => {
    const at = name.replaceAll(' ', '-');
    await portal.store({ identifier: `${at}-1`, fn_titel: 'Von Hand', fn_typ: '46' });
    const [a, b] = [await open(`a-${at}.`), await open(`b-${at}.`)];
    const id = `${at}-1`;
    const [ofA, ofB] = [`a-${at}.${id}`, `b-${at}.${id}`];
    expect(await bring(a, write(id, 'Von A'))).toMatchObject({ state: 'done', counts: { stored: 1, changed: 0 } });
    expect(await bring(b, write(id, 'Von B'))).toMatchObject({ counts: { stored: 1, changed: 0 } });
    expect(await titlesOf(id, ofA, ofB)).toEqual(['Von Hand', 'Von A', 'Von B']);
    expect(await bring(b, write(id, 'Von B, neu'))).toMatchObject({ counts: { stored: 0, changed: 1 } });
    expect(await titlesOf(id, ofA, ofB)).toEqual(['Von Hand', 'Von A', 'Von B, neu']);

    // A file without a source cannot change records of a source.
    const taken = await bring(null, write(ofA, 'Gekapert'));
    expect(taken).toMatchObject({ counts: { stored: 0, changed: 0 } });
    expect(taken.refusals).toContainEqual({ line: expect.any(Number) as number, field: 'identifier', reason: 'other_source', value: ofA });
    if (!gone) return;
    const notice = await bring(null, gone(ofA));
    expect(notice.refusals).toContainEqual({ line: expect.any(Number) as number, field: 'identifier', reason: 'no_source', value: ofA });
    expect(await bring(a, gone(id))).toMatchObject({ state: 'done', counts: { stored: 0, gone: 1 } });
    expect(await bring(a, gone('nowhere'))).toMatchObject({ counts: { stored: 0, gone: 0 } });
    expect(await titlesOf(id, ofA, ofB)).toEqual(['Von Hand', null, 'Von B, neu']);
    expect(await bring(a, write(id, 'Wieder'))).toMatchObject({ counts: { changed: 1 } });
    expect(await titlesOf(ofA)).toEqual(['Wieder']);
  },
);

test('adds the prefix to the identifier of the standard version', patience, async () => {
  const source = await open('set-');
  await bring(source, ['{"id":"1","title":"Film"}', '{"id":"2","title":"Film, leicht","set_of":"1"}'].join('\n'));
  const rows = await portal.portal.db.selectFrom('media_item').select('set_of').where('identifier', '=', 'set-2').execute();
  expect(rows).toEqual([{ set_of: 'set-1' }]);
});

test('rejects a prefix that is already used by catalogue media', patience, async () => {
  await portal.store({ identifier: 'FU-wasserkreislauf', fn_titel: 'Der Wasserkreislauf', fn_typ: '46' });
  await expect(open('FU-')).rejects.toMatchObject({ code: 'already_exists', field: 'prefix' });
  const former = await open('fo-');
  await bring(former, '{"id":"1","title":"Eins"}\n{}');
  await admin.call(imports.removeSource, { params: { id: former } });
  await portal.portal.db.insertInto('district').values({ id: 'district-b', name: 'Kreis B' }).execute();
  const other = await portal.as(districtAdmin({ district_id: 'district-b' }));
  await expect(other.call(imports.createSource, { body: { name: 'X', prefix: 'fo-' } })).rejects.toMatchObject({ code: 'already_exists' });
  const again = await open('fo-');
  expect(await bring(again, '{"id":"1","title":"Eins, neu"}\n{}')).toMatchObject({ counts: { changed: 1 } });
});

test('applies the last entry if a file contains a record and its deletion', patience, async () => {
  const source = await open('late-');
  await bring(source, ['{"id":"1","title":"Eins"}', '{"id":"2","title":"Zwei"}', '{"id":"2","deleted":true}'].join('\n'));
  await bring(source, ['{"id":"1","deleted":true}', '{"id":"1","title":"Eins, neu"}'].join('\n'));
  expect(await titlesOf('late-1', 'late-2')).toEqual(['Eins, neu', null]);
});

test('updates media that were stored before the source had a prefix', patience, async () => {
  const source = await open('old-');
  await bring(null, 'Mediennummer;Titel;Art\nzz1;Altes;DVD\nzz2;Anderes;DVD\n');
  const district_id = (await portal.portal.db.selectFrom('district').select('id').executeTakeFirstOrThrow()).id;
  const stored = ['zz1', 'zz2'].map((identifier) => ({ identifier, prefix: 'old-', district_id, bare: true }));
  await portal.portal.db.insertInto('import_item').values(stored).execute();
  expect(await bring(source, 'Mediennummer;Titel;Art\nzz1;Neues;DVD\nzz3;Drittes;DVD\n')).toMatchObject({
    counts: { stored: 1, changed: 1 },
  });
  expect(await titlesOf('zz1', 'zz2', 'zz3', 'old-zz1', 'old-zz3')).toEqual(['Neues', 'Anderes', null, null, 'Drittes']);
});

test('displays a description with escaped markup as plain text', patience, async () => {
  const source = await open('html-');
  const html = '<p>Alles &uuml;ber <b>Tannenh&auml;her</b> &amp; Moose.</p><p>Zweiter Absatz.</p>';
  const escaped = html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const lines = [
    { id: '1', title: 'Eins', description: html },
    { id: '2', title: 'Zwei', description: escaped },
    { id: '3', title: 'Drei', description: `<![CDATA[${html}]]>` },
    { id: '4', title: 'Vier', description: 'Alles &uuml;ber Tannenh&auml;her &amp; Moose.' },
    { id: '5', title: 'F&uuml;nf &amp; <i>mehr</i>', description: 'Wenn a < b und c > d, Tannenhäher.' },
  ];
  await bring(source, lines.map((line) => JSON.stringify(line)).join('\n'));
  const { items } = await admin.call(catalogue.search, { query: { q: 'Tannenhäher' } });
  expect(new Map(items.map(({ identifier, fn_kurztext }) => [identifier, fn_kurztext]))).toEqual(
    new Map([
      ...['1', '2', '3', '4'].map((id) => [`html-${id}`, 'Alles über Tannenhäher & Moose.'] as const),
      ['html-5', 'Wenn a < b und c > d, Tannenhäher.'],
    ]),
  );
  expect(await titlesOf('html-5')).toEqual(['Fünf & mehr']);
  for (const q of ['auml', 'uuml', 'amp', 'CDATA']) expect((await admin.call(catalogue.search, { query: { q } })).total).toBe(0);
});
