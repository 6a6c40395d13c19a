/** Looser alternatives for rare words: typing errors, longer words, and compounds whose parts stand apart. */
import { outermostParts } from '../analysis/compounds.ts';
import { stem, stemsOf } from '../analysis/stem.ts';
import { lexiconOf } from '../index/index-view.ts';
import type { Alternative, Context, Clause, Plan } from './plan.ts';
import { recordFrequency, weightOf } from './plan.ts';
import { FEW } from './limits.ts';
import { nearestWords } from './typos.ts';

const TYPO = 120;
const SPLIT_COMPOUND = 128;
const BEGINNING = 110;
const MIN_BEGINNING = 5;

/** The plan with looser clauses, or `null` when there is nothing to loosen. */
export function relax(plan: Plan, context: Context, deadline: number): Plan | null {
  let changed = false;
  const clauses = plan.clauses.map((clause) => {
    const more = clause.optional && isRare(clause, context) ? looserAlternatives(clause, context, deadline) : [];
    if (more.length === 0) return clause;
    changed = true;
    const alternatives = [...clause.alternatives, ...more];
    return { ...clause, alternatives, weight: Math.min(clause.weight, weightOf(alternatives, context.view)) };
  });
  return changed ? { ...plan, clauses, title: null, slips: true, phraseOfAll: null } : null;
}

function isRare(clause: Clause, { view }: Context): boolean {
  return clause.alternatives.every((alternative) => alternative.kind !== 'stem' || recordFrequency(alternative.stem, view) < FEW);
}

function looserAlternatives(clause: Clause, { view }: Context, deadline: number): Alternative[] {
  const known = new Set(clause.alternatives.flatMap((alternative) => (alternative.kind === 'stem' ? [alternative.stem] : [])));
  const more: Alternative[] = [];
  for (const typo of nearestWords(clause.surface, view, deadline)) {
    if (known.has(typo.stem)) continue;
    known.add(typo.stem);
    more.push({ kind: 'stem', stem: typo.stem, factor: TYPO });
  }
  // A word that stands only at the beginning of longer ones.
  const beginning = stem(clause.surface, 'de');
  if (beginning.length >= MIN_BEGINNING) more.push({ kind: 'prefix', text: beginning, irregular: [], factor: BEGINNING });
  // Only the outermost parts: a compound written apart stands as two words.
  const parts = outermostParts(clause.surface, lexiconOf(view.lexicon));
  if (parts.length > 1)
    more.push({ kind: 'all', words: parts.map((part) => [stem(part, 'de'), ...stemsOf(part).slice(1)]), factor: SPLIT_COMPOUND });
  return more;
}

/** When nothing was found at all: with the parts of words that hardly occur, each of which may be missing. */
export function splitCompounds(clauses: readonly Clause[], context: Context): Clause[] {
  const lexicon = lexiconOf(context.view.lexicon);
  const rare = clauses.filter((clause) => clause.optional && isRare(clause, context));
  return [...clauses, ...rare.flatMap(({ surface }) => outermostParts(surface, lexicon).map((part) => partClause(part, context)))];
}

function partClause(part: string, { view }: Context): Clause {
  const alternatives: Alternative[] = stemsOf(part).map((stemOf) => ({ kind: 'stem', stem: stemOf, factor: SPLIT_COMPOUND }));
  return { alternatives, weight: weightOf(alternatives, view), wordsOnly: false, mask: 0xff, optional: true, surface: part };
}
