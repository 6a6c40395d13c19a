/** From matches to the top hits: boosts, title matches, phrases, or another order altogether. */
import type { SearchQuery, Sort } from '../api.ts';
import { SearchError } from '../api.ts';
import { has } from '../index/bits.ts';
import type { LiveSegment } from '../index/index-view.ts';
import type { Fields, Segment } from '../index/segment.ts';
import { recordsAtLeast, recordsWithValue, visibleRecords } from './filter.ts';
import { phraseTester } from './phrases.ts';
import type { Pruning } from './impact-order.ts';
import type { Plan } from './plan.ts';
import { titleFactors } from './near-titles.ts';
import { titlesWith } from './titles.ts';
import type { Scratch } from './scratch.ts';
import type { ScoredRecord, TopHits } from './top-hits.ts';
import { createTopHits, insert, minScore, sortedHits } from './top-hits.ts';

/** Added to the score of a record whose title is the query: more than any sum of words. */
export const TITLE_MATCH = 1e9;
/** Factor for a record that has the query as a phrase in its title, or in another field. */
const TITLE_ROW = 1.6;
export const ROW = 1.25;
/** Bounds are products in another order than scores, and may fall below them by the last digits. */
const ROUNDING = 1 + 1e-12;

type Boost = { bits: Uint32Array; factor: number };

/** For each record the boosts it has, as bits, and what each set of them multiplies a score with. */
type Boosted = { sets: Uint8Array; factors: Float64Array };

/** More do not fit into a byte. */
const MAX_BOOSTS = 8;
/** Kept for each segment: what was asked last, by people of a few schools. */
const MAX_KEPT = 12;
/** Of fewer matches their boosts are looked up one by one. */
const MANY = 2_000;

/** Fails with `bad_query` where a boost or an order names a field that is none. */
export function checkRanking(query: SearchQuery, fields: Fields): void {
  for (const boost of query.boosts ?? []) {
    if ('field' in boost) valueField(boost.field, fields);
    if ('number' in boost) numberField(boost.number, fields);
    if (!(boost.factor > 0 && Number.isFinite(boost.factor))) throw new SearchError('bad_query', 'a boost must be a positive number');
  }
  if (typeof query.sort === 'object') numberField(query.sort.number, fields);
}

function valueField(name: string, fields: Fields): number {
  const field = fields.values.findIndex((value) => value.name === name);
  if (field < 0) throw new SearchError('bad_query', `there is no value field ${name}`);
  return field;
}

function numberField(name: string, fields: Fields): number {
  const field = fields.numbers.indexOf(name);
  if (field < 0) throw new SearchError('bad_query', `there is no number ${name}`);
  return field;
}

function boostsIn(query: SearchQuery, segment: Segment, fields: Fields): Boost[] {
  return (query.boosts ?? []).map((boost) => {
    if ('field' in boost) return { factor: boost.factor, bits: recordsWithValue(segment, valueField(boost.field, fields), [boost.value]) };
    if ('token' in boost) return { factor: boost.factor, bits: visibleRecords(segment, [boost.token]) };
    return { factor: boost.factor, bits: recordsAtLeast(segment, numberField(boost.number, fields), boost.min) };
  });
}

const boostedIn = new WeakMap<Segment, Map<string, Boosted>>();

function boostedOf(query: SearchQuery, boosts: readonly Boost[], segment: Segment): Boosted {
  let kept = boostedIn.get(segment);
  if (kept === undefined) boostedIn.set(segment, (kept = new Map()));
  const key = JSON.stringify(query.boosts);
  let boosted = kept.get(key);
  if (boosted === undefined) {
    const sets = new Uint8Array(segment.size);
    boosts.forEach(({ bits }, b) => {
      for (let record = 0; record < segment.size; record++) if (has(bits, record)) sets[record]! |= 1 << b;
    });
    const factors = Float64Array.from({ length: 1 << boosts.length }, (_, set) =>
      boosts.reduce((product, { factor }, b) => ((set >>> b) & 1 ? product * factor : product), 1),
    );
    boosted = { sets, factors };
  } else kept.delete(key);
  kept.set(key, boosted);
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
  return boosted;
}

/** What the boosts multiply the score of a record with. */
const boostOf = (boosts: readonly Boost[], record: number): number =>
  boosts.reduce((product, { bits, factor }) => (has(bits, record) ? product * factor : product), 1);

