/** Tests public metadata for library software, search engines and reference managers. */
import { catalogueEdit } from '@fundus/contract/catalogue/edit';
import { elementsAt, readText, textAt, textsAt } from '@fundus/importer/xml/elements';
import { readXml, type XmlElement } from '@fundus/importer/xml/read-xml';
import { beforeAll, describe, expect, test } from 'vitest';
import { districtAdmin, testPortal, type TestPortal } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const ORIGIN = 'https://medien.example';
const portal = usePortal({}, { publicUrl: ORIGIN });

beforeAll(async () => {
  await portal.store(
    {
      identifier: 'watt-1',
      fn_titel: 'Leben im Watt',
      fn_text: 'Von </script> & Würmern.',
      fn_typ: '49',
      fn_geb: ['080'],
      fn_prodname: 'Beispielfilm',
      year: 2019,
      isbn: '9783161484100',
      doi: '10.5072/watt',
    },
    { identifier: 'watt-2', fn_titel: 'Watt und Meer', fn_typ: '29', fn_geb: ['220'], fn_schlag: ['Ebbe und Flut'], fn_sprache: ['de'] },
    { identifier: 'paid', fn_titel: 'Watt für Kenner', fn_typ: '49', licences: [{ scope: 'none' }] },
  );
});

const amb = async (url: string) => {
  const led = await get(url);
  return led.statusCode === 302 ? get(String(led.headers.location)) : led;
};
const get = (url: string, headers: Record<string, string> = {}) =>
  portal.app.inject({ url, headers: { host: 'medien.example', ...headers } });

test("returns AMB metadata at the address of a medium's page", async () => {
  for (const url of ['/media/watt-1?format=amb', '/catalogue/search/watt-1?format=amb']) {
    const { headers, body } = await amb(url);
    expect(String(headers['content-type'])).toContain('application/ld+json');
    expect(JSON.parse(body)).toMatchObject({ name: 'Leben im Watt' });
  }
  expect((await amb('/media/nichts?format=amb')).statusCode).toBe(404);
});

test('returns AMB metadata from the API only with the format parameter', async () => {
  const described = await get('/api/v1/media/watt-1?x=1&format=amb');
  expect(described.headers['content-type']).toContain('application/ld+json');
  expect(described.json()).toMatchObject({
    '@context': ['https://w3id.org/kim/amb/context.jsonld', { '@language': 'de' }],
    name: 'Leben im Watt',
  });
  expect((await get('/api/v1/media/watt-1?id=watt-2&format=amb')).json(), 'of the path').toMatchObject({ name: 'Leben im Watt' });
  expect((await get('/api/v1/media/nichts?format=amb')).statusCode).toBe(404);
  const plain = await get('/api/v1/media/watt-1?format=other');
  expect(plain.headers['content-type']).toContain('application/json');
  expect(plain.json(), 'the call for people').toMatchObject({ error: { code: 'login_required' } });
});

