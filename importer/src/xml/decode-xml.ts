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

export async function* decodeXml(source: Source): AsyncGenerator<string> {
  let head = new Uint8Array(0);
  let decoder: TextDecoder | undefined;
  for await (const chunk of source) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (decoder) {
      yield decodePiece(decoder, bytes);
      continue;
    }
    head = Buffer.concat([head, bytes]);
    if (head.length < DECLARATION) continue;
    decoder = chooseDecoder(head);
    yield decodePiece(decoder, head);
  }
  if (!decoder) yield decodePiece((decoder = chooseDecoder(head)), head);
  yield decodePiece(decoder);
}

export const decodeXmlBytes = (bytes: Uint8Array): string => decodePiece(chooseDecoder(bytes), bytes, false);

function decodePiece(decoder: TextDecoder, bytes?: Uint8Array, stream = true): string {
  try {
    return bytes ? decoder.decode(bytes, { stream }) : decoder.decode();
  } catch {
    throw new XmlProblem('encoding', START, `not ${decoder.encoding}`);
  }
}

function chooseDecoder(head: Uint8Array): TextDecoder {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  if (first === 0x3c && second === 0) return new TextDecoder('utf-16le', { fatal: true });
  if (first === 0 && second === 0x3c) return new TextDecoder('utf-16be', { fatal: true });
  const declaration = Buffer.from(head.subarray(0, DECLARATION)).toString('latin1');
  const named = /^(?:\xef\xbb\xbf)?<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration)?.[1]?.toLowerCase() ?? 'utf-8';
  if (!ENCODINGS.has(named)) throw new XmlProblem('encoding', START, named);
  // Without a mark of its own a document cannot be in UTF-16, whatever it says.
  return new TextDecoder(named.startsWith('utf-16') ? 'utf-8' : named, { fatal: true });
}
