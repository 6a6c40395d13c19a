/** Completes a typed text with the short texts of fields. */
import type { Suggestion } from '../../api.ts';
import { SearchError } from '../../api.ts';
import { fold } from '../../analysis/fold.ts';
import { tokenise } from '../../analysis/tokenise.ts';
import { has } from '../../index/bits.ts';
import { completionKey, storedElements } from '../../index/stored-text.ts';
import { compareStrings, find, prefixRange, stringAt } from '../../index/dictionary.ts';
import type { Segment, ValueIndex } from '../../index/segment.ts';
import { visibleRecords } from '../filter.ts';
import { checkTime, requireInteger } from '../limits.ts';
import type { Execution } from '../match.ts';
import { WEIGHTS } from '../weights.ts';
import { innerMatches } from './inner.ts';

const MAX_LIMIT = 50;
const DEFAULT_LIMIT = 10;
/** Minimum number of candidates per segment and field. Twice the limit is used if that is more. */
const MIN_CANDIDATES = 24;
/** Maximum number of postings that are read to find completions by a later word. Not limited if too few texts begin with the typed text. */
const MAX_INNER_POSTINGS = 3_000;
/** Rank of a completion that equals the typed text. */
const EQUAL = Number.MAX_SAFE_INTEGER;

type SuggestQuery = { q: string; visible: readonly string[]; fields: readonly string[]; limit?: number };

/**
 * Returns completions by number of visible records; those that begin with the typed text rank higher. Throws `bad_query` if a field is unknown or the
 * limit is invalid.
 */
