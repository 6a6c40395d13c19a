/** Last step of every format: cleans a record, validates it with the contract's schema, and reports errors with the field names of the source. */
import { normalizeText } from '@fundus/contract/unicode';
import { TextDecoder } from 'node:util';
import { MediaRecord } from '@fundus/contract/catalogue/catalogue';
import type { z } from 'zod';
import { type Note, type Reason, type Refusal, refuse } from './refusal.ts';

/** Result for one record. `deleted` is the identifier of a record that its source has deleted. */
export type Outcome =
  | { record: MediaRecord; notes: Note[]; refusal?: undefined; deleted?: undefined }
  | { refusal: Refusal; record?: undefined; deleted?: undefined }
  | { deleted: string; record?: undefined; refusal?: undefined };

/** Names of the record's fields in the source: `title` for `fn_titel`. */
export type FieldNames = Readonly<Record<string, string>>;

/**
 * Validates the fields of a record. Texts are composed, and control characters are removed. A record that contains NUL is rejected, because the
 * database cannot store it.
 */
export function toRecord(input: Record<string, unknown>, notes: Note[], names: FieldNames = {}): Outcome {
  const named = (path: readonly PropertyKey[]): string => {
    const [field = 'line', ...rest] = path.map(String);
    return [names[field] ?? field, ...rest].join('.');
  };
  const broken: string[][] = [];
  const cleaned = cleanValue(input, [], broken);
  if (broken[0]) return { refusal: refuse(named(broken[0]), 'nul') };
  const parsed = MediaRecord.safeParse(cleaned);
  if (parsed.success) return { record: parsed.data, notes };
  const issue = parsed.error.issues[0]!;
  const value = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], cleaned);
  return { refusal: refuse(named(issue.path), reasonOf(issue, value), value) };
}

function reasonOf(issue: z.core.$ZodIssue, value: unknown): Reason {
  const missing = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  if (missing) return 'required';
  if (issue.code === 'invalid_type') return 'type';
  if (issue.code === 'too_big') return 'max';
  if (issue.code === 'too_small') return 'min';
  if (issue.code === 'invalid_format') return issue.path[0] === 'identifier' ? 'characters' : 'format';
  return issue.code === 'custom' && issue.message === 'range' ? 'range' : 'value';
}

const MAX_DEPTH = 6;

/** Control characters except tabs and line feeds. */
const CONTROLS = /[^\P{Cc}\t\n]/gu;

const WINDOWS_1252 = new TextDecoder('windows-1252');

/** Texts that need no cleaning, as a fast path: most texts consist of these characters, which are neither changed nor composed. */
const CLEAN = /^[\t\n\x20-\x7e\u00a0-\u02ff\u2010-\u2027\u2030-\u205e\u20ac]*$/;

/**
 * Returns a text as stored: composed, with `\n` as line end, and without control characters. U+0080 to U+009F result from decoding Windows-1252 as
 * Latin 1, so they are replaced by the original quotes and dashes.
 */
export const cleanText = (text: string): string =>
  CLEAN.test(text)
    ? text
    : normalizeText(
        text
          .toWellFormed()
          .replace(/[\u0080-\u009f]/g, (sign) => WINDOWS_1252.decode(Uint8Array.of(sign.charCodeAt(0))))
          .replace(/\r\n?|\u2028|\u2029/g, '\n')
          .replace(CONTROLS, ''),
      );

/** Cleans all texts in a value. `path` is the path of the value; paths of texts with NUL are added to `broken`. */
function cleanValue(value: unknown, path: string[], broken: string[][]): unknown {
  if (typeof value === 'string') {
    if (value.includes('\0')) broken.push([...path]);
    return cleanText(value);
  }
  if (value === null || typeof value !== 'object' || path.length >= MAX_DEPTH) return value;
  const within = (key: string, item: unknown): unknown => {
    path.push(key);
    const cleaned = cleanValue(item, path, broken);
    path.pop();
    return cleaned;
  };
  if (Array.isArray(value)) return value.map((item, i) => within(String(i), item));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, within(key, item)]));
}
