/** Decodes text files of packages, which come in every encoding authoring tools have written in thirty years. */

/** Number of characters that are searched for a declaration of the encoding. */
const HEAD = 2_048;
const DECLARED =
  /^\s{0,20}<\?xml\s[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']|<meta\s[^>]{0,300}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i;

/** Returns the text of bytes with a BOM, in UTF-16 without one, in valid UTF-8, or in the encoding they declare; Windows-1252 otherwise. */
export function decodeMarkup(bytes: Uint8Array): string {
  const marked = encodingByMark(bytes);
  if (marked !== null) return decode(bytes, marked);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decode(bytes, declaredEncoding(bytes) ?? 'windows-1252');
  }
}

/** Whether the bytes are UTF-8 as they are: a browser reads them so without a declaration. */
export function isUtf8(bytes: Uint8Array): boolean {
  if (encodingByMark(bytes)?.startsWith('utf-16')) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** UTF-16 also without a BOM, if the first character is `<`. */
function encodingByMark(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0 && c !== 0 && d === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c && c === 0 && d !== 0)) return 'utf-16be';
  return null;
}

function declaredEncoding(bytes: Uint8Array): string | null {
  const found = DECLARED.exec(Buffer.from(bytes.subarray(0, HEAD)).toString('latin1'));
  return found?.[1] ?? found?.[2] ?? null;
}

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
