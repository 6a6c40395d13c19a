/** Computes the partial matches of a short list record by record, by words only. The weights of the engine are repeated on purpose. */
import type { Analysed } from './oracle-records.ts';
import type { Clause, Words } from './oracle-words.ts';

const SCREENFUL = 50;
const MIN_SHARE = 0.05;
const MAX_PROXIMITY = 150;
/** Share of a word's weight that counts if the record only contains a related stem. */
const RELATED_SHARE = 0.3;
const WINDOW = 35;
const WINDOW_SHARE = 0.5;
const MAX_NEIGHBOUR_DISTANCE = 3;

/** A scored record. `hasWord` is false if it only contains related words. */
type Scored = { doc: Analysed; score: number; hasWord: boolean };

/** Minimum scores as shares of the best score. The first `ALWAYS_SHOWN` records with a query word are returned regardless of their score. */
const MIN_WORD_SHARE = 0.25;
const MIN_RELATED_SHARE = 0.2;
const ALWAYS_SHOWN = 5;

/** Removes records whose score is far below the best score. */
export const relevantOf = (scored: readonly Scored[]): Scored[] =>
  scored.filter(
    ({ score, hasWord }, at) =>
      (hasWord && at < ALWAYS_SHOWN) || score >= (hasWord ? MIN_WORD_SHARE : MIN_RELATED_SHARE) * scored[0]!.score,
  );

/** Returns the best records, best first. Records with equal scores stay in order. */
export function partialOf(docs: readonly Analysed[], clauses: readonly Clause[], words: Words, full: number): Scored[] {
  const weight = clauses.reduce((sum, clause) => sum + clause.weight, 0);
  const related = clauses.map((clause) => words.relatedStems(clause));
  const scored = docs.flatMap((doc) => {
    const scores = clauses.map((clause) => words.score(doc, clause));
    const instead = related.map((clause, i) => (scores[i]! > 0 ? 0 : words.score(doc, clause)));
    const there = clauses.reduce(
      (sum, clause, i) => sum + (scores[i]! > 0 ? clause.weight : instead[i]! > 0 ? Math.round(clause.weight * RELATED_SHARE) : 0),
      0,
    );
    const sum = clauses.reduce((all, clause, i) => all + clause.weight * (scores[i]! + instead[i]!), 0);
    return sum === 0 ? [] : [{ doc, hasWord: scores.some((score) => score > 0), score: sum * Math.max(MIN_SHARE, there / weight) ** 0.8 }];
  });
  const max = Math.max(1, ...scored.map(({ score }) => score));
  return best(scored.map((each) => ({ ...each, score: each.score / max })))
    .slice(0, MAX_PROXIMITY)
    .map((each) => ({ each, at: docs.indexOf(each.doc) }))
    .sort((a, b) => a.at - b.at)
    .map(({ each: { doc, score, hasWord } }) => ({ doc, hasWord, score: score * (1 + proximity(doc, clauses) / weight) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, SCREENFUL - full);
}

const best = (scored: readonly Scored[]): Scored[] => scored.toSorted((a, b) => b.score - a.score);

/** Returns the weight of the words in the best window, plus that of neighbouring query words that are close to each other. */
function proximity(doc: Analysed, clauses: readonly Clause[]): number {
  const fields = [...doc.words.values()][0]?.positions.length ?? 0;
  let row = 0;
  const beside = new Set<number>();
  for (let f = 0; f < fields; f++) {
    const positions = clauses.map((clause) =>
      clause.alternatives
        .filter(({ stems }) => stems.length === 1)
        .flatMap(({ stems }) => [...(doc.words.get(stems[0]![0]!)?.positions[f] ?? [])]),
    );
    for (const end of positions.flat()) {
      const here = clauses.filter((_, c) => positions[c]!.some((at) => at <= end && at >= end - WINDOW));
      row = Math.max(
        row,
        here.reduce((sum, clause) => sum + clause.weight, 0),
      );
    }
    for (let c = 0; c + 1 < clauses.length; c++)
      if (positions[c]!.some((a) => positions[c + 1]!.some((b) => Math.abs(a - b) <= MAX_NEIGHBOUR_DISTANCE))) beside.add(c);
  }
  return WINDOW_SHARE * row + [...beside].reduce((sum, c) => sum + Math.min(clauses[c]!.weight, clauses[c + 1]!.weight), 0);
}
