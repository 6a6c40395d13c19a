/** How a short list goes on, worked out record by record: the records that need not have all words, in their order. Words alone. */
import type { Analysed } from './oracle-records.ts';
import type { Clause, Words } from './oracle-words.ts';

const SCREENFUL = 50;
const MIN_SHARE = 0.05;
const LOOKED_AT = 150;
/** What of a word's weight counts where there is only its kin. */
const KIN = 0.3;
const WINDOW = 35;
const TOGETHER = 0.5;
const BESIDE = 3;

/** `worded`: it has one of the words, not only their kin. */
type Scored = { doc: Analysed; score: number; worded: boolean };

/** Shares of the best score, and the number of records with a word that are taken whatever their score. */
const WORD_SHARE = 0.3;
const KIN_SHARE = 0.25;
const ALWAYS = 5;

/** Those that are not too far from the best. */
export const relevantOf = (scored: readonly Scored[]): Scored[] =>
  scored.filter(({ score, worded }, at) => (worded && at < ALWAYS) || score >= (worded ? WORD_SHARE : KIN_SHARE) * scored[0]!.score);

/** The best of the records, best first; equal ones in the order in which they come. */
export function partialOf(docs: readonly Analysed[], clauses: readonly Clause[], words: Words, full: number): Scored[] {
  const weight = clauses.reduce((sum, clause) => sum + clause.weight, 0);
  const kin = clauses.map((clause) => words.kin(clause));
  const scored = docs.flatMap((doc) => {
    const scores = clauses.map((clause) => words.score(doc, clause));
    const instead = kin.map((clause, i) => (scores[i]! > 0 ? 0 : words.score(doc, clause)));
    const there = clauses.reduce(
      (sum, clause, i) => sum + (scores[i]! > 0 ? clause.weight : instead[i]! > 0 ? Math.round(clause.weight * KIN) : 0),
      0,
    );
    const sum = clauses.reduce((all, clause, i) => all + clause.weight * (scores[i]! + instead[i]!), 0);
    return sum === 0 ? [] : [{ doc, worded: scores.some((score) => score > 0), score: sum * Math.max(MIN_SHARE, there / weight) ** 0.8 }];
  });
  const most = Math.max(1, ...scored.map(({ score }) => score));
  return best(scored.map((each) => ({ ...each, score: each.score / most })))
    .slice(0, LOOKED_AT)
    .map((each) => ({ each, at: docs.indexOf(each.doc) }))
    .sort((a, b) => a.at - b.at)
    .map(({ each: { doc, score, worded } }) => ({ doc, worded, score: score * (1 + standingTogether(doc, clauses) / weight) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, SCREENFUL - full);
}

const best = (scored: readonly Scored[]): Scored[] => scored.toSorted((a, b) => b.score - a.score);

/** The weight of the best row of words, and of neighbours in the query that stand close to each other. */
function standingTogether(doc: Analysed, clauses: readonly Clause[]): number {
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
      if (positions[c]!.some((a) => positions[c + 1]!.some((b) => Math.abs(a - b) <= BESIDE))) beside.add(c);
  }
  return TOGETHER * row + [...beside].reduce((sum, c) => sum + Math.min(clauses[c]!.weight, clauses[c + 1]!.weight), 0);
}
