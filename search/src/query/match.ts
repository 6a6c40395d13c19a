/** Which records of a segment match a plan, and with what score. */
import { add, has, intersect, listBits, subtract } from '../index/bits.ts';
import { find, prefixRange } from '../index/dictionary.ts';
import { readPlaces } from '../index/merge-postings.ts';
import type { Postings, Segment } from '../index/segment.ts';
import { bitWords } from '../index/bits.ts';
import type { Alternative, Group, PhraseTest, Plan } from './plan.ts';
import { FULL, lowerBound } from './plan.ts';
import type { Scratch } from './scratch.ts';
import { fit } from './scratch.ts';

/** A stretch of postings and what they count, in 256ths. */
type Slice = { from: number; to: number; factor: number };

/** Records ascending with their impacts, between two indexes of two arrays. */
export type List = { records: Uint32Array; impacts: Uint8Array; from: number; to: number };

const NOWHERE: List = { records: new Uint32Array(0), impacts: new Uint8Array(0), from: 0, to: 0 };

/** A stretch of the index this many times as long as the rest of its group is not copied to be united with it. */
const MUCH_LONGER = 4;

/**
 * Leaves the matching records of `allowed` in `scratch.records`, ascending, and their scores in `scratch.scores`;
 * returns how many. Without words every allowed record matches with score 1.
 */
export function evaluate(plan: Plan, segment: Segment, allowed: Uint32Array, scratch: Scratch): number {
  fit(scratch, segment.size);
  if (plan.nothing) return 0;
  const within = plan.excluded.length > 0 ? withoutExcluded(plan, segment, allowed, scratch) : allowed;
  if (plan.groups.length === 0) {
    const count = listBits(within, scratch.records);
    scratch.scores.fill(1, 0, count);
    return count;
  }
  const resolved = plan.groups.map((group) => ({ group, slices: slicesOf(group, segment) }));
  for (const { group, slices } of resolved) if (slices.length === 0 && !group.alternatives.some((a) => a.kind === 'all')) return 0;
  resolved.sort((a, b) => extent(a.slices) - extent(b.slices));
  let count = -1;
  for (const { group, slices } of resolved) {
    const { main, rest } = inTwo(group, slices, segment, scratch);
    count = count < 0 ? begin(main, rest, group.weight, within, scratch) : narrow(main, rest, group.weight, count, scratch);
    if (count === 0) return 0;
  }
  for (const phrase of plan.phrases) count = keepPhrase(phrase, segment, count, scratch);
  return count;
}

export function slicesOf(group: Group, segment: Segment): Slice[] {
  const slices: Slice[] = [];
  const { start } = segment.postings;
  const take = (from: number, to: number, factor: number): void => {
    if (start[to]! > start[from]!) slices.push({ from: start[from]!, to: start[to]!, factor });
  };
  for (const alternative of group.alternatives) {
    if (alternative.kind === 'stem') {
      const term = find(segment.terms, alternative.stem);
      if (term >= 0) take(term, term + 1, alternative.factor);
    } else if (alternative.kind === 'prefix') {
      const [from, to] = prefixRange(segment.terms, alternative.text);
      take(from, to, alternative.factor);
      for (const stem of alternative.irregular) {
        const term = find(segment.terms, stem);
        if (term >= 0) take(term, term + 1, alternative.factor);
      }
    }
  }
  return slices;
}

export function extent(slices: readonly Slice[]): number {
  let sum = 0;
  for (const slice of slices) sum += slice.to - slice.from;
  return sum;
}

/** The records of a group as a long stretch of the index and the rest, where that is worth it; `rest` may name records of `main`. */
function inTwo(group: Group, slices: readonly Slice[], segment: Segment, scratch: Scratch): { main: List; rest: List } {
  if (slices.length > 1 && !group.whole && isOneTerm(group)) {
    const longest = slices.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a));
    const others = slices.filter((slice) => slice !== longest);
    if (longest.factor === FULL && longest.to - longest.from > MUCH_LONGER * extent(others)) {
      const { records, impacts } = segment.postings;
      return { main: { records, impacts, from: longest.from, to: longest.to }, rest: materialise(group, others, segment, scratch) };
    }
  }
  return { main: materialise(group, slices, segment, scratch), rest: NOWHERE };
}

