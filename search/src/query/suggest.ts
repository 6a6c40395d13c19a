/** Completions of what is being typed, from the short texts of the given fields. */
import type { Suggestion } from '../api.ts';
import { SearchError } from '../api.ts';
import { fold } from '../analysis/fold.ts';
import { tokenise } from '../analysis/tokenise.ts';
import { has } from '../index/bits.ts';
import { completionKey, storedElements } from '../index/stored-text.ts';
import { compareStrings, find, prefixRange, stringAt } from '../index/dictionary.ts';
import type { Segment, ValueIndex } from '../index/segment.ts';
import { visibleRecords } from './filter.ts';
import { innerMatches } from './suggest-inner.ts';
import type { Execution } from './tiers.ts';
import { checkTime, requireInteger } from './limits.ts';

const MAX = 50;
const USUAL = 10;
/** Minimum number of candidates of each segment and field; otherwise twice the limit. */
const CANDIDATES = 24;
/** Words further in are looked for when they stand in no more records than this, or when few texts begin with what was typed. */
const MAX_INNER = 3_000;
/** Factor for completions that begin with what was typed. */
const BEGINS = 3;
/** What was typed as a whole comes before all that goes on. */
const WHOLE = Number.MAX_SAFE_INTEGER;

type SuggestQuery = { q: string; visible: readonly string[]; fields: readonly string[]; limit?: number };

export function suggest(query: SuggestQuery, { context, deadline }: Execution): Suggestion[] {
  const { view, fields } = context;
  const limit = requireInteger('limit', query.limit ?? USUAL, MAX);
  const numbers = query.fields.map((name) => fields.text.findIndex((field) => field.name === name));
  if (numbers.includes(-1)) throw new SearchError('bad_query', 'completions are asked of a field that holds no text');
  const typed = typedKey(query.q);
  if (typed === '') return [];
  const visible = view.segments.map((live) => visibleRecords(live.segment, query.visible));
  const found = new Map<string, Candidate>();
  const segments = view.segments.map((live) => live.segment);
  const most = Math.max(CANDIDATES, 2 * limit);
  const isTitle = (f: number): boolean => fields.text[f]!.exact === true;
  const offer = (f: number, key: string, begins: boolean): void => {
    const candidate: Candidate = { key, f, title: isTitle(f), count: 0, begins, segmentIndex: 0, record: 0 };
    view.segments.forEach(({ segment, deleted }, e) => {
      const index = segment.completions[f]!;
      const at = find(index.dictionary, key);
      if (at < 0) return;
      const bits = visible[e]!;
      for (let p = index.start[at]!; p < index.start[at + 1]!; p++) {
        const record = index.records[p]!;
        if (has(bits, record) && !has(deleted, record) && candidate.count++ === 0) [candidate.segmentIndex, candidate.record] = [e, record];
      }
    });
    // A record called so is another thing than what is said about many of them.
    const kept = candidate.title ? `title ${key}` : key;
    const other = found.get(kept);
    const goesFirst = candidate.count === other?.count && numbers.indexOf(f) < numbers.indexOf(other.f);
    if (candidate.count > (other?.count ?? 0) || goesFirst) found.set(kept, candidate);
  };
  const rank = ({ key, count, begins }: Candidate): number => (key === typed ? WHOLE : begins ? BEGINS * count : count);
  /** Of the best found the last that is shown. */
  const lastRank = (): number => [...found.values()].map(rank).sort((a, b) => b - a)[limit - 1] ?? 0;
  const beginning = numbers.flatMap((f) => {
    checkTime(deadline);
    return Array.from(candidatesOf(segments, f, typed, most), ([key, bound]) => ({ f, key, bound: key === typed ? WHOLE : bound }));
  });
  // To count their records takes longest; most could not be among the best even if everybody saw all of them.
  for (const { f, key, bound } of beginning.sort((a, b) => b.bound - a.bound)) {
    if (BEGINS * bound < lastRank()) break;
    offer(f, key, true);
  }
  const mostPostings = found.size < limit ? Infinity : MAX_INNER;
  const inner = innerMatches(typed, numbers, view.segments, visible, { mostPostings, most, deadline });
  for (const { f, key } of inner) offer(f, key, false);
  return [...found.values()]
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

/** A completion with the field it is most frequent in and the first record that has it. */
type Candidate = { key: string; f: number; title: boolean; count: number; begins: boolean; segmentIndex: number; record: number };

/** What was typed, folded; a space at the end says that the last word is finished. */
function typedKey(q: string): string {
  const words: string[] = [];
  tokenise(q.slice(0, 200), (raw) => {
    const word = fold(raw.endsWith('.') ? raw.slice(0, -1) : raw);
    if (word !== '') words.push(word);
  });
  const key = words.join(' ');
  return key !== '' && /\s$/.test(q) ? `${key} ` : key;
}

/** The completions with the most records, of each segment; with how many records may have each at most. */
function candidatesOf(segments: readonly Segment[], f: number, key: string, most: number): Map<string, number> {
  const lists = segments.map((segment) => {
    const index = segment.completions[f]!;
    const [from, to] = prefixRange(index.dictionary, key);
    return { index, ...(to - from > MANY ? keptBest(index, key, most, from, to) : bestIn(index, most, from, to)) };
  });
  const unnamed = lists.reduce((sum, { others }) => sum + others, 0);
  const bounds = new Map<string, number>();
  for (const { index, best, others } of lists) {
    for (const i of best) {
      if (index.live[i] === 0) continue;
      const name = stringAt(index.dictionary, i);
      bounds.set(name, (bounds.get(name) ?? unnamed) + index.live[i]! - others);
    }
  }
  return bounds;
}

/** The best of more completions than this are kept: there are many of a few letters, and few such letters. */
const MANY = 1_000;
const MAX_KEPT = 1_000;
/** `others`: no other has more records. It stays so, for in a segment they only become fewer. */
type Best = { best: number[]; others: number };
const bests = new WeakMap<ValueIndex, Map<string, Best>>();

function keptBest(index: ValueIndex, key: string, most: number, from: number, to: number): Best {
  let kept = bests.get(index);
  if (kept === undefined) bests.set(index, (kept = new Map()));
  const id = `${most} ${key}`;
  let best = kept.get(id);
  if (best === undefined) kept.set(id, (best = bestIn(index, most, from, to)));
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
  return best;
}

/** The values from `from` to `to` with the most records, at most `most`. */
function bestIn({ live }: ValueIndex, most: number, from: number, to: number): Best {
  if (to - from <= most) return { best: Array.from({ length: to - from }, (_, i) => from + i), others: 0 };
  const best: number[] = [];
  const order = (a: number, b: number): number => live[b]! - live[a]! || a - b;
  let least = 0;
  for (let i = from; i < to; i++) {
    if (live[i]! <= least) continue;
    best.push(i);
    if (best.length < most * 4) continue;
    best.sort(order);
    best.length = most;
    least = live[best[most - 1]!]!;
  }
  best.sort(order).splice(most);
  return { best, others: best.length < most ? 0 : live[best[most - 1]!]! };
}

function spellingIn(segment: Segment, record: number, f: number, fields: number, key: string): string {
  const language = segment.languages[segment.language[record]!];
  return storedElements(segment, record, f, fields).find((element) => completionKey(element, language) === key) ?? key;
}