describe('search with SRU', () => {
  const search = async (query: string, more = ''): Promise<XmlElement> =>
    readXml((await get(`/sru?operation=searchRetrieve&version=1.2&query=${encodeURIComponent(query)}${more}`)).body);
  const identifiers = async (query: string, more = ''): Promise<string[]> =>
    elementsAt(await search(query, more), 'records', 'record', 'recordData', 'dc').map((dc) => textsAt(dc, 'identifier')[1]!);
  const diagnostic = async (query: string, more = ''): Promise<string> =>
    textAt(await search(query, more), 'diagnostics', 'diagnostic', 'uri').replace('info:srw/diagnostic/1/', '');

  test('searches words, fields and codes', async () => {
    expect((await identifiers('watt')).sort()).toEqual(['paid', 'watt-1', 'watt-2']);
    expect(await identifiers('dc.title = "Leben" and mt.typ=49')).toEqual(['watt-1']);
    expect(await identifiers('watt and (meer not kenner)')).toEqual(['watt-2']);
    expect(await identifiers('cql.serverChoice adj "Ebbe und Flut"')).toEqual(['watt-2']);
    expect(await identifiers('mt.geb = 22')).toEqual(['watt-2']);
    expect(await identifiers('rec.identifier == paid or rec.identifier == watt-1')).toEqual(['paid', 'watt-1']);
    const sets: readonly (readonly [query: string, found: string[]])[] = [
      ['leben or kenner', ['paid', 'watt-1']],
      ['leben or kenner or leben', ['paid', 'watt-1']],
      ['watt and (dc.title=leben or mt.typ=29)', ['watt-1', 'watt-2']],
      ['watt not (leben or kenner)', ['watt-2']],
      ['watt not (leben and biologie)', ['paid', 'watt-2']],
      ['dc.title any "leben kenner"', ['paid', 'watt-1']],
      ['watt not (dc.title any "leben kenner")', ['watt-2']],
      ['dc.title adj "watt und"', ['watt-2']],
      ['mt.typ = 49 not mt.geb = 080', ['paid']],
      ['watt and mt.typ <> 49', ['watt-2']],
      ['mt.typ = 49 and mt.typ = 29', []],
    ];
    for (const [query, found] of sets) expect([query, (await identifiers(query)).sort()]).toEqual([query, found]);
    const pages = await Promise.all([1, 2, 3].map((place) => identifiers('leben or watt', `&startRecord=${place}&maximumRecords=1`)));
    expect(pages.flat().sort()).toEqual(['paid', 'watt-1', 'watt-2']);
    expect(textAt(await search('leben or watt', '&maximumRecords=1'), 'numberOfRecords')).toBe('3');
    const second = await search('watt', '&startRecord=2&maximumRecords=1');
    expect([textAt(second, 'numberOfRecords'), textAt(second, 'nextRecordPosition')]).toEqual(['3', '3']);
    expect(textsAt(second, 'records', 'record', 'recordPosition')).toEqual(['2']);
    const packed = await search('rec.identifier=paid', '&recordPacking=string&recordSchema=mods');
    expect(readText(elementsAt(packed, 'records', 'record', 'recordData')[0]!)).toMatch(/^<mods .*Watt für Kenner/);
  });

  test('reports unsupported features by their SRU diagnostic number', async () => {
    for (const [query, number] of [
      ['a prox b', '37'],
      ['a and rec.identifier = paid', '37'],
      ['a or b or c or d or e or f or g', '38'],
      ['a or/rel.combine=sum b', '46'],
      ['watt sortby dc.title', '80'],
      ['wa?t', '28'],
      ['wa*t', '29'],
      ['dc.title = "^watt"', '31'],
    ] as const)
      expect([query, await diagnostic(query)]).toEqual([query, number]);
    expect(await diagnostic('x.y = 1')).toBe('16');
    expect(await diagnostic('dc.title < 1')).toBe('19');
    expect(await diagnostic('(watt')).toBe('13');
    expect(await diagnostic('watt and')).toBe('10');
    expect(await diagnostic('watt "offen')).toBe('10');
    expect(await diagnostic('watt', '&startRecord=9')).toBe('61');
    expect(await diagnostic('watt', '&startRecord=0')).toBe('6');
    expect(await diagnostic('watt', '&recordSchema=x')).toBe('66');
    expect(textAt(readXml((await get('/sru?operation=scan&version=1.2')).body), 'diagnostics', 'diagnostic', 'uri')).toMatch(/\/4$/);
    expect(readXml((await get('/sru')).body).name).toBe('explainResponse');
  });
});

test("escapes scripts in the metadata of a medium's page", async () => {
  const { body, statusCode } = await get('/catalogue/search/watt-1');
  expect([statusCode, /<title>([^<]*)/.exec(body)?.[1]]).toEqual([200, 'Leben im Watt – Fundus']);
  expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/catalogue/search/watt-1" />`);
  const blocks = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json]) => JSON.parse(json!) as Record<string, unknown>,
  );
  expect(blocks).toMatchObject([
    { type: ['LearningResource', 'VideoObject'], name: 'Leben im Watt', description: 'Von </script> & Würmern.' },
    { '@type': 'VideoObject', uploadDate: expect.stringMatching(/^\d{4}-/) as string },
  ]);
  expect(body).toContain('rft.title=Leben+im+Watt');
});

const PAGES = ['/media/', '/search/', '/catalogue/search/'];
const statusOf = async (of: TestPortal, identifier: string, headers: Record<string, string> = {}) =>
  Promise.all(PAGES.map(async (page) => (await of.app.inject({ url: page + identifier, headers })).statusCode));

