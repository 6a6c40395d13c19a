/** SRU 1.1, 1.2 and 2.0, with which library software searches the catalogue (docs/operate/exchange.md). */
import { AppError } from '@fundus/contract/errors';
import type { Portal } from '../../http/context.ts';
import { searchPublic, type CardRow } from '../catalogue/index.ts';
import { Diagnostic, INDEXES, readCql } from './cql.ts';
import { siteName, siteOf, XML_TYPE, type ExchangeRequest, type Reply } from './exchange.ts';
import { describeMedium, type DescribedMedium } from './described.ts';
import { DC, writeDublinCore } from './write-dublin-core.ts';
import { writeLom } from './write-lom.ts';
import { writeMods } from './write-mods.ts';
import { DECLARATION, wrapElement, writeElement } from './xml.ts';
import { escapeMarkup } from '../../escape-markup.ts';
import { findExported, exportedTokens } from './withheld.ts';

const MAX_RECORDS = 100;
const FEW_RECORDS = 10;

const SRW_DC = 'info:srw/schema/1/dc-schema';
const SCHEMAS: Readonly<Record<string, { id: string; write: (described: DescribedMedium) => string }>> = {
  dc: {
    id: 'info:srw/schema/1/dc-v1.1',
    write: (described) => writeDublinCore(described, 'srw_dc:dc', { 'xmlns:srw_dc': SRW_DC, 'xmlns:dc': DC }),
  },
  lom: { id: 'http://ltsc.ieee.org/xsd/LOM', write: (described) => writeLom(described) },
  mods: { id: 'info:srw/schema/1/mods-v3.7', write: writeMods },
};

const NAMESPACES = {
  '1.1': 'http://www.loc.gov/zing/srw/',
  '1.2': 'http://www.loc.gov/zing/srw/',
  '2.0': 'http://docs.oasis-open.org/ns/search-ws/sruResponse',
} as const;
type Version = keyof typeof NAMESPACES;

export async function answerSru(portal: Portal<'search'>, asked: ExchangeRequest): Promise<Reply> {
  const { params } = asked;
  const given = params.get('version') ?? (params.has('operation') ? '1.2' : '2.0');
  const version: Version = Object.hasOwn(NAMESPACES, given) ? (given as Version) : '1.2';
  const operation = params.get('operation') ?? (params.has('query') ? 'searchRetrieve' : 'explain');
  const isExplain = operation === 'explain';
  let parts: string[];
  try {
    if (given !== version) throw new Diagnostic(5, 'Unsupported version', '1.2');
    if (!isExplain && operation !== 'searchRetrieve') throw new Diagnostic(4, 'Unsupported operation', operation);
    parts = isExplain ? [await explain(portal, asked)] : await retrieve(portal, asked);
  } catch (error) {
    parts = [...(isExplain ? [] : [writeElement('numberOfRecords', 0)]), writeDiagnostic(asDiagnostic(error), version)];
  }
  const document = wrapElement(isExplain ? 'explainResponse' : 'searchRetrieveResponse', [writeElement('version', version), ...parts], {
    xmlns: NAMESPACES[version],
  });
  return { status: 200, type: XML_TYPE, body: DECLARATION + document };
}

function asDiagnostic(error: unknown): Diagnostic {
  if (error instanceof Diagnostic) return error;
  if (error instanceof AppError && error.code === 'validation_failed') return new Diagnostic(10, 'Query syntax error');
  if (error instanceof AppError) return new Diagnostic(2, 'System temporarily unavailable');
  throw error;
}

const writeDiagnostic = ({ number, message, details }: Diagnostic, version: Version): string =>
  wrapElement(
    'diagnostics',
    wrapElement(
      'diagnostic',
      [writeElement('uri', `info:srw/diagnostic/1/${number}`), writeElement('details', details), writeElement('message', message)],
      {
        xmlns: version === '2.0' ? 'http://docs.oasis-open.org/ns/search-ws/diagnostic' : 'http://www.loc.gov/zing/srw/diagnostic/',
      },
    ),
  );

