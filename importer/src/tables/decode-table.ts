/** Bytes of a CSV file → bytes in one of the encodings the row reader knows, with line ends as `\n`. Pure. */
import { TextDecoder } from 'node:util';

export type DecodedTable = { bytes: Uint8Array; encoding: 'utf-8' | 'windows-1252' };

/** UTF-8 and UTF-16 with or without a byte order mark, else Windows-1252. */
export function decodeTable(bytes: Uint8Array): DecodedTable {
  const wide = wideEncoding(bytes);
  const decoded: DecodedTable = wide ? { bytes: Buffer.from(new TextDecoder(wide).decode(bytes)), encoding: 'utf-8' } : narrow(bytes);
  return { ...decoded, bytes: withLineFeeds(decoded.bytes) };
}

/** Bytes that are examined for UTF-16 without a byte order mark. */
const EXAMINED = 4_096;

function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, EXAMINED & ~1);
  const zeros = [0, 0];
  for (const [i, byte] of head.entries()) if (byte === 0) zeros[i % 2]! += 1;
  // Most letters of a western language have a zero byte.
  const many = head.length / 4;
  if (head.length < 4 || (zeros[0]! <= many && zeros[1]! <= many)) return null;
  if (zeros[1]! > many && zeros[0]! === 0) return 'utf-16le';
  return zeros[0]! > many && zeros[1]! === 0 ? 'utf-16be' : null;
}

/** A single damaged character does not turn a UTF-8 file into Windows-1252: only its row is refused. */
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
    return { bytes, encoding: isMarked || whole > 3 * broken ? 'utf-8' : 'windows-1252' };
  }
}

const RETURN = 13;
const FEED = 10;

/** A file whose lines end with a carriage return alone has no line feed at all. */
function withLineFeeds(bytes: Uint8Array): Uint8Array {
  if (bytes.includes(FEED) || !bytes.includes(RETURN)) return bytes;
  return bytes.map((byte) => (byte === RETURN ? FEED : byte));
}
