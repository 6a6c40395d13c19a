/** Normalises the encoding and the line ends of a CSV file for the row reader. */
import { TextDecoder } from 'node:util';
import type { TableEncoding } from '@fundus/contract/files/encodings';
import { detectTableEncoding } from '../text-encoding/detect-encoding.ts';
import { wideEncoding } from '../text-encoding/unicode-bytes.ts';

export type DecodedTable = { bytes: Uint8Array; encoding: TableEncoding };

/** Returns the file with its encoding: UTF-8 or UTF-16 if valid, otherwise the code page in which the words look most like German. */
export function decodeTable(bytes: Uint8Array): DecodedTable {
  const wide = wideEncoding(bytes);
  const decoded: DecodedTable = wide ? { bytes: Buffer.from(new TextDecoder(wide).decode(bytes)), encoding: 'utf-8' } : narrow(bytes);
  return { ...decoded, bytes: withLineFeeds(decoded.bytes) };
}

/** Detects an encoding of single bytes. A UTF-8 file with a damaged character is still UTF-8, so that only its row is rejected. */
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

/** Replaces carriage returns with line feeds if the file has only carriage returns, as old spreadsheets write. */
function withLineFeeds(bytes: Uint8Array): Uint8Array {
  if (bytes.includes(FEED) || !bytes.includes(RETURN)) return bytes;
  return bytes.map((byte) => (byte === RETURN ? FEED : byte));
}
