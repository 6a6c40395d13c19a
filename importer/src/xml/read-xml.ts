/**
 * Parses untrusted XML and checks limits while reading. External document types are never loaded. Strict mode rejects internal declarations and
 * accepts only the five entities of XML. Lenient mode replaces entities with plain text and accepts the named characters of HTML.
 */
import { SaxesParser } from 'saxes';
import { decodeXmlBytes } from './decode-xml.ts';
import { NAMED_CHARACTERS } from './named-characters.ts';
import { XmlRepair } from './repair-xml.ts';
import { XmlProblem, type XmlReason } from './xml-problem.ts';

/** An XML element. `name` has no namespace prefix; names of attributes keep theirs (`xml:lang`). */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (XmlElement | string)[];
  line: number;
};

export const XML_LIMITS = {
  /** Maximum nesting depth of elements. */
  depth: 64,
  attributes: 64,
  /** Maximum length of an element name. */
  name: 200,
  /** Maximum number of characters in a record, tag, text or comment. */
  record: 4 * 1024 * 1024,
  /** Maximum number of elements in a record. */
  elements: 50_000,
  /** Maximum number of characters in a document that is read as a whole. */
  document: 16 * 1024 * 1024,
};

export type XmlOptions = {
  /** Ignores a document type that only refers to an external one, and accepts the named characters of HTML. */
  doctype?: boolean;
  /** Repairs invalid characters, accepts wrong encodings, and ignores every document type. */
  lenient?: boolean;
  /** Maximum number of characters in the document; {@link XML_LIMITS} by default. */
  limit?: number;
};

/** Returns the root element of a small document, such as a reply of another system. */
export function readXml(content: string | Uint8Array, { limit = XML_LIMITS.document, ...options }: XmlOptions = {}): XmlElement {
  if (content.length > limit) throw new XmlProblem('size', { line: 1, column: 1 }, `${content.length}`);
  const text = typeof content === 'string' ? content : decodeXmlBytes(content, options);
  const repair = options.lenient ? new XmlRepair() : undefined;
  // Doubles the limit, because a repaired text may be longer than the original.
  const most = repair ? limit * 2 : limit;
  const reader = new Reader((path) => path.length === 1, { ...options, limit: most, entities: repair?.entities }, most);
  reader.write(repair ? repair.write(text, true) : text);
  reader.end();
  const [root] = reader.take();
  if (!root) throw new XmlProblem('syntax', { line: 1, column: 1 }, 'no element');
  return root;
}

type ReaderOptions = XmlOptions & { entities?: Record<string, string> | undefined; names?: readonly string[] };

