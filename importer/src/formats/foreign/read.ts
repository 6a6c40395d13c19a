/** Reads files in the formats of other systems. */
import { readAmb, isResource } from '../../foreign/amb.ts';
import { readArix } from '../../foreign/arix.ts';
import { readDublinCore } from '../../foreign/dublin-core.ts';
import { readElixier } from '../../foreign/elixier.ts';
import type { ForeignRecord } from '../../foreign/foreign-record.ts';
import { readLom } from '../../foreign/lom.ts';
import { readMarc } from '../../foreign/marcxml.ts';
import { readOnix } from '../../foreign/onix.ts';
import { decode, type Source, strictDecoder } from '../../lines.ts';
import type { Outcome } from '../../record.ts';
import { refuse } from '../../refusal.ts';
import { textAt } from '../../xml/elements.ts';
import type { XmlElement } from '../../xml/read-xml.ts';
import { readXmlRecords, type Records } from '../../xml/read-xml-records.ts';
import { XmlProblem } from '../../xml/xml-problem.ts';
import { readJsonLines } from '../jsonl/read.ts';
import { deletedIdentifier, mapForeign, type ForeignOptions } from './map.ts';

type XmlFormat = Records & { read: (element: XmlElement) => ForeignRecord };

const named = (...names: readonly string[]): Records => ({ names, isRecord: (path) => names.includes(path.at(-1) ?? '') });

/** Names and readers of record elements by format. Records may be at any depth, for example in a list or in an OAI-PMH or SRU envelope. */
export const XML_FORMATS = {
  dc: { ...named('dc'), read: readDublinCore },
  lom: { ...named('lom'), read: readLom },
  marcxml: {
    names: ['record'],
    isRecord: (path) => path.at(-1) === 'record' && ['collection', 'recordData', 'metadata', undefined].includes(path.at(-2)),
    read: readMarc,
  },
  elixier: { ...named('datensatz'), read: readElixier },
  onix: { ...named('Product', 'product'), read: readOnix },
  arix: {
    names: ['r', 'record'],
    isRecord: (path) => path.at(-1) === 'r' || (path.length === 1 && path[0] === 'record'),
    read: readArix,
  },
} satisfies Record<string, XmlFormat>;

/** Returns whether a path leads to the header of a record in OAI-PMH, which contains its deletion status. */
const isHeader = (path: readonly string[]): boolean => path.at(-1) === 'header' && path.at(-2) === 'record';

export async function* readXmlFormat(
  format: keyof typeof XML_FORMATS,
  source: Source,
  foreign: ForeignOptions,
): AsyncGenerator<{ line: number } & Outcome> {
  const { isRecord, names, read }: XmlFormat = XML_FORMATS[format];
  for await (const element of readXmlRecords(source, { names, isRecord: (path) => isRecord(path) || isHeader(path) })) {
    const { line } = element;
    if (element instanceof XmlProblem)
      yield { line, refusal: refuse('line', 'xml', `${element.reason}, column ${element.column}: ${element.detail}`) };
    else if (element.name !== 'header' || names.includes('header')) yield { line, ...mapForeign(read(element), foreign) };
    else if (element.attributes.status === 'deleted') {
      const identifier = textAt(element, 'identifier').replace(/^oai:[^:]*:/, '');
      if (identifier !== '') yield { line, deleted: deletedIdentifier(foreign.prefix ?? '', identifier) };
    }
  }
}

/** Maximum size in bytes of a file that is a single JSON value. Larger files must contain one resource per line. */
const WHOLE_BYTES = 64 * 1024 * 1024;

/** Reads a single resource, a list, a `@graph`, or one resource per line. */
export async function* readAmbFile(source: Source, options: ForeignOptions): AsyncGenerator<{ line: number } & Outcome> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    pieces.push(typeof chunk === 'string' ? Buffer.from(chunk) : new Uint8Array(chunk));
    size += pieces.at(-1)!.length;
    if (size > WHOLE_BYTES) return yield { line: 1, refusal: refuse('line', 'too_long', `${size} bytes`) };
  }
  const bytes = Buffer.concat(pieces);
  const { text, refusal } = decode(bytes, strictDecoder());
  if (refusal) return yield { line: 1, refusal };
  const whole = parseWhole(text.replace(/^\ufeff/, ''));
  if (whole === undefined) return yield* readAmbLines(bytes, options);
  // `line` is the position in the list, because JSON values have no line numbers.
  for (const [nth, value] of whole.entries()) yield { line: nth + 1, ...mapResource(value, options) };
}

async function* readAmbLines(bytes: Uint8Array, options: ForeignOptions): AsyncGenerator<{ line: number } & Outcome> {
  for await (const { line, value, refusal } of readJsonLines(toSource(bytes)))
    yield refusal ? { line, refusal } : { line, ...mapResource(value, options) };
}

async function* toSource(bytes: Uint8Array): Source {
  yield bytes;
}

const mapResource = (value: unknown, options: ForeignOptions): Outcome =>
  isResource(value) ? mapForeign(readAmb(value), options) : { refusal: refuse('line', 'object', value) };

function parseWhole(text: string): unknown[] | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    if (Array.isArray(value)) return value;
    const graph = value !== null && typeof value === 'object' ? (value as { '@graph'?: unknown })['@graph'] : undefined;
    return Array.isArray(graph) ? graph : [value];
  } catch {
    return undefined;
  }
}
