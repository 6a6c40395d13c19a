/**
 * Scores and sorts full matches. The score is the sum of impacts times weights, multiplied by boosts, title factor and phrase factor. For other sort
 * orders, it is the sort key. All weights are in weights.ts.
 */
import { Buffer } from 'node:buffer';
import type { SearchQuery, Sort } from '../api.ts';
import { has } from '../index/bits.ts';
import type { LiveSegment } from '../index/index-view.ts';
import type { Fields, Segment } from '../index/segment.ts';
import { recordsAtLeast, recordsWithValue, visibleRecords } from './filter.ts';
import type { Pruning } from './impact-order.ts';
import { numberField, valueField } from './limits.ts';
import type { Context, Plan } from './plan.ts';
import { EVERY_FIELD } from './plan.ts';
import { phraseTester } from './postings.ts';
import type { Scratch } from './scratch.ts';
import { equalTitles, titleFactors } from './titles.ts';
import type { ScoredRecord, TopHits } from './top-hits.ts';
import { createTopHits, insert, minScore, sortedHits } from './top-hits.ts';
import { WEIGHTS } from './weights.ts';

const { phrase: PHRASE, title: TITLE } = WEIGHTS;
/** Factor for upper bounds of scores. They multiply the same factors in another order, so that rounding could make them too small. */
const ROUNDING = 1 + 1e-12;

/** Inserts the first `count` matches in scratch memory into `top`. */
export function scoreMatches(
  query: SearchQuery,
  plan: Plan,
  { view: { segments }, fields }: Context,
  segmentIndex: number,
  count: number,
  { records, scores }: Scratch,
  top: TopHits,
): void {
  const { segment } = segments[segmentIndex]!;
  const sort = query.sort ?? 'relevance';
  let refused = NaN;
  if (sort !== 'relevance') {
    const keyOf = sortKeys(sort, segment, fields);
    for (let i = 0; i < count; i++) {
      const key = keyOf(records[i]!);
      if (key < minScore(top) || key === refused) continue;
      if (!insert(top, segments, segmentIndex, records[i]!, key)) refused = key;
    }
    return;
  }
  const boosts = boostsIn(query, segment, fields);
  const boostTable = boostTableOf(query, boosts, segment, count);
  let maxBoost = 1;
  for (const { factor } of boosts) maxBoost *= Math.max(1, factor);
  const phraseFields = plan.wholePhrase === null ? null : phraseTester({ words: plan.wholePhrase, mask: EVERY_FIELD }, segment);
  const maxPhraseFactor = (phraseFields === null ? 1 : PHRASE.title) * ROUNDING;
  const titleFactor = titleFactors(segment, plan.titleKey, plan.typos);
  const titleMask = fields.text.reduce((mask, field, f) => (field.exact ? mask | (1 << f) : mask), 0);
  const equal = equalTitles(segment, plan.titleHash);
  let nextEqual = 0;
  let floor = minScore(top);
  for (let i = 0; i < count; i++) {
    const record = records[i]!;
    const base = scores[i]!;
    while (nextEqual < equal.length && equal[nextEqual]! < record) nextEqual++;
    const equalsTitle = nextEqual < equal.length && equal[nextEqual] === record;
    const maxTitleFactor = titleFactor.max(record);
    if (base * maxBoost * maxTitleFactor * maxPhraseFactor < floor && !equalsTitle) continue;
    // The lookup is inlined, because it is executed for every record.
    let score = base * (boostTable === null ? boostOf(boosts, record) : boostTable.products[boostTable.sets[record]!]!);
    if (score * maxTitleFactor * maxPhraseFactor < floor && !equalsTitle) continue;
    if (phraseFields !== null) {
      const having = phraseFields(record);
      if (having !== 0) score *= (having & titleMask) !== 0 ? PHRASE.title : PHRASE.text;
    }
    score *= titleFactor.of(record);
    if (equalsTitle) score += TITLE.equal;
    if (score < floor || score === refused) continue;
    if (!insert(top, segments, segmentIndex, record, score)) refused = score;
    floor = minScore(top);
  }
}

/** A boost with the bitmap of its records. */
type Boost = { bits: Uint32Array; factor: number };

function boostsIn(query: SearchQuery, segment: Segment, fields: Fields): Boost[] {
  return (query.boosts ?? []).map((boost) => {
    if ('field' in boost) return { factor: boost.factor, bits: recordsWithValue(segment, valueField(boost.field, fields), [boost.value]) };
    if ('token' in boost) return { factor: boost.factor, bits: visibleRecords(segment, [boost.token]) };
    return { factor: boost.factor, bits: recordsAtLeast(segment, numberField(boost.number, fields), boost.min) };
  });
}

