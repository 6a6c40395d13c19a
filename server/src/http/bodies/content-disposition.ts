/**
 * File names in Content-Disposition (RFC 6266): an ASCII name for every client, and the full name in the extended notation of RFC 8187 if
 * it differs.
 */
import { normalizeText } from '@fundus/contract/unicode';

/** Characters that are invisible or that file systems reject: control characters, direction marks, zero-width characters and lone surrogates. */
const UNFIT = /[\\/:*?"<>|\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;
const LETTERS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss', ẞ: 'SS', '–': '-', '—': '-' };
/** Maximum number of characters in a name. File systems allow 255 bytes, and a percent-encoded byte takes three. */
const MAX = 150;

const cut = (name: string): string => {
  const letters = [...name];
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  return letters.length <= MAX ? name : `${letters.slice(0, MAX - ending.length).join('')}${ending}`;
};

/** Returns the name for clients that only support ASCII. It contains no percent sign, because some of these clients decode it. */
const inAscii = (name: string): string =>
  normalizeText(
    name.replace(/[äöüÄÖÜßẞ–—]/g, (letter) => LETTERS[letter]!),
    'NFKD',
  )
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]+|["\\%]/gu, '_');

/** Percent-encodes a value, including four characters that `encodeURIComponent` keeps but RFC 8187 does not allow. */
const encode = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns the header for a reply that the browser saves (`attachment`) or displays (`inline`) under the given name. */
export function contentDisposition(disposition: 'attachment' | 'inline', name: string): string {
  const whole = cut(normalizeText(name).replace(UNFIT, ' ').trim()) || 'file';
  const ascii = inAscii(whole);
  return `${disposition}; filename="${ascii}"${ascii === whole ? '' : `; filename*=UTF-8''${encode(whole)}`}`;
}
