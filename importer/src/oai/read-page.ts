/** Reads a page of an OAI-PMH list: its records, its deletions, and the token of the next page. */
import { readAmb, isResource } from '../foreign/amb.ts';
import { readDublinCore } from '../foreign/dublin-core.ts';
import type { ForeignRecord } from '../foreign/foreign-record.ts';
import { readLom } from '../foreign/lom.ts';
import { readMarc } from '../foreign/marcxml.ts';
import { deletedIdentifier, mapForeign, type ForeignOptions } from '../formats/foreign/map.ts';
import type { Outcome } from '../record.ts';
import { refuse } from '../refusal.ts';
import { decodeXmlBytes } from '../xml/decode-xml.ts';
import { childrenOf, findElement, textAt, textsAt } from '../xml/elements.ts';
import { readXml, type XmlElement } from '../xml/read-xml.ts';
import { XmlProblem } from '../xml/xml-problem.ts';

/** Readers of the metadata by element name. */
const READERS: Readonly<Record<string, (metadata: XmlElement) => ForeignRecord | undefined>> = {
  dc: readDublinCore,
  lom: readLom,
  record: readMarc,
  amb: (element) => {
    const [text] = element.children;
    try {
      const value: unknown = JSON.parse(typeof text === 'string' ? text : '');
      return isResource(value) ? readAmb(value) : undefined;
    } catch {
      return undefined;
    }
  },
};

/** `identifier` is the identifier under which the record is stored; '' if the record has none. */
export type OaiRecord = { identifier: string; outcome: Outcome };

export type OaiPage = {
  responseDate: string;
  /** An error code of OAI-PMH; `no_list` if the reply is neither a list nor an error; '' if there is no error. */
  error: string;
  records: OaiRecord[];
  token: string;
  size: number | undefined;
};

/** Reads a page. Throws `XmlProblem` if it is not an OAI-PMH list. A record that is not valid XML is rejected without affecting others. */
export function readOaiPage(bytes: Uint8Array, limit: number, options: ForeignOptions): OaiPage {
  try {
    return pageOf(readXml(bytes, { limit, lenient: true }), options);
  } catch (error) {
    const page =
      error instanceof XmlProblem && error.reason !== 'size' ? readBroken(decodeXmlBytes(bytes, { lenient: true }), options) : null;
    if (page) return page;
    throw error;
  }
}

function pageOf(root: XmlElement, options: ForeignOptions): OaiPage {
  const [list] = childrenOf(root, 'ListRecords');
  const [token] = list ? childrenOf(list, 'resumptionToken') : [];
  const named = childrenOf(root, 'error')[0]?.attributes.code;
  return {
    responseDate: textAt(root, 'responseDate'),
    error: named ?? (root.name !== 'OAI-PMH' ? root.name : list ? '' : 'no_list'),
    records: list ? childrenOf(list, 'record').map((record) => readRecord(record, options)) : [],
    token: token ? textAt(list!, 'resumptionToken') : '',
    size: sizeOf(token?.attributes.completeListSize),
  };
}

function sizeOf(written: string | undefined): number | undefined {
  const size = Number(written);
  return Number.isSafeInteger(size) && size > 0 ? size : undefined;
}

/** Returns the local part of an identifier (`4711` for `oai:host:4711`), which deletion notices repeat. */
const localPart = (identifier: string): string => identifier.trim().replace(/^oai:[^:]*:/, '');

function readRecord(record: XmlElement, options: ForeignOptions): OaiRecord {
  const [header] = childrenOf(record, 'header');
  const local = header ? localPart(textAt(header, 'identifier')) : '';
  if (!header || local === '') return { identifier: '', outcome: { refusal: refuse('identifier', 'required') } };
  const identifier = deletedIdentifier(options.prefix ?? '', local);
  if (header.attributes.status === 'deleted') return { identifier, outcome: { deleted: identifier } };
  const metadata = childrenOf(record, 'metadata').flatMap((each) => childrenOf(each))[0];
  // Universities wrap the `lom` element in another element.
  const inner = metadata && (Object.hasOwn(READERS, metadata.name) ? metadata : findElement(metadata, 'lom'));
  const foreign = inner && READERS[inner.name]?.(inner);
  const outcome: Outcome = foreign ? mapForeign({ ...foreign, identifier: local }, options) : { refusal: refuse('line', 'object', local) };
  return { identifier, outcome };
}

