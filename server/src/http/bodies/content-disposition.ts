/** Names of files in headers (RFC 6266): one for every client in ASCII, and the whole one beside it where it has more (RFC 8187, before it 5987). */
import { normalizeText } from '@fundus/contract/unicode';

/** What no file system takes, or what hides: control characters, marks of direction and of width nobody sees, halves of characters. */
const UNFIT = /[\\/:*?"<>|\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;
const LETTERS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss', ẞ: 'SS', '–': '-', '—': '-' };
/** File systems take 255 bytes of a name; percent signs are three. */
const MAX = 150;

const cut = (name: string): string => {
  const letters = [...name];
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  return letters.length <= MAX ? name : `${letters.slice(0, MAX - ending.length).join('')}${ending}`;
};

/** The name for clients that know ASCII only; a percent sign some of them read as the beginning of a code. */
const inAscii = (name: string): string =>
  normalizeText(
    name.replace(/[äöüÄÖÜßẞ–—]/g, (letter) => LETTERS[letter]!),
    'NFKD',
  )
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]+|["\\%]/gu, '_');

/** `encodeURIComponent` leaves four signs as they are that are none of an extended value. */
const encode = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The header of an answer that is saved (`attachment`) or shown (`inline`) under a name. */
export function nameFile(how: 'attachment' | 'inline', name: string): string {
  const whole = cut(normalizeText(name).replace(UNFIT, ' ').trim()) || 'file';
  const ascii = inAscii(whole);
  return `${how}; filename="${ascii}"${ascii === whole ? '' : `; filename*=UTF-8''${encode(whole)}`}`;
}
