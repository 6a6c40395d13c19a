/** Computes the meaning of a query: its vector and its near terms, which are stems of similar meaning. */
import { outermostParts } from '../analysis/compounds.ts';
import type { Language } from '../analysis/stem.ts';
import { languageOf, stemsOf } from '../analysis/stem.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { tokenise } from '../analysis/tokenise.ts';
import { storedElements } from '../index/stored-text.ts';
import { findTerm, stringAt } from '../index/dictionary.ts';
import type { LiveSegment, IndexView } from '../index/index-view.ts';
import { lexiconOf } from '../index/index-view.ts';
import { wordStems } from '../analysis/word-stems.ts';
import { projectTerms, normalise } from '../vectors/project.ts';
import type { Model } from '../index/model.ts';
import { eachCosine, quantiseUnit } from '../vectors/scan.ts';
import type { Plan } from './plan.ts';
import { WEIGHTS } from './weights.ts';

/** Weight of each part of a compound, if the model does not contain the compound itself. */
const PART_WEIGHT = 0.7;
/** Maximum number of near terms. */
const MAX_NEAR_TERMS = 20;
/** Minimum cosine of a near term. */
const MIN_TERM_COSINE = 0.35;
/** Maximum number of near words returned per record. */
const MAX_NEAR_WORDS = 3;

export type NearTerm = { stem: string; cosine: number };
/** Unit vector and near terms of a query. */
export type QueryMeaning = { vector: Float32Array; nearTerms: NearTerm[] };

/**
 * Returns the meaning of a query; `null` if the model contains none of its words. Without a trained model, it is the `supplied` vector, which belongs
 * to the space of a language model.
 */
export function queryMeaning(plan: Plan, view: IndexView, supplied: Float32Array | undefined): QueryMeaning | null {
  const { model } = view;
  if (model === null) {
    const vector = supplied === undefined ? null : normalise(supplied);
    return vector === null ? null : { vector, nearTerms: [] };
  }
  const stems = stemsIn(plan, view, model);
  const key = stems.map(({ stem, weight }) => `${stem} ${weight}`).join('|');
  let cache = caches.get(model);
  if (cache === undefined) caches.set(model, (cache = new Map()));
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const vector = projectTerms(stems, model);
  const meaning = vector === null ? null : { vector, nearTerms: findNearTerms(stems, model) };
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, meaning);
  return meaning;
}

/** Cached meanings by model, because paging, filters and facets repeat the same query. */
const caches = new WeakMap<Model, Map<string, QueryMeaning | null>>();
const MAX_CACHED = 256;

/** Returns the stems of a query with their weights. A compound that the model does not contain is replaced with its parts. */
function stemsIn(plan: Plan, { lexicon }: IndexView, { terms }: Model): { stem: string; weight: number }[] {
  return plan.clauses.flatMap((clause) => {
    const own = clause.alternatives.flatMap((alternative) =>
      alternative.kind === 'stem' ? [{ stem: alternative.stem, weight: alternative.factor / WEIGHTS.alternative.exact }] : [],
    );
    const known = own.filter(({ stem }) => findTerm(terms, stem) >= 0);
    if (known.length > 0) return [known.reduce((best, each) => (each.weight > best.weight ? each : best))];
    const parts = clause.surface === '' ? [] : outermostParts(clause.surface, lexiconOf(lexicon));
    return parts.map((part) => ({ stem: stemsOf(part)[0]!, weight: PART_WEIGHT }));
  });
}

/** Returns the stems that are most similar to the sum of the query's stems, each weighted by its inverse document frequency. */
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
  const direction = normalise(sum);
  if (direction === null) return [];
  const near: { t: number; cosine: number }[] = [];
  const keepNearest = (): void => {
    near.sort((a, b) => b.cosine - a.cosine || a.t - b.t);
    near.length = Math.min(near.length, MAX_NEAR_TERMS);
  };
  let minCosine = MIN_TERM_COSINE;
  const take = (t: number, cosine: number): number => {
    if (own.has(t)) return minCosine;
    near.push({ t, cosine });
    if (near.length < 2 * MAX_NEAR_TERMS) return minCosine;
    keepNearest();
    return (minCosine = near.at(-1)!.cosine);
  };
  eachCosine(rows, quantiseUnit(direction), minCosine, take);
  keepNearest();
  return near.map(({ t, cosine }) => ({ stem: stringAt(terms, t), cosine }));
}

/** Returns whether a near word is worth displaying. In German texts, only nouns are. */
function isShown(raw: string, surface: string, language: Language): boolean {
  return surface.length > 3 && !isStopWord(surface) && (language !== 'de' || /^\p{Lu}/u.test(raw));
}

/** Returns the words of a record whose stems are in `near`, as spelled in the record, by descending cosine. */
export function nearWords({ segment }: LiveSegment, record: number, fields: number, near: ReadonlyMap<string, number>): string[] {
  const language = languageOf(segment.languages[segment.language[record]!]);
  const words = new Map<string, string>();
  for (let f = 0; f < fields; f++) {
    for (const element of storedElements(segment, record, f, fields)) {
      tokenise(element, (raw) => {
        for (const { surface, stem } of wordStems(raw, language)) {
          if (near.has(stem) && !words.has(stem) && isShown(raw, surface, language)) words.set(stem, raw);
        }
      });
    }
  }
  return [...words]
    .sort((a, b) => near.get(b[0])! - near.get(a[0])! || (a[0] < b[0] ? -1 : 1))
    .slice(0, MAX_NEAR_WORDS)
    .map(([, raw]) => raw);
}
