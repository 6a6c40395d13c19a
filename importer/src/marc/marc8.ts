/**
 * Decodes MARC-8, the character set of library programs before Unicode: ASCII and ANSEL, in which accents precede their letter, and further sets that
 * are selected by escape sequences. East Asian characters are decoded as U+FFFD.
 */
import { normalizeText } from '@fundus/contract/unicode';

/** Letters and signs of ANSEL from 0xA1; a dot marks an undefined byte. */
const SIGNS = 'ŁØĐÞÆŒʹ·♭®±ƠƯʼ.ʻłøđþæœʺı£ð.ơư..°ℓ℗©♯¿¡ß€';

/** Combining marks of ANSEL from 0xE0, which precede their letter; a hyphen marks an undefined byte. */
const MARKS =
  '309 300 301 302 303 304 306 307 308 30c 30a fe20 fe21 315 30b 310 327 328 323 324 325 333 332 326 31c 32e fe22 fe23 - - 313'.split(' ');

const BEFORE = 0x1b;

/** Characters from 0x21 to 0x3F that several sets have in common with ASCII. */
const DIGITS = `!"#$%&'()*+,-./0123456789:;<=>?`;

/** Sets that replace ASCII, by the last character of their escape sequence. The characters start at 0x21; a dot stands for the ASCII character. */
const SETS: Readonly<Record<string, string>> = {
  // Basic and extended Cyrillic.
  N: `${DIGITS}юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧ`,
  Q: `${DIGITS}ґђѓєёѕіїјљњћќўџ.ѫѣѳѵ${'.'.repeat(12)}ҐЂЃЄЁЅІЇЈЉЊЋЌЎЏЪѪѢѲѴ`,
  // Basic Greek and Hebrew.
  S: `${'.'.repeat(32)}ΑΒ.ΓΔΕϚϜΖΗΘΙΚΛΜΝΞΟΠϞΡΣ.ΤΥΦΧΨΩϠ..αβϐγδεϛϝζηθικλμνξοπϟρσςτυφχψωϡ`,
  2: `${DIGITS}${'.'.repeat(32)}אבגדהוזחטיךכלםמןנסעףפץצקרשתװױײ`,
};

/** Combining marks of Basic Greek from 0x21, which precede their letter. */
const GREEK_MARKS = '\u0300\u0301\u0308\u0314\u0313\u0345';

/** Sets selected by one-letter escape sequences: three Greek letters, subscripts and superscripts. */
const SMALL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  g: { a: 'α', b: 'β', c: 'γ' },
  b: Object.fromEntries([...'0123456789+-()'].map((sign, i) => [sign, [...'₀₁₂₃₄₅₆₇₈₉₊₋₍₎'][i]!])),
  p: Object.fromEntries([...'0123456789+-()'].map((sign, i) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾'][i]!])),
};

const ASCII = 'B';

/**
 * Returns whether bytes look like MARC-8. Undefined bytes, and marks that cannot be composed with the following letter, are rare in MARC-8 but
 * frequent in Windows-1252.
 */
export function isMarc8(bytes: Uint8Array): boolean {
  if (bytes.includes(BEFORE)) return true;
  let [fitting, odd] = [0, 0];
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0xa1) continue;
    if (byte < 0xe0) odd += SIGNS[byte - 0xa1] === undefined ? 1 : 0;
    else if (!HALVES.has(byte)) {
      const letter = String.fromCharCode(bytes.subarray(at + 1, at + 4).find((next) => next < 0xe0) ?? 0);
      const mark = MARKS[byte - 0xe0];
      const composed = mark && mark !== '-' ? normalizeText(letter + String.fromCharCode(Number.parseInt(mark, 16))) : '';
      if (composed.length === 1) fitting += 1;
      else odd += 1;
    }
  }
  return odd <= fitting;
}
/** Left and right halves of marks that span two letters. */
const HALVES = new Set([0xeb, 0xec, 0xfa, 0xfb]);

/** Decodes bytes in MARC-8 to composed text. */
export function decodeMarc8(bytes: Uint8Array): string {
  const text: string[] = [];
  let waiting: string[] = [];
  let set = ASCII;
  const add = (sign: string): void => {
    text.push(sign, ...waiting);
    waiting = [];
  };
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === BEFORE) {
      const { length, to } = readEscape(bytes, at);
      at += length - 1;
      set = to ?? set;
    } else if (set === '1' && byte > 0x20 && byte < 0x7f) {
      add('\ufffd');
      at += 2;
    } else if (byte >= 0xe0 && byte <= 0xfe) {
      const mark = MARKS[byte - 0xe0]!;
      if (mark !== '-') waiting.push(String.fromCharCode(Number.parseInt(mark, 16)));
    } else if (set === 'S' && byte >= 0x21 && byte < 0x21 + GREEK_MARKS.length) waiting.push(GREEK_MARKS[byte - 0x21]!);
    else if (byte < 0x80) add(signOf(set, byte));
    else {
      const sign = SIGNS[byte - 0xa1];
      if (sign !== undefined && sign !== '.') add(sign);
      // Keeps the markers of non-sorting text, which are removed later, as in UTF-8.
      else if (byte === 0x88 || byte === 0x89) add(String.fromCharCode(byte));
    }
  }
  return normalizeText(text.join('') + waiting.join(''));
}

function signOf(set: string, byte: number): string {
  const sign = String.fromCharCode(byte);
  if (byte <= 0x20 || byte === 0x7f || set === ASCII) return sign;
  const small = SMALL[set];
  if (small) return small[sign] ?? sign;
  const letters = SETS[set];
  if (letters === undefined) return '\ufffd';
  const letter = letters[byte - 0x21];
  return letter === undefined || letter === '.' ? sign : letter;
}

/** Returns the length of an escape sequence and the set it selects. Sets for the upper half (bytes from 0xA1) are ignored. */
function readEscape(bytes: Uint8Array, at: number): { length: number; to?: string } {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at + 1, at + 4);
  const signs = [first, second, third].map((byte) => String.fromCharCode(byte)) as [string, string, string];
  if ('gbp'.includes(signs[0])) return { length: 2, to: signs[0] };
  if (signs[0] === 's') return { length: 2, to: ASCII };
  if (signs[0] === '(' || signs[0] === ',') return signs[1] === '!' ? { length: 4 } : { length: 3, to: signs[1] };
  if (signs[0] === ')' || signs[0] === '-') return signs[1] === '!' ? { length: 4 } : { length: 3 };
  if (signs[0] !== '$') return { length: 1 };
  return ',()-'.includes(signs[1]) ? { length: 4, to: '1' } : { length: 3, to: '1' };
}
