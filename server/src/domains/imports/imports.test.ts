import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { licenceBulk } from '@fundus/contract/licences/bulk';
import { imports, type ImportSource } from '@fundus/contract/imports/imports';
import type { ImportReport } from '@fundus/contract/imports/runs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routinesOf } from '../../sweep.ts';
import { districtAdmin, testPortal, type Caller, type TestPortal } from '../../testing/index.ts';

/** Replies of the fake repository and the requests it received. */
let answers: string[] = [];
const asked: URLSearchParams[] = [];
const repository = createServer((request, response) => {
  const query = new URL(request.url ?? '/', 'http://x').searchParams;
  if (query.get('verb') === 'Identify') return void response.writeHead(200, { 'content-type': 'text/xml' }).end(IDENTITY);
  asked.push(query);
  const body = answers.shift();
  response.writeHead(body === undefined ? 503 : 200, { 'content-type': 'text/xml' }).end(body);
});

const IDENTITY =
  '<OAI-PMH><Identify><deletedRecord>transient</deletedRecord><granularity>YYYY-MM-DDThh:mm:ssZ</granularity></Identify></OAI-PMH>';

let portal: TestPortal;
let admin: Caller;
let url: string;
beforeAll(async () => {
  repository.listen(0, '127.0.0.1');
  await once(repository, 'listening');
  const host = `127.0.0.1:${(repository.address() as AddressInfo).port}`;
  url = `http://${host}/oai`;
  portal = await testPortal({}, { intranetHosts: [host] });
  admin = await portal.as(districtAdmin());
});
afterAll(async () => {
  await portal.close();
  repository.close();
});

/** Uploads a file in parts and returns the run with its preview. */
async function send(
  content: Buffer | string,
  { name = 'datei', source = null as string | null, part = 1_000_000 } = {},
): Promise<ImportReport> {
  const bytes = Buffer.from(content);
  const { id } = await admin.call(imports.begin, { body: { file_name: name, bytes: bytes.length, source_id: source } });
  for (let offset = 0; offset < bytes.length; offset += part) {
    const body = { offset, content: bytes.subarray(offset, offset + part).toString('base64') };
    await admin.call(imports.part, { params: { id }, body });
    // Sending a part again changes nothing.
    if (offset > 0) await admin.call(imports.part, { params: { id }, body: { ...body, offset: 0 } });
  }
  await portal.jobs.runDue();
  return admin.call(imports.run, { params: { id } });
}

async function take({ id }: { id: string }): Promise<ImportReport> {
  await admin.call(imports.take, { params: { id } });
  await portal.jobs.runDue();
  return admin.call(imports.run, { params: { id } });
}

const there = async (prefix: string): Promise<string[]> => {
  const rows = await portal.portal.db
    .selectFrom('media_item')
    .select('identifier')
    .where('identifier', 'like', `${prefix}%`)
    .where('retired_at', 'is', null)
    .orderBy('identifier')
    .execute();
  return rows.map(({ identifier }) => identifier);
};
const stored = async (): Promise<string[]> => {
  const paths: string[] = [];
  for await (const path of portal.portal.storage.list()) if (path.startsWith('imports/')) paths.push(path);
  return paths;
};
const source = (more: object = {}): Promise<ImportSource> =>
  admin.call(imports.createSource, { body: { name: 'Archiv', prefix: 'ar-', ...more } });

