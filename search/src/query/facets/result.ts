/** Determines the records over which facets are counted, as bitmaps. */
import type { Query } from '../../api.ts';
import { add, bitWords, countBits, unionBits } from '../../index/bits.ts';
import type { IndexView } from '../../index/index-view.ts';
import type { Segment } from '../../index/segment.ts';
import { partialMatches } from '../complete.ts';
import { allowedRecords } from '../filter.ts';
import { matchesByImpact } from '../impact-order.ts';
import { checkTime, SCREENFUL } from '../limits.ts';
import type { Execution } from '../match.ts';
import { matchSegment, matchTiers } from '../match.ts';
import { parse } from '../parse.ts';
import type { Plan } from '../plan.ts';
import { makePlan } from '../plan.ts';
import type { Scratch } from '../scratch.ts';
import { ensureCapacity } from '../scratch.ts';
import { recordsBySegment, retrievedRecords, vectorKey } from '../semantic/semantic.ts';

/** Records of a result in one segment. `count` is their number. */
export type SegmentResult = { segmentIndex: number; bits: Uint32Array; count: number };

type FacetQuery = Query & { live?: boolean; semantic?: boolean; vector?: Float32Array };

/** Last results by view, cached because a screen shows several facets of the same result. */
const caches = new WeakMap<IndexView, Map<string, SegmentResult[]>>();
const MAX_CACHED = 4;

/**
 * Returns the full matches, or the partial matches if there are no full ones. For the AI search, returns the retrieved records. The filter on value
 * field `field` is ignored.
 */
export function facetResult(query: FacetQuery, field: number, execution: Execution): SegmentResult[] {
  const { view, fields } = execution.context;
  const filters = Object.entries(query.filters ?? {}).filter(([name]) => name !== fields.values[field]!.name);
  const key = JSON.stringify([
    execution.context.synonyms.version,
    query.semantic === true,
    query.live === true,
    vectorKey(query.vector),
    query.q,
    [...query.visible].sort(),
    filters,
  ]);
  let cache = caches.get(view);
  if (cache === undefined) caches.set(view, (cache = new Map()));
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const result = semanticResult(query, field, execution) ?? largeResult(query, field, execution) ?? smallResult(query, field, execution);
  cache.set(key, result);
  if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value!);
  return result;
}

function segmentResult(segmentIndex: number, records: Uint32Array, segment: Segment): SegmentResult {
  const bits = new Uint32Array(bitWords(segment.size));
  for (const record of records) add(bits, record);
  return { segmentIndex, bits, count: records.length };
}

/** Returns the records that the AI search retrieves; `null` for other queries. */
function semanticResult(query: FacetQuery, field: number, execution: Execution): SegmentResult[] | null {
  const retrieved = query.semantic === true ? retrievedRecords(query, execution, field) : null;
  return retrieved === null ? null : segmentResults(retrieved, execution);
}

/** Returns the exact matches without scoring them; `null` if there are fewer than a screenful. */
function largeResult(query: FacetQuery, field: number, { context, scratch, deadline }: Execution): SegmentResult[] | null {
  const { segments } = context.view;
  const plan = makePlan(parse(query.q, context.fields), context, query.live === true);
  if (plan.noTerms) return [];
  const parts = segments.map((live, segmentIndex): SegmentResult => {
    checkTime(deadline);
    const allowed = allowedRecords(live, query.visible, query.filters, plan, context.fields, field);
    const bits = matchingBits(plan, live.segment, allowed, scratch);
    return { segmentIndex, bits, count: countBits(bits) };
  });
  const enough = plan.clauses.length === 0 || parts.reduce((sum, { count }) => sum + count, 0) >= SCREENFUL;
  return enough ? parts.filter(({ count }) => count > 0) : null;
}

function matchingBits(plan: Plan, segment: Segment, allowed: Uint32Array, scratch: Scratch): Uint32Array {
  if (plan.clauses.length === 0 && plan.excluded.length === 0) return allowed;
  ensureCapacity(scratch, segment.size);
  const frequent = matchesByImpact(plan, segment, allowed, scratch);
  if (frequent !== null) return frequent;
  const count = matchSegment(plan, segment, allowed, scratch);
  const bits = new Uint32Array(allowed.length);
  for (let i = 0; i < count; i++) add(bits, scratch.records[i]!);
  return bits;
}

/** Returns the full matches of both tiers, or the partial matches if there are no full ones. */
function smallResult(query: FacetQuery, field: number, execution: Execution): SegmentResult[] {
  const full = new Map<number, SegmentResult>();
  const { scratch, context } = execution;
  const matches = matchTiers(
    query,
    execution,
    (_, segmentIndex, count) => {
      const result = segmentResult(segmentIndex, scratch.records.subarray(0, count), context.view.segments[segmentIndex]!.segment);
      const exact = full.get(segmentIndex);
      if (exact === undefined) full.set(segmentIndex, result);
      else {
        unionBits(exact.bits, result.bits);
        exact.count += result.count;
      }
    },
    field,
  );
  if (full.size > 0) return [...full.values()];
  return segmentResults(recordsBySegment(partialMatches(matches, execution), context.view.segments), execution);
}

/** Returns the results of all segments that contain records. */
function segmentResults(records: readonly Uint32Array[], { context }: Execution): SegmentResult[] {
  return records
    .map((own, segmentIndex) => segmentResult(segmentIndex, own, context.view.segments[segmentIndex]!.segment))
    .filter(({ count }) => count > 0);
}
