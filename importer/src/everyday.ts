/**
 * Converts fields of suppliers to fields of a record. Known values become codes. Unknown subjects become keywords; all other unknown values are
 * omitted and reported. The contract validates the result.
 */
import type { MediaField } from '@fundus/contract/catalogue/media-record';
import { readGrades } from '@fundus/contract/reference/grade-levels';
import { parseDoi, parseEan, parseIsbn } from '@fundus/contract/catalogue/work-numbers';
import { languageCodes } from '@fundus/contract/reference/languages';
import { readSubject } from '@fundus/contract/reference/subject-labels';
import { plainValue, readPlainText, readRichText } from './markup-text.ts';
import { mediaTypeCode, mediaTypeOfUrl } from './media-type-names.ts';
import { type Note, refuse } from './refusal.ts';
import { firstSentence, shorten } from './short-text.ts';

/** Fields of a supplier's record by name. Values may be any JSON; an empty text counts as missing. */
export type SupplierFields = Readonly<Record<string, unknown>>;

export type Notes = { list: Note[]; add: (field: string, reason: Note['reason'], value: unknown) => void };

export function collectNotes(names: Readonly<Record<string, string>> = {}): Notes {
  const list: Note[] = [];
  return { list, add: (field, reason, value) => void list.push(refuse(names[field] ?? field, reason, value)) };
}

/** Limits of the contract: lengths of keyword, publisher and rights note, and numbers of keywords, codes and languages. */
const LIMITS = { keyword: 160, keywords: 200, codes: 60, languages: 20, publisher: 200, rights: 300 } as const;

/**
 * Returns the text of a value, or `undefined` if it is empty. Objects are returned unchanged, so that the contract rejects them with the name of
 * their field.
 */
export const toText = (value: unknown): unknown => {
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return toText(value.join(', '));
  if (typeof value !== 'string') return value ?? undefined;
  return value.trim() === '' ? undefined : value.trim();
};

/** Returns the items of a list, or of a text split at `separators`. Each item of a list is also split at `;` and `|`. */
export function listOf(value: unknown, separators: RegExp = /[;|\n]/): string[] {
  const items = Array.isArray(value) ? value : [value];
  const parts = items.flatMap((item) => {
    const text = toText(item);
    return typeof text === 'string' ? text.split(Array.isArray(value) ? /[;|\n]/ : separators) : [];
  });
  return parts.map((part) => part.trim()).filter(Boolean);
}

/**
 * Encodes characters that are invalid in identifiers (blanks, `/`, `\`, control characters) as `~` and their hexadecimal code: `10.1000/182` →
 * `10.1000~2F182`. Different identifiers stay different.
 */
export const safeIdentifier = (raw: string): string =>
  raw.trim().replace(/~(?=[0-9A-F]{2})|[\s\p{Cc}/\\]/gu, (sign) => `~${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(2, '0')}`);

/** Removes duplicates regardless of case. Keeps the order and the first spelling. */
const unique = (values: readonly string[]): string[] => {
  const seen = new Map<string, string>();
  for (const value of values) if (!seen.has(value.toLowerCase())) seen.set(value.toLowerCase(), value);
  return [...seen.values()];
};

/** Returns keywords within the limits. An overlong keyword is split at commas and then shortened. */
export function readKeywords(values: readonly string[], notes: Notes): string[] {
  const parts = values
    .flatMap((word) => (word.length > LIMITS.keyword ? word.split(',').map((part) => part.trim()) : [word]))
    .filter(Boolean);
  const words = unique(parts.map((word) => shorten(word, LIMITS.keyword)));
  for (const word of parts) if (word.length > LIMITS.keyword) notes.add('fn_schlag', 'shortened', word);
  if (words.length > LIMITS.keywords) notes.add('fn_schlag', 'shortened', `${words.length} → ${LIMITS.keywords}`);
  return words.slice(0, LIMITS.keywords);
}

/** Returns subject codes, and the words that have no code. */
function readSubjects(values: readonly string[], notes: Notes): { codes: string[]; words: string[] } {
  const read = values.map((value) => ({ value, ...readSubject(value) }));
  const words = read.filter(({ complete }) => !complete).map(({ value }) => value);
  for (const word of words) notes.add('fn_geb', 'keyword', word);
  return { codes: unique(read.flatMap(({ codes }) => codes)).slice(0, LIMITS.codes), words };
}

