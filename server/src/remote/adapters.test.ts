import { measureCpuTime } from '@fundus/contract/testing/processor-time';
import { createHash } from 'node:crypto';
import type { SourceKind } from '@fundus/contract/external-sources/sources';
import { emptyRecord } from '@fundus/importer/foreign/foreign-record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ARIX,
  COMMONS,
  EDU_SHARING,
  MUNDO,
  oaiPages,
  OERSI,
  sourceServer,
  SRU,
  type SourceServer,
} from '../testing/systems/source-server.ts';
import { ADAPTERS } from './adapters.ts';
import { openArix } from './arix.ts';
import { fromRecord, licenceName, plainText, typeFrom, type SourceSettings } from './found.ts';
import { makeRemote, type RemoteFetch } from './remote.ts';

let server: SourceServer;
beforeAll(async () => {
  server = await sourceServer();
});
afterAll(() => server.close());

const remote: RemoteFetch = (request) => makeRemote({ intranet: [server.host], name: 'Fundus' })(request);
const ask = (kind: SourceKind, more: Partial<SourceSettings> = {}, q = 'Wasser Quelle', limit = 5) =>
  ADAPTERS[kind](
    remote,
    { address: `${server.url}/base/`, scope: '', account: '', key: '', ...more },
    { q, limit, signal: AbortSignal.timeout(60_000) },
  );