/** Parses text in chunks. Throws `XmlProblem` at the first error; the complete records before it remain available. */
export class Reader {
  private readonly parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false });
  private readonly path: string[] = [];
  /** Names of the open elements, including prefixes. */
  private readonly written: string[] = [];
  private readonly whole: XmlElement[] = [];
  private readonly inside: XmlElement[] = [];
  private attributes = 0;
  private elements = 0;
  private characters = 0;
  /** Position at which the current record started. */
  private recordFrom = 0;
  private finishedAt = -1;
  private pieceFrom = 0;
  /** Number of characters written before the current text. */
  private before = 0;
  private text = '';
  private piece = 256;
  /** True if a record started inside an unclosed one; reading then resumes at the new record. */
  private back = false;
  private around: readonly string[] | undefined;

  private readonly isRecord: (path: readonly string[]) => boolean;
  private readonly limit: number;
  private readonly recordLimit: number;
  private readonly names: readonly string[];

  constructor(
    isRecord: (path: readonly string[]) => boolean,
    { doctype: passDoctype = false, lenient = false, limit = Infinity, entities, names = [] }: ReaderOptions,
    recordLimit: number,
  ) {
    this.isRecord = isRecord;
    this.limit = limit;
    this.recordLimit = recordLimit;
    this.names = names;
    const { parser } = this;
    parser.ENTITIES = entities ?? (passDoctype ? NAMED_CHARACTERS : PLAIN);
    parser.on('error', ({ message }) =>
      this.refuse(message.includes('undefined entity') ? 'entity' : 'syntax', message.replace(/^\d+:\d+: /, '')),
    );
    parser.on('doctype', (doctype) => {
      if (!lenient && (!passDoctype || doctype.includes('['))) this.refuse('doctype', doctype);
      this.passPiece();
    });
    parser.on('opentagstart', ({ name }) => {
      this.attributes = 0;
      if (name.length > XML_LIMITS.name) this.refuse('size', `name of ${name.length} characters`);
      if (this.path.length >= XML_LIMITS.depth) this.refuse('depth', `${XML_LIMITS.depth}`);
      if (
        this.inside.length === 0 ||
        name !== this.written[this.written.length - this.inside.length] ||
        !this.names.includes(localName(name))
      )
        return;
      this.back = true;
      this.refuse('syntax', `unclosed tag: ${name}`);
    });
    parser.on('attribute', () => {
      this.attributes += 1;
      if (this.attributes > XML_LIMITS.attributes) this.refuse('attributes', `${XML_LIMITS.attributes}`);
    });
    parser.on('opentag', ({ name, attributes }) => this.begin(name, attributes));
    parser.on('closetag', () => this.finish());
    const add = (text: string): void => {
      this.passPiece();
      const element = this.inside.at(-1);
      if (!element) return;
      // Counts the text after expansion, because entities make it longer than its source.
      this.characters += text.length;
      if (this.characters > this.recordLimit) this.refuse('size', 'record');
      element.children.push(text);
    };
    parser.on('text', add);
    parser.on('cdata', add);
    parser.on('comment', () => this.passPiece());
    parser.on('processinginstruction', () => this.passPiece());
  }

  /** Opens the given elements, so that reading can start inside a document. */
  open(parents: readonly string[]): void {
    for (const name of parents) this.write(`<${name}>`);
  }

  /**
   * Passes the text to the parser in pieces of up to 64 KiB, so that an exceeded limit is reported near its position. The first pieces are short,
   * because each error costs the text parsed up to it.
   */
  write(text: string): void {
    this.before += this.text.length;
    this.text = text;
    for (let from = 0; from < text.length; from += this.piece, this.piece = Math.min(this.piece * 2, MAX_PIECE)) {
      // Replaces control characters, which XML does not allow but suppliers write, with blanks, so that positions stay the same.
      this.parser.write(text.slice(from, from + this.piece).replace(CONTROLS, ' '));
      if (this.parser.position > this.limit || this.parser.position - this.pieceFrom > XML_LIMITS.record) this.refuse('size', 'document');
      if (this.inside.length > 0 && this.parser.position - this.recordFrom > this.recordLimit) this.refuse('size', 'record');
    }
  }

  end(): void {
    this.parser.close();
  }

  take(): XmlElement[] {
    return this.whole.splice(0);
  }

  /** Position of the error in the last text written. If a record started inside another one, this is the start of the new record. */
  get mistakeAt(): number {
    const at = Math.min(Math.max(this.parser.position - this.before, 0), this.text.length);
    if (!this.back) return at;
    const start = this.text.lastIndexOf('<', at - 1);
    return start < 0 ? at : start;
  }

  /** Names of the elements around the last record, or of the open elements if there was no record. */
  get parents(): readonly string[] {
    return this.around ?? this.written;
  }

  get isInside(): boolean {
    return this.inside.length > 0;
  }

  get lineOfMistake(): number {
    return this.parser.line;
  }

  private begin(written: string, attributes: Readonly<Record<string, string>>): void {
    this.passPiece();
    const name = localName(written);
    this.path.push(name);
    this.written.push(written);
    const inside = this.inside.at(-1);
    if (!inside && !this.isRecord(this.path)) return;
    if (!inside) {
      [this.elements, this.characters, this.recordFrom] = [0, 0, this.parser.position];
      this.around = this.written.slice(0, -1);
    }
    this.elements += 1;
    if (this.elements > XML_LIMITS.elements) this.refuse('size', `${XML_LIMITS.elements} elements`);
    const element: XmlElement = { name, attributes, children: [], line: this.parser.line };
    inside?.children.push(element);
    this.inside.push(element);
  }

  private finish(): void {
    this.passPiece();
    this.path.pop();
    this.written.pop();
    const element = this.inside.pop();
    if (!element || this.inside.length > 0) return;
    this.whole.push(element);
    this.finishedAt = this.parser.position;
  }

  private passPiece(): void {
    this.pieceFrom = this.parser.position;
  }

  private refuse(reason: XmlReason, detail: string): never {
    // Discards the last element, because the parser closes open elements before it reports a missing end tag.
    if (this.finishedAt === this.parser.position) this.whole.pop();
    const { line, column } = this.parser;
    throw new XmlProblem(reason, { line, column: column + 1 }, detail.slice(0, 200));
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const MAX_PIECE = 64 * 1024;

const CONTROLS = /(?![\t\n\r\u0080-\u009f])\p{Cc}/gu;

const PLAIN: Record<string, string> = Object.assign(Object.create(null), { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" });
