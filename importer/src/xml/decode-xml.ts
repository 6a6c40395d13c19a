/** Bytes → text, in the encoding that a byte order mark or the declaration names. */
import { TextDecoder } from 'node:util';
import type { Source } from '../lines.ts';
import { XmlProblem } from './xml-problem.ts';

/** By the names a declaration may use, in lower case. */
const ENCODINGS: ReadonlySet<string> = new Set([
  'utf-8',
  'utf8',
  'us-ascii',
  'ascii',
  'iso-8859-1',
  'latin1',
  'iso-8859-15',
  'windows-1252',
  'utf-16',
  'utf-16le',
  'utf-16be',
]);

/** So many bytes hold every declaration. */
const DECLARATION = 256;

const START = { line: 1, column: 1 };

/** `old`: a document that names no encoding and is not in UTF-8 is read as older programs of the book trade write, in windows-1252. */
export async function* decodeXml(source: Source, { old = false }: { old?: boolean } = {}): AsyncGenerator<string> {
  let head = new Uint8Array(0);
  let decoder: Decoder | undefined;
  for await (const chunk of source) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (decoder) {
      yield decoder.decode(bytes);
      continue;
    }
    head = Buffer.concat([head, bytes]);
    if (head.length < DECLARATION) continue;
    decoder = new Decoder(head, old);
    yield decoder.decode(head);
  }
  if (!decoder) yield (decoder = new Decoder(head, old)).decode(head);
  yield decoder.end();
}

export function decodeXmlBytes(bytes: Uint8Array): string {
  const decoder = new Decoder(bytes, false);
  return decoder.decode(bytes) + decoder.end();
}

class Decoder {
  private decoder: TextDecoder;
  private readonly old: boolean;

  constructor(head: Uint8Array, old: boolean) {
    const { decoder, named } = chooseDecoder(head);
    this.decoder = decoder;
    this.old = old && !named;
  }

  decode(bytes: Uint8Array): string {
    return this.run(() => this.decoder.decode(bytes, { stream: true }));
  }

  end(): string {
    return this.run(() => this.decoder.decode());
  }

  private run(decode: () => string): string {
    try {
      return decode();
    } catch {
      if (!this.old || this.decoder.encoding !== 'utf-8') throw new XmlProblem('encoding', START, `not ${this.decoder.encoding}`);
      this.decoder = new TextDecoder('windows-1252');
      return decode();
    }
  }
}

function chooseDecoder(head: Uint8Array): { decoder: TextDecoder; named: boolean } {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return { decoder: new TextDecoder('utf-16le', { fatal: true }), named: true };
  if (first === 0xfe && second === 0xff) return { decoder: new TextDecoder('utf-16be', { fatal: true }), named: true };
  if (first === 0x3c && second === 0) return { decoder: new TextDecoder('utf-16le', { fatal: true }), named: true };
  if (first === 0 && second === 0x3c) return { decoder: new TextDecoder('utf-16be', { fatal: true }), named: true };
  const declaration = Buffer.from(head.subarray(0, DECLARATION)).toString('latin1');
  const named = /^(?:\xef\xbb\xbf)?<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration)?.[1]?.toLowerCase();
  if (named !== undefined && !ENCODINGS.has(named)) throw new XmlProblem('encoding', START, named);
  // Without a mark of its own a document cannot be in UTF-16, whatever it says.
  const encoding = named === undefined || named.startsWith('utf-16') ? 'utf-8' : named;
  return { decoder: new TextDecoder(encoding, { fatal: true }), named: named !== undefined };
}