describe('adapters for external sources', () => {
  it('searches edu-sharing repositories', async () => {
    server.says(EDU_SHARING);
    const { total, found } = await ask('edu_sharing', { scope: 'mds_oeh', account: 'portal', key: 'geheim' });
    const [asked] = server.asked;
    expect(asked).toMatchObject({ method: 'POST', path: '/base/rest/search/v1/queries/-home-/mds_oeh/ngsearch' });
    expect(asked!.headers.authorization).toBe(`Basic ${Buffer.from('portal:geheim').toString('base64')}`);
    expect(JSON.parse(asked!.body)).toMatchObject({ criteria: [{ property: 'ngsearchword', values: ['Wasser Quelle'] }] });
    expect(total).toBe(41);
    expect(found).toEqual([
      {
        ...{ title: 'Vom Korn zum Brot', description: 'Ein Film über Getreide & Mühlen.', publisher: 'Beispielfilm', creators: [] },
        ...{
          year: 2019,
          type: '49',
          languages: ['de'],
          licence: 'CC BY-SA 4.0',
          address: 'https://film.example/korn',
          handle: '',
          numbers: [],
        },
      },
      expect.objectContaining({ title: 'Brotbacken', type: '79', address: `${server.url}/base/components/render/n-2`, year: null }),
    ]);
  });

  it('searches OERSI', async () => {
    server.says(OERSI);
    const { total, found } = await ask('oersi', { key: 'k' });
    expect(server.asked[0]).toMatchObject({
      method: 'POST',
      path: '/base/api/search/oer_data/_search',
      headers: { authorization: 'Bearer k' },
    });
    expect(JSON.parse(server.asked[0]!.body)).toMatchObject({
      size: 5,
      query: { multi_match: { query: 'Wasser Quelle', operator: 'and' } },
    });
    expect([total, found.length]).toEqual([7, 1]);
    expect(found[0]).toMatchObject({
      creators: ['Berta Beispiel'],
      licence: 'CC BY 4.0',
      type: '79',
      year: 2021,
      numbers: ['doi:10.5072/korn'],
    });
  });

  it('searches MUNDO', async () => {
    server.says(MUNDO);
    const { found } = await ask('mundo');
    expect(server.asked[0]).toMatchObject({ method: 'POST', path: '/base/api/search', body: '{"search":"Wasser Quelle"}' });
    expect(found).toMatchObject([
      { title: 'Wasserkreislauf', type: '49', languages: ['de'], publisher: 'Schulsender', address: `${server.url}/base/details/SODIX-1` },
    ]);
  });

  it('searches Wikimedia Commons', async () => {
    server.says(COMMONS);
    const { found } = await ask('commons');
    expect(server.asked[0]!.path).toBe('/base/w/api.php');
    expect(Object.fromEntries(server.asked[0]!.query)).toMatchObject({ gsrsearch: 'Wasser Quelle', gsrnamespace: '6', gsrlimit: '5' });
    expect(found.map(({ title }) => title)).toEqual(['Mühle', 'Zweites']);
    expect(found[0]).toMatchObject({ creators: ['Berta Beispiel'], licence: 'CC BY-SA 4.0', year: 2016, type: '19' });
  });

  it('searches SRU catalogues with quoted words', async () => {
    server.says(SRU);
    const { total, found } = await ask('sru', { address: `${server.url}/sru?accessToken=t`, scope: 'MARC21-xml' }, 'Watt" or "x=');
    expect(Object.fromEntries(server.asked[0]!.query)).toEqual({
      ...{ accessToken: 't', version: '1.1', operation: 'searchRetrieve', maximumRecords: '5', recordSchema: 'MARC21-xml' },
      query: '"Watt" and "or" and "x="',
    });
    expect(total).toBe(253);
    expect(found).toMatchObject([
      {
        ...{ title: 'Das Watt. Leben am Meer', creators: ['Berta Beispiel'], publisher: 'Beispielverlag', year: 2018, type: 'UC_PRINT' },
        ...{ address: 'https://buch.example/watt', numbers: ['isbn:9783161484100'], languages: ['de'] },
      },
    ]);
    server.says(
      '<searchRetrieveResponse><diagnostics><diagnostic><message>no index</message></diagnostic></diagnostics></searchRetrieveResponse>',
    );
    await expect(ask('sru')).rejects.toMatchObject({ code: 'bad_reply' });
  });

  it('searches the cached list of an OAI-PMH repository', async () => {
    server.says(oaiPages);
    const source = { address: `${server.url}/oai?set=technik` };
    const { total, found } = await ask('oai_pmh', source, 'wasser');
    expect([total, found.map(({ title }) => title)]).toEqual([2, ['Wassermühle', 'Wasserrad']]);
    expect((await ask('oai_pmh', source, 'MÜHLE wind')).found).toMatchObject([{ title: 'Windmühle', type: '19' }]);
    expect(server.asked.map(({ query }) => query.toString())).toEqual([
      'set=technik&verb=ListRecords&metadataPrefix=oai_dc',
      'verb=ListRecords&resumptionToken=seite-2',
    ]);
    const lom = (title: string): string =>
      `<lom><general><title><string language="de">${title}</string></title></general><technical><location>https://a.example/1</location></technical></lom>`;
    server.says(`<OAI-PMH><ListRecords><record><header/><metadata>${lom('Kornmühle')}</metadata></record></ListRecords></OAI-PMH>`);
    expect((await ask('oai_pmh', { address: `${server.url}/lom`, scope: 'oai_lom-de' }, 'korn')).found).toMatchObject([
      { title: 'Kornmühle', address: 'https://a.example/1' },
    ]);
    expect(server.asked[0]!.query.get('metadataPrefix')).toBe('oai_lom-de');
    // A repeated token ends the list, because it would cause an infinite loop.
    server.says('<OAI-PMH><ListRecords><resumptionToken>immer</resumptionToken></ListRecords></OAI-PMH>');
    expect((await ask('oai_pmh', { address: `${server.url}/kreis` })).total).toBe(0);
    expect(server.asked).toHaveLength(2);
  });

  it('searches ARIX repositories', async () => {
    server.says(ARIX);
    const source = { scope: 'NRW/AC', key: 'passwort' };
    const { found } = await ask('arix', source, "Wa<s>ser & 'x'");
    expect(server.asked[0]).toMatchObject({ method: 'POST', path: '/base/NRW/AC' });
    const statement = new URLSearchParams(server.asked[0]!.body).get('xmlstatement');
    expect(statement).toContain("<condition field='text_fields' operator='AND' option='WORD'>Wa&lt;s&gt;ser</condition>");
    expect(found).toMatchObject([
      { title: 'Wasser. Quelle des Lebens', description: 'Ein Film. Mit Karten.', type: '49', year: 2014, address: '', handle: 'BSP-1' },
    ]);

    const word = 'a'.repeat(32);
    server.says(({ body }) =>
      new URLSearchParams(body).get('xmlstatement')!.startsWith('<notch')
        ? `<notch id='n-7'>${word}</notch>`
        : `<link size='2 MByte'><a href='https://media.example/1.mp4?t=1'>direct</a><a href='https://media.example/1.zip'>download</a></link>`,
    );
    const at = { address: `${server.url}/base`, account: '', ...source };
    expect(await openArix(remote, at, 'BSP-1', AbortSignal.timeout(60_000))).toBe('https://media.example/1.mp4?t=1');
    const proof = createHash('md5').update(`${word}:passwort`).digest('hex');
    expect(new URLSearchParams(server.asked[1]!.body).get('xmlstatement')).toBe(`<link id='n-7'>${proof}</link>`);
    server.says('<error>No valid licence</error>');
    await expect(openArix(remote, at, 'BSP-1', AbortSignal.timeout(60_000))).rejects.toMatchObject({ code: 'refused' });
    server.says("<link><a href='javascript:alert(1)'>direct</a></link>");
    await expect(openArix(remote, at, 'BSP-1', AbortSignal.timeout(60_000))).rejects.toMatchObject({ code: 'refused' });
  });
});

