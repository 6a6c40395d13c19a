/**
 * How a list goes on that is shorter than a screenful: with the next best records, those that have some of the words and those near in
 * meaning, in one order (docs/behaviour/search.md#words).
 */
import { SCREENFUL } from './limits.ts';
import { queryMeaning } from './meaning.ts';
import type { Plan } from './plan.ts';
import { splitCompounds } from './relax.ts';
import { rankRecords } from './score.ts';
import type { Execution, Tiers } from './tiers.ts';
import { requiredMatches } from './tiers.ts';
import type { ScoredRecord } from './top-hits.ts';

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
  return rankRecords({ clauses, meaning: queryMeaning(plan, view, undefined), open }, execution, SCREENFUL - full);
}
