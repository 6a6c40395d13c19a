/**
 * Converts the bytes of a CSV file to an encoding of the row reader, with `\n` as line end. Pure.
 */
import { TextDecoder } from 'node:util';
import type { TableEncoding } from '@fundus/contract/files/encodings';
import { detectTableEncoding } from '../text-encoding/detect-encoding.ts';
import { wideEncoding } from '../text-encoding/unicode-bytes.ts';

export type DecodedTable = { bytes: Uint8Array; encoding: TableEncoding };

/** Returns UTF-8 or UTF-16, with or without a byte order mark, and otherwise the code page in which the words look like German. */
export function decodeTable(bytes: Uint8Array): DecodedTable {
  const wide = wideEncoding(bytes);
  const decoded: DecodedTable = wide ? { bytes: Buffer.from(new TextDecoder(wide).decode(bytes)), encoding: 'utf-8' } : narrow(bytes);
  return { ...decoded, bytes: withLineFeeds(decoded.bytes) };
}

/** A single damaged character does not turn a UTF-8 file into another encoding: only its row is refused. */
function narrow(bytes: Uint8Array): DecodedTable {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { bytes, encoding: 'utf-8' };
  } catch {
    const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    const text = new TextDecoder('utf-8').decode(bytes);
    let [broken, whole] = [0, 0];
    for (const sign of text) {
      if (sign === '\ufffd') broken += 1;
      else if (sign > '\u007f') whole += 1;
    }
    return { bytes, encoding: isMarked || whole > 3 * broken ? 'utf-8' : detectTableEncoding(bytes) };
  }
}

const RETURN = 13;
const FEED = 10;

/** Replaces carriage returns with line feeds in a file that has only carriage returns, as old spreadsheets write. */
function withLineFeeds(bytes: Uint8Array): Uint8Array {
  if (bytes.includes(FEED) || !bytes.includes(RETURN)) return bytes;
  return bytes.map((byte) => (byte === RETURN ? FEED : byte));
}
