/**
 * Tolerates spelling errors: adds looser alternatives for rare words (typing errors, longer words, compounds written as separate words), and corrects
 * the query.
 */
import { outermostParts } from '../analysis/compounds.ts';
import { fold } from '../analysis/fold.ts';
import { languageOf, stem, stemsOf } from '../analysis/stem.ts';
import { tokenise } from '../analysis/tokenise.ts';
import { wordStems } from '../analysis/word-stems.ts';
import { lexiconOf } from '../index/index-view.ts';
import { storedElements } from '../index/stored-text.ts';
import { FEW_MATCHES } from './limits.ts';
import type { Alternative, Clause, Context, Plan } from './plan.ts';
import { EVERY_FIELD, recordFrequency, weightOf } from './plan.ts';
import type { ScoredRecord } from './top-hits.ts';
import { nearestWords } from './typos.ts';
import { WEIGHTS } from './weights.ts';

const FACTORS = WEIGHTS.alternative;
/** Minimum length of a stem that also matches longer words. */
const MIN_PREFIX = 5;

/** Returns the plan with looser clauses for its rare words; `null` if no clause can be relaxed. */
export function relaxPlan(plan: Plan, context: Context, deadline: number): Plan | null {
  let changed = false;
  const clauses = plan.clauses.map((clause) => {
    const more = clause.optional && isRare(clause, context) ? looserAlternatives(clause, context, deadline) : [];
    if (more.length === 0) return clause;
    changed = true;
    const alternatives = [...clause.alternatives, ...more];
    return { ...clause, alternatives, weight: Math.min(clause.weight, weightOf(alternatives, context.view)) };
  });
  return changed ? { ...plan, clauses, titleHash: null, typos: true, wholePhrase: null } : null;
}

function isRare(clause: Clause, { view }: Context): boolean {
  return clause.alternatives.every((alternative) => alternative.kind !== 'stem' || recordFrequency(alternative.stem, view) < FEW_MATCHES);
}

function looserAlternatives({ alternatives, surface }: Clause, { view }: Context, deadline: number): Alternative[] {
  const known = new Set(alternatives.flatMap((alternative) => (alternative.kind === 'stem' ? [alternative.stem] : [])));
  const more: Alternative[] = [];
  for (const typo of nearestWords(surface, view, deadline)) {
    if (known.has(typo.stem)) continue;
    known.add(typo.stem);
    more.push({ kind: 'stem', stem: typo.stem, factor: FACTORS.typo });
  }
  const prefix = stem(surface, 'de');
  if (prefix.length >= MIN_PREFIX) more.push({ kind: 'prefix', text: prefix, irregular: [], factor: FACTORS.longerWord });
  // Uses only the outermost parts, because a compound written as separate words usually consists of two words.
  const parts = outermostParts(surface, lexiconOf(view.lexicon));
  if (parts.length > 1)
    more.push({ kind: 'all', words: parts.map((part) => [stem(part, 'de'), ...stemsOf(part).slice(1)]), factor: FACTORS.splitCompound });
  return more;
}

/** Returns the clauses, followed by a clause for each part of a rare compound. Used for queries without full matches. */
export function splitCompounds(clauses: readonly Clause[], context: Context): Clause[] {
  const lexicon = lexiconOf(context.view.lexicon);
  const rare = clauses.filter((clause) => clause.optional && isRare(clause, context));
  return [...clauses, ...rare.flatMap(({ surface }) => outermostParts(surface, lexicon).map((part) => partClause(part, context)))];
}

function partClause(part: string, { view }: Context): Clause {
  const alternatives: Alternative[] = stemsOf(part).map((each) => ({ kind: 'stem', stem: each, factor: FACTORS.splitCompound }));
  return { alternatives, weight: weightOf(alternatives, view), wordsOnly: false, mask: EVERY_FIELD, optional: true, surface: part };
}

/** Returns the query in which relaxed words are spelled as in the best record; `undefined` if no spelling differs. */
export function correct(
  q: string,
  plan: Plan,
  relaxedPlan: Plan,
  best: ScoredRecord,
  { view, fields }: Context,
  deadline: number,
): string | undefined {
  const { segment } = view.segments[best.segmentIndex]!;
  const language = languageOf(segment.languages[segment.language[best.record]!]);
  /** First spelling of each stem in the record. */
  const spellings = new Map<string, string>();
  fields.text.forEach((_, f) => {
    for (const element of storedElements(segment, best.record, f, fields.text.length)) {
      tokenise(element, (raw) => {
        for (const { stem: each } of wordStems(raw, language)) if (!spellings.has(each)) spellings.set(each, raw);
      });
    }
  });
  const corrections = new Map<string, string>();
  relaxedPlan.clauses.forEach((relaxed, i) => {
    const clause = plan.clauses[i]!;
    if (relaxed === clause) return;
    const typo = nearestWords(relaxed.surface, view, deadline).find((candidate) => spellings.has(candidate.stem));
    const isPresent = clause.alternatives.some((alternative) => alternative.kind === 'stem' && spellings.has(alternative.stem));
    if (typo !== undefined && !isPresent) corrections.set(relaxed.surface, spellings.get(typo.stem)!);
  });
  if (corrections.size === 0) return undefined;
  let text = '';
  let at = 0;
  tokenise(q, (raw, start, end) => {
    text += q.slice(at, start) + (corrections.get(fold(raw)) ?? q.slice(start, end));
    at = end;
  });
  return text + q.slice(at);
}
