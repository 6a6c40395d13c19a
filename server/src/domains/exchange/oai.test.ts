import { beforeAll, expect, test } from 'vitest';
import { readXml, type XmlElement } from '@fundus/importer/xml/read-xml';
import { childrenOf, elementsAt, readText, textAt, textsAt } from '@fundus/importer/xml/elements';
import { readLom } from '@fundus/importer/foreign/lom';
import { addConsumer } from './index.ts';
import { districtAdmin } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { exchange } from '@fundus/contract/exchange/exchange';
import { catalogueEdit } from '@fundus/contract/catalogue/edit';

const ORIGIN = 'https://medien.example';
const portal = usePortal({}, { publicUrl: ORIGIN });

beforeAll(async () => {
  await portal.store(
    ...Array.from({ length: 205 }, (_, i) => ({ identifier: `m-${String(i).padStart(3, '0')}`, fn_titel: `Medium ${i}`, fn_typ: '49' })),
    {
      identifier: 'moor~1',
      fn_titel: 'Das Moor & die <Torfe>',
      fn_text: '<p>Wie es <b>entsteht</b> &amp; vergeht.</p>',
      fn_typ: '29',
      fn_geb: ['22004'],
      fn_schlag: ['Torf'],
      fn_sprache: ['de'],
      fn_adressat: ['A(5)', 'A(6)'],
      fn_prodname: 'Beispielfilm',
      year: 2020,
      duration: 750,
      rights_note: 'CC BY-SA 4.0',
    },
    { identifier: 'paid', fn_titel: 'Nur mit Lizenz', fn_typ: '49', licences: [{ scope: 'none' }] },
  );
});

async function ask(query: string, at = portal): Promise<XmlElement> {
  const answer = await at.app.inject({ url: `/oai?${query}`, headers: { host: 'medien.example' } });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
  return readXml(answer.body);
}

const errorOf = async (query: string): Promise<string | undefined> => childrenOf(await ask(query), 'error')[0]?.attributes.code;

/** Follows all resumption tokens and returns the identifiers in order, each with its status. */
async function harvest(query: string): Promise<[identifier: string, status: string | undefined][]> {
  const found: [string, string | undefined][] = [];
  let next = `verb=ListRecords&${query}`;
  while (next) {
    const answer = await ask(next);
    const headers = elementsAt(answer, 'ListRecords', 'record', 'header');
    found.push(...headers.map((each): [string, string | undefined] => [textAt(each, 'identifier'), each.attributes.status]));
    const token = textAt(answer, 'ListRecords', 'resumptionToken');
    next = token && `verb=ListRecords&resumptionToken=${encodeURIComponent(token)}`;
  }
  return found;
}