function readLanguages(values: readonly string[], notes: Notes): string[] {
  const codes = values.flatMap((value) => {
    const { codes: read, unknown } = languageCodes(value);
    for (const word of unknown) notes.add('fn_sprache', 'left_out', word);
    return read;
  });
  return unique(codes).slice(0, LIMITS.languages);
}

export function readAudience(values: readonly string[], notes: Notes): string[] {
  const { codes, unknown } = readGrades(values);
  for (const value of unknown) notes.add('fn_adressat', 'left_out', value);
  return codes;
}

/** Returns the media type of the first known value, otherwise of the address. Unknown codes are kept, because suppliers use codes of their own. */
export function readMediaType(values: readonly string[], url: string | undefined, notes: Notes): string {
  for (const value of values) {
    const code = mediaTypeCode(value);
    if (code !== undefined) return code;
  }
  const named = values[0];
  if (named === undefined) return mediaTypeOfUrl(url);
  const isCode = /^[A-Z0-9][A-Z0-9_]{1,15}$/.test(named);
  notes.add('fn_typ', isCode ? 'kept' : 'guessed', named);
  return isCode ? named : mediaTypeOfUrl(url);
}

/** Returns a text unchanged, and '' for any other value. Objects are not converted with `toString`. */
const wordsOf = (text: unknown): string => (typeof text === 'string' ? text : '');

/** Returns the year in a value such as `2014`, `ca. 2014`, `©2014` or `2014-05-01`. */
export function parseYear(raw: unknown, notes: Notes): number | undefined {
  const text = toText(raw);
  if (text === undefined) return undefined;
  const found = /(?<!\d)(1\d{3}|20\d\d|21\d\d)(?!\d)/.exec(wordsOf(text));
  if (!found) notes.add('year', 'left_out', text);
  return found ? Number(found[1]) : undefined;
}

/** Returns the duration in seconds of a value such as `95`, `12:34`, `1:02:03`, `45 min` or `PT1H5M`. */
export function readDuration(raw: unknown, notes: Notes): number | undefined {
  const text = toText(raw);
  if (text === undefined) return undefined;
  const written = wordsOf(text);
  // Ignores long texts, which cannot be a duration.
  const flat = (written.length > 60 ? '' : written)
    .toLowerCase()
    .replace(/^ca\.?\s*/, '')
    .replace(',', '.');
  if (/^\d+(?:\.\d+)?$/.test(flat)) return Math.round(Number(flat));
  const clock = /^(?:(\d+):)?(\d{1,3}):(\d{2})$/.exec(flat);
  if (clock) return Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
  const words = /^(?:pt)?\s*(?:([\d.]+)\s*(?:h|std|stunde)[a-z]*\.?\s*)?(?:([\d.]+)\s*m[a-z]*\.?\s*)?(?:([\d.]+)\s*s[a-z]*\.?)?$/.exec(
    flat,
  );
  if (words?.slice(1).some(Boolean)) return Math.round(Number(words[1] ?? 0) * 3600 + Number(words[2] ?? 0) * 60 + Number(words[3] ?? 0));
  notes.add('duration', 'left_out', text);
  return undefined;
}

