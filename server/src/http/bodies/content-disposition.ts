/**
 * File names in Content-Disposition (RFC 6266): an ASCII name for every client, and the full name in the extended notation of RFC 8187 if
 * it differs.
 */
import { normalizeText } from '@fundus/contract/unicode';

/** Characters that file systems reject or that are invisible: control characters, direction and zero-width marks, lone surrogates. */
const UNFIT = /[\\/:*?"<>|\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;
const LETTERS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss', ẞ: 'SS', '–': '-', '—': '-' };
/** Maximum number of characters. File systems allow 255 bytes per name; a percent-encoded byte takes three. */
const MAX = 150;

const cut = (name: string): string => {
  const letters = [...name];
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  return letters.length <= MAX ? name : `${letters.slice(0, MAX - ending.length).join('')}${ending}`;
};

/** Returns the name for clients that read ASCII only. It contains no percent sign, which some of them decode. */
const inAscii = (name: string): string =>
  normalizeText(
    name.replace(/[äöüÄÖÜßẞ–—]/g, (letter) => LETTERS[letter]!),
    'NFKD',
  )
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]+|["\\%]/gu, '_');

/** Percent-encodes a value. `encodeURIComponent` leaves four characters that RFC 8187 does not allow. */
const encode = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns the header for a reply that is saved (`attachment`) or displayed (`inline`) under a name. */
export function nameFile(disposition: 'attachment' | 'inline', name: string): string {
  const whole = cut(normalizeText(name).replace(UNFIT, ' ').trim()) || 'file';
  const ascii = inAscii(whole);
  return `${disposition}; filename="${ascii}"${ascii === whole ? '' : `; filename*=UTF-8''${encode(whole)}`}`;
}
