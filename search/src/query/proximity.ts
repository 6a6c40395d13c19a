/** Measures how close the words of a query are to each other in a record. */
import { findTerm } from '../index/dictionary.ts';
import { readPositions } from '../index/positions.ts';
import type { Clause, Context } from './plan.ts';
import { postingOf } from './postings.ts';
import { WEIGHTS } from './weights.ts';

/** Length of the window in words. */
const WINDOW = 35;
/** Maximum distance in words at which neighbouring words of the query count as neighbours in the record. */
const MAX_NEIGHBOUR_DISTANCE = 3;
/** Maximum number of positions that are read per word, which limits the time for long texts. */
const MAX_POSITIONS = 64;
/** Offset between the positions of two fields, which is larger than the distance of any two words in one field. */
const FIELD_OFFSET = 1e9;

/**
 * Returns a function that measures how close the query words are to each other in a record. It adds a share of the weight of the words in the best
 * window and the weight of each pair of neighbouring query words that are close to each other.
 */
export function proximityTester(clauses: readonly Clause[], { view }: Context): (segmentIndex: number, record: number) => number {
  const terms = view.segments.map(({ segment }) =>
    clauses.map((clause) =>
      clause.alternatives.flatMap((alternative) => (alternative.kind === 'stem' ? findTerm(segment.terms, alternative.stem) : [])),
    ),
  );
  const positions: number[] = [];
  return (segmentIndex, record) => {
    const { postings } = view.segments[segmentIndex]!.segment;
    const occurrences: Occurrence[] = [];
    clauses.forEach((_, clause) => {
      for (const term of terms[segmentIndex]![clause]!) {
        const posting = term < 0 ? -1 : postingOf(postings, term, record);
        if (posting < 0 || postings.masks[posting] === 0) continue;
        const count = Math.min(MAX_POSITIONS, readPositions(postings, posting, positions));
        for (let i = 0; i < count; i++) occurrences.push({ at: (positions[i]! & 7) * FIELD_OFFSET + (positions[i]! >>> 3), clause });
      }
    });
    return weighOccurrences(occurrences, clauses);
  };
}

/** Occurrence of a clause at a position in the record. */
type Occurrence = { at: number; clause: number };

function weighOccurrences(occurrences: Occurrence[], clauses: readonly Clause[]): number {
  const share = WEIGHTS.partial.window;
  if (occurrences.length < 2) return share * (occurrences.length === 0 ? 0 : clauses[occurrences[0]!.clause]!.weight);
  occurrences.sort((a, b) => a.at - b.at || a.clause - b.clause);
  const inWindow = new Uint32Array(clauses.length);
  const pairs = new Set<number>();
  let from = 0;
  let windowWeight = 0;
  let bestWindow = 0;
  let neighbours = 0;
  occurrences.forEach(({ at, clause }, i) => {
    if (inWindow[clause]!++ === 0) windowWeight += clauses[clause]!.weight;
    while (occurrences[from]!.at < at - WINDOW) {
      const left = occurrences[from++]!.clause;
      if (--inWindow[left]! === 0) windowWeight -= clauses[left]!.weight;
    }
    bestWindow = Math.max(bestWindow, windowWeight);
    for (let j = i - 1; j >= 0 && occurrences[j]!.at >= at - MAX_NEIGHBOUR_DISTANCE; j--) {
      const first = Math.min(occurrences[j]!.clause, clause);
      if (Math.abs(occurrences[j]!.clause - clause) !== 1 || pairs.has(first)) continue;
      pairs.add(first);
      neighbours += Math.min(clauses[first]!.weight, clauses[first + 1]!.weight);
    }
  });
  return share * bestWindow + neighbours;
}
