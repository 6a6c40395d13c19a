/** Custom texts of a portal: validation, states and file formats (docs/behaviour/setup.md#own-texts). */
import { z } from 'zod';
import { moment, version } from '../fields.ts';
import { FALLBACK_LANGUAGE, languageOf, pluralCategories, pluralForm, withPlurals, type Messages } from '../locale.ts';
import { unescapeFormula } from '../table-file.ts';

export const TEXT_LENGTH = 2_000;

/**
 * States of a text. `same` shows the default and `missing` the English text. `outdated` means that the default changed after the text was written,
 * `unused` that no page uses the key.
 */
export const TEXT_STATES = ['same', 'changed', 'outdated', 'missing', 'unused'] as const;
export type TextState = (typeof TEXT_STATES)[number];

export type TextProblem = {
  code: 'placeholder_missing' | 'placeholder_unknown' | 'html_mismatch' | 'too_long' | 'plural_form' | 'not_text';
  /** Placeholder, tag or plural form that causes the problem. */
  name?: string;
};

/** Returns the names of the placeholders in a text: `count` and `all` for `{{count, number}} of {{all}}`. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{([^{}]*)\}\}/g)].flatMap((found) => /^\s*(?:-\s*)?([^,\s]+)/.exec(found[1]!)?.[1] ?? [])),
];

/** Returns the names of the tags in a text in order, such as `b` and `/b`. */
const tagsOf = (text: string): string[] =>
  [...text.matchAll(/<(\/?[a-z][\w-]*)(?![\w-])[^<>]*>/gi)].map((found) => found[1]!.toLowerCase());

/** Plural forms that may omit the number ("ein Platz"). */
const MAY_DROP_COUNT = ['zero', 'one', 'two'];

/** Returns the problem of a custom text compared with its default; null if it is valid. An empty text restores the default. */
export function checkText(key: string, base: string, own: string): TextProblem | null {
  if (own.length > TEXT_LENGTH) return { code: 'too_long' };
  const [wanted, given] = [placeholdersOf(base), placeholdersOf(own)];
  const mayDrop = MAY_DROP_COUNT.includes(pluralForm(key)?.category ?? '');
  const missing = wanted.find((name) => !given.includes(name) && !(name === 'count' && mayDrop));
  if (missing) return { code: 'placeholder_missing', name: missing };
  const unknown = given.find((name) => !wanted.includes(name) && !(name === 'count' && pluralForm(key)));
  if (unknown) return { code: 'placeholder_unknown', name: unknown };
  const [tags, ownTags] = [tagsOf(base), tagsOf(own)];
  if (tags.toSorted().join() !== ownTags.toSorted().join()) {
    const stray = ownTags.find((tag) => !tags.includes(tag)) ?? tags.find((tag) => !ownTags.includes(tag)) ?? ownTags[0] ?? '';
    return { code: 'html_mismatch', name: stray };
  }
  return null;
}

/** Returns whether a text is more than 50 % longer than the default, so that it may not fit in the layout. */
export const isLong = (base: string, own: string): boolean => own.length > 12 && own.length > base.length * 1.5;

/**
 * Returns all keys that a language requires, including all its plural forms. The default texts are in that language if available, otherwise in
 * English.
 */
export function expectedMessages(locale: string, defaults: ReadonlyMap<string, Messages>): Messages {
  const set = defaults.get(languageOf(locale)) ?? defaults.get(FALLBACK_LANGUAGE) ?? {};
  const categories = pluralCategories(locale);
  const needed = Object.entries(withPlurals(set, locale)).filter(([key]) => {
    const form = pluralForm(key);
    return !form || categories.includes(form.category);
  });
  return Object.fromEntries(needed.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the state of a text. `written` is the default text at the time the custom text was written. */
export function textState(about: { base: string | undefined; own: string | null; written: string | null; translated: boolean }): TextState {
  if (about.base === undefined) return 'unused';
  if (about.own === null) return about.translated ? 'same' : 'missing';
  return about.written !== null && about.written !== about.base ? 'outdated' : 'changed';
}

/** Returns the first part of a key: `search` for `search.count_one`. */
export const areaOf = (key: string): string => key.split('.')[0] ?? key;

/** Area of mail texts. Their keys are `mail.<template>.<part>`; the part `subject` is the subject line. */
export const MAIL_AREA = 'mail';

/** Returns the template of a mail text: `contact` for `mail.contact.subject`. Returns null for other keys and for the wrapper texts of test mails. */
export function mailTemplateOf(key: string): string | null {
  const [area, template, part] = key.split('.');
  return area === MAIL_AREA && part !== undefined && template !== 'test' ? template! : null;
}

export class NotJson extends Error {}

/**
 * Reads texts from flat or nested JSON: `{"nav":{"home":"Start"}}` contains `nav.home`. `invalid` lists keys whose value is not a string. Throws
 * `NotJson`.
 */
export function parseJsonTexts(source: string): { texts: Messages; invalid: string[] } {
  let root: unknown;
  try {
    root = JSON.parse(source.replace(/^\uFEFF/, ''));
  } catch {
    throw new NotJson();
  }
  if (typeof root !== 'object' || root === null || Array.isArray(root)) throw new NotJson();
  const texts = new Map<string, string>();
  const invalid: string[] = [];
  const walk = (value: unknown, key: string, depth: number): void => {
    if (typeof value === 'string') texts.set(key, value);
    else if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < 12)
      for (const [name, inner] of Object.entries(value)) walk(inner, key ? `${key}.${name}` : name, depth + 1);
    else invalid.push(key);
  };
  walk(root, '', 0);
  return { texts: Object.fromEntries(texts), invalid };
}

/** Decodes UTF-8; invalid UTF-8 is decoded as Windows-1252, which spreadsheets write. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Parses a CSV file (RFC 4180). The separator is a comma or a semicolon, detected from the first line. */
export function parseCsv(source: string): string[][] {
  const text = source.replace(/^\uFEFF/, '');
  const head = text.slice(0, text.search(/\r|\n|$/));
  const separator = head.split(';').length > head.split(',').length ? ';' : ',';
  const end = separator === ';' ? /[;\n]|$/g : /[,\n]|$/g;
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length;) {
    let cell = '';
    while (text[at] === '"' && cell === '') [cell, at] = readQuoted(text, at + 1);
    end.lastIndex = at;
    const stop = end.exec(text)!.index;
    row.push((cell + text.slice(at, stop)).replace(/\r$/, ''));
    at = stop + 1;
    if (text[stop] === separator && at < text.length) continue;
    if (text[stop] === separator) row.push('');
    rows.push(row);
    row = [];
  }
  return rows.filter((cells) => cells.some((value) => value !== ''));
}

