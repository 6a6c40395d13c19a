/**
 * Detects the encoding of a text file. Unicode is detected with certainty, other encodings by how likely the decoded characters are. Only used in
 * child processes.
 */
import { TABLE_ENCODINGS, type TableEncoding, type TextEncoding } from '@fundus/contract/files/encodings';
import { decodeBytes, decodeMostlyUtf8, decodeDoubleUtf8, decodeUtf8, detectUtf16, type Encoding } from './decode.ts';

type Choice<E extends Encoding> = { encoding: E; text: string };
export type DetectedEncoding = Choice<TextEncoding> & {
  /** Encodings that are about equally likely, starting with the returned one; empty if the result is certain. */
  doubtful: TextEncoding[];
};

/** Maximum size in bytes of the sample, which consists of lines with non-ASCII characters. */
const MAX_SAMPLE = 64 * 1024;
/** Encodings in order of frequency. If several yield the same text, the first one is returned. */
const LEGACY: readonly TextEncoding[] = [
  ...(['windows-1252', 'iso-8859-15', 'macintosh', 'cp850', 'windows-1250', 'windows-1254'] as const),
  ...(['iso-8859-2', 'windows-1251', 'koi8-r', 'windows-1253', 'windows-1255', 'windows-1256'] as const),
  ...(['gb18030', 'big5', 'shift_jis', 'euc-kr'] as const),
];
const MAX_CHOICES = 4;
/** Minimum difference in score for a certain result. The scores of a likely and an impossible character differ by about seven. */
const CLEAR = 2.5;

export function detectEncoding(bytes: Uint8Array, language: string | null = null): DetectedEncoding {
  const certain = decodeCertain(bytes);
  if (certain) return { ...certain, doubtful: [] };
  const [best, ...others] = rankEncodings(sampleOf(bytes), LEGACY, language);
  const near = others.filter(({ score }) => best!.score - score < CLEAR);
  return {
    encoding: best!.encoding,
    text: decodeBytes(bytes, best!.encoding),
    doubtful:
      near.length > 0 || best!.score < 0
        ? [best!, ...(near.length > 0 ? near : others)].slice(0, MAX_CHOICES).map(({ encoding }) => encoding)
        : [],
  };
}

const CODE_PAGES = TABLE_ENCODINGS.filter((encoding) => encoding !== 'utf-8');

/** Returns the code page of a table that is not in Unicode, namely the one in which the words look most like German. */
export const detectTableEncoding = (bytes: Uint8Array): TableEncoding => rankEncodings(sampleOf(bytes), CODE_PAGES, 'de')[0]!.encoding;

/** Decodes Unicode or the encoding declared in the file. Returns `null` if there is neither. */
export function decodeCertain(bytes: Uint8Array): Choice<TextEncoding> | null {
  const wide = detectUtf16(bytes);
  if (wide) return { encoding: wide, text: decodeBytes(bytes, wide) };
  const valid = decodeUtf8(bytes);
  const text = valid === null ? decodeMostlyUtf8(bytes) : (decodeDoubleUtf8(valid) ?? valid);
  return text === null ? decodeDeclared(bytes) : { encoding: 'utf-8', text };
}

/** Number of bytes that are searched for a declaration of the encoding. */
const DECLARATION = 2_048;

/** Decodes the encoding that an XML document, HTML page or style sheet declares. Returns `null` if it declares none. */
function decodeDeclared(bytes: Uint8Array): Choice<TextEncoding> | null {
  const head = Buffer.from(bytes.subarray(0, DECLARATION)).toString('latin1');
  const name =
    /^\s{0,20}<\?xml[^>]{0,200}\sencoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/.exec(head)?.[1] ??
    /<meta\s[^>]{0,300}charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i.exec(head)?.[1] ??
    /^@charset "([\w.:-]{1,40})"/.exec(head)?.[1];
  if (name === undefined || /^utf-?(?:8|16)/i.test(name)) return null;
  try {
    // Uses the decoder's encoding, because the Encoding Standard maps some names to others: iso-8859-1 is decoded as windows-1252.
    const decoder = new TextDecoder(name);
    return { encoding: decoder.encoding as TextEncoding, text: decoder.decode(bytes) };
  } catch {
    return null;
  }
}