/** The records of a group: a stretch of the index itself where possible, otherwise the union in working memory. */
export function materialise(group: Group, slices: readonly Slice[], segment: Segment, scratch: Scratch): List {
  const { postings } = segment;
  const conjunctions = group.alternatives.filter((alternative) => alternative.kind === 'all');
  const only = slices[0];
  if (only !== undefined && slices.length === 1 && conjunctions.length === 0 && only.factor === FULL && !group.whole && isOneTerm(group)) {
    return { records: postings.records, impacts: postings.impacts, from: only.from, to: only.to };
  }
  const extra = conjunctions.map((alternative) => ({ factor: alternative.factor, list: allOf(alternative, segment) }));
  const { best, bits } = scratch;
  const raise = (record: number, impact: number): void => {
    if (best[record] === 0) add(bits, record);
    if (best[record]! < impact) best[record] = impact;
  };
  const mask = group.whole ? group.mask : 0;
  for (const { from, to, factor } of slices) {
    for (let p = from; p < to; p++) {
      if (mask !== 0 && (postings.masks[p]! & mask) === 0) continue;
      const impact = factor === FULL ? postings.impacts[p]! : scaled(postings.impacts[p]!, factor);
      const record = postings.records[p]!;
      const old = best[record]!;
      if (old >= impact) continue;
      if (old === 0) bits[record >>> 5]! |= 1 << (record & 31);
      best[record] = impact;
    }
  }
  for (const { list, factor } of extra) for (let i = list.from; i < list.to; i++) raise(list.records[i]!, scaled(list.impacts[i]!, factor));
  const used = bits.subarray(0, bitWords(segment.size));
  const count = listBits(used, scratch.groupRecords);
  used.fill(0);
  for (let i = 0; i < count; i++) {
    const record = scratch.groupRecords[i]!;
    scratch.groupImpacts[i] = best[record]!;
    best[record] = 0;
  }
  return { records: scratch.groupRecords, impacts: scratch.groupImpacts, from: 0, to: count };
}

export function scaled(impact: number, factor: number): number {
  return Math.max(1, (impact * factor) >> 8);
}

/** A stretch over several stems can name a record twice. */
function isOneTerm(group: Group): boolean {
  return group.alternatives.every((alternative) => alternative.kind === 'stem');
}

/** The records that contain every word of an alternative, with the least of the words' impacts. */
function allOf(alternative: Extract<Alternative, { kind: 'all' }>, segment: Segment): List {
  let found: Map<number, number> | null = null;
  const { postings } = segment;
  for (const stems of alternative.words) {
    const next = new Map<number, number>();
    for (const stem of stems) {
      const term = find(segment.terms, stem);
      if (term < 0) continue;
      for (let p = postings.start[term]!; p < postings.start[term + 1]!; p++) {
        const record = postings.records[p]!;
        const before: number | undefined = found === null ? 255 : found.get(record);
        if (before === undefined) continue;
        next.set(record, Math.max(next.get(record) ?? 0, Math.min(before, postings.impacts[p]!)));
      }
    }
    found = next;
    if (found.size === 0) return NOWHERE;
  }
  if (found === null) return NOWHERE;
  const records = Uint32Array.from(found.keys()).sort();
  const impacts = Uint8Array.from(records, (record) => found.get(record)!);
  return { records, impacts, from: 0, to: records.length };
}

/** The first group: its allowed records become the candidates. */
function begin(main: List, rest: List, weight: number, allowed: Uint32Array, scratch: Scratch): number {
  let count = 0;
  let at = main.from;
  for (let r = rest.from; r < rest.to; r++) {
    const record = rest.records[r]!;
    const stop = lowerBound(main.records, record, at, main.to);
    count = take(main, at, stop, weight, allowed, scratch, count);
    at = stop;
    let impact = rest.impacts[r]!;
    if (at < main.to && main.records[at] === record) impact = Math.max(impact, main.impacts[at++]!);
    scratch.records[count] = record;
    scratch.scores[count] = impact * weight;
    count += (allowed[record >>> 5]! >>> (record & 31)) & 1;
  }
  return take(main, at, main.to, weight, allowed, scratch, count);
}

/** Written first and counted then: whether a record is allowed cannot be foreseen, and a wrong guess of the processor costs more. */
function take(list: List, from: number, to: number, weight: number, allowed: Uint32Array, scratch: Scratch, start: number): number {
  const { records, impacts } = list;
  const { records: candidates, scores } = scratch;
  let count = start;
  for (let i = from; i < to; i++) {
    const record = records[i]!;
    candidates[count] = record;
    scores[count] = impacts[i]! * weight;
    count += (allowed[record >>> 5]! >>> (record & 31)) & 1;
  }
  return count;
}

