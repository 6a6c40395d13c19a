/**
 * The records nearest in meaning to a question, among those a person may see. In the space of a language model the
 * cosine decides. Where meaning was learned from the catalogue, it is the words of the question together with the words
 * learned to be near to it, and the cosine besides: sums of single words say more of a short question than a sum of
 * directions does.
 */
import { add, bitWords, has } from '../index/bits.ts';
import type { Generation } from '../index/generation.ts';
import { allowedIn } from '../query/filter.ts';
import { materialise, scaled, slicesOf } from '../query/match.ts';
import type { Group, Plan } from '../query/plan.ts';
import { FULL, weigh } from '../query/plan.ts';
import type { Run } from '../query/run.ts';
import { checkTime, openFor } from '../query/run.ts';
import { fit, meaningRoom } from '../query/scratch.ts';
import type { Found } from '../query/top.ts';
import { createTop, floorOf, offer, sorted } from '../query/top.ts';
import type { NearStem } from './question.ts';
import { cosinesOf, directionFrom, scan, type Direction } from './scan.ts';

/** No more records than this are taken by their meaning. */
const MOST = 500;
/** What a near word counts, times its cosine, and what the cosine of a record counts beside its words (tuned in relevance/meaning.ts). */
const NEAR_WORD = 0.5;
const COSINE = 0.4;
/** Without any of the words a record counts from this cosine on. */
const NEAR = 0.4;
/** A learned score counts down to this share of the best. */
const SHARE = 0.3;
/** In the space of a language model everything is more or less near: near is the last part of the way from the usual to the nearest. */
const WAY = 0.7;
/** So many records tell what is usual. */
const SAMPLE = 2_000;

type Question = { towards: Float32Array; near: readonly NearStem[]; plan: Plan; visible: readonly string[] };
export type Near = Found & { cosine: number };

/** Best first. What the question asks for strictly (phrases, excluded words, fields) holds here too. */
export function nearest({ towards, near, plan, visible }: Question, { context, scratch, deadline }: Run): Near[] {
  const { generation, fields } = context;
  const { entries } = generation;
  const direction = directionFrom(towards);
  const strict: Plan = { ...plan, groups: plan.groups.filter((group) => !group.optional), title: null, row: null };
  const learned = generation.model !== null;
  const nearGroups = near.map((each) => groupOf(each, generation));
  const all = entries.reduce((sum, { segment }) => sum + segment.size, 0);
  const room = meaningRoom(scratch, 2 * all);
  let used = 0;
  let most = 1;
  const states = entries.map((entry) => {
    checkTime(deadline);
    const { segment, vectors } = entry;
    const { postings, size } = segment;
    fit(scratch, size);
    const allowed = openFor(strict, segment, allowedIn(entry, visible, undefined, plan, fields), scratch);
    const cosines = room.subarray(used, used + size);
    const sums = room.subarray(all + used, all + used + (learned ? size : 0)).fill(0);
    used += size;
    if (vectors === undefined) cosines.fill(0);
    else cosinesOf(vectors, direction, allowed, cosines);
    if (!learned) return { allowed, cosines, sums };
    for (const group of plan.groups) {
      checkTime(deadline);
      const list = materialise(group, slicesOf(group, segment), segment, scratch);
      for (let i = list.from; i < list.to; i++) {
        const record = list.records[i]!;
        if (!has(allowed, record)) continue;
        const sum = (sums[record]! += list.impacts[i]! * group.weight);
        if (sum > most) most = sum;
      }
    }
    // A near word is one stem: a stretch of the index as it is.
    for (const group of nearGroups) {
      checkTime(deadline);
      for (const { from, to, factor } of slicesOf(group, segment)) {
        for (let p = from; p < to; p++) {
          const record = postings.records[p]!;
          if (!has(allowed, record)) continue;
          const sum = (sums[record]! += scaled(postings.impacts[p]!, factor) * group.weight);
          if (sum > most) most = sum;
        }
      }
    }
    return { allowed, cosines, sums };
  });
  const floor = learned ? 0 : usual(direction, generation);
  const top = createTop(Math.min(MOST, Math.max(1, generation.records)));
  states.forEach(({ allowed, cosines, sums }, e) => {
    let enough = floorOf(top);
    for (let record = 0; record < cosines.length; record++) {
      const cosine = cosines[record]!;
      if (learned ? sums[record] === 0 && cosine < NEAR : cosine <= floor) continue;
      const score = learned ? sums[record]! / most + COSINE * Math.max(0, cosine) : cosine;
      if (score < enough || !has(allowed, record)) continue;
      offer(top, entries, e, record, score);
      enough = floorOf(top);
    }
  });
  const found = sorted(top, entries);
  const best = found[0]?.score ?? 0;
  const least = learned ? SHARE * best : floor + WAY * (best - floor);
  return found
    .filter(({ score }) => score >= least)
    .map((each) => ({ ...each, cosine: Math.max(0, states[each.entry]!.cosines[each.record]!) }));
}

/** A near word as something that may be found. */
function groupOf({ stem, cosine }: NearStem, generation: Generation): Group {
  const alternatives: Group['alternatives'] = [{ kind: 'stem', stem, factor: Math.round(FULL * NEAR_WORD * cosine) }];
  return { alternatives, weight: weigh(alternatives, generation), whole: false, mask: 0xff, optional: true, surface: '' };
}

/** The mean cosine of all records. */
function usual(direction: Direction, { entries }: Generation): number {
  const size = entries.reduce((sum, { segment }) => sum + segment.size, 0);
  const step = Math.max(1, Math.floor(size / SAMPLE));
  let count = 0;
  let sum = 0;
  for (const { segment, vectors } of entries) {
    if (vectors === undefined) continue;
    const some = new Uint32Array(bitWords(segment.size));
    for (let record = 0; record < segment.size; record += step) add(some, record);
    scan(vectors, direction, some, (_, cosine) => {
      count++;
      sum += cosine;
    });
  }
  return count === 0 ? 1 : sum / count;
}
