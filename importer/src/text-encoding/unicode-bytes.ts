/** Detects Unicode, and decodes bytes in mixed encodings without losing a character. */
import { TextDecoder } from 'node:util';

const WINDOWS_1252 = new TextDecoder('windows-1252');

/** Returns the length in bytes of the UTF-8 character at an offset; 0 if there is no valid character. */
export function lengthAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 && lead <= 0xf4 ? 4 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xc2 && lead < 0xe0 ? 2 : 0;
  const second = bytes[at + 1] ?? 0;
  const isWrong =
    (lead === 0xe0 && second < 0xa0) ||
    (lead === 0xed && second > 0x9f) ||
    (lead === 0xf0 && second < 0x90) ||
    (lead === 0xf4 && second > 0x8f);
  for (let i = 1; i < length; i += 1) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  return isWrong ? 0 : length;
}

/** Decodes UTF-8 in which some bytes are Windows-1252. Programs write such text by joining texts in both encodings. */
export function decodeMixed(bytes: Uint8Array): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    parts.push(Buffer.from(bytes.subarray(from, at)).toString('utf8'), WINDOWS_1252.decode(bytes.subarray(at, at + 1)));
    at += 1;
    from = at;
  }
  return parts.join('') + Buffer.from(bytes.subarray(from)).toString('utf8');
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns whether bytes are valid UTF-8 with non-ASCII characters. */
export function isUtf8Text(bytes: Uint8Array): boolean {
  try {
    return UTF_8.decode(bytes).length < bytes.length;
  } catch {
    return false;
  }
}

/** Returns the number of bytes at the end that may be the beginning of a UTF-8 character. */
export function cutBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

/** Number of bytes examined to detect UTF-16 without a byte order mark. */
const EXAMINED = 4_096;

/** Returns the byte order of UTF-16, recognised by its mark or by zeros in every other byte; `null` for other encodings. */
export function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, EXAMINED & ~1);
  const zeros = [0, 0];
  for (const [i, byte] of head.entries()) if (byte === 0) zeros[i % 2]! += 1;
  // In UTF-16, most letters of Western languages have a zero byte.
  const many = head.length / 4;
  if (head.length < 4 || (zeros[0]! <= many && zeros[1]! <= many)) return null;
  if (zeros[1]! > many && zeros[0]! === 0) return 'utf-16le';
  return zeros[0]! > many && zeros[1]! === 0 ? 'utf-16be' : null;
}