const BOMB = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><result>&b;</result>`;
const OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><result>&a;</result>';
const DEEP_XML = `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`;

/** Invalid replies. None of them may be accepted or end the process. */
const HOSTILE: Record<string, string> = {
  'a page of HTML': '<!doctype html><html><body>Wartung</body></html>',
  nothing: '',
  'another form': '{"nodes":3,"tiles":{},"hits":[],"query":{"pages":{}}}',
  'deep JSON': '['.repeat(200_000),
  'a deep record': `{"hits":{"hits":[{"_source":{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}}]}}`,
  'an entity bomb': BOMB,
  'an entity outside': OUTSIDE,
  'deep XML': DEEP_XML,
  'half an answer': SRU.slice(0, 200),
};

describe.each(['edu_sharing', 'oersi', 'mundo', 'sru', 'oai_pmh', 'arix', 'commons'] as const)('adapter for %s', (kind) => {
  it.each(Object.entries(HOSTILE))('rejects an invalid reply: %s', async (_, said) => {
    server.says(said);
    const used = await measureCpuTime(() =>
      expect(ask(kind, { scope: 'x' })).rejects.toMatchObject({ name: 'RemoteError', code: 'bad_reply' }),
    );
    expect(used).toBeLessThan(1_000);
  });
});

it('removes markup from texts and licences', () => {
  expect(plainText('a<br>b&#x27;s &lt;i&gt; \u202Eevil\u0007', 50)).toBe("a b's <i> evil");
  expect(plainText('~ein~zwei~br>drei <b>vier</b> <script>fünf', 50)).toBe('~ein~zwei drei vier');
  expect([typeFrom('e-book'), typeFrom('book'), typeFrom(null, 'sonst')]).toEqual(['79', 'UC_PRINT', '58']);
  const named = { ...emptyRecord(), title: 'Warum?', subtitle: 'Fragen' };
  expect(fromRecord(named).title).toBe('Warum? Fragen');
  expect(plainText('x'.repeat(40), 10)).toBe(`${'x'.repeat(9)}…`);
  expect(
    ['CC_0', 'CC-BY-NC', 'https://creativecommons.org/publicdomain/zero/1.0/', 'https://x.example/eigene', 'frei'].map(licenceName),
  ).toEqual(['CC0', 'CC BY-NC', 'CC0 1.0', '', 'frei']);
});