/** Returns the encodings that yield different texts, most likely first. */
export function rankEncodings<E extends Encoding>(
  bytes: Uint8Array,
  encodings: readonly E[],
  language: string | null,
): (Choice<E> & { score: number })[] {
  const seen = new Set<string>();
  return encodings
    .map((encoding) => ({ encoding, text: decodeBytes(bytes, encoding) }))
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .map((choice) => ({ ...choice, score: scoreText(choice.text, language) }))
    .sort((a, b) => b.score - a.score);
}

/** Returns the lines that contain non-ASCII bytes, up to the maximum size. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = 0;
  let size = 0;
  let high = false;
  for (let i = 0; i <= bytes.length && size < MAX_SAMPLE; i++) {
    if (bytes[i]! >= 0x80) high = true;
    if (i < bytes.length && bytes[i] !== 0x0a && bytes[i] !== 0x0d && i - from < 4_096) continue;
    if (high) {
      parts.push(bytes.subarray(from, i + 1));
      size += i + 1 - from;
    }
    from = i + 1;
    high = false;
  }
  return Buffer.concat(parts);
}

const GERMAN = 'äöüÄÖÜß';
const WESTERN = 'éèêëàâáåçñíìîïóòôúùûœæøÉÈÊÀÂÁÅÇÑÍÎÓÔÚŒÆØ';
const CENTRAL = 'ąćęłńśźżčďěňřšťůýžőűđșțăşţľĺĄĆĘŁŃŚŹŻČĎĚŇŘŠŤŮÝŽŐŰĐȘȚĂŞŢĽ';
const TURKISH = 'ğışöüçĞİŞÖÜÇâîû';
/** Non-ASCII characters that are frequent in a language. */
const OF_LANGUAGE: Readonly<Record<string, string>> = {
  de: GERMAN,
  tr: TURKISH,
  az: TURKISH,
  pt: `${WESTERN}ãõÃÕ`,
  et: `${GERMAN}õÕšžŠŽ`,
  ...Object.fromEntries(['fr', 'es', 'it', 'da', 'sv', 'no', 'nb', 'nn', 'fi', 'nl', 'ca', 'is'].map((code) => [code, WESTERN + GERMAN])),
  ...Object.fromEntries(
    ['pl', 'cs', 'sk', 'hu', 'hr', 'sl', 'ro', 'sr', 'bs', 'sq'].map((code) => [code, CENTRAL + 'áéíóúôäöüÁÉÍÓÚÔÄÖÜëçâîÂÎ']),
  ),
};
const ARABIC = new Set(['ar', 'fa', 'ur', 'ps', 'ku']);
const FREQUENT_HAN = '的一是不了在人有我他这個个们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能子那得下自年过過好天很今日本';
const CYRILLIC = new Set(['ru', 'uk', 'bg', 'be', 'mk', 'sr', 'kk']);

const LETTER = /\p{L}/u;
const UPPER = /\p{Lu}/u;
const LOWER = /\p{Ll}/u;
const OPENING = '„«“‘‚¿¡‹»';
const CLOSING = '“”’»«…›‹‘';

/** Returns the score of a text: the sum of the likelihoods of all non-ASCII characters in their context. */
function scoreText(text: string, language: string | null): number {
  const base = language?.toLowerCase().split('-')[0] ?? null;
  let score = 0;
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) >= 0x80) score += scoreCharacter(text[i]!, text[i - 1] ?? ' ', text[i + 1] ?? ' ', base);
  }
  return score;
}

