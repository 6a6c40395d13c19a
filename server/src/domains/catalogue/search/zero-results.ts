/**
 * Fallbacks for an empty result, such as a corrected spelling or a search without one filter (docs/behaviour/search.md#no-results). The engine itself
 * already handles typos, compound parts and synonyms.
 */
import { FILTER_FIELDS, type SearchWords, type Fallback, type SearchScope } from '@fundus/contract/catalogue/catalogue';
import { subjectCodes } from '@fundus/contract/reference/subject-names';
import { subjectLabel } from '@fundus/contract/reference/subjects';
import type { Ctx } from '../../../http/context.ts';
import { indexQuery } from './filters.ts';
import { withSearchErrors } from './search-errors.ts';

/** A possible fallback with its search. Its hits have not been counted yet. */
type Attempt = { fallback: Omit<Fallback, 'count'>; words: SearchWords };

/** Filter parameters in the order in which they are displayed. */
const FIELDS = FILTER_FIELDS.map((field) => `filter_${field}` as const);
const NO_FILTERS = Object.fromEntries(FIELDS.map((field) => [field, [] as string[]])) as Record<(typeof FIELDS)[number], string[]>;
const MAX_WORDS = 4;

/** Returns the query without its operators, which are quotation marks, fields, exclusions and wildcards. */
export function stripOperators(q: string): string {
  return q
    .replace(/(^|\s)-("[^"]*"?|\S+)/g, ' ')
    .replace(/["*]/g, ' ')
    .replace(/(^|\s)[\p{L}_][\p{L}\p{N}_.]*:(?=\S)/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the possible fallbacks in display order, starting with a corrected spelling. */
export function fallbacksFor(words: SearchWords, corrected: string | undefined): Attempt[] {
  const attempts: Attempt[] = [];
  const chosen = FIELDS.filter((field) => words[field].length > 0);
  const bare = { ...words, ...NO_FILTERS };
  if (corrected !== undefined) attempts.push({ fallback: { kind: 'spelling', q: corrected }, words: { ...words, q: corrected } });
  for (const field of chosen) {
    attempts.push({ fallback: { kind: 'withoutOne', without: { field, values: words[field] } }, words: { ...words, [field]: [] } });
  }
  if (chosen.length > 1) attempts.push({ fallback: { kind: 'withoutFilters' }, words: bare });
  if (words.c !== 'all') attempts.push({ fallback: { kind: 'allTypes' }, words: { ...words, c: 'all' } });
  const plain = stripOperators(words.q);
  if (plain !== '' && plain !== words.q.trim()) attempts.push({ fallback: { kind: 'words', q: plain }, words: { ...words, q: plain } });
  const single = [...new Set(plain.split(' ').filter((word) => word.length > 2))];
  if (single.length > 1) {
    for (const word of single.slice(0, MAX_WORDS)) attempts.push({ fallback: { kind: 'oneWord', q: word }, words: { ...bare, q: word } });
  }
  for (const code of subjectsIn(plain)) {
    const subject = { code, label: subjectLabel(code) };
    attempts.push({ fallback: { kind: 'subject', q: '', subject }, words: { ...bare, q: '', filter_fn_geb: [`${code}*`] } });
  }
  return attempts;
}

/** Returns at most two subjects whose everyday name equals the query or one of its words. */
function subjectsIn(plain: string): string[] {
  const names = [plain, ...plain.split(' ')].filter((name) => name.length > 2);
  return [...new Set(names.flatMap((name) => subjectCodes(name).codes))].slice(0, 2);
}

const searchIndex = (ctx: Ctx<'search'>, scope: SearchScope, words: SearchWords) =>
  withSearchErrors(() => ctx.search.search({ ...indexQuery(ctx, scope, words), limit: 1 }));

/** Kinds of fallbacks that remove a restriction. */
const NARROWING: readonly Fallback['kind'][] = ['withoutOne', 'withoutFilters', 'allTypes'];

/** Returns the restrictions without which media match all words, with their counts. Used if all hits are partial matches. */
export async function findFullMatches(ctx: Ctx<'search'>, scope: SearchScope, words: SearchWords): Promise<Fallback[]> {
  const attempts = fallbacksFor(words, undefined).filter(({ fallback }) => NARROWING.includes(fallback.kind));
  const answers = await Promise.all(attempts.map((attempt) => searchIndex(ctx, scope, attempt.words)));
  return attempts.flatMap(({ fallback }, i) => (answers[i]!.total > 0 ? [{ ...fallback, count: answers[i]!.total }] : []));
}

/** Returns those fallbacks that have hits, with their counts. */
export async function findFallbacks(ctx: Ctx<'search'>, scope: SearchScope, words: SearchWords): Promise<Fallback[]> {
  const search = (asked: SearchWords) => searchIndex(ctx, scope, asked);
  if (words.q.trim() === '' && fallbacksFor(words, undefined).length === 0) return [];
  const { corrected } = await search({ ...words, ...NO_FILTERS });
  const attempts = fallbacksFor(words, corrected);
  const answers = await Promise.all(attempts.map((attempt) => search(attempt.words)));
  return attempts.flatMap(({ fallback }, i) => {
    const { total, partialTotal } = answers[i]!;
    const count = total || partialTotal;
    return count > 0 ? [{ ...fallback, count }] : [];
  });
}