test('imports a file with the terms of its source', async () => {
  const { id, version } = await source();
  await portal.store(
    { identifier: 'ours', fn_titel: 'Das Moor', fn_typ: '46', fn_prodname: 'Beispielfilm', year: 2020 },
    { identifier: 'book', fn_titel: 'Das Buch vom Moor', fn_typ: '46', isbn: '3-16-148410-X' },
  );
  const book = '<dc><identifier>ISBN 978-3-16-148410-0</identifier><title>Moorbuch</title></dc>';
  const dc = (n: number, more = '') =>
    `<dc><identifier>${n}</identifier><title>Titel ${n}</title><subject>Naturkunde X</subject>${more}</dc>`;
  const same = '<dc><identifier>9</identifier><title>Das Moor</title><publisher>Beispielfilm</publisher><date>2020</date></dc>';
  const xml = `<list>${dc(1)}${dc(2)}${same}${book}<dc><identifier>3</identifier></dc></list>`;

  const looked = await send(xml, { source: id, part: 100 });
  expect(looked).toMatchObject({ state: 'looked', format: 'dc', look: true, counts: { read: 5, stored: 2, joined: 2, refused: 1 } });
  expect(looked.samples.map(({ title }) => title)).toEqual(['Titel 1', 'Titel 2', 'Das Moor', 'Moorbuch']);
  expect(looked.refusals).toEqual([{ line: 1, field: 'title', reason: 'required', value: '' }]);
  expect(looked.notes.find(({ reason }) => reason === 'keyword')?.examples).toEqual(['Naturkunde X']);
  expect(await there('ar-')).toEqual([]);

  const words = [{ kind: 'subjects' as const, word: 'naturkunde x', ours: '080' }];
  await admin.call(imports.changeSource, { params: { id }, body: { name: 'Archiv', prefix: 'ar-', words, version } });
  await admin.call(imports.preview, { params: { id: looked.id }, body: {} });
  await portal.jobs.runDue();
  const again = await admin.call(imports.run, { params: { id: looked.id } });
  expect(again.notes.map(({ reason }) => reason)).not.toContain('keyword');

  const taken = await take(looked);
  expect(taken).toMatchObject({ state: 'done', look: false, counts: { stored: 2, joined: 2, refused: 1 }, progress: { done: xml.length } });
  expect(await there('ar-')).toEqual(['ar-1', 'ar-2']);
  const { items } = await admin.call(catalogue.search, { query: { q: '978-3-16-148410-0' } });
  expect(items.map(({ identifier }) => identifier)).toEqual(['book']);
  expect(await stored()).toEqual([]);
  const csv = await admin.inject({ method: 'GET', url: `/api/v1/imports/runs/${taken.id}/refusals` });
  expect(csv.body).toContain(`1;"title";"fehlt oder ist leer"`);
  await expect(admin.call(imports.take, { params: { id: taken.id } })).rejects.toMatchObject({ code: 'state_conflict' });

  // Importing the file again changes nothing. The prefix can no longer be changed.
  expect((await take(await send(xml, { source: id }))).counts).toMatchObject({ stored: 0, unchanged: 2 });
  await expect(
    admin.call(imports.changeSource, { params: { id }, body: { name: 'Archiv', prefix: 'xx-', version: version + 1 } }),
  ).rejects.toMatchObject({ code: 'state_conflict', field: 'prefix' });
  for (const prefix of ['ar-', 'ar', 'ar-2-'])
    await expect(source({ prefix })).rejects.toMatchObject({ code: 'already_exists', field: 'prefix' });
});

test('counts imported media that need a licence and have none', async () => {
  const { id } = await source({ prefix: 'nl-', licence: 'none' });
  const xml = '<list><dc><identifier>1</identifier><title>Eins</title></dc><dc><identifier>2</identifier><title>Zwei</title></dc></list>';
  const looked = await send(xml, { source: id });
  expect(looked.counts).toMatchObject({ stored: 2, unlicensed: 2 });
  expect(await admin.call(imports.unlicensed, { params: { id: looked.id } })).toEqual({ total: 0, identifiers: [] });
  const taken = await take(looked);
  expect(taken.counts.unlicensed).toBe(2);
  const left = () => admin.call(imports.unlicensed, { params: { id: taken.id } });
  expect(await left()).toEqual({ total: 2, identifiers: ['nl-1', 'nl-2'] });
  const asked = { media: ['nl-1'], scope: 'district' as const, to: 'own' as const, runtime: 'unlimited' as const };
  const { seen } = await admin.call(licenceBulk.createMany, { body: asked });
  await admin.call(licenceBulk.createMany, { body: { ...asked, seen } });
  expect(await left()).toEqual({ total: 1, identifiers: ['nl-2'] });
  // Importing a record again keeps its licences.
  expect((await send(xml, { source: id })).counts.unlicensed).toBe(1);
});

test('reads a table with a column mapping', async () => {
  const looked = await send('Nr;Überschrift;Fach\nt-1;Der Vulkan;Erdkunde,Chemie\n');
  expect(looked).toMatchObject({ state: 'failed', problem: 'plan', headers: ['Nr', 'Überschrift', 'Fach'] });
  const plan = { ...looked.plan!, columns: { ...looked.plan!.columns, fn_titel: 'Überschrift' } };
  await admin.call(imports.preview, { params: { id: looked.id }, body: { plan } });
  await portal.jobs.runDue();
  const [sample] = (await admin.call(imports.run, { params: { id: looked.id } })).samples;
  expect(sample).toMatchObject({ title: 'Der Vulkan', subjects: [{ label: 'Geographie' }, { label: 'Chemie' }] });
});

test('rejects records that refer to files or licences of other districts', async () => {
  expect(await send('Nur ein Satz.')).toMatchObject({ state: 'failed', problem: 'format' });
  const lines = [
    { identifier: 'f-1', fn_titel: 'A', fn_typ: '46', files: [{ mime: 'video/mp4', path: 'news/secret.pdf' }] },
    { identifier: 'f-2', fn_titel: 'B', fn_typ: '46', licences: [{ scope: 'district', target: 'district-b' }] },
    { identifier: 'f-3', fn_titel: 'C', fn_typ: '46', licences: [{ scope: 'school', target: 'school-a' }] },
  ];
  const run = await take(await send(lines.map((line) => JSON.stringify(line)).join('\n')));
  expect(run.refusals.map(({ field }) => field)).toEqual(['files.path', 'licences.target']);
  expect(await there('f-')).toEqual(['f-3']);
});

