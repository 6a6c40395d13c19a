/** How closely the words of a query stand together in a record. */
import { readPositions } from '../index/positions.ts';
import { findTerm } from './known-terms.ts';
import { postingOf } from './phrases.ts';
import type { Clause, Context } from './plan.ts';

/** A row of this many words is looked at at a time. */
const WINDOW = 35;
/** What the words of the best row count. */
const TOGETHER = 0.5;
/** Neighbours in the query count once more where they are at most this far apart. */
const BESIDE = 3;
/** Positions of one word that are looked at, so that no text takes long. */
const MAX_POSITIONS = 64;
/** Further apart than any two words of a field. */
const FIELD = 1e9;

/** A function that gives for a record the weight of the words that stand together. */
export function proximityTester(clauses: readonly Clause[], { view }: Context): (segmentIndex: number, record: number) => number {
  const terms = view.segments.map(({ segment }) =>
    clauses.map((clause) =>
      clause.alternatives.flatMap((alternative) => (alternative.kind === 'stem' ? findTerm(segment.terms, alternative.stem) : [])),
    ),
  );
  const positions: number[] = [];
  return (segmentIndex, record) => {
    const { postings } = view.segments[segmentIndex]!.segment;
    const words: Occurrence[] = [];
    clauses.forEach((_, clause) => {
      for (const term of terms[segmentIndex]![clause]!) {
        const posting = term < 0 ? -1 : postingOf(postings, term, record);
        if (posting < 0 || postings.masks[posting] === 0) continue;
        const count = Math.min(MAX_POSITIONS, readPositions(postings, posting, positions));
        for (let i = 0; i < count; i++) words.push({ at: (positions[i]! & 7) * FIELD + (positions[i]! >>> 3), clause });
      }
    });
    return weighOccurrences(words, clauses);
  };
}

/** A word of a clause at a place of the record. */
type Occurrence = { at: number; clause: number };

function weighOccurrences(words: Occurrence[], clauses: readonly Clause[]): number {
  if (words.length < 2) return TOGETHER * (words.length === 0 ? 0 : clauses[words[0]!.clause]!.weight);
  words.sort((a, b) => a.at - b.at || a.clause - b.clause);
  const within = new Uint32Array(clauses.length);
  const pairs = new Set<number>();
  let from = 0;
  let sum = 0;
  let best = 0;
  let beside = 0;
  words.forEach(({ at, clause }, i) => {
    if (within[clause]!++ === 0) sum += clauses[clause]!.weight;
    while (words[from]!.at < at - WINDOW) {
      const left = words[from++]!.clause;
      if (--within[left]! === 0) sum -= clauses[left]!.weight;
    }
    best = Math.max(best, sum);
    for (let j = i - 1; j >= 0 && words[j]!.at >= at - BESIDE; j--) {
      const first = Math.min(words[j]!.clause, clause);
      if (Math.abs(words[j]!.clause - clause) !== 1 || pairs.has(first)) continue;
      pairs.add(first);
      beside += Math.min(clauses[first]!.weight, clauses[first + 1]!.weight);
    }
  });
  return TOGETHER * best + beside;
}
