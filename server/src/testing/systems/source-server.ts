/** A local server that simulates external sources with correct and faulty replies. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Asked = { method: string; path: string; query: URLSearchParams; body: string; headers: IncomingMessage['headers'] };
/** A reply as text or JSON, or a function that returns it. If the function returns nothing, it has replied itself or never replies. */
type Reply = string | Record<string, unknown> | ((asked: Asked, response: ServerResponse) => string | object | void);

export type SourceServer = {
  url: string;
  host: string;
  asked: Asked[];
  /** Sets the reply and clears the recorded requests. */
  says: (reply: Reply) => void;
  close: () => Promise<void>;
};

export async function sourceServer(): Promise<SourceServer> {
  const asked: Asked[] = [];
  let reply: Reply = {};
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
      const one = {
        method: request.method ?? '',
        path: pathname,
        query: searchParams,
        body: Buffer.concat(parts).toString(),
        headers: request.headers,
      };
      asked.push(one);
      const said = typeof reply === 'function' ? reply(one, response) : reply;
      if (said === undefined) return;
      response.end(typeof said === 'string' ? said : JSON.stringify(said));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    asked,
    says: (next) => {
      asked.length = 0;
      reply = next;
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

/** Replies of each kind of source in its own format. The works are invented. */
export const EDU_SHARING = {
  nodes: [
    {
      ref: { id: 'n-1', repo: 'repo.example' },
      name: 'korn.html',
      title: 'Vom Korn zum Brot',
      mediatype: 'file-video',
      createdBy: { firstName: 'Irgend', lastName: 'Wer', mailbox: 'wer@repo.example' },
      preview: { url: 'https://repo.example/preview?nodeId=n-1' },
      properties: {
        'cclom:general_description': ['Ein Film über <b>Getreide</b> &amp; Mühlen.<script>alert(1)</script>'],
        'cclom:general_language': ['de_DE'],
        'ccm:commonlicense_key': ['CC_BY_SA'],
        'ccm:commonlicense_cc_version': ['4.0'],
        'ccm:lifecyclecontributer_publisher': ['\n<![CDATA[BEGIN:VCARD\nFN:Beispielfilm\nORG:Beispielfilm\nVERSION:3.0\nEND:VCARD]]>\n'],
        'ccm:published_date': ['2019-03-01'],
        'ccm:wwwurl': ['https://film.example/korn'],
      },
    },
    { ref: { id: 'n-2' }, title: 'Brotbacken', mimetype: 'application/pdf', properties: {} },
    { ref: { id: 'n-3' }, title: 'Falle', properties: { 'ccm:wwwurl': ['javascript:alert(1)'] } },
    'kein Knoten',
  ],
  pagination: { total: 41, from: 0, count: 4 },
};

export const OERSI = {
  hits: {
    total: { value: 7, relation: 'eq' },
    hits: [
      {
        _source: {
          id: 'https://doi.org/10.5072/KORN',
          name: 'Vom Korn zum Brot',
          description: 'Skript.',
          creator: [{ type: 'Person', name: 'Berta Beispiel' }],
          publisher: [{ name: 'Hochschule Beispiel' }],
          datePublished: '2021-05-04',
          inLanguage: ['de'],
          license: { id: 'https://creativecommons.org/licenses/by/4.0/' },
          learningResourceType: [{ id: 'https://w3id.org/kim/hcrt/script' }],
        },
      },
      { _source: { name: 'Ohne Adresse' } },
    ],
  },
};

export const MUNDO = {
  tiles: [
    {
      identifier: 'SODIX-1',
      title: 'Wasserkreislauf',
      description: 'Animation',
      learnResourceType: ['VIDEO'],
      language: ['Deutsch'],
      publishers: [{ name: 'Schulsender' }],
    },
    { identifier: ' ', title: 'Ohne Nummer' },
  ],
};

export const COMMONS = {
  query: {
    pages: [
      { index: 2, title: 'Datei:Zweites.png', imageinfo: [{ descriptionurl: 'https://bilder.example/zweites', mime: 'image/png' }] },
      {
        index: 1,
        title: 'Datei:Mühle.jpg',
        imageinfo: [
          {
            descriptionurl: 'https://bilder.example/muehle',
            mime: 'image/jpeg',
            extmetadata: {
              Artist: { value: '<a href="//x">Berta&nbsp;Beispiel</a>' },
              LicenseShortName: { value: 'CC BY-SA 4.0' },
              DateTimeOriginal: { value: '2016-07-01 10:00:00' },
            },
          },
        ],
      },
      { index: 3, title: 'Datei:Ohne.png' },
    ],
  },
};

const field = (tag: string, parts: Record<string, string>): string =>
  `<datafield tag="${tag}" ind1=" " ind2=" ">${Object.entries(parts)
    .map(([code, text]) => `<subfield code="${code}">${text}</subfield>`)
    .join('')}</datafield>`;

export const SRU = `<?xml version="1.0"?><searchRetrieveResponse xmlns="http://www.loc.gov/zing/srw/"><version>1.1</version>
<numberOfRecords>253</numberOfRecords><records><record><recordSchema>MARC21-xml</recordSchema><recordData>
<record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000nam a2200000 c 4500</leader><controlfield tag="001">900001</controlfield>
${field('020', { a: '978-3-16-148410-0' })}${field('245', { a: 'Das Watt', b: 'Leben am Meer' })}${field('264', { b: 'Beispielverlag', c: '2018' })}
${field('041', { a: 'ger' })}${field('100', { a: 'Beispiel, Berta' })}${field('856', { u: 'https://buch.example/watt' })}</record>
</recordData></record></records></searchRetrieveResponse>`;

const oaiRecord = (title: string, status = ''): string =>
  `<record><header${status}><identifier>oai:x:${title}</identifier></header>${
    status
      ? ''
      : `<metadata><oai_dc:dc xmlns:oai_dc="a" xmlns:dc="b"><dc:title>${title}</dc:title><dc:identifier>https://archiv.example/${title}</dc:identifier>
<dc:type>image</dc:type></oai_dc:dc></metadata>`
  }</record>`;

/** Returns one of two pages of a list. A record on the second page is deleted. */
export const oaiPages = ({ query }: Asked): string =>
  `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>${
    query.get('resumptionToken') === 'seite-2'
      ? `${oaiRecord('Wasserrad')}${oaiRecord('Weg', ' status="deleted"')}<resumptionToken/>`
      : `${oaiRecord('Wassermühle')}${oaiRecord('Windmühle')}<resumptionToken>seite-2</resumptionToken>`
  }</ListRecords></OAI-PMH>`;

export const ARIX = `<result resume='0'><r identifier='BSP-1'><f n='titel'>Wasser</f><f n='utitel'>Quelle des Lebens</f><f n='typ'>49</f>
<f n='text'>Ein Film.~br&gt;Mit Karten.</f><f n='produ'>Beispielfilm</f><f n='prodjahr'>2014</f><f n='sprache'>de</f></r></result>`;
