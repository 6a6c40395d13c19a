/** Decodes text in a given encoding. Only used in child processes. */
import type { TextEncoding } from '@fundus/contract/files/encodings';
import { decodeMixed, lengthAt } from './unicode-bytes.ts';

/** Characters 128 to 255 of DOS code pages, which `TextDecoder` does not support. */
const CODE_PAGES = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0',
} as const;

export type Encoding = TextEncoding | 'cp437';

/** Returns the text without a byte order mark. Invalid bytes become U+FFFD. */
export function decodeBytes(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding !== 'cp850' && encoding !== 'cp437') return new TextDecoder(encoding).decode(bytes);
  const page = CODE_PAGES[encoding];
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return latin.replace(/[\x80-\xff]/g, (character) => page[character.charCodeAt(0) - 0x80]!);
}

/** Returns the text if the bytes are valid UTF-8, otherwise `null`. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Returns the byte order of UTF-16, recognised by a byte order mark or by zeros in every other byte; `null` for other encodings. */
export function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 4_096);
  const zeros: [even: number, odd: number] = [0, 0];
  for (let i = 0; i < head.length; i++) if (head[i] === 0) zeros[(i % 2) as 0 | 1] += 1;
  const enough = Math.max(2, head.length / 20);
  if (zeros[1] >= enough && zeros[0] * 20 <= zeros[1]) return 'utf-16le';
  return zeros[0] >= enough && zeros[1] * 20 <= zeros[0] ? 'utf-16be' : null;
}

/**
 * Decodes UTF-8 with a few invalid bytes, which results from concatenating files. Returns `null` if invalid bytes are as frequent as UTF-8 sequences.
 */
export function decodeMostlyUtf8(bytes: Uint8Array): string | null {
  let whole = 0;
  let strays = 0;
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at);
    if (length === 0) strays += 1;
    else if (length > 1) whole += 1;
    at += length || 1;
  }
  return whole < strays * 4 ? null : decodeMixed(bytes).replace(/^\uFEFF/, '');
}

const WINDOWS_1252 = new Map(
  Array.from({ length: 128 }, (_, i) => [decodeBytes(Uint8Array.of(i + 0x80), 'windows-1252'), i + 0x80] as const),
);

/** Decodes text that was encoded in UTF-8 twice (`GrÃ¶ÃŸe` for `Größe`). Returns `null` for other text. */
export function decodeDoubleUtf8(text: string): string | null {
  // oxlint-disable-next-line no-control-regex
  if (!/[\u00c2-\u00f4]/.test(text) || /[^\u0000-\u00ff\u0152-\u017e\u0192\u02c6\u02dc\u2013-\u2122]/.test(text)) return null;
  const bytes = Array.from(text, (character) => (character < '\x80' ? character.charCodeAt(0) : WINDOWS_1252.get(character)));
  return bytes.includes(undefined) ? null : decodeUtf8(Uint8Array.from(bytes as number[]));
}