export function suggest(query: SuggestQuery, { context, deadline }: Execution): Suggestion[] {
  const { view, fields } = context;
  const limit = requireInteger('limit', query.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
  const numbers = query.fields.map((name) => fields.text.findIndex((field) => field.name === name));
  if (numbers.includes(-1)) throw new SearchError('bad_query', 'completions need a text field');
  const typed = typedKey(query.q);
  if (typed === '') return [];
  const visible = view.segments.map((live) => visibleRecords(live.segment, query.visible));
  const candidates = new Map<string, Candidate>();
  const segments = view.segments.map((live) => live.segment);
  const max = Math.max(MIN_CANDIDATES, 2 * limit);
  const isTitle = (f: number): boolean => fields.text[f]!.exact === true;
  const offer = (f: number, key: string, begins: boolean): void => {
    const candidate: Candidate = { key, f, title: isTitle(f), count: 0, begins, segmentIndex: 0, record: 0 };
    view.segments.forEach(({ segment, deleted }, segmentIndex) => {
      const index = segment.completions[f]!;
      const at = find(index.dictionary, key);
      if (at < 0) return;
      const bits = visible[segmentIndex]!;
      for (let p = index.start[at]!; p < index.start[at + 1]!; p++) {
        const record = index.records[p]!;
        if (has(bits, record) && !has(deleted, record) && candidate.count++ === 0)
          [candidate.segmentIndex, candidate.record] = [segmentIndex, record];
      }
    });
    // A title is a separate completion even if it equals a keyword, because it identifies a single record.
    const id = candidate.title ? `title ${key}` : key;
    const other = candidates.get(id);
    const goesFirst = candidate.count === other?.count && numbers.indexOf(f) < numbers.indexOf(other.f);
    if (candidate.count > (other?.count ?? 0) || goesFirst) candidates.set(id, candidate);
  };
  const rank = ({ key, count, begins }: Candidate): number => (key === typed ? EQUAL : begins ? WEIGHTS.completion.begins * count : count);
  /** Returns the rank of the last completion that would currently be shown. */
  const lastRank = (): number => [...candidates.values()].map(rank).sort((a, b) => b - a)[limit - 1] ?? 0;
  const beginning = numbers.flatMap((f) => {
    checkTime(deadline);
    return Array.from(boundsOf(segments, f, typed, max), ([key, bound]) => ({ f, key, bound: key === typed ? EQUAL : bound }));
  });
  // Stops early, because counting visible records is slow and most candidates could not be shown even if all their records were visible.
  for (const { f, key, bound } of beginning.sort((a, b) => b.bound - a.bound)) {
    if (WEIGHTS.completion.begins * bound < lastRank()) break;
    offer(f, key, true);
  }
  const maxPostings = candidates.size < limit ? Infinity : MAX_INNER_POSTINGS;
  const inner = innerMatches(typed, numbers, view.segments, visible, { maxPostings, max, deadline });
  for (const { f, key } of inner) offer(f, key, false);
  return [...candidates.values()]
    .sort(
      (a, b) =>
        rank(b) - rank(a) || Number(b.begins) - Number(a.begins) || compareStrings(a.key, b.key) || Number(b.title) - Number(a.title),
    )
    .slice(0, limit)
    .map(({ key, f, title, count, segmentIndex, record }) => ({
      text: spellingIn(segments[segmentIndex]!, record, f, fields.text.length, key),
      field: fields.text[f]!.name,
      count,
      ...(title && count === 1 && { id: stringAt(segments[segmentIndex]!.ids, record) }),
    }));
}

/** A completion with the field in which it is most frequent, and the first record that contains it. */
type Candidate = { key: string; f: number; title: boolean; count: number; begins: boolean; segmentIndex: number; record: number };

/** Returns the folded text. A blank at the end means that the last word is finished. */
function typedKey(q: string): string {
  const words: string[] = [];
  tokenise(q.slice(0, 200), (raw) => {
    const word = fold(raw.endsWith('.') ? raw.slice(0, -1) : raw);
    if (word !== '') words.push(word);
  });
  const key = words.join(' ');
  return key !== '' && /\s$/.test(q) ? `${key} ` : key;
}

/** Returns the completions of a field with the most records, each with an upper bound for the number of visible records. */
function boundsOf(segments: readonly Segment[], f: number, key: string, max: number): Map<string, number> {
  const lists = segments.map((segment) => {
    const index = segment.completions[f]!;
    const [from, to] = prefixRange(index.dictionary, key);
    return { index, ...(to - from > MIN_CACHED ? cachedBest(index, key, max, from, to) : bestIn(index, max, from, to)) };
  });
  const maxOthers = lists.reduce((sum, { others }) => sum + others, 0);
  const bounds = new Map<string, number>();
  for (const { index, best, others } of lists) {
    for (const i of best) {
      if (index.live[i] === 0) continue;
      const name = stringAt(index.dictionary, i);
      bounds.set(name, (bounds.get(name) ?? maxOthers) + index.live[i]! - others);
    }
  }
  return bounds;
}

/** Minimum number of completions in a range for which the best ones are cached. Only a few short texts reach it. */
const MIN_CACHED = 1_000;
const MAX_CACHED = 1_000;
/**
 * The best values. `others` is an upper bound for the number of records of every other value; it stays valid, because deletions only reduce the
 * numbers.
 */
type Best = { best: number[]; others: number };
const caches = new WeakMap<ValueIndex, Map<string, Best>>();

function cachedBest(index: ValueIndex, key: string, max: number, from: number, to: number): Best {
  let cache = caches.get(index);
  if (cache === undefined) caches.set(index, (cache = new Map()));
  const id = `${max} ${key}`;
  let best = cache.get(id);
  if (best === undefined) cache.set(id, (best = bestIn(index, max, from, to)));
  if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value!);
  return best;
}

/** Returns the `max` values with the most records between `from` (inclusive) and `to` (exclusive). */
function bestIn({ live }: ValueIndex, max: number, from: number, to: number): Best {
  if (to - from <= max) return { best: Array.from({ length: to - from }, (_, i) => from + i), others: 0 };
  const best: number[] = [];
  const order = (a: number, b: number): number => live[b]! - live[a]! || a - b;
  let minLive = 0;
  for (let i = from; i < to; i++) {
    if (live[i]! <= minLive) continue;
    best.push(i);
    if (best.length < max * 4) continue;
    best.sort(order);
    best.length = max;
    minLive = live[best[max - 1]!]!;
  }
  best.sort(order).splice(max);
  return { best, others: best.length < max ? 0 : live[best[max - 1]!]! };
}

/** Returns a completion as spelled in a record. */
function spellingIn(segment: Segment, record: number, f: number, fields: number, key: string): string {
  const language = segment.languages[segment.language[record]!];
  return storedElements(segment, record, f, fields).find((element) => completionKey(element, language) === key) ?? key;
}
