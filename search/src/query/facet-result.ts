/** The records over which facets are counted, as sets. */
import type { Query } from '../api.ts';
import { add, bitWords, countBits } from '../index/bits.ts';
import type { IndexView } from '../index/index-view.ts';
import type { Segment } from '../index/segment.ts';
import { allowedRecords } from './filter.ts';
import { matchClauses } from './match.ts';
import { partialMatches } from './partial.ts';
import { matchesByImpact } from './impact-order.ts';
import { parse } from './parse.ts';
import type { Plan } from './plan.ts';
import { makePlan } from './plan.ts';
import type { Execution } from './tiers.ts';
import { checkTime, SCREENFUL } from './limits.ts';
import { collectTiers } from './tiers.ts';
import type { Scratch } from './scratch.ts';
import { ensureCapacity } from './scratch.ts';
import { keyOf, recordsBySegment, retrievedRecords } from './semantic.ts';

/** The records of a result in one segment. */
export type SegmentResult = { e: number; bits: Uint32Array; count: number };

type FacetQuery = Query & { live?: boolean; semantic?: boolean; vector?: Float32Array };

/** The last results: a screen needs several facets of the same. */
const results = new WeakMap<IndexView, Map<string, SegmentResult[]>>();
const MAX_RESULTS = 4;

/** The records with all words; where there are none, those with some. The filter of the value field `field` is left out. */
export function facetResult(query: FacetQuery, field: number, execution: Execution): SegmentResult[] {
  const { view, fields } = execution.context;
  const filters = Object.entries(query.filters ?? {}).filter(([name]) => name !== fields.values[field]!.name);
  const key = JSON.stringify([
    execution.context.synonyms.version,
    query.semantic === true,
    query.live === true,
    keyOf(query.vector),
    query.q,
    [...query.visible].sort(),
    filters,
  ]);
  let kept = results.get(view);
  if (kept === undefined) results.set(view, (kept = new Map()));
  const before = kept.get(key);
  if (before !== undefined) return before;
  const result =
    resultByMeaning(query, field, execution) ?? resultByAllWords(query, field, execution) ?? resultByWords(query, field, execution);
  kept.set(key, result);
  if (kept.size > MAX_RESULTS) kept.delete(kept.keys().next().value!);
  return result;
}

function segmentResult(e: number, records: Uint32Array, segment: Segment): SegmentResult {
  const bits = new Uint32Array(bitWords(segment.size));
  for (const record of records) add(bits, record);
  return { e, bits, count: records.length };
}

function resultByMeaning(query: FacetQuery, field: number, execution: Execution): SegmentResult[] | null {
  const taken = query.semantic === true ? retrievedRecords(query, execution, field) : null;
  if (taken === null) return null;
  const { segments } = execution.context.view;
  return taken.map((records, e) => segmentResult(e, records, segments[e]!.segment)).filter(({ count }) => count > 0);
}

/** Results of more than a screenful, without scores, and as sets where possible. `null` where there are fewer. */
function resultByAllWords(query: FacetQuery, field: number, { context, scratch, deadline }: Execution): SegmentResult[] | null {
  const { segments } = context.view;
  const plan = makePlan(parse(query.q, context.fields), context, query.live === true);
  if (plan.noTerms) return [];
  const parts = segments.map((live, e): SegmentResult => {
    checkTime(deadline);
    const bits = matchesIn(plan, live.segment, allowedRecords(live, query.visible, query.filters, plan, context.fields, field), scratch);
    return { e, bits, count: countBits(bits) };
  });
  const enough = plan.clauses.length === 0 || parts.reduce((sum, { count }) => sum + count, 0) >= SCREENFUL;
  return enough ? parts.filter(({ count }) => count > 0) : null;
}

function matchesIn(plan: Plan, segment: Segment, allowed: Uint32Array, scratch: Scratch): Uint32Array {
  if (plan.clauses.length === 0 && plan.excluded.length === 0) return allowed;
  ensureCapacity(scratch, segment.size);
  const common = matchesByImpact(plan, segment, allowed, scratch);
  if (common !== null) return common;
  const count = matchClauses(plan, segment, allowed, scratch);
  const bits = new Uint32Array(allowed.length);
  for (let i = 0; i < count; i++) add(bits, scratch.records[i]!);
  return bits;
}

function resultByWords(query: FacetQuery, field: number, execution: Execution): SegmentResult[] {
  const full: SegmentResult[] = [];
  const { segments } = execution.context.view;
  const tiers = collectTiers(
    query,
    execution,
    (_, e, count) => full.push(segmentResult(e, execution.scratch.records.subarray(0, count), segments[e]!.segment)),
    field,
  );
  if (full.length > 0) return mergeBySegment(full);
  return recordsBySegment(partialMatches(tiers, execution), segments)
    .map((records, e) => segmentResult(e, records, segments[e]!.segment))
    .filter(({ count }) => count > 0);
}

/** Unites the results of one segment from several tiers. */
function mergeBySegment(parts: readonly SegmentResult[]): SegmentResult[] {
  const bySegment = new Map<number, SegmentResult>();
  for (const part of parts) {
    const known = bySegment.get(part.e);
    if (known === undefined) bySegment.set(part.e, part);
    else {
      part.bits.forEach((word, w) => (known.bits[w]! |= word));
      known.count += part.count;
    }
  }
  return [...bySegment.values()];
}