function scoreCharacter(character: string, before: string, after: string, language: string | null): number {
  if (character === '\uFFFD' || (character >= '\x80' && character <= '\x9F') || (character >= '\ue000' && character < '\uf900')) return -20;
  if (character >= '\u3000' && character < '\u3040') return 2;
  if (character >= '\uff00' && character < '\uff21') return 2;
  if (LETTER.test(character)) return scoreLetter(character, before, after, language);
  if (character === '\u00A0' || character === '\u00AD') return 0;
  const [left, right] = [/[\p{L}\p{N}]/u.test(before), /[\p{L}\p{N}]/u.test(after)];
  if (character === '’' && left && right) return 1;
  if (OPENING.includes(character) && !left && !/\s/.test(after)) return 1;
  if (CLOSING.includes(character) && !/\s/.test(before) && !right) return 1;
  if ('–—•♪♫'.includes(character)) return LETTER.test(before) && LETTER.test(after) ? -2 : 0.5;
  if ('°²³½¼€§'.includes(character)) return LETTER.test(before) && LETTER.test(after) ? -4 : 0;
  if ('…×÷±™®©'.includes(character)) return LETTER.test(after) ? -3 : 0;
  return left || right ? -4 : -3;
}

const SCRIPTS: readonly (readonly [end: string, script: string])[] = [
  ['\u0250', 'latin'],
  ['\u0370', 'other'],
  ['\u0400', 'greek'],
  ['\u0530', 'cyrillic'],
  ['\u0590', 'other'],
  ['\u0600', 'hebrew'],
  ['\u0750', 'arabic'],
  ['\u3040', 'other'],
  ['\uac00', 'asian'],
  ['\ud7a4', 'hangul'],
  ['\uff00', 'asian'],
];
const scriptOf = (character: string): string => SCRIPTS.find(([end]) => character < end)?.[1] ?? 'other';

function scoreLetter(character: string, before: string, after: string, language: string | null): number {
  const [left, right] = [LETTER.test(before), LETTER.test(after)];
  const script = scriptOf(character);
  let score = likelihood(character, script, language);
  if ((left && scriptOf(before) !== script) || (right && scriptOf(after) !== script)) score -= 5;
  if (character === 'ς' && right) score -= 4;
  // An upper-case letter inside a word, or a lower-case letter between upper-case ones, is unlikely.
  if (UPPER.test(character) && left && LOWER.test(before)) score -= 4;
  if (LOWER.test(character) && left && right && UPPER.test(before) && UPPER.test(after) && character !== 'ß') score -= 2;
  // Adjacent accented letters are rare in Latin script.
  if (script === 'latin' && left && before >= '\x80' && !(GERMAN.includes(character) && GERMAN.includes(before))) score -= 1.5;
  return score;
}

function likelihood(character: string, script: string, language: string | null): number {
  const known = language === null ? undefined : OF_LANGUAGE[language];
  if (known?.includes(character)) return 4;
  if (script === 'cyrillic')
    return CYRILLIC.has(language ?? '') ? 4 : /[оеаинтсрвлкмдпу]/.test(character) ? 2 : LOWER.test(character) ? 1 : 0.5;
  if (script === 'greek') return language === 'el' ? 4 : /[αοιετσνηυρπκμλςάέίήόύ]/.test(character) ? 2 : 0.3;
  if (script === 'hebrew') return language === 'he' || language === 'yi' ? 4 : /[אהוילמנרשתב]/.test(character) ? 2.2 : 1;
  if (script === 'arabic') return ARABIC.has(language ?? '') ? 4 : /[اليمنتروبةعدسفهكقحجأ]/.test(character) ? 2.5 : 1;
  // A double-byte character scores like two letters.
  if (script === 'hangul') return 4.5;
  if (script === 'asian') return /[\p{sc=Hira}\p{sc=Kana}]/u.test(character) ? 4.5 : FREQUENT_HAN.includes(character) ? 6 : 2.5;
  if (character > '\uff60') return -3;
  if ('ªºﬁﬂƒ'.includes(character)) return -3;
  if (known !== undefined && known !== GERMAN) return -0.5;
  if (GERMAN.includes(character)) return 3;
  if (WESTERN.includes(character)) return known === undefined ? 1.5 : 0.5;
  if (CENTRAL.includes(character) || TURKISH.includes(character)) return known === undefined ? 1 : 0.5;
  return 0;
}
