/** Files in the formats of other systems → records. A mistake ends the reading of an XML file; what came before it stays. */
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
import { readXmlRecords, type XmlElement, type XmlOptions } from '../../xml/read-xml.ts';
import { XmlProblem } from '../../xml/xml-problem.ts';
import { readJsonLines } from '../jsonl/read.ts';
import { mapForeign, type ForeignOptions } from './map.ts';

type XmlFormat = { isRecord: (path: readonly string[]) => boolean; read: (element: XmlElement) => ForeignRecord; options?: XmlOptions };

const isNamed =
  (...names: readonly string[]) =>
  (path: readonly string[]): boolean =>
    names.includes(path.at(-1) ?? '');

/** Records are found wherever they stand: in a list, in the envelope of OAI-PMH or in that of SRU. */
export const XML_FORMATS = {
  dc: { isRecord: isNamed('dc'), read: readDublinCore },
  lom: { isRecord: isNamed('lom'), read: readLom },
  marcxml: {
    isRecord: (path) => path.at(-1) === 'record' && ['collection', 'recordData', 'metadata', undefined].includes(path.at(-2)),
    read: readMarc,
  },
  elixier: { isRecord: isNamed('datensatz'), read: readElixier, options: { doctype: true } },
  onix: { isRecord: isNamed('Product', 'product'), read: readOnix, options: { doctype: true } },
  arix: { isRecord: (path) => path.at(-1) === 'r' || (path.length === 1 && path[0] === 'record'), read: readArix },
} satisfies Record<string, XmlFormat>;

export async function* readXmlFormat(
  format: keyof typeof XML_FORMATS,
  source: Source,
  foreign: ForeignOptions,
): AsyncGenerator<{ line: number } & Outcome> {
  const { isRecord, read, options }: XmlFormat = XML_FORMATS[format];
  try {
    for await (const element of readXmlRecords(source, isRecord, options))
      yield { line: element.line, ...mapForeign(read(element), foreign) };
  } catch (error) {
    if (!(error instanceof XmlProblem)) throw error;
    yield { line: error.line, refusal: refuse('line', 'xml', `${error.reason}, column ${error.column}: ${error.detail}`) };
  }
}

/** A file that is one value is read as a whole; longer ones come with one resource a line. */
const WHOLE_BYTES = 64 * 1024 * 1024;

/** One resource, a list of them, `@graph`, or one a line. */
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
  // Where a value of a list begins JSON does not say: which one of them it is does instead.
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
