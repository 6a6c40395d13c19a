/** What a question means: its direction, and the words learned to be near to it. */
import { tornParts } from '../analysis/compounds.ts';
import type { Language } from '../analysis/stem.ts';
import { languageOf, stemsOf } from '../analysis/stem.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { tokenise } from '../analysis/tokenise.ts';
import { storedElements } from '../index/delete.ts';
import { find, sizeOf, stringAt } from '../index/dictionary.ts';
import type { Entry, Generation } from '../index/generation.ts';
import { lexiconOf } from '../index/generation.ts';
import { wordStems } from '../index/words.ts';
import type { Plan } from '../query/plan.ts';
import { FULL } from '../query/plan.ts';
import { direction, unit } from './fold.ts';
import type { Model } from './model.ts';

/** What the parts of an unknown compound count. */
const PART = 0.7;
/** So many words are looked for besides. */
const NEAR_STEMS = 20;
/** A word further away than this says nothing. */
const NEAR = 0.3;
/** So many words of a record are named at most. */
const NAMED = 3;

export type NearStem = { stem: string; cosine: number };
/** `towards` is a unit vector. */
export type Meaning = { towards: Float32Array; near: NearStem[] };

/** `null` where nothing is known of what the question means. `given` is its place in the space of a language model. */
export function meaningOf(plan: Plan, generation: Generation, given: Float32Array | undefined): Meaning | null {
  const { model } = generation;
  if (model === null) {
    const towards = given === undefined ? null : unit(given);
    return towards === null ? null : { towards, near: [] };
  }
  const stems = stemsIn(plan, generation, model);
  const towards = direction(stems, model);
  return towards === null ? null : { towards, near: nearStems(stems, model) };
}

/** The stems of a question with their weights; a word that is not known stands for its parts. */
function stemsIn(plan: Plan, { lexicon }: Generation, { terms }: Model): { stem: string; weight: number }[] {
  return plan.groups.flatMap((group) => {
    const own = group.alternatives.flatMap((way) => (way.kind === 'stem' ? [{ stem: way.stem, weight: way.factor / FULL }] : []));
    const known = own.filter(({ stem }) => find(terms, stem) >= 0);
    if (known.length > 0) return [known.reduce((best, each) => (each.weight > best.weight ? each : best))];
    const parts = group.surface === '' ? [] : tornParts(group.surface, lexiconOf(lexicon));
    return parts.map((part) => ({ stem: stemsOf(part)[0]!, weight: PART }));
  });
}

const lengths = new WeakMap<Model, Float32Array>();

/** The length of each stem's place. */
function lengthsOf(model: Model): Float32Array {
  let known = lengths.get(model);
  if (known === undefined) {
    const { dimensions, places } = model;
    known = Float32Array.from({ length: sizeOf(model.terms) }, (_, t) => {
      let square = 0;
      for (let d = 0; d < dimensions; d++) square += places[t * dimensions + d]! ** 2;
      return Math.sqrt(square);
    });
    lengths.set(model, known);
  }
  return known;
}

/** The stems nearest to all stems of a question together, each of which counts by its rarity alone. */
function nearStems(stems: readonly { stem: string; weight: number }[], model: Model): NearStem[] {
  const { dimensions, places, rarity, terms } = model;
  const length = lengthsOf(model);
  const sum = new Float32Array(dimensions);
  const own = new Set<number>();
  for (const { stem, weight } of stems) {
    const t = find(terms, stem);
    if (t < 0 || length[t] === 0) continue;
    own.add(t);
    for (let d = 0; d < dimensions; d++) sum[d]! += (weight * rarity[t]! * places[t * dimensions + d]!) / length[t]!;
  }
  const middle = unit(sum);
  if (middle === null) return [];
  const near: { t: number; cosine: number }[] = [];
  let least = NEAR;
  for (let t = 0, at = 0; t < length.length; t++, at += dimensions) {
    let product = 0;
    for (let d = 0; d < dimensions; d++) product += middle[d]! * places[at + d]!;
    if (product <= least * length[t]! || own.has(t)) continue;
    near.push({ t, cosine: product / length[t]! });
    if (near.length < 2 * NEAR_STEMS) continue;
    near.sort((a, b) => b.cosine - a.cosine || a.t - b.t).length = NEAR_STEMS;
    least = near[NEAR_STEMS - 1]!.cosine;
  }
  near.sort((a, b) => b.cosine - a.cosine || a.t - b.t);
  return near.slice(0, NEAR_STEMS).map(({ t, cosine }) => ({ stem: stringAt(terms, t), cosine }));
}

/** Worth naming: in German texts the nouns. */
function saysMuch(raw: string, surface: string, language: Language): boolean {
  return surface.length > 3 && !isStopWord(surface) && (language !== 'de' || /^\p{Lu}/u.test(raw));
}

/** The words of a record that are near to a question, nearest first, as they are written there. */
export function nearWords({ segment }: Entry, record: number, fields: number, near: ReadonlyMap<string, number>): string[] {
  const language = languageOf(segment.languages[segment.language[record]!]);
  const found = new Map<string, string>();
  for (let f = 0; f < fields; f++) {
    for (const element of storedElements(segment, record, f, fields)) {
      tokenise(element, (raw) => {
        for (const { surface, stem } of wordStems(raw, language)) {
          if (near.has(stem) && !found.has(stem) && saysMuch(raw, surface, language)) found.set(stem, raw);
        }
      });
    }
  }
  return [...found]
    .sort((a, b) => near.get(b[0])! - near.get(a[0])! || (a[0] < b[0] ? -1 : 1))
    .slice(0, NAMED)
    .map(([, raw]) => raw);
}
