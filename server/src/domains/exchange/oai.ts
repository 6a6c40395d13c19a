/** OAI-PMH 2.0 data provider (docs/operate/exchange.md). */
import { MAIN_SUBJECTS } from '@fundus/contract/reference/main-subjects';
import { MEDIA_TYPES } from '@fundus/contract/reference/media-types';
import { subjectLabel } from '@fundus/contract/reference/subjects';
import type { Portal } from '../../http/context.ts';
import { waitForWriters } from '../../search/change-log-repository.ts';
import { type CardRow } from '../catalogue/index.ts';
import { siteName, siteOf, XML_TYPE, type ExchangeRequest, type Reply } from './exchange.ts';
import {
  formatMoment,
  OaiError,
  readArguments,
  readSpan,
  parseResumptionToken,
  writeToken,
  type Arguments,
  type Place,
} from './oai-arguments.ts';
import { countChanges, findChange, findFirstChange, listChanges, type Change } from './repository.ts';
import { describeMedium, type DescribedMedium } from './described.ts';
import { writeAmb } from './write-amb.ts';
import { DC, writeDublinCore } from './write-dublin-core.ts';
import { LOM, writeLom } from './write-lom.ts';
import { DECLARATION, wrapElement, writeElement } from './xml.ts';
import { findExported } from './withheld.ts';

const PAGE = 100;
/** Number of entries above which a list has no total. */
const MAX_COUNTED = 100_000;

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const OAI = 'http://www.openarchives.org/OAI/2.0/';
const OAI_DC = 'http://www.openarchives.org/OAI/2.0/oai_dc/';

/** A change of a medium, with the data from which its record is written. */
type Written = { described: DescribedMedium; change: Change; siteName: string; origin: string };

type Format = { namespace: string; schema: string; write: (written: Written) => string };

const LOM_FORMAT: Format = {
  namespace: LOM,
  schema: 'http://ltsc.ieee.org/xsd/lomv1.0/lomLoose.xsd',
  write: ({ described }) =>
    writeLom(described, { 'xmlns:xsi': XSI, 'xsi:schemaLocation': `${LOM} http://ltsc.ieee.org/xsd/lomv1.0/lomLoose.xsd` }),
};

const FORMATS: Readonly<Record<string, Format>> = {
  oai_dc: {
    namespace: OAI_DC,
    schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
    write: ({ described }) =>
      writeDublinCore(described, 'oai_dc:dc', {
        'xmlns:oai_dc': OAI_DC,
        'xmlns:dc': DC,
        'xmlns:xsi': XSI,
        'xsi:schemaLocation': `${OAI_DC} http://www.openarchives.org/OAI/2.0/oai_dc.xsd`,
      }),
  },
  'oai_lom-de': LOM_FORMAT,
  lom: LOM_FORMAT,
  amb: {
    namespace: 'https://w3id.org/kim/amb/',
    schema: 'https://w3id.org/kim/amb/latest/schemas/schema.json',
    write: ({ described, change, siteName, origin }) =>
      writeElement('amb', JSON.stringify(writeAmb(described, change.changed_at, siteName, origin)), { xmlns: 'https://w3id.org/kim/amb/' }),
  },
};

const SETS = new Map<string, string>([
  ...MAIN_SUBJECTS.map(({ code }) => [`geb:${code}`, subjectLabel(code)] as const),
  ...MEDIA_TYPES.map(({ code, label }) => [`typ:${code}`, label] as const),
]);

export async function answerOai(portal: Portal<'oaiEmail'>, { params, origin }: ExchangeRequest): Promise<Reply> {
  const base = `${origin}/oai`;
  const moment = await waitForWriters(portal.db);
  let request = writeElement('request', base);
  let body: string;
  try {
    const args = readArguments(params);
    const { verb, given } = args;
    request = writeElement('request', base, { verb, ...given });
    body = wrapElement(verb, await VERBS[verb]({ portal, origin, ...args }));
  } catch (error) {
    if (!(error instanceof OaiError)) throw error;
    if (error.code === 'badArgument') request = writeElement('request', base);
    body = writeElement('error', error.message, { code: error.code });
  }
  const document = wrapElement('OAI-PMH', [writeElement('responseDate', formatMoment(moment)), request, body], {
    xmlns: OAI,
    'xmlns:xsi': XSI,
    'xsi:schemaLocation': `${OAI} http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd`,
  });
  return { status: 200, type: XML_TYPE, body: DECLARATION + document };
}

type Question = Arguments & { portal: Portal<'oaiEmail'>; origin: string };

const VERBS: Record<Arguments['verb'], (question: Question) => Promise<string>> = {
  Identify: identify,
  ListMetadataFormats: listFormats,
  ListSets: async ({ given }) => {
    if (given.resumptionToken !== undefined) throw new OaiError('badResumptionToken', 'the list of sets is complete');
    return [...SETS].map(([spec, name]) => wrapElement('set', writeElement('setSpec', spec) + writeElement('setName', name))).join('');
  },
  GetRecord: getRecord,
  ListIdentifiers: listPage,
  ListRecords: listPage,
};

