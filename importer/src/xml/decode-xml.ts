/** Decodes XML in the encoding given by its byte order mark or declaration. */
import { TextDecoder } from 'node:util';
import { cutBytes, decodeMixed, isUtf8Text } from '../text-encoding/unicode-bytes.ts';
import type { Source } from '../lines.ts';
import { XmlProblem } from './xml-problem.ts';

/** Number of bytes that are sufficient for any XML declaration. */
const DECLARATION = 256;

const START = { line: 1, column: 1 };

export type DecodeOptions = {
  /**
   * Decodes invalid UTF-8 as Windows-1252, which older programs of the book trade write. A UTF-8 document that declares a single-byte encoding is
   * decoded as UTF-8.
   */
  lenient?: boolean;
};

export async function* decodeXml(source: Source, options: DecodeOptions = {}): AsyncGenerator<string> {
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
    decoder = chooseDecoder(head, options);
    yield decoder.decode(head);
  }
  if (!decoder) yield (decoder = chooseDecoder(head, options)).decode(head);
  yield decoder.end();
}

export function decodeXmlBytes(bytes: Uint8Array, options: DecodeOptions = {}): string {
  const decoder = chooseDecoder(bytes, options);
  return decoder.decode(bytes) + decoder.end();
}

type Decoder = { decode: (bytes: Uint8Array) => string; end: () => string };

/** Returns a decoder that throws `XmlProblem` on invalid bytes. */
function strictDecoder(encoding: string): Decoder {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const run = (decode: () => string): string => {
    try {
      return decode();
    } catch {
      throw new XmlProblem('encoding', START, `not ${decoder.encoding}`);
    }
  };
  return { decode: (bytes) => run(() => decoder.decode(bytes, { stream: true })), end: () => run(() => decoder.decode()) };
}

/** Returns a decoder that never throws. */
function lenientDecoder(encoding: string): Decoder {
  if (encoding === 'utf-8') return mixedDecoder();
  const decoder = new TextDecoder(encoding);
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

function mixedDecoder(): Decoder {
  let cut = Buffer.alloc(0);
  let begun = false;
  const decode = (bytes: Uint8Array): string => {
    const text = decodeMixed(bytes);
    const first = !begun && text !== '';
    if (first) begun = true;
    return first ? text.replace(/^\ufeff/, '') : text;
  };
  return {
    decode: (bytes) => {
      const all = Buffer.concat([cut, bytes]);
      const end = all.length - cutBytes(all);
      cut = all.subarray(end);
      return decode(all.subarray(0, end));
    },
    end: () => decode(cut),
  };
}

/** Single-byte encodings that are often declared in UTF-8 documents, with their names in `TextDecoder`. */
const ONE_BYTE = new Set(['windows-1252', 'iso-8859-15']);

function chooseDecoder(head: Uint8Array, { lenient = false }: DecodeOptions): Decoder {
  const make = lenient ? lenientDecoder : strictDecoder;
  const [first, second, third] = head;
  if (first === 0xff && second === 0xfe) return make('utf-16le');
  if (first === 0xfe && second === 0xff) return make('utf-16be');
  if (first === 0x3c && second === 0) return make('utf-16le');
  if (first === 0 && second === 0x3c) return make('utf-16be');
  if (first === 0xef && second === 0xbb && third === 0xbf) return make('utf-8');
  const declaration = Buffer.from(head.subarray(0, DECLARATION)).toString('latin1');
  const named = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration)?.[1];
  // A document without a byte order mark cannot be UTF-16, even if it declares UTF-16.
  const encoding = named === undefined || /^utf-?16/i.test(named) ? 'utf-8' : encodingNamed(named);
  if (encoding === undefined && !lenient) throw new XmlProblem('encoding', START, named!.toLowerCase());
  const isUtf8 = lenient && ONE_BYTE.has(encoding ?? '') && isUtf8Text(head.subarray(0, head.length - cutBytes(head)));
  return make(isUtf8 ? 'utf-8' : (encoding ?? 'utf-8'));
}

/** Returns the name by which `TextDecoder` supports an encoding; `undefined` if it is not supported. */
function encodingNamed(name: string): string | undefined {
  try {
    return new TextDecoder(/^(?:utf8|cp1252)$/i.test(name) ? name.replace(/^cp/i, 'windows-') : name).encoding;
  } catch {
    return undefined;
  }
}
