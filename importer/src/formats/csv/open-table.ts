/** Normalises the encoding and the line ends of a table for the row reader. */
import { TextDecoder } from 'node:util';
import { wideEncoding } from '../../text-encoding/unicode-bytes.ts';
import type { Source } from '../../lines.ts';

/** Number of bytes examined to detect encoding and line ends. */
const EXAMINED = 64 * 1024;

export type OpenTable = {
  /** Bytes with line feeds as line ends. UTF-16 is converted to UTF-8. */
  source: AsyncGenerator<Uint8Array>;
  /** True if the file is in UTF-16. */
  isWide: boolean;
  /** Separator in a first line such as `sep=;`; `null` if there is no such line. */
  separator: string | null;
};

export async function openTable(source: Source): Promise<OpenTable> {
  const chunks = bytesOf(source);
  const first: Uint8Array[] = [];
  for (let size = 0; size < EXAMINED;) {
    const { value } = await chunks.next();
    if (!value) break;
    // Copies the chunk, because the caller may reuse its buffer.
    first.push(new Uint8Array(value));
    size += value.length;
  }
  const head = Buffer.concat(first);
  const wide = wideEncoding(head);
  const decoder = wide && new TextDecoder(wide);
  const narrow = (bytes: Uint8Array): Uint8Array => (decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes);
  const begun = narrow(head);
  const { length, separator } = readSeparatorLine(begun);
  const ended = begun.includes(RETURN) && !begun.includes(FEED) ? lineFeeds() : (bytes: Uint8Array) => bytes;
  const rest = async function* (): AsyncGenerator<Uint8Array> {
    yield ended(begun.subarray(length));
    for await (const chunk of chunks) yield ended(narrow(chunk));
  };
  return { source: rest(), isWide: wide !== null, separator };
}

async function* bytesOf(source: Source): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

const RETURN = 13;
const FEED = 10;

/** Returns a function that replaces carriage returns with line feeds, for files without line feeds. */
function lineFeeds(): (bytes: Uint8Array) => Uint8Array {
  let returned = false;
  return (bytes) => {
    const kept = bytes.filter((byte, i) => byte !== FEED || (i === 0 ? !returned : bytes[i - 1] !== RETURN));
    if (bytes.length > 0) returned = bytes.at(-1) === RETURN;
    return kept.map((byte) => (byte === RETURN ? FEED : byte));
  };
}

/** Reads a first line such as `sep=;`, which spreadsheets write. It is replaced by an empty line, so that line numbers stay correct. */
function readSeparatorLine(bytes: Uint8Array): { length: number; separator: string | null } {
  const head = Buffer.from(bytes.subarray(0, 30)).toString('latin1');
  const [line, separator] = /^(?:\u00ef\u00bb\u00bf)?"?sep=([;,|\t])"?[ ;,\t]*(?=[\r\n]|$)/i.exec(head) ?? [];
  return { length: line?.length ?? 0, separator: separator ?? null };
}