test('counts each record once after a crash', async () => {
  const lines = Array.from({ length: 400 }, (_, n) => JSON.stringify({ id: `g-${n}`, title: `Titel ${n}`, type: 'video' }));
  const looked = await send(lines.join('\n'));
  await admin.call(imports.take, { params: { id: looked.id } });
  // Simulates a process that died after the first batch.
  await portal.store({ identifier: 'g-0', fn_titel: 'Titel 0', fn_typ: '46' });
  const report = { counts: { ...looked.counts, read: 250, stored: 250 }, notes: [], samples: [], attempts: 0 };
  await portal.portal.db
    .updateTable('import_run')
    .set({ report: JSON.stringify(report), state: 'running' })
    .where('id', '=', looked.id)
    .execute();
  await portal.jobs.runDue();
  expect((await admin.call(imports.run, { params: { id: looked.id } })).counts).toMatchObject({ read: 400, stored: 400 });
  expect(await there('g-')).toHaveLength(151);

  const other = await send(lines.join('\n'));
  await admin.call(imports.take, { params: { id: other.id } });
  await admin.call(imports.cancel, { params: { id: other.id } });
  await portal.jobs.runDue();
  expect(await admin.call(imports.run, { params: { id: other.id } })).toMatchObject({ state: 'cancelled' });
  expect(await there('g-')).toHaveLength(151);
});

const record = (id: string, title: string): string =>
  `<record><header><identifier>oai:example.org:${id}</identifier></header><metadata><oai_dc:dc><dc:title>${title}</dc:title></oai_dc:dc></metadata></record>`;
const deleted = (id: string): string => `<record><header status="deleted"><identifier>oai:example.org:${id}</identifier></header></record>`;
const page = (inside: string, date = '2026-05-02T10:00:00Z'): string =>
  `<OAI-PMH><responseDate>${date}</responseDate><ListRecords>${inside}</ListRecords></OAI-PMH>`;

test('requests only changes after the first harvest', async () => {
  const { id } = await source({ name: 'Repo', prefix: 're-', oai: { address: url, format: 'oai_dc', schedule: 'daily' } });
  const harvest = async (body: { look?: boolean; whole?: boolean } = {}): Promise<ImportReport> => {
    asked.length = 0;
    const run = await admin.call(imports.harvest, { params: { id }, body });
    await portal.jobs.runDue();
    return admin.call(imports.run, { params: { id: run.id } });
  };
  answers = [page(`${record('1', 'Eins')}<resumptionToken completeListSize="3">a</resumptionToken>`)];
  expect(await harvest({ look: true })).toMatchObject({ state: 'looked', counts: { stored: 1 }, progress: { total: 3 } });
  expect(await there('re-')).toEqual([]);

  answers = [page(`${record('1', 'Eins')}<resumptionToken completeListSize="3">a</resumptionToken>`)];
  const first = await harvest();
  expect(first).toMatchObject({ state: 'running', problem: 'unreachable', counts: { stored: 1 } });
  await expect(admin.call(imports.harvest, { params: { id }, body: {} })).rejects.toMatchObject({ code: 'state_conflict' });
  answers = [page(record('2', 'Zwei') + record('3', ''))];
  portal.setNow(new Date(Date.now() + 60_000));
  await portal.jobs.runDue();
  expect(asked.at(-1)!.get('resumptionToken')).toBe('a');
  expect(await admin.call(imports.run, { params: { id: first.id } })).toMatchObject({
    ...{ state: 'done', problem: null, counts: { read: 3, stored: 2, refused: 1 } },
  });
  expect(await there('re-')).toEqual(['re-1', 're-2']);

  // The scheduled harvest at night finds a changed and a deleted record.
  answers = [page(deleted('1') + record('2', 'Zwei, neu'), '2026-05-09T10:00:00Z')];
  asked.length = 0;
  portal.setNow(new Date(Date.now() + 25 * 3_600_000));
  await routinesOf(portal.portal).run('imports.harvests');
  await portal.jobs.runDue();
  portal.setNow(null);
  expect(asked[0]!.get('from')).toBe('2026-05-01T10:00:00Z');
  const { sources } = await admin.call(imports.sources);
  expect(sources.find((each) => each.id === id)?.last_run).toMatchObject({ state: 'done', counts: { changed: 1, gone: 1 } });
  expect(await there('re-')).toEqual(['re-2']);

  answers = ['<html></html>'];
  expect(await harvest()).toMatchObject({ state: 'failed', problem: 'no_oai' });
  answers = ['<OAI-PMH><error code="cannotDisseminateFormat"/></OAI-PMH>'];
  expect(await harvest()).toMatchObject({ state: 'failed', problem: 'unknown_format' });
});
