/**
 * XML of strangers → elements. No entity is ever made: declarations inside a document type are refused, what it names outside is never loaded, and only the five
 * entities of XML are known, and the named characters of HTML where the format's own document type would define them. Every limit is checked while reading.
 */
import { SaxesParser } from 'saxes';
import type { Source } from '../lines.ts';
import { decodeXml, decodeXmlBytes } from './decode-xml.ts';
import { NAMED_CHARACTERS } from './named-characters.ts';
import { XmlProblem, type XmlReason } from './xml-problem.ts';

/** Names are as written but for their prefix; attributes keep theirs (`xml:lang`). */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (XmlElement | string)[];
  line: number;
};

export const XML_LIMITS = {
  /** Elements inside each other. */
  depth: 64,
  attributes: 64,
  /** Characters of one record, or of one tag, text or comment. */
  record: 4 * 1024 * 1024,
  /** Elements of one record. */
  elements: 50_000,
  /** Characters of a document that is read as a whole. */
  document: 16 * 1024 * 1024,
};

export type XmlOptions = {
  /** Passes over a document type that only names one elsewhere, knows the named characters of HTML, and reads windows-1252 where no encoding is named. */
  doctype?: boolean;
  /** Characters of the whole; without limit where records are read one by one. */
  limit?: number;
};

/** The root of a small document, such as an answer of another system. */
export function readXml(content: string | Uint8Array, { limit = XML_LIMITS.document, ...options }: XmlOptions = {}): XmlElement {
  if (content.length > limit) throw new XmlProblem('size', { line: 1, column: 1 }, `${content.length}`);
  const reader = new Reader((path) => path.length === 1, { ...options, limit }, limit);
  reader.write(typeof content === 'string' ? content : decodeXmlBytes(content));
  reader.end();
  const [root] = reader.take();
  if (!root) throw new XmlProblem('syntax', { line: 1, column: 1 }, 'no element');
  return root;
}

/** The elements a path chooses (`['collection', 'record']`), one after the other, in constant memory. */
export async function* readXmlRecords(
  source: Source,
  isRecord: (path: readonly string[]) => boolean,
  options: XmlOptions = {},
): AsyncGenerator<XmlElement> {
  const reader = new Reader(isRecord, options, XML_LIMITS.record);
  for await (const text of decodeXml(source, { old: options.doctype ?? false })) {
    let problem: unknown;
    try {
      reader.write(text);
    } catch (error) {
      problem = error;
    }
    // What was whole before the mistake is given first.
    yield* reader.take();
    if (problem !== undefined) throw problem;
  }
  reader.end();
  yield* reader.take();
}

class Reader {
  private readonly parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false });
  private readonly path: string[] = [];
  private readonly open: XmlElement[] = [];
  private readonly whole: XmlElement[] = [];
  private attributes = 0;
  private elements = 0;
  /** Where the record began, and the last whole piece. */
  private recordFrom = 0;
  private finishedAt = -1;
  private pieceFrom = 0;

  private readonly isRecord: (path: readonly string[]) => boolean;
  private readonly limit: number;
  private readonly recordLimit: number;

  constructor(
    isRecord: (path: readonly string[]) => boolean,
    { doctype: passDoctype = false, limit = Infinity }: XmlOptions,
    recordLimit: number,
  ) {
    this.isRecord = isRecord;
    this.limit = limit;
    this.recordLimit = recordLimit;
    const { parser } = this;
    parser.ENTITIES = passDoctype ? NAMED_CHARACTERS : PLAIN;
    parser.on('error', ({ message }) =>
      this.refuse(message.includes('undefined entity') ? 'entity' : 'syntax', message.replace(/^\d+:\d+: /, '')),
    );
    parser.on('doctype', (doctype) => {
      if (!passDoctype || doctype.includes('[')) this.refuse('doctype', doctype);
      this.passPiece();
    });
    parser.on('opentagstart', () => {
      this.attributes = 0;
      if (this.path.length >= XML_LIMITS.depth) this.refuse('depth', `${XML_LIMITS.depth}`);
    });
    parser.on('attribute', () => {
      this.attributes += 1;
      if (this.attributes > XML_LIMITS.attributes) this.refuse('attributes', `${XML_LIMITS.attributes}`);
    });
    parser.on('opentag', ({ name, attributes }) => this.begin(name.slice(name.indexOf(':') + 1), attributes));
    parser.on('closetag', () => this.finish());
    const add = (text: string): void => {
      this.passPiece();
      this.open.at(-1)?.children.push(text);
    };
    parser.on('text', add);
    parser.on('cdata', add);
    parser.on('comment', () => this.passPiece());
    parser.on('processinginstruction', () => this.passPiece());
  }

  /** Pieces of 64 KiB, so that a limit is noticed near the place where it is passed. */
  write(text: string): void {
    for (let from = 0; from < text.length; from += PIECE) {
      // Control characters have no place in XML; suppliers write them all the same. What stands behind them keeps its place.
      this.parser.write(text.slice(from, from + PIECE).replace(CONTROLS, ' '));
      if (this.parser.position > this.limit || this.parser.position - this.pieceFrom > XML_LIMITS.record) this.refuse('size', 'document');
      if (this.open.length > 0 && this.parser.position - this.recordFrom > this.recordLimit) this.refuse('size', 'record');
    }
  }

  end(): void {
    this.parser.close();
  }

  take(): XmlElement[] {
    return this.whole.splice(0);
  }

  private begin(name: string, attributes: Readonly<Record<string, string>>): void {
    this.passPiece();
    this.path.push(name);
    const inside = this.open.at(-1);
    if (!inside && !this.isRecord(this.path)) return;
    if (!inside) [this.elements, this.recordFrom] = [0, this.parser.position];
    this.elements += 1;
    if (this.elements > XML_LIMITS.elements) this.refuse('size', `${XML_LIMITS.elements} elements`);
    const element: XmlElement = { name, attributes, children: [], line: this.parser.line };
    inside?.children.push(element);
    this.open.push(element);
  }

  private finish(): void {
    this.passPiece();
    this.path.pop();
    const element = this.open.pop();
    if (!element || this.open.length > 0) return;
    this.whole.push(element);
    this.finishedAt = this.parser.position;
  }

  private passPiece(): void {
    this.pieceFrom = this.parser.position;
  }

  private refuse(reason: XmlReason, detail: string): never {
    // The parser closes what stands open before it says that another element should have been closed.
    if (this.finishedAt === this.parser.position) this.whole.pop();
    const { line, column } = this.parser;
    throw new XmlProblem(reason, { line, column: column + 1 }, detail.slice(0, 200));
  }
}

const PIECE = 64 * 1024;

const CONTROLS = /(?![\t\n\r\u0080-\u009f])\p{Cc}/gu;

const PLAIN: Record<string, string> = Object.assign(Object.create(null), { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" });