const RECORD = /<(?:[\w.-]{1,60}:)?record(?:\s[^<>]{0,500})?>\s{0,200}(?=<(?:[\w.-]{1,60}:)?header[\s>/])/g;
const TOKEN = /<(?:[\w.-]{1,60}:)?resumptionToken(\s[^<>]{0,1000})?>([^<]{0,10000})<\/(?:[\w.-]{1,60}:)?resumptionToken/g;
/** Start of a token element that is not empty. */
const TOKEN_START = /<(?:[\w.-]{1,60}:)?resumptionToken(?:\s[^<>]{0,1000})?(?<!\/)>/;
const HEADER = /<(?:[\w.-]{1,60}:)?header(\s[^<>]{0,500})?>/;
const IDENTIFIER = /<(?:[\w.-]{1,60}:)?identifier(?:\s[^<>]{0,500})?>([^<]{1,1000})</;
const DATE = /<(?:[\w.-]{1,60}:)?responseDate>\s{0,50}([\w:.+-]{1,40})/;
const END = /<\/(?:[\w.-]{1,60}:)?ListRecords\s{0,50}>/g;
const CLOSING = 'record>';

/**
 * Reads the records of a page that is not valid XML one by one. Returns `null` if the page is truncated, is not a list, or has an unreadable token.
 */
function readBroken(text: string, options: ForeignOptions): OaiPage | null {
  const starts = [...text.matchAll(RECORD)].map(({ index }) => index);
  const token = [...text.matchAll(TOKEN)].at(-1);
  const end = [...text.matchAll(END)].at(-1)?.index ?? token?.index;
  // An unreadable token must not look like the end of the list.
  if (end === undefined || starts.length === 0 || (!token && TOKEN_START.test(text))) return null;
  const inner = starts.map((start, i) => text.slice(start, Math.min(starts[i + 1] ?? end, end)));
  return {
    responseDate: DATE.exec(text)?.[1] ?? '',
    error: '',
    records: inner.map((piece) => readPiece(piece, options)),
    token: token ? readXmlText(token[2]!) : '',
    size: sizeOf(/completeListSize\s{0,20}=\s{0,20}["'](\d{1,15})/.exec(token?.[1] ?? '')?.[1]),
  };
}

const readXmlText = (text: string): string => {
  const [inside] = readXml(`<a>${text}</a>`, { lenient: true }).children;
  return typeof inside === 'string' ? inside.trim() : '';
};

function readPiece(piece: string, options: ForeignOptions): OaiRecord {
  const end = piece.lastIndexOf(CLOSING);
  try {
    return readRecord(readXml(piece.slice(0, end < 0 ? undefined : end + CLOSING.length), { lenient: true }), options);
  } catch (error) {
    if (!(error instanceof XmlProblem)) throw error;
    const local = localPart(readXmlText(IDENTIFIER.exec(piece)?.[1] ?? ''));
    const identifier = local && deletedIdentifier(options.prefix ?? '', local);
    if (identifier && /\sstatus\s{0,20}=\s{0,20}["']deleted/.test(HEADER.exec(piece)?.[1] ?? ''))
      return { identifier, outcome: { deleted: identifier } };
    return { identifier, outcome: { refusal: refuse('line', 'xml', `${local}: ${error.detail}`) } };
  }
}

export type OaiIdentity = {
  granularity: 'day' | 'second' | null;
  deleted: 'no' | 'transient' | 'persistent' | null;
  compression: string[];
};

/** Returns the self-description of a provider (Identify). Throws `XmlProblem`. */
export function parseIdentify(bytes: Uint8Array): OaiIdentity {
  const root = readXml(bytes, { lenient: true });
  const granularity = textAt(root, 'Identify', 'granularity').toUpperCase();
  const deleted = textAt(root, 'Identify', 'deletedRecord').toLowerCase();
  return {
    granularity: granularity === 'YYYY-MM-DD' ? 'day' : granularity.startsWith('YYYY-MM-DDTHH') ? 'second' : null,
    deleted: deleted === 'no' || deleted === 'transient' || deleted === 'persistent' ? deleted : null,
    compression: textsAt(root, 'Identify', 'compression')
      .map((name) => name.toLowerCase().slice(0, 40))
      .slice(0, 10),
  };
}