/** Returns the ISO day of a value such as `2024-05-01T…`, `1.5.2024` or `01.05.24`. */
export function readDay(raw: unknown, notes: Notes): string | undefined {
  const text = toText(raw);
  if (text === undefined) return undefined;
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(wordsOf(text));
  const german = /^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4}|\d{2})$/.exec(wordsOf(text));
  const [year, month, day] = iso ? iso.slice(1) : german ? [german[3]!, german[2]!, german[1]!] : [];
  if (year !== undefined) {
    const full = year.length === 2 ? `20${year}` : year;
    const date = `${full}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
    const real = new Date(`${date}T00:00:00Z`);
    if (!Number.isNaN(real.getTime()) && real.toISOString().startsWith(date)) return date;
  }
  notes.add('published', 'left_out', text);
  return undefined;
}

export function readBoolean(field: string, raw: unknown, notes: Notes): boolean | undefined {
  const text = toText(raw);
  if (text === undefined) return undefined;
  if (/^(?:true|wahr|ja|j|yes|y|x|1)$/i.test(wordsOf(text))) return true;
  if (!/^(?:false|falsch|nein|n|no|-|0)$/i.test(wordsOf(text))) notes.add(field, 'guessed', text);
  return false;
}

/** Adds `https://` to addresses such as `www.example.org/x` and decodes `&amp;`. The contract validates the address. */
const readUrl = (raw: unknown): unknown => {
  const text = toText(raw);
  if (typeof text !== 'string') return text;
  const address = text.replaceAll('&amp;', '&');
  return /^www\.\S+$/i.test(address) ? `https://${address}` : address;
};

/** Returns the identifier with the prefix, or `undefined` if the identifier is missing. */
export function addPrefix(prefix: string, raw: unknown): unknown {
  const text = toText(raw);
  return typeof text === 'string' ? prefix + text : text;
}

/** Returns the text of a value without markup. */
const plainText = (raw: unknown): unknown => toText(plainValue(raw));

/** Returns the name of a licence (`cc-by-sa` → `CC BY-SA`), or the rights note shortened to the limit. */
function readRights(raw: unknown, notes: Notes): unknown {
  const text = toText(raw);
  if (typeof text !== 'string') return text;
  const cc = /^cc[- ](by(?:-(?:nc|nd|sa))*)(?:[- ](\d\.\d))?$/i.exec(text);
  if (cc) return `CC ${cc[1]!.toUpperCase()}${cc[2] ? ` ${cc[2]}` : ''}`;
  if (text.length > LIMITS.rights) notes.add('rights_note', 'shortened', text);
  return shorten(text, LIMITS.rights);
}

function readPublisher(raw: unknown, notes: Notes): unknown {
  const text = toText(raw);
  if (typeof text !== 'string' || text.length <= LIMITS.publisher) return text;
  notes.add('fn_prodname', 'shortened', text);
  return shorten(text, LIMITS.publisher);
}

/** Returns a number such as an ISBN. Invalid numbers are omitted, because they could identify a different work. */
function readNumber(field: MediaField, raw: unknown, read: (text: string) => string | null, notes: Notes): string | undefined {
  const written = listOf(raw);
  const found = written.flatMap((each) => read(each) ?? [])[0];
  if (found === undefined && written.length > 0) notes.add(field, 'left_out', written[0]);
  return found;
}

/** Returns the fields of a record. Fields that need no conversion, such as files and licences, are returned unchanged. */
export function readSupplierFields(raw: SupplierFields, notes: Notes): Record<string, unknown> {
  const identifier = toText(raw.identifier);
  const written = toText(raw.fn_text);
  const text = typeof written === 'string' ? readRichText(written) : written;
  const url = readUrl(raw.url);
  const subjects = readSubjects(listOf(plainValue(raw.fn_geb)), notes);
  const fields: Record<'identifier' | MediaField, unknown> = {
    identifier: typeof identifier === 'string' ? safeIdentifier(identifier) : identifier,
    fn_nr: toText(raw.fn_nr),
    fn_titel: plainText(raw.fn_titel),
    fn_kurztext: plainText(raw.fn_kurztext) ?? (typeof text === 'string' ? firstSentence(readPlainText(text)) : undefined),
    fn_text: text,
    fn_geb: subjects.codes,
    fn_sprache: readLanguages(listOf(plainValue(raw.fn_sprache)), notes),
    fn_typ: readMediaType(listOf(raw.fn_typ), typeof url === 'string' ? url : undefined, notes),
    fn_adressat: readAudience(listOf(raw.fn_adressat), notes),
    fn_schlag: readKeywords([...listOf(plainValue(raw.fn_schlag), /[;,|\n]/), ...subjects.words], notes),
    fn_prodname: readPublisher(plainValue(raw.fn_prodname), notes),
    year: parseYear(raw.year, notes),
    duration: readDuration(raw.duration, notes),
    url,
    isbn: readNumber('isbn', raw.isbn, parseIsbn, notes),
    ean: readNumber('ean', raw.ean, parseEan, notes),
    doi: readNumber('doi', raw.doi, parseDoi, notes),
    rights_note: readRights(plainValue(raw.rights_note), notes),
    set_of: toText(raw.set_of),
    published: readDay(raw.published, notes),
    is_mediathek: readBoolean('is_mediathek', raw.is_mediathek, notes),
    recommended: readBoolean('recommended', raw.recommended, notes),
  };
  return { ...raw, ...fields };
}