/** Returns the quoted value that starts at `from`, and the position after it. An unclosed quotation extends to the end of the file. */
function readQuoted(text: string, from: number): [words: string, after: number] {
  const parts: string[] = [];
  for (let at = from; ;) {
    const end = text.indexOf('"', at);
    if (end < 0) return [parts.join('') + text.slice(at), text.length];
    parts.push(text.slice(at, end));
    if (text[end + 1] !== '"') return [parts.join(''), end + 1];
    parts.push('"');
    at = end + 2;
  }
}

/**
 * Reads texts from CSV. The key is in the column `key`, the text in `own`, `text` or `value`; without these names, the first and last columns are
 * used. Skips empty texts.
 */
export function parseCsvTexts(source: string): { texts: Messages; invalid: string[] } {
  const [head = [], ...rows] = parseCsv(source);
  const names = head.map((name) => name.trim().toLowerCase());
  const named = names.includes('key');
  const keyAt = named ? names.indexOf('key') : 0;
  const wanted = ['own', 'text', 'value'].map((name) => names.indexOf(name)).find((at) => at >= 0);
  const textAt = wanted ?? Math.max(1, head.length - 1);
  const texts = new Map<string, string>();
  const invalid: string[] = [];
  for (const cells of named ? rows : [head, ...rows]) {
    const key = cells[keyAt]?.trim();
    const text = cells[textAt];
    if (!key || text === undefined) invalid.push(cells.join(' ').slice(0, 80));
    else if (text !== '') texts.set(key, unescapeFormula(text));
  }
  return { texts: Object.fromEntries(texts), invalid };
}

/** A row in the table of texts. */
export const TextRow = z.object({
  key: z.string(),
  /** Default text in the language, or in English if the language has none. For an unused key, the last known default. */
  base: z.string(),
  own: z.string().nullable(),
  /** Custom text as published. `own` differs from it if there is a draft. */
  published: z.string().nullable(),
  state: z.enum(TEXT_STATES),
  /** Number of changes to this text. */
  version,
  changed_at: moment.nullable(),
  changed_by: z.string().nullable(),
});
export type TextRow = z.output<typeof TextRow>;

export const LanguageInfo = z.object({
  code: z.string(),
  name: z.string(),
  dir: z.enum(['ltr', 'rtl']),
  enabled: z.boolean(),
  /** True for the default language of the configuration, which cannot be disabled. */
  is_default: z.boolean(),
  /** True if the portal ships texts in this language. */
  has_texts: z.boolean(),
  /** True if an administrator added the language. Only these languages can be removed. */
  added: z.boolean(),
  texts: z.int(),
  own: z.int(),
  missing: z.int(),
  drafts: z.int(),
  /** Version of the published custom texts; 0 if none were published. */
  version,
});
export type LanguageInfo = z.output<typeof LanguageInfo>;

export const TextSet = z.object({
  language: LanguageInfo,
  rows: z.array(TextRow),
  /** The latest 20 published versions, newest first. */
  versions: z.array(z.object({ version, published_at: moment, published_by: z.string().nullable(), texts: z.int() })),
});
export type TextSet = z.output<typeof TextSet>;

/** Result of an import or its preview. */
export const ImportReport = z.object({
  added: z.array(z.object({ key: z.string(), after: z.string() })),
  changed: z.array(z.object({ key: z.string(), before: z.string(), after: z.string() })),
  same: z.int(),
  unknown: z.array(z.string()),
  invalid: z.array(z.object({ key: z.string(), code: z.string(), name: z.string().optional() })),
});
export type ImportReport = z.output<typeof ImportReport>;
