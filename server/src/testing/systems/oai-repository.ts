/**
 * An OAI-PMH repository for tests. It dates records and returns the errors of the protocol. It can also be busy, lose its tokens, or send arbitrary
 * replies.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type KeptRecord = { title: string; at: string; deleted?: boolean; body?: string };

export type OaiRepository = {
  host: string;
  url: string;
  records: Map<string, KeptRecord>;
  granularity: 'YYYY-MM-DD' | 'YYYY-MM-DDThh:mm:ssZ';
  deletedRecord: 'no' | 'transient' | 'persistent';
  /** Current time of the repository. */
  now: string;
  pageSize: number;
  /** Received requests for lists, in order. */
  asked: URLSearchParams[];
  /** Replacements for the next replies to list requests. `null` stands for a normal reply. */
  instead: (((response: ServerResponse) => void) | null)[];
  /** Changes the text of a list before it is sent. */
  spoil: (page: string) => string;
  close: () => void;
};

const DATES = { 'YYYY-MM-DD': /^\d{4}-\d\d-\d\d$/, 'YYYY-MM-DDThh:mm:ssZ': /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/ };

export async function openOaiRepository(): Promise<OaiRepository> {
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://x').searchParams;
    const send = (inside: string): void =>
      void response
        .writeHead(200, { 'content-type': 'text/xml; charset=utf-8' })
        .end(`<?xml version="1.0"?><OAI-PMH><responseDate>${repository.now}</responseDate>${inside}</OAI-PMH>`);
    if (query.get('verb') === 'Identify')
      return send(
        `<Identify><granularity>${repository.granularity}</granularity><deletedRecord>${repository.deletedRecord}</deletedRecord><compression>gzip</compression></Identify>`,
      );
    repository.asked.push(query);
    const instead = repository.instead.shift();
    if (instead) return instead(response);
    const list = listFor(repository, query);
    send(typeof list === 'string' ? `<error code="${list}">x</error>` : repository.spoil(`<ListRecords>${list.inside}</ListRecords>`));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const repository: OaiRepository = {
    host,
    url: `http://${host}/oai`,
    records: new Map(),
    granularity: 'YYYY-MM-DDThh:mm:ssZ',
    deletedRecord: 'persistent',
    now: '2026-05-02T10:00:00Z',
    pageSize: 2,
    asked: [],
    instead: [],
    spoil: (page) => page,
    close: () => void server.close(),
  };
  return repository;
}

/** Returns a page of the list, or an error code. */
function listFor({ records, granularity, pageSize }: OaiRepository, query: URLSearchParams): { inside: string } | string {
  const token = query.get('resumptionToken');
  const parsed = token === null ? null : /^(\d+)@(.*)$/.exec(token);
  if (token !== null && !parsed) return 'badResumptionToken';
  const from = parsed ? parsed[2]! : (query.get('from') ?? '');
  if (from !== '' && !DATES[granularity].test(from)) return 'badArgument';
  const found = [...records].filter(([, { at }]) => (granularity === 'YYYY-MM-DD' ? at.slice(0, 10) : at) >= from);
  if (found.length === 0) return 'noRecordsMatch';
  const at = Number(parsed?.[1] ?? 0);
  const page = found.slice(at, at + pageSize).map(([id, record]) => recordXml(id, record));
  const next = at + pageSize < found.length ? `${at + pageSize}@${from}` : '';
  return { inside: `${page.join('')}<resumptionToken completeListSize="${found.length}">${next}</resumptionToken>` };
}

const recordXml = (id: string, { title, at, deleted, body }: KeptRecord): string =>
  `<record><header${deleted ? ' status="deleted"' : ''}><identifier>oai:example.org:${id}</identifier><datestamp>${at}</datestamp></header>${
    deleted ? '' : `<metadata><oai_dc:dc><dc:title>${title}</dc:title>${body ?? ''}</oai_dc:dc></metadata>`
  }</record>`;
