/**
 * How a list goes on that is shorter than a screenful: with the next best records, those that have some of the words and those near in
 * meaning, in one order (docs/behaviour/search.md#words).
 */
import { SCREENFUL } from './limits.ts';
import { queryMeaning } from './meaning.ts';
import type { Plan } from './plan.ts';
import { splitCompounds } from './relax.ts';
import { NEAR, rankRecords, type Evidence, type RankedRecord } from './score.ts';
import type { Execution, Tiers } from './tiers.ts';
import { requiredMatches } from './tiers.ts';
import type { ScoredRecord } from './top-hits.ts';

/** Minimum score, as a share of the best, of a record that is not near in meaning, by what it was taken for. */
const MIN_SHARE: Record<Evidence, number> = { word: 0.3, kin: 0.25, near: 0.85 };
/** So many of the best that have one of the words are shown whatever their score. */
const ALWAYS = 5;
/** Minimum cosine of a record that has only a relative of a word, so that a photo does not stand for photosynthesis. */
const NEAR_KIN = 0.2;

/** Best first. Where every word must match there are none. Boosts do not choose: facets, which know none, count the same records. */
export function partialMatches(tiers: Tiers, execution: Execution): ScoredRecord[] {
  const full = tiers.exact + tiers.relaxed;
  const plan = tiers.relaxedPlan ?? tiers.plan;
  if (full >= SCREENFUL || plan.noTerms || !plan.clauses.some((clause) => clause.optional)) return [];
  const { context, scratch } = execution;
  const { view } = context;
  const strict: Plan = {
    ...plan,
    clauses: plan.clauses.filter((clause) => !clause.optional),
    title: null,
    begins: null,
    phraseOfAll: null,
  };
  const open = view.segments.map(({ segment }, e) => {
    const records = requiredMatches(strict, segment, tiers.allowed[e]!, scratch);
    for (const record of tiers.found[e]!) records[record >>> 5]! &= ~(1 << (record & 31));
    return records;
  });
  const clauses = full === 0 ? splitCompounds(plan.clauses, context) : plan.clauses;
  const meaning = queryMeaning(plan, view, undefined);
  const ranked = rankRecords({ clauses, meaning, open }, execution, SCREENFUL - full);
  const isRelevant = ({ score, cosine, evidence }: RankedRecord, at: number): boolean =>
    cosine >= NEAR ||
    (evidence === 'word' && at < ALWAYS) ||
    (score >= MIN_SHARE[evidence] * ranked[0]!.score && (evidence !== 'kin' || meaning === null || cosine >= NEAR_KIN));
  return ranked.filter(isRelevant);
}
