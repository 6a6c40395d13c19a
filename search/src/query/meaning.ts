/** The meaning of a query: its vector, and the terms near to it. */
import { outermostParts } from '../analysis/compounds.ts';
import type { Language } from '../analysis/stem.ts';
import { languageOf, stemsOf } from '../analysis/stem.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { tokenise } from '../analysis/tokenise.ts';
import { storedElements } from '../index/stored-text.ts';
import { stringAt } from '../index/dictionary.ts';
import type { LiveSegment, IndexView } from '../index/index-view.ts';
import { lexiconOf } from '../index/index-view.ts';
import { wordStems } from '../analysis/word-stems.ts';
import { projectTerms, normalise } from '../vectors/project.ts';
import type { Model } from '../index/model.ts';
import { eachCosine, quantiseUnit } from '../vectors/scan.ts';
import { findTerm } from './known-terms.ts';
import type { Plan } from './plan.ts';
import { FULL } from './plan.ts';

/** Weight of the parts of a compound that the model does not know. */
const PART = 0.7;
/** Number of near terms. */
const NEAR_STEMS = 20;
/** Minimum cosine of a near term. */
const NEAR = 0.35;
/** Most words named of one record. */
const NAMED = 3;

export type NearTerm = { stem: string; cosine: number };
/** `vector` has length 1. */
export type QueryMeaning = { vector: Float32Array; nearTerms: NearTerm[] };

/** `null` where the model knows no word of the query. `given` is its vector in the space of a language model. */
export function queryMeaning(plan: Plan, view: IndexView, given: Float32Array | undefined): QueryMeaning | null {
  const { model } = view;
  if (model === null) {
    const vector = given === undefined ? null : normalise(given);
    return vector === null ? null : { vector: vector, nearTerms: [] };
  }
  const stems = stemsIn(plan, view, model);
  const key = stems.map(({ stem, weight }) => `${stem} ${weight}`).join('|');
  let kept = meanings.get(model);
  if (kept === undefined) meanings.set(model, (kept = new Map()));
  const before = kept.get(key);
  if (before !== undefined) return before;
  const vector = projectTerms(stems, model);
  const meaning = vector === null ? null : { vector, nearTerms: findNearTerms(stems, model) };
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(key, meaning);
  return meaning;
}

/** What was asked last: a list that is gone through, filtered and counted means the same each time. */
const meanings = new WeakMap<Model, Map<string, QueryMeaning | null>>();
const MAX_KEPT = 256;

/** The stems of a query with their weights; a word that the model does not know is replaced by its parts. */
function stemsIn(plan: Plan, { lexicon }: IndexView, { terms }: Model): { stem: string; weight: number }[] {
  return plan.clauses.flatMap((clause) => {
    const own = clause.alternatives.flatMap((alternative) =>
      alternative.kind === 'stem' ? [{ stem: alternative.stem, weight: alternative.factor / FULL }] : [],
    );
    const known = own.filter(({ stem }) => findTerm(terms, stem) >= 0);
    if (known.length > 0) return [known.reduce((best, each) => (each.weight > best.weight ? each : best))];
    const parts = clause.surface === '' ? [] : outermostParts(clause.surface, lexiconOf(lexicon));
    return parts.map((part) => ({ stem: stemsOf(part)[0]!, weight: PART }));
  });
}

/** The stems nearest to the sum of the query's stems, each weighted by its idf. */
function findNearTerms(stems: readonly { stem: string; weight: number }[], model: Model): NearTerm[] {
  const { dimensions, idf, terms, termDirections: rows } = model;
  const sum = new Float32Array(dimensions);
  const own = new Set<number>();
  for (const { stem, weight } of stems) {
    const t = findTerm(terms, stem);
    if (t < 0) continue;
    own.add(t);
    const factor = weight * idf[t]! * rows.scale[t]!;
    for (let d = 0; d < dimensions; d++) sum[d]! += factor * rows.rows[t * dimensions + d]!;
  }
  const middle = normalise(sum);
  if (middle === null) return [];
  const near: { t: number; cosine: number }[] = [];
  const nearest = (): void => {
    near.sort((a, b) => b.cosine - a.cosine || a.t - b.t);
    near.length = Math.min(near.length, NEAR_STEMS);
  };
  let least = NEAR;
  const take = (t: number, cosine: number): number => {
    if (own.has(t)) return least;
    near.push({ t, cosine });
    if (near.length < 2 * NEAR_STEMS) return least;
    nearest();
    return (least = near.at(-1)!.cosine);
  };
  eachCosine(rows, quantiseUnit(middle), least, take);
  nearest();
  return near.map(({ t, cosine }) => ({ stem: stringAt(terms, t), cosine }));
}

/** Whether a near word is worth showing: in German texts the nouns. */
function isWorthNaming(raw: string, surface: string, language: Language): boolean {
  return surface.length > 3 && !isStopWord(surface) && (language !== 'de' || /^\p{Lu}/u.test(raw));
}

/** The words of a record that are near to a query, nearest first, as written in the record. */
export function nearWords({ segment }: LiveSegment, record: number, fields: number, near: ReadonlyMap<string, number>): string[] {
  const language = languageOf(segment.languages[segment.language[record]!]);
  const found = new Map<string, string>();
  for (let f = 0; f < fields; f++) {
    for (const element of storedElements(segment, record, f, fields)) {
      tokenise(element, (raw) => {
        for (const { surface, stem } of wordStems(raw, language)) {
          if (near.has(stem) && !found.has(stem) && isWorthNaming(raw, surface, language)) found.set(stem, raw);
        }
      });
    }
  }
  return [...found]
    .sort((a, b) => near.get(b[0])! - near.get(a[0])! || (a[0] < b[0] ? -1 : 1))
    .slice(0, NAMED)
    .map(([, raw]) => raw);
}