const boostOf = (boosts: readonly Boost[], record: number): number =>
  boosts.reduce((product, { bits, factor }) => (has(bits, record) ? product * factor : product), 1);

/** `sets` contains the bitmap of boosts for each record, `products` the product of the factors for each bitmap. */
type BoostTable = { sets: Uint8Array; products: Float64Array };

/** Maximum number of boosts in a table, limited by the bits of a byte. */
const MAX_TABLE_BOOSTS = 8;
/** Minimum number of matches for which a table is built. */
const MIN_TABLE_MATCHES = 2_000;
/** Maximum number of cached tables per segment. The least recently used ones are evicted. */
const MAX_TABLES = 12;

const tableCaches = new WeakMap<Segment, Map<string, BoostTable>>();

/** Returns the cached table of the boosts; `null` if a table would not pay off, because there are few matches, or too many boosts. */
function boostTableOf(query: SearchQuery, boosts: readonly Boost[], segment: Segment, count: number): BoostTable | null {
  if (boosts.length === 0 || count < MIN_TABLE_MATCHES || boosts.length > MAX_TABLE_BOOSTS) return null;
  let cache = tableCaches.get(segment);
  if (cache === undefined) tableCaches.set(segment, (cache = new Map()));
  const key = JSON.stringify(query.boosts);
  let table = cache.get(key);
  if (table === undefined) {
    const sets = new Uint8Array(segment.size);
    boosts.forEach(({ bits }, b) => {
      for (let record = 0; record < segment.size; record++) if (has(bits, record)) sets[record]! |= 1 << b;
    });
    const products = Float64Array.from({ length: 1 << boosts.length }, (_, set) =>
      boosts.reduce((product, { factor }, b) => ((set >>> b) & 1 ? product * factor : product), 1),
    );
    table = { sets, products };
  } else cache.delete(key);
  cache.set(key, table);
  if (cache.size > MAX_TABLES) cache.delete(cache.keys().next().value!);
  return table;
}

/** Returns the bounds that allow stopping early after `count` hits; `null` if hits are not sorted by relevance. */
export function pruningOf(query: SearchQuery, count: number): Pruning | null {
  if ((query.sort ?? 'relevance') !== 'relevance') return null;
  const factors = (query.boosts ?? []).map((boost) => boost.factor);
  return {
    count,
    minBoost: factors.reduce((product, factor) => product * Math.min(1, factor), 1),
    maxBoost: factors.reduce((product, factor) => product * Math.max(1, factor), 1),
  };
}

/** Returns partial matches in the sort order of the query. For relevance, their scores are multiplied by the boosts. */
export function orderPartial(
  records: readonly ScoredRecord[],
  query: SearchQuery,
  { view: { segments }, fields }: Context,
): ScoredRecord[] {
  const { sort = 'relevance' } = query;
  if (sort === 'title') return sortByTitle(records, segments);
  const scoreOf = segments.map(({ segment }): ((each: ScoredRecord) => number) => {
    if (sort !== 'relevance') {
      const keyOf = sortKeys(sort, segment, fields);
      return ({ record }) => keyOf(record);
    }
    const boosts = boostsIn(query, segment, fields);
    return ({ record, score }) => score * boostOf(boosts, record);
  });
  const top = createTopHits(records.length);
  for (const each of records) insert(top, segments, each.segmentIndex, each.record, scoreOf[each.segmentIndex]!(each));
  return sortedHits(top, segments);
}

/** Returns a function that returns the sort key of a record. Larger keys come first. Title keys are only comparable within a segment. */
function sortKeys(sort: Exclude<Sort, 'relevance'>, segment: Segment, fields: Fields): (record: number) => number {
  if (sort === 'title') return (record) => -segment.titleRank[record]!;
  const numbers = segment.numbers[numberField(sort.number, fields)]!;
  const sign = sort.order === 'desc' ? 1 : -1;
  // Records without the number are last.
  return (record) => (Number.isNaN(numbers[record]!) ? -Infinity : sign * numbers[record]!);
}

/** Returns records of several segments sorted by title, then by identifier. */
export function sortByTitle(records: readonly ScoredRecord[], segments: readonly LiveSegment[]): ScoredRecord[] {
  const bytes = ({ segmentIndex, record }: ScoredRecord, of: 'titleKeys' | 'ids'): Uint8Array => {
    const dictionary = segments[segmentIndex]!.segment[of];
    return dictionary.bytes.subarray(dictionary.offsets[record]!, dictionary.offsets[record + 1]!);
  };
  return records.toSorted(
    (a, b) => Buffer.compare(bytes(a, 'titleKeys'), bytes(b, 'titleKeys')) || Buffer.compare(bytes(a, 'ids'), bytes(b, 'ids')),
  );
}