test('returns 404 for all pages of an unknown medium', async () => {
  expect(await statusOf(portal, 'nowhere')).toEqual([404, 404, 404]);
  expect((await get('/media/nowhere/bookmarks')).statusCode).toBe(404);
  const { body, headers } = await get('/media/nowhere');
  expect([headers['content-type'], headers['cache-control']]).toEqual(['text/html; charset=utf-8', 'no-store']);
  expect(body).toContain('<meta name="robots" content="noindex" />');
  expect(await statusOf(portal, 'watt-1')).toEqual([200, 200, 200]);
  // The page exists and asks the visitor to sign in, because the medium is in the catalogue.
  expect(await statusOf(portal, 'paid')).toEqual([200, 200, 200]);
  // A signed-in user may see media that are hidden from anonymous visitors.
  expect(await statusOf(portal, 'nowhere', { cookie: 'a=b' })).toEqual([200, 200, 200]);
});

test('returns 404 for media that are hidden from anonymous visitors', async () => {
  const maker = await portal.as(districtAdmin());
  const record = { fn_titel: 'Noch nicht fertig', fn_typ: '49', published: '2026-11-01', free: false, url: 'https://medien.example/1' };
  const { identifier } = await maker.call(catalogueEdit.createMedium, { body: { record: record as never } });
  expect(await statusOf(portal, identifier)).toEqual([404, 404, 404]);
});

test.each([
  ['metadata export is disabled', { MetadataExport: false }, [200, 200, 404]],
  ['only the media library is open', { Katalog: false, SearchNotLoggedIn: true }, [200, 404, 404]],
  ['media are hidden from guests', { Katalog: false }, [200, 200, 200]],
])('returns the expected status of hidden and unknown media if %s', async (_, config, [free, closed, unknown]) => {
  const other = await testPortal(config, { publicUrl: ORIGIN });
  try {
    await other.store(
      { identifier: 'free', fn_titel: 'Frei', fn_typ: '49' },
      { identifier: 'closed', fn_titel: 'Mit Lizenz', fn_typ: '49', licences: [{ scope: 'none' }] },
    );
    const answers = await Promise.all(['free', 'closed', 'nowhere'].map((identifier) => statusOf(other, identifier)));
    expect(answers).toEqual([free, closed, unknown].map((status) => PAGES.map(() => status)));
  } finally {
    await other.close();
  }
});

test('links to media in the site map, robots.txt, unAPI, oEmbed and OpenSearch', async () => {
  expect((await get('/robots.txt')).body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  const [part] = textsAt(readXml((await get('/sitemap.xml')).body), 'sitemap', 'loc');
  expect(textsAt(readXml((await get(part!.slice(ORIGIN.length))).body), 'url', 'loc')).toEqual(
    ['paid', 'watt-1', 'watt-2'].map((identifier) => `${ORIGIN}/catalogue/search/${identifier}`),
  );
  const formats = await get('/unapi?id=watt-1');
  expect([formats.statusCode, formats.body]).toEqual([300, expect.stringContaining('name="mods"')]);
  expect(textAt(readXml((await get('/unapi?id=watt-1&format=mods')).body), 'titleInfo', 'title')).toBe('Leben im Watt');
  const numbers = {
    ...{ ris: 'SN  - 9783161484100\r\nDO  - 10.5072/watt\r\n', bibtex: 'doi = {10.5072/watt}' },
    ...{ mods: '<identifier type="isbn">9783161484100</identifier><identifier type="doi">10.5072/watt</identifier>' },
    ...{ lom: '<catalog>ISBN</catalog><entry>9783161484100</entry>', oai_dc: '<dc:identifier>urn:isbn:9783161484100</dc:identifier>' },
  };
  for (const [format, number] of Object.entries(numbers)) expect((await get(`/unapi?id=watt-1&format=${format}`)).body).toContain(number);
  const embed = (address: string, more = '') => get(`/oembed?url=${encodeURIComponent(address)}${more}`);
  expect((await embed(`${ORIGIN}/catalogue/search/watt-1`, '&maxwidth=300&maxheight=153')).json()).toMatchObject({
    width: 200,
    height: 153,
  });
  for (const page of PAGES) expect((await embed(`${ORIGIN}${page}watt-1`)).json()).toMatchObject({ type: 'rich', title: 'Leben im Watt' });
  expect((await embed(`${ORIGIN}/catalogue/search/paid`)).statusCode).toBe(401);
  expect((await embed('https://elsewhere.example/catalogue/search/watt-1')).statusCode).toBe(404);
  expect((await get('/opensearch.xml')).body).toContain(`template="${ORIGIN}/catalogue/search?q={searchTerms}"`);
  expect((await get('/opensearch-suggestions?q=leb')).json()).toEqual(['leb', ['Leben im Watt']]);
});
