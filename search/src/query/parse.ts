/** Parses query strings. Parsing never fails: text that is not an operator is read as words. */
import { fold, sortKey, withoutArticle } from '../analysis/fold.ts';
import { tokenise } from '../analysis/tokenise.ts';
import type { Fields } from '../index/segment.ts';
import { ordinal } from '../analysis/word-stems.ts';

/** A folded word. `ordinal` is the value of an ordinal number; 0 for any other word. */
export type QueryWord = { surface: string; ordinal: number };

export type Item = {
  /** Kind of the item. Only `plain` words may be missing in partial matches. */
  kind: 'plain' | 'strict' | 'prefix' | 'phrase' | 'value';
  words: QueryWord[];
  /** Number of the text field, or of the value field for the kind `value`; -1 for all fields. */
  field: number;
  negative: boolean;
  /** Value to filter by, for the kind `value`. */
  value: string;
};

export type ParsedSearch = {
  items: Item[];
  /** Folded query, which is compared with complete titles; `null` if the query contains operators. */
  title: string | null;
  /**
   * Sorting key of the query without a leading article, which is compared with the beginnings of titles; `null` if the query contains operators or
   * the key is empty.
   */
  titleKey: string | null;
  /** True if the query ends with a plain word, which may be unfinished. */
  unfinished: boolean;
  /** True if the query is not empty but contains no words. */
  noTerms: boolean;
};

/** Maximum number of characters of a query that are parsed. */
const MAX_QUERY = 2000;
const MAX_WORDS = 64;

const CHUNK = /(-?)(?:([\p{L}_][\p{L}\p{N}_.]*):)?(?:"([^"]*)"|(\S+))/uy;

export function parse(q: string, fields: Fields): ParsedSearch {
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
  const endsInWord = plain !== '' && /[\p{L}\p{M}\p{N}]$/u.test(text);
  flush();
  const limited = items.slice(0, MAX_WORDS);
  const words = limited.flatMap((item) => item.words);
  const isTitle = !operators && words.length > 0;
  return {
    items: limited,
    title: isTitle ? words.map((word) => word.surface).join(' ') : null,
    titleKey: isTitle ? withoutArticle(sortKey(text)) || null : null,
    unfinished: endsInWord && limited.length === items.length && limited[limited.length - 1]?.kind === 'plain',
    noTerms: limited.length === 0 && q.trim() !== '',
  };
}

/** Returns the items of a chunk that contains an operator; `null` if the chunk is plain text. */
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

/** Returns the words of a text, folded as in the index. */
export function wordsOf(text: string): QueryWord[] {
  const words: QueryWord[] = [];
  tokenise(text, (raw) => {
    const value = ordinal(raw);
    const surface = fold(raw.endsWith('.') ? raw.slice(0, -1) : raw);
    if (surface !== '') words.push({ surface, ordinal: value });
  });
  return words;
}
