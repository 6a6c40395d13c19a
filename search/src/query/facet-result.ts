/** The records over which values are counted, as sets. */
import type { Query } from '../door.ts';
import { add, bitWords, countBits } from '../index/bits.ts';
import type { Generation } from '../index/generation.ts';
import type { Segment } from '../index/segment.ts';
import { allowedIn } from './filter.ts';
import { evaluate } from './match.ts';
import { commonIn } from './ordered.ts';
import { parse } from './parse.ts';
import type { Plan } from './plan.ts';
import { makePlan } from './plan.ts';
import type { Run } from './run.ts';
import { checkTime, run, SCREENFUL } from './run.ts';
import type { Scratch } from './scratch.ts';
import { fit } from './scratch.ts';
import { keyOf, takenRecords } from './semantic.ts';

/** The records of a result in one segment. */
export type Part = { e: number; bits: Uint32Array; count: number };

type Asked = Query & { live?: boolean; semantic?: boolean; vector?: Float32Array };

/** The last results: a screen asks for several fields of the same. */
const results = new WeakMap<Generation, Map<string, Part[]>>();
const MOST_RESULTS = 4;

/** The records with all words; where there are none, those with some. The filter of the value field `field` is left out. */
export function resultOf(query: Asked, field: number, job: Run): Part[] {
  const { generation, fields } = job.context;
  const filters = Object.entries(query.filters ?? {}).filter(([name]) => name !== fields.values[field]!.name);
  const key = JSON.stringify([
    job.context.synonyms.edition,
    query.semantic === true,
    query.live === true,
    keyOf(query.vector),
    query.q,
    [...query.visible].sort(),
    filters,
  ]);
  let kept = results.get(generation);
  if (kept === undefined) results.set(generation, (kept = new Map()));
  const before = kept.get(key);
  if (before !== undefined) return before;
  const result = byMeaning(query, field, job) ?? byAllWords(query, field, job) ?? byWords(query, field, job);
  kept.set(key, result);
  if (kept.size > MOST_RESULTS) kept.delete(kept.keys().next().value!);
  return result;
}

function partOf(e: number, records: Uint32Array, segment: Segment): Part {
  const bits = new Uint32Array(bitWords(segment.size));
  for (const record of records) add(bits, record);
  return { e, bits, count: records.length };
}

function byMeaning(query: Asked, field: number, job: Run): Part[] | null {
  const taken = query.semantic === true ? takenRecords(query, job, field) : null;
  if (taken === null) return null;
  const { entries } = job.context.generation;
  return taken.map((records, e) => partOf(e, records, entries[e]!.segment)).filter(({ count }) => count > 0);
}

/** A short way for results of more than a screenful: no scores, and no lists where sets are at hand. `null` where there are fewer. */
function byAllWords(query: Asked, field: number, { context, scratch, deadline }: Run): Part[] | null {
  const { entries } = context.generation;
  const plan = makePlan(parse(query.q, context.fields), context, query.live === true);
  if (plan.nothing) return [];
  const parts = entries.map((entry, e): Part => {
    checkTime(deadline);
    const bits = matchesIn(plan, entry.segment, allowedIn(entry, query.visible, query.filters, plan, context.fields, field), scratch);
    return { e, bits, count: countBits(bits) };
  });
  const enough = plan.groups.length === 0 || parts.reduce((sum, { count }) => sum + count, 0) >= SCREENFUL;
  return enough ? parts.filter(({ count }) => count > 0) : null;
}

function matchesIn(plan: Plan, segment: Segment, allowed: Uint32Array, scratch: Scratch): Uint32Array {
  if (plan.groups.length === 0 && plan.excluded.length === 0) return allowed;
  fit(scratch, segment.size);
  const common = commonIn(plan, segment, allowed, scratch);
  if (common !== null) return common;
  const count = evaluate(plan, segment, allowed, scratch);
  const bits = new Uint32Array(allowed.length);
  for (let i = 0; i < count; i++) add(bits, scratch.records[i]!);
  return bits;
}

function byWords(query: Asked, field: number, job: Run): Part[] {
  const full: Part[] = [];
  const some: Part[] = [];
  const { entries } = job.context.generation;
  run(
    query,
    job,
    (tier, e, count) => (tier === 'partial' ? some : full).push(partOf(e, job.scratch.records.subarray(0, count), entries[e]!.segment)),
    field,
  );
  return united(full.length > 0 ? full : some);
}

/** Records of one segment found in two ways are one part. */
function united(parts: readonly Part[]): Part[] {
  const byEntry = new Map<number, Part>();
  for (const part of parts) {
    const known = byEntry.get(part.e);
    if (known === undefined) byEntry.set(part.e, part);
    else {
      part.bits.forEach((word, w) => (known.bits[w]! |= word));
      known.count += part.count;
    }
  }
  return [...byEntry.values()];
}
