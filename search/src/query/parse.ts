/** Parses a query string. Never fails: whatever is no operator is words. */
import { fold, sortKey, withoutArticle } from '../analysis/fold.ts';
import { tokenise } from '../analysis/tokenise.ts';
import type { Fields } from '../index/segment.ts';
import { ordinal } from '../analysis/word-stems.ts';

export type QueryWord = { surface: string; ordinal: number };

export type Item = {
  /** `plain` words may be missing in partial matches; all others are required. */
  kind: 'plain' | 'strict' | 'prefix' | 'phrase' | 'value';
  words: QueryWord[];
  /** The number of a text field (of a value field in `value`), or -1. */
  field: number;
  negative: boolean;
  /** The value to filter by, of kind `value`. */
  value: string;
};

export type Parsed = {
  items: Item[];
  /** The folded query where it has no operators, to be compared with whole titles. */
  title: string | null;
  /** The same as a sorting key, to be compared with how titles begin; without its article. `null` where the key is empty too. */
  begins: string | null;
  /** The last plain word ends the query: it may be unfinished. */
  unfinished: boolean;
  /** Something was typed, but there is nothing in it to look for. */
  noTerms: boolean;
};

/** Longer queries are cut. */
const MAX_QUERY = 2000;
const MAX_WORDS = 64;

const CHUNK = /(-?)(?:([\p{L}_][\p{L}\p{N}_.]*):)?(?:"([^"]*)"|(\S+))/uy;

export function parse(q: string, fields: Fields): Parsed {
  const text = q.slice(0, MAX_QUERY);
  const items: Item[] = [];
  let plain = '';
  let operators = false;
  const flush = (): void => {
    for (const word of wordsOf(plain)) items.push({ kind: 'plain', words: [word], field: -1, negative: false, value: '' });
    plain = '';
  };
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at]!)) {
      at++;
      continue;
    }
    CHUNK.lastIndex = at;
    const match = CHUNK.exec(text);
    if (match === null) break;
    at = CHUNK.lastIndex;
    const item = operator(match, fields);
    if (item === null) {
      plain += `${match[0]} `;
      continue;
    }
    flush();
    operators = true;
    items.push(...item);
  }
  const ends = plain !== '' && /[\p{L}\p{M}\p{N}]$/u.test(text);
  flush();
  const kept = items.slice(0, MAX_WORDS);
  const words = kept.flatMap((item) => item.words);
  return {
    items: kept,
    title: operators || words.length === 0 ? null : words.map((word) => word.surface).join(' '),
    begins: operators || words.length === 0 ? null : withoutArticle(sortKey(text)) || null,
    unfinished: ends && kept.length === items.length && kept[kept.length - 1]?.kind === 'plain',
    noTerms: kept.length === 0 && q.trim() !== '',
  };
}

/** The items a chunk with an operator stands for; `null` when it is plain text. */
function operator(match: RegExpExecArray, fields: Fields): Item[] | null {
  const negative = match[1] === '-';
  const quoted = match[3];
  let bare = match[4] ?? '';
  let field = -1;
  if (match[2] !== undefined) {
    field = fields.text.findIndex((known) => known.name === match[2]);
    const value = fields.values.findIndex((known) => known.name === match[2]);
    if (field < 0 && value >= 0) return [{ kind: 'value', words: [], field: value, negative, value: quoted ?? bare }];
    if (field < 0) {
      if (quoted !== undefined)
        return [...(strict(wordsOf(match[2]), -1, negative) ?? []), ...(strict(wordsOf(quoted), -1, negative) ?? [])];
      bare = `${match[2]}:${bare}`;
    }
  }
  if (quoted !== undefined) return strict(wordsOf(quoted), field, negative);
  const words = wordsOf(bare);
  if (words.length === 0) return negative && bare === '' ? [] : null;
  if (bare.endsWith('*')) {
    const last = words.pop()!;
    return [...(words.length > 0 ? strict(words, field, negative)! : []), { kind: 'prefix', words: [last], field, negative, value: '' }];
  }
  if (negative) return strict(words, field, true);
  return field < 0 ? null : words.map((word) => ({ kind: 'strict', words: [word], field, negative, value: '' }));
}

function strict(words: QueryWord[], field: number, negative: boolean): Item[] | null {
  if (words.length === 0) return [];
  return [{ kind: words.length === 1 ? 'strict' : 'phrase', words, field, negative, value: '' }];
}

/** The words of a text, as they are looked for. */
export function wordsOf(text: string): QueryWord[] {
  const words: QueryWord[] = [];
  tokenise(text, (raw) => {
    const value = ordinal(raw);
    const surface = fold(raw.endsWith('.') ? raw.slice(0, -1) : raw);
    if (surface !== '') words.push({ surface, ordinal: value });
  });
  return words;
}
