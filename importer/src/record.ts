/** The last step of every format: cleans a record, checks it against the contract, and reports errors in the terms of the source. */
import { normalizeText } from '@fundus/contract/unicode';
import { TextDecoder } from 'node:util';
import { MediaRecord } from '@fundus/contract/catalogue/catalogue';
import type { z } from 'zod';
import { type Note, type Reason, type Refusal, refuse } from './refusal.ts';

/** `deleted` is the identifier of a record that its source has deleted. */
export type Outcome =
  | { record: MediaRecord; notes: Note[]; refusal?: undefined; deleted?: undefined }
  | { refusal: Refusal; record?: undefined; deleted?: undefined }
  | { deleted: string; record?: undefined; refusal?: undefined };

/** Names of the source for the fields of a record: `fn_titel` → `title`. */
export type FieldNames = Readonly<Record<string, string>>;

/**
 * Checks the result of a format. Texts are composed, with `\n` as line end and without control characters. A NUL refuses the record, because the database cannot store one.
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

/** Control characters other than tabs and line ends. */
const CONTROLS = /[^\P{Cc}\t\n]/gu;

const WINDOWS_1252 = new TextDecoder('windows-1252');

/** Fast path: most texts consist of these characters, none of which is changed or composed with the previous one. */
const CLEAN = /^[\t\n\x20-\x7e\u00a0-\u02ff\u2010-\u2027\u2030-\u205e\u20ac]*$/;

/**
 * Returns a text as it is stored: composed characters, `\n` as line end, no control characters. Characters from U+0080 to U+009F come from Windows-1252 read as Latin 1, so they become the
 * original quotes and dashes.
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

/** `path` is the path of the value; values with a NUL are added to `broken`. */
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
