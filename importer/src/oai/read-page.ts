/** One answer of an OAI-PMH provider → its records, what went, and where it goes on. */
import { childrenOf, elementsAt, findElement, textAt } from '../xml/elements.ts';
import { readXml, type XmlElement } from '../xml/read-xml.ts';
import { readDublinCore } from '../foreign/dublin-core.ts';
import { readAmb, isResource } from '../foreign/amb.ts';
import type { ForeignRecord } from '../foreign/foreign-record.ts';
import { readLom } from '../foreign/lom.ts';
import { readMarc } from '../foreign/marcxml.ts';

/** How the metadata of a record is read, by the name of its element. */
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

/** `foreign` is missing where the metadata is none we read. */
type OaiRecord = { identifier: string; deleted: boolean; foreign?: ForeignRecord | undefined };

export type OaiPage = {
  responseDate: string;
  /** A code of the protocol. */
  error: string;
  records: OaiRecord[];
  token: string;
  size: number | undefined;
};

/** Throws `XmlProblem`. */
export function readOaiPage(bytes: Uint8Array, limit: number): OaiPage {
  const root = readXml(bytes, { limit });
  const [token] = elementsAt(root, 'ListRecords', 'resumptionToken');
  const size = Number(token?.attributes.completeListSize);
  return {
    responseDate: textAt(root, 'responseDate'),
    error: childrenOf(root, 'error')[0]?.attributes.code ?? (root.name === 'OAI-PMH' ? '' : root.name),
    records: elementsAt(root, 'ListRecords', 'record').flatMap(readRecord),
    token: textAt(root, 'ListRecords', 'resumptionToken'),
    size: Number.isSafeInteger(size) && size > 0 ? size : undefined,
  };
}

/** `oai:host:4711` → `4711`: by it the record is named from then on, as what went is told by it alone. */
function readRecord(record: XmlElement): OaiRecord[] {
  const [header] = childrenOf(record, 'header');
  const identifier = header ? textAt(header, 'identifier').replace(/^oai:[^:]*:/, '') : '';
  if (!header || identifier === '') return [];
  if (header.attributes.status === 'deleted') return [{ identifier, deleted: true }];
  const metadata = childrenOf(record, 'metadata').flatMap((each) => childrenOf(each))[0];
  // Universities put `lom` into an element of their own.
  const inner = metadata && (Object.hasOwn(READERS, metadata.name) ? metadata : findElement(metadata, 'lom'));
  const foreign = inner && READERS[inner.name]?.(inner);
  return [{ identifier, deleted: false, foreign: foreign && { ...foreign, identifier } }];
}