async function identify({ portal, origin }: Question): Promise<string> {
  const [name, first] = await Promise.all([siteName(portal), findFirstChange(portal.db)]);
  const host = new URL(origin).hostname;
  return [
    writeElement('repositoryName', name),
    writeElement('baseURL', `${origin}/oai`),
    writeElement('protocolVersion', '2.0'),
    writeElement('adminEmail', portal.oaiEmail ?? `postmaster@${host}`),
    writeElement('earliestDatestamp', formatMoment(first ?? portal.now())),
    writeElement('deletedRecord', 'persistent'),
    writeElement('granularity', 'YYYY-MM-DDThh:mm:ssZ'),
  ].join('');
}

async function listFormats({ portal, origin, given }: Question): Promise<string> {
  if (given.identifier !== undefined) await requireChange(portal, origin, given.identifier);
  return Object.entries(FORMATS)
    .map(([prefix, { schema, namespace }]) =>
      wrapElement('metadataFormat', [
        writeElement('metadataPrefix', prefix),
        writeElement('schema', schema),
        writeElement('metadataNamespace', namespace),
      ]),
    )
    .join('');
}

/** Returns the OAI identifier `oai:host:identifier`, with a percent-encoded identifier of the medium. */
const oaiIdentifier = (origin: string, identifier: string): string => `oai:${new URL(origin).hostname}:${encodeURIComponent(identifier)}`;

async function requireChange(portal: Portal, origin: string, asked: string): Promise<Change> {
  const start = oaiIdentifier(origin, '');
  let identifier = '';
  try {
    if (asked.startsWith(start)) identifier = decodeURIComponent(asked.slice(start.length));
  } catch {
    // The text is not an identifier of this portal.
  }
  const change = /^[^\p{Cc}]+$/u.test(identifier) ? await findChange(portal.db, identifier) : undefined;
  if (!change) throw new OaiError('idDoesNotExist', 'no such record');
  return change;
}

function requireFormat(prefix: string): Format {
  const format = Object.hasOwn(FORMATS, prefix) ? FORMATS[prefix] : undefined;
  if (!format) throw new OaiError('cannotDisseminateFormat', `formats are ${Object.keys(FORMATS).join(', ')}`);
  return format;
}

async function getRecord({ portal, origin, given }: Question): Promise<string> {
  const format = requireFormat(given.metadataPrefix!);
  const change = await requireChange(portal, origin, given.identifier!);
  const [cards, name] = await Promise.all([findExported(portal, [change.identifier]), siteName(portal)]);
  return writeRecord(portal, origin, name, format, change, cards.get(change.identifier));
}

function writeHeader(origin: string, { identifier, changed_at, sets }: Change, row: CardRow | undefined): string {
  const parts = [writeElement('identifier', oaiIdentifier(origin, identifier)), writeElement('datestamp', formatMoment(changed_at))];
  return wrapElement('header', [...parts, ...sets.filter((set) => SETS.has(set)).map((set) => writeElement('setSpec', set))], {
    status: row ? undefined : 'deleted',
  });
}

function writeRecord(portal: Portal, origin: string, name: string, format: Format, change: Change, row: CardRow | undefined): string {
  const described = row && describeMedium(siteOf(portal, origin), row);
  return wrapElement('record', [
    writeHeader(origin, change, row),
    described ? wrapElement('metadata', format.write({ described, change, siteName: name, origin })) : '',
  ]);
}

async function listPage({ portal, origin, verb, given }: Question): Promise<string> {
  const place = given.resumptionToken === undefined ? null : parseResumptionToken(portal, given.resumptionToken, verb);
  const { from, until, set } = place ?? given;
  const prefix = place?.prefix ?? given.metadataPrefix!;
  const format = requireFormat(prefix);
  const selection = { ...readSpan({ ...(from !== undefined && { from }), ...(until !== undefined && { until }) }), set };
  const rows = await listChanges(portal.db, selection, place?.after ?? null, PAGE + 1);
  if (rows.length === 0 && !place) throw new OaiError('noRecordsMatch', 'no records changed in this period or set');
  const page = rows.slice(0, PAGE);
  const [cards, name] = await Promise.all([
    findExported(
      portal,
      page.flatMap(({ identifier, present }) => (present ? [identifier] : [])),
    ),
    siteName(portal),
  ]);
  const written = page.map((row) => {
    const card = cards.get(row.identifier);
    return verb === 'ListIdentifiers' ? writeHeader(origin, row, card) : writeRecord(portal, origin, name, format, row, card);
  });
  const last = rows.length > PAGE ? page.at(-1)! : undefined;
  if (!last && !place) return written.join('');
  const size = place ? place.size : await countUpTo(portal, selection);
  const next: Place | undefined = last && {
    verb,
    prefix,
    from,
    until,
    set,
    after: { at: last.place, identifier: last.identifier },
    cursor: (place?.cursor ?? 0) + PAGE,
    size,
  };
  return written.join('') + writeResumption(portal, next, { cursor: place?.cursor ?? 0, size });
}

async function countUpTo(portal: Portal, selection: Parameters<typeof countChanges>[1]): Promise<number | undefined> {
  const counted = await countChanges(portal.db, selection, MAX_COUNTED + 1);
  return counted > MAX_COUNTED ? undefined : counted;
}

/** Returns the resumption token. On the last of several pages it is empty. */
function writeResumption(portal: Portal, next: Place | undefined, { cursor, size }: { cursor: number; size: number | undefined }): string {
  const attributes = { completeListSize: size, cursor };
  if (!next) return wrapElement('resumptionToken', '', attributes);
  const { token, expires } = writeToken(portal, next);
  return wrapElement('resumptionToken', token, { expirationDate: formatMoment(expires), ...attributes });
}