test('returns every public medium once over all pages', async () => {
  const all = await harvest('metadataPrefix=oai_dc');
  expect([all.length, new Set(all.map(([identifier]) => identifier)).size]).toEqual([207, 207]);
  const first = await ask('verb=ListRecords&metadataPrefix=oai_dc');
  expect(elementsAt(first, 'ListRecords', 'resumptionToken')[0]!.attributes).toMatchObject({ completeListSize: '207', cursor: '0' });
  expect(await harvest('metadataPrefix=lom&set=geb:220')).toEqual([['oai:medien.example:moor~1', undefined]]);
  const record = await ask('verb=GetRecord&metadataPrefix=oai_lom-de&identifier=oai:medien.example:moor~1');
  const [lom] = elementsAt(record, 'GetRecord', 'record', 'metadata', 'lom');
  expect(readLom(lom!)).toMatchObject({
    title: 'Das Moor & die <Torfe>',
    description: 'Wie es entsteht & vergeht.',
    subjects: ['22004'],
    keywords: ['Torf'],
    publisher: 'Beispielfilm',
    duration: 'PT12M30S',
    address: `${ORIGIN}/catalogue/search/moor~1`,
    rights: 'https://creativecommons.org/licenses/by-sa/4.0/',
  });
  const amb = await ask('verb=GetRecord&metadataPrefix=amb&identifier=oai:medien.example:moor~1');
  expect(JSON.parse(readText(elementsAt(amb, 'GetRecord', 'record', 'metadata', 'amb')[0]!))).toMatchObject({
    type: ['LearningResource', 'AudioObject'],
    about: [{ id: 'http://w3id.org/kim/schulfaecher/s1010' }, { id: expect.stringMatching(/\/22004$/) as string }],
    license: { id: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  });
  const posted = await portal.app.inject({
    method: 'POST',
    url: '/oai',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'verb=Identify',
  });
  expect(textAt(readXml(posted.body), 'Identify', 'baseURL')).toBe(`${ORIGIN}/oai`);
});

test('returns deleted media as deleted records', async () => {
  const before = textAt(await ask('verb=Identify'), 'responseDate');
  await portal.store({ identifier: 'm-007', fn_titel: 'Anders', fn_typ: '49' });
  const editor = await portal.as(districtAdmin());
  await editor.call(catalogueEdit.bulkEdit, { body: { identifiers: ['m-008'], change: { retired: true } } });
  const headers = new Map(await harvest(`metadataPrefix=oai_dc&from=${before}`));
  expect([...headers.keys()].slice(-2)).toEqual(['oai:medien.example:m-007', 'oai:medien.example:m-008']);
  expect(headers.get('oai:medien.example:m-008')).toBe('deleted');
  const gone = await ask('verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:medien.example:m-008');
  expect(elementsAt(gone, 'GetRecord', 'record', 'metadata')).toEqual([]);
});

test('returns the protocol error code for each invalid request', async () => {
  const list = 'verb=ListRecords&metadataPrefix=oai_dc';
  expect(await errorOf('')).toBe('badVerb');
  expect(await errorOf('verb=Identify&verb=Identify')).toBe('badVerb');
  for (const query of [
    'verb=Identify&from=2020-01-01',
    'verb=ListRecords',
    `${list}&from=2020-02-31`,
    `${list}&from=2020-01-01&until=2020-01-01T00:00:00Z`,
    `${list}&from=2021-01-01&until=2020-01-01`,
    `${list}&from=2020-01-01&from=2020-01-01`,
    `${list}&resumptionToken=x`,
  ])
    expect([query, await errorOf(query)]).toEqual([query, 'badArgument']);
  expect(await errorOf('verb=ListRecords&metadataPrefix=marc')).toBe('cannotDisseminateFormat');
  expect(await errorOf('verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:medien.example:%2500')).toBe('idDoesNotExist');
  expect(await errorOf('verb=ListMetadataFormats&identifier=nobody')).toBe('idDoesNotExist');
  expect(await errorOf(`${list}&until=1990-01-01`)).toBe('noRecordsMatch');
  const token = textAt(await ask(list), 'ListRecords', 'resumptionToken');
  expect(await errorOf(`verb=ListIdentifiers&resumptionToken=${token}`)).toBe('badResumptionToken');
  expect(await errorOf(`verb=ListRecords&resumptionToken=x${token}`)).toBe('badResumptionToken');
});

test('excludes the media of a district that turned the export off', async () => {
  const of = (identifier: string, ...licences: object[]) => ({ identifier, fn_titel: `Klippe ${identifier}`, fn_typ: '49', licences });
  const [ours, theirs] = [
    { scope: 'district', target: 'district-a' },
    { scope: 'district', target: 'district-b' },
  ];
  await portal.portal.db.insertInto('district').values({ id: 'district-b', name: 'Nachbarn' }).execute();
  await portal.store(
    of('k-ours', ours),
    of('k-school', { scope: 'school', target: 'school-a' }),
    of('k-both', ours, theirs),
    of('k-free', { scope: 'free' }),
  );
  const added = await addConsumer(portal.portal, { name: 'moodle', district: 'district-a' });
  expect(added).toHaveProperty('secret');
  const admin = await portal.as(districtAdmin());
  const get = (url: string) => portal.app.inject({ url, headers: { host: 'medien.example' } });
  const exported = async () => {
    const found = readXml((await get('/sru?operation=searchRetrieve&version=1.2&query=klippe')).body);
    const records = elementsAt(found, 'records', 'record', 'recordData', 'dc').map((dc) => textsAt(dc, 'identifier')[1]!);
    expect(textAt(found, 'numberOfRecords')).toBe(String(records.length));
    const arix = await portal.app.inject({
      method: 'POST',
      url: '/arix/NRW/district-a',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ xmlstatement: '<search/>' }).toString(),
    });
    return { records: records.sort(), arix: readXml(arix.body).name };
  };
  const everything = { records: ['k-both', 'k-free', 'k-ours', 'k-school'], arix: 'result' };
  expect(await exported()).toEqual(everything);
  const before = textAt(await ask('verb=Identify'), 'responseDate');
  expect(await admin.call(exchange.change, { body: { exported: false } })).toEqual({ exported: false });
  expect(await admin.call(exchange.read)).toEqual({ exported: false });
  expect(await exported()).toEqual({ records: ['k-both', 'k-free'], arix: 'error' });
  const site = (await get('/sitemap-part.xml')).body;
  expect(['k-ours', 'k-school', 'k-both'].map((identifier) => site.includes(`/${identifier}<`))).toEqual([false, false, true]);
  expect((await get('/unapi?id=k-ours&format=ris')).statusCode).toBe(404);
  const page = await get('/catalogue/search/k-ours');
  expect([page.statusCode, page.body.includes('ld+json'), page.body.includes('noindex')]).toEqual([200, false, true]);
  await portal.jobs.runDue();
  const changed = new Map(await harvest(`metadataPrefix=oai_dc&from=${before}`));
  expect(['k-ours', 'k-school', 'k-both'].map((identifier) => changed.get(`oai:medien.example:${identifier}`))).toEqual([
    'deleted',
    'deleted',
    undefined,
  ]);
  await admin.call(exchange.change, { body: { exported: true } });
  expect(await exported()).toEqual(everything);
  await portal.jobs.runDue();
});

test('returns 404 if the repository is disabled or closed to anonymous visitors', async () => {
  const { config } = portal.portal;
  for (const closed of [{ Katalog: false }, { MetadataExport: false }, { DisableSearch: true }]) {
    portal.portal.config = { ...config, ...closed };
    expect((await portal.app.inject('/oai?verb=Identify')).statusCode).toBe(404);
  }
  // Without a public catalogue, anonymous visitors see free media if they may search.
  portal.portal.config = { ...config, Katalog: false, SearchNotLoggedIn: true };
  const paid = await ask('verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:medien.example:paid');
  expect(elementsAt(paid, 'GetRecord', 'record', 'header')[0]!.attributes.status).toBe('deleted');
  portal.portal.config = config;
});
