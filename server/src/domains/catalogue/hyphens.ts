/**
 * Inserts soft hyphens into long German words, because browsers break compounds badly (look/README.md). This happens when a record is stored
 * (docs/performance.md#replies), so it must be fast. Liang's algorithm, applied to the patterns of the package `hyphen`, takes a third of the time of
 * the package's own parser.
 */
import type { MediaRecord } from '@fundus/contract/catalogue/catalogue';
import patterns, { type Branches } from 'hyphen/patterns/de-1996.js';

const LONG = /\p{L}{12,}/gu;
/** Minimum number of letters before the first and after the last break. */
const ENDS = 2;
const [LEVELS, BRANCHES] = patterns;

/** Returns the text with U+00AD at each possible break of a word with at least twelve letters. */
export const softHyphens = (text: string): string => text.replace(LONG, broken);

/** Cache of hyphenated words, because the same words recur, especially during an import. */
const known = new Map<string, string>();
const MAX_KNOWN = 50_000;

function broken(word: string): string {
  let found = known.get(word);
  if (found === undefined) {
    found = hyphenate(word);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(word, found);
  }
  return found;
}

function hyphenate(word: string): string {
  const letters = `.${word.toLowerCase()}.`;
  if (letters.length !== word.length + 2) return word;
  const levels = new Uint8Array(word.length + 1);
  for (let from = 0; from < letters.length; from++) {
    let branches: Branches | undefined = BRANCHES;
    for (let at = from; at < letters.length && branches; at++) {
      const node: Branches[string] | undefined = branches[letters[at]!];
      branches = typeof node === 'number' ? undefined : Array.isArray(node) ? node[0] : node;
      const row = typeof node === 'number' ? node : Array.isArray(node) ? node[1] : undefined;
      if (row === undefined) continue;
      // The dot before the word has no level of its own.
      const first = Math.max(0, from - 1);
      const own = LEVELS[row]!;
      for (let i = 0; i < own.length; i++) if (own[i]! > levels[first + i]!) levels[first + i] = own[i]!;
    }
  }
  let parts = '';
  let start = 0;
  for (let at = ENDS; at <= word.length - ENDS; at++) {
    if (levels[at]! % 2 === 0) continue;
    parts += `${word.slice(start, at)}\u00ad`;
    start = at;
  }
  return parts + word.slice(start);
}

const SHOWN = ['fn_titel', 'fn_kurztext', 'fn_prodname'] as const;
type Shown = Pick<MediaRecord, (typeof SHOWN)[number]>;

/** Hyphenated texts of a card. Texts without a break are omitted. */
export type Breaks = Partial<Shown>;

const GERMAN = new Set(['de', 's1', 'p1']);

export function findBreaks(record: Shown & Pick<MediaRecord, 'fn_sprache'>): Breaks {
  if (record.fn_sprache.length > 0 && !record.fn_sprache.some((code) => GERMAN.has(code))) return {};
  const pairs = SHOWN.map((field) => [field, softHyphens(record[field])] as const);
  return Object.fromEntries(pairs.filter(([field, text]) => text !== record[field]));
}