/** A further group: keeps the candidates that are in it too. */
function narrow(main: List, rest: List, weight: number, count: number, scratch: Scratch): number {
  const { records, scores } = scratch;
  let kept = 0;
  let at = main.from;
  let other = rest.from;
  const halve = main.to - main.from > 12 * count;
  for (let i = 0; i < count; i++) {
    const record = records[i]!;
    if (halve) at = lowerBound(main.records, record, at, Math.min(main.to, gallop(main, record, at)));
    else while (at < main.to && main.records[at]! < record) at++;
    while (other < rest.to && rest.records[other]! < record) other++;
    let impact = at < main.to && main.records[at] === record ? main.impacts[at]! : 0;
    if (other < rest.to && rest.records[other] === record && rest.impacts[other]! > impact) impact = rest.impacts[other]!;
    records[kept] = record;
    scores[kept] = scores[i]! + impact * weight;
    if (impact > 0) kept++;
  }
  return kept;
}

/** An end, found in doubling steps, before which the record must stand if it is there. */
function gallop(list: List, record: number, from: number): number {
  let step = 8;
  while (from + step < list.to && list.records[from + step]! < record) step *= 2;
  return from + step + 1;
}

function withoutExcluded(plan: Plan, segment: Segment, allowed: Uint32Array, scratch: Scratch): Uint32Array {
  const within = allowed.slice();
  const out = new Uint32Array(within.length);
  for (const { group, phrase } of plan.excluded) {
    if (group !== null) {
      const list = materialise(group, slicesOf(group, segment), segment, scratch);
      for (let i = list.from; i < list.to; i++) add(out, list.records[i]!);
    }
    if (phrase !== null) for (const record of phraseRecords(phrase, segment)) add(out, record);
  }
  subtract(within, out);
  return within;
}

function phraseRecords(phrase: PhraseTest, segment: Segment): number[] {
  const candidates = new Uint32Array(bitWords(segment.size)).fill(0xffffffff);
  for (const stems of phrase.words) {
    const bits = new Uint32Array(candidates.length);
    for (const stem of stems) {
      const term = find(segment.terms, stem);
      if (term < 0) continue;
      for (let p = segment.postings.start[term]!; p < segment.postings.start[term + 1]!; p++) add(bits, segment.postings.records[p]!);
    }
    intersect(candidates, bits);
  }
  const test = phraseTester(phrase, segment);
  const found: number[] = [];
  for (let record = 0; record < segment.size; record++) if (has(candidates, record) && test(record) !== 0) found.push(record);
  return found;
}

function keepPhrase(phrase: PhraseTest, segment: Segment, count: number, scratch: Scratch): number {
  const test = phraseTester(phrase, segment);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (test(scratch.records[i]!) === 0) continue;
    scratch.records[kept] = scratch.records[i]!;
    scratch.scores[kept++] = scratch.scores[i]!;
  }
  return kept;
}

/** A function that says in which text fields (as bits) a record has the words in a row. */
export function phraseTester(phrase: PhraseTest, segment: Segment): (record: number) => number {
  const { postings } = segment;
  const terms = phrase.words.map((stems) => stems.map((stem) => find(segment.terms, stem)).filter((term) => term >= 0));
  const places: number[] = [];
  return (record) => {
    let ends: Set<number> | null = null;
    for (const alternatives of terms) {
      const next = new Set<number>();
      for (const term of alternatives) {
        const posting = postingOf(postings, term, record);
        if (posting < 0 || (postings.masks[posting]! & phrase.mask) === 0) continue;
        const count = readPlaces(postings, posting, places);
        for (let i = 0; i < count; i++) if (ends === null || ends.has(places[i]! - 8)) next.add(places[i]!);
      }
      if (next.size === 0) return 0;
      ends = next;
    }
    let found = 0;
    for (const place of ends ?? []) found |= 1 << (place & 7);
    return found & phrase.mask;
  };
}

/** The posting of a stem for a record, or -1. */
export function postingOf(postings: Postings, term: number, record: number): number {
  const to = postings.start[term + 1]!;
  const at = lowerBound(postings.records, record, postings.start[term]!, to);
  return at < to && postings.records[at] === record ? at : -1;
}