function readNumber(params: URLSearchParams, name: string, { least, otherwise }: { least: number; otherwise: number }): number {
  const text = params.get(name);
  if (text === null || text === '') return otherwise;
  if (!/^\d{1,9}$/.test(text) || Number(text) < least) throw new Diagnostic(6, 'Unsupported parameter value', name);
  return Number(text);
}

async function retrieve(portal: Portal<'search'>, { params, origin }: ExchangeRequest): Promise<string[]> {
  const query = params.get('query');
  if (!query) throw new Diagnostic(7, 'Mandatory parameter not supplied', 'query');
  const wanted = params.get('recordSchema') ?? 'dc';
  const schema = (Object.hasOwn(SCHEMAS, wanted) ? SCHEMAS[wanted] : undefined) ?? Object.values(SCHEMAS).find(({ id }) => id === wanted);
  if (!schema) throw new Diagnostic(66, 'Unknown schema for retrieval', wanted);
  const packing = params.get('recordXMLEscaping') ?? params.get('recordPacking') ?? 'xml';
  if (packing !== 'xml' && packing !== 'string') throw new Diagnostic(71, 'Unsupported record packing', packing);
  const start = readNumber(params, 'startRecord', { least: 1, otherwise: 1 });
  const limit = Math.min(readNumber(params, 'maximumRecords', { least: 0, otherwise: FEW_RECORDS }), MAX_RECORDS);
  const { total, rows } = await find(portal, query, { offset: start - 1, limit });
  if (start > 1 && start > total) throw new Diagnostic(61, 'First record position out of range');
  const site = siteOf(portal, origin);
  const records = rows.map((row, i) => {
    const data = schema.write(describeMedium(site, row));
    return wrapElement('record', [
      writeElement('recordSchema', schema.id),
      writeElement('recordPacking', packing),
      wrapElement('recordData', packing === 'xml' ? data : escapeMarkup(data)),
      writeElement('recordPosition', start + i),
    ]);
  });
  const next = start + rows.length;
  return [
    writeElement('numberOfRecords', total),
    records.length > 0 ? wrapElement('records', records) : '',
    records.length > 0 && next <= total ? writeElement('nextRecordPosition', next) : '',
  ];
}

async function find(
  portal: Portal<'search'>,
  query: string,
  page: { offset: number; limit: number },
): Promise<{ total: number; rows: CardRow[] }> {
  const { qs, identifiers } = readCql(query);
  if (identifiers.length === 0) return searchPublic(portal, qs, page, await exportedTokens(portal));
  const found = await findExported(portal, identifiers);
  const rows = identifiers.flatMap((identifier) => found.get(identifier) ?? []);
  return { total: rows.length, rows: rows.slice(page.offset, page.offset + page.limit) };
}

async function explain(portal: Portal, { origin }: ExchangeRequest): Promise<string> {
  const { hostname, port, protocol } = new URL(origin);
  const info = wrapElement(
    'explain',
    [
      wrapElement(
        'serverInfo',
        [writeElement('host', hostname), writeElement('port', port || (protocol === 'https:' ? 443 : 80)), writeElement('database', 'sru')],
        {
          protocol: 'SRU',
          version: '1.2',
          transport: protocol.slice(0, -1),
        },
      ),
      wrapElement('databaseInfo', writeElement('title', await siteName(portal))),
      wrapElement(
        'indexInfo',
        INDEXES.map((name) => {
          const [set, index] = name.split('.');
          return wrapElement('index', writeElement('title', name) + wrapElement('map', writeElement('name', index, { set })), {
            search: 'true',
          });
        }),
      ),
      wrapElement(
        'schemaInfo',
        Object.entries(SCHEMAS).map(([name, { id }]) => wrapElement('schema', writeElement('title', name), { identifier: id, name })),
      ),
      wrapElement(
        'configInfo',
        writeElement('default', FEW_RECORDS, { type: 'numberOfRecords' }) +
          writeElement('setting', MAX_RECORDS, { type: 'maximumRecords' }),
      ),
    ],
    { xmlns: 'http://explain.z3950.org/dtd/2.0/' },
  );
  return wrapElement('record', [
    writeElement('recordSchema', 'http://explain.z3950.org/dtd/2.0/'),
    writeElement('recordPacking', 'xml'),
    wrapElement('recordData', info),
  ]);
}