/** What allows to stop early when sorting by relevance; `null` for other orders. */
export function pruningOf(query: SearchQuery, count: number): Pruning | null {
  if ((query.sort ?? 'relevance') !== 'relevance') return null;
  const factors = (query.boosts ?? []).map((boost) => boost.factor);
  return {
    count,
    least: factors.reduce((product, factor) => product * Math.min(1, factor), 1),
    most: factors.reduce((product, factor) => product * Math.max(1, factor), 1),
  };
}

/** Offers the `count` matches in working memory to `top`. */
export function collectTop(
  query: SearchQuery,
  plan: Plan,
  segments: readonly LiveSegment[],
  at: number,
  count: number,
  scratch: Scratch,
  top: TopHits,
  fields: Fields,
): void {
  const { segment } = segments[at]!;
  const sort = query.sort ?? 'relevance';
  if (sort !== 'relevance') {
    const key = sortKeys(sort, segment, fields);
    let refused = NaN;
    for (let i = 0; i < count; i++) {
      const score = key(scratch.records[i]!);
      if (score < minScore(top) || score === refused) continue;
      if (!insert(top, segments, at, scratch.records[i]!, score)) refused = score;
    }
    return;
  }
  const boosts = boostsIn(query, segment, fields);
  const boosted = count >= MANY && boosts.length > 0 && boosts.length <= MAX_BOOSTS ? boostedOf(query, boosts, segment) : null;
  let most = 1;
  for (const { factor } of boosts) most *= Math.max(1, factor);
  const row = plan.phraseOfAll === null ? null : phraseTester({ words: plan.phraseOfAll, mask: 0xff }, segment);
  const mostByRow = (row === null ? 1 : TITLE_ROW) * ROUNDING;
  const titleFactor = titleFactors(segment, plan.begins, plan.slips);
  const titleMask = fields.text.reduce((mask, field, f) => (field.exact ? mask | (1 << f) : mask), 0);
  const titles = plan.title === null ? [] : titlesWith(segment, plan.title);
  let nextTitle = 0;
  let floor = minScore(top);
  let refused = NaN;
  const { records, scores } = scratch;
  for (let i = 0; i < count; i++) {
    const record = records[i]!;
    const base = scores[i]!;
    while (nextTitle < titles.length && titles[nextTitle]! < record) nextTitle++;
    const titleMatches = nextTitle < titles.length && titles[nextTitle] === record;
    const mostByTitle = titleFactor.most(record);
    if (base * most * mostByTitle * mostByRow < floor && !titleMatches) continue;
    let score = base * (boosted === null ? boostOf(boosts, record) : boosted.factors[boosted.sets[record]!]!);
    if (score * mostByTitle * mostByRow < floor && !titleMatches) continue;
    if (row !== null) {
      const inRow = row(record);
      if (inRow !== 0) score *= (inRow & titleMask) !== 0 ? TITLE_ROW : ROW;
    }
    score *= titleFactor.of(record);
    if (titleMatches) score += TITLE_MATCH;
    if (score < floor || score === refused) continue;
    if (!insert(top, segments, at, record, score)) refused = score;
    floor = minScore(top);
  }
}

/** The records in the order asked for, their scores multiplied by the boosts or replaced by the number sorted by; not by title. */
export function orderRecords(
  found: readonly ScoredRecord[],
  query: SearchQuery,
  segments: readonly LiveSegment[],
  fields: Fields,
): ScoredRecord[] {
  const { sort = 'relevance' } = query;
  const scoreOf = segments.map(({ segment }): ((each: ScoredRecord) => number) => {
    if (sort !== 'relevance') {
      const key = sortKeys(sort, segment, fields);
      return ({ record }) => key(record);
    }
    const boosts = boostsIn(query, segment, fields);
    return ({ record, score }) => score * boostOf(boosts, record);
  });
  const top = createTopHits(found.length);
  for (const each of found) insert(top, segments, each.segmentIndex, each.record, scoreOf[each.segmentIndex]!(each));
  return sortedHits(top, segments);
}

/** A larger number comes first; what has none comes last. Titles are comparable only within a segment. */
function sortKeys(sort: Exclude<Sort, 'relevance'>, segment: Segment, fields: Fields): (record: number) => number {
  if (sort === 'title') return (record) => -segment.titleRank[record]!;
  const numbers = segment.numbers[numberField(sort.number, fields)]!;
  const sign = sort.order === 'desc' ? 1 : -1;
  return (record) => (Number.isNaN(numbers[record]!) ? -Infinity : sign * numbers[record]!);
}
