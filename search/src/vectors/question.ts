/** What a question means: its direction, and the words learned to be near to it. */
import { tornParts } from '../analysis/compounds.ts';
import type { Language } from '../analysis/stem.ts';
import { languageOf, stemsOf } from '../analysis/stem.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { tokenise } from '../analysis/tokenise.ts';
import { fullBits } from '../index/bits.ts';
import { storedElements } from '../index/delete.ts';
import { find, sizeOf, stringAt } from '../index/dictionary.ts';
import type { Entry, Generation } from '../index/generation.ts';
import { lexiconOf } from '../index/generation.ts';
import { wordStems } from '../index/words.ts';
import type { Plan } from '../query/plan.ts';
import { FULL } from '../query/plan.ts';
import { direction, unit } from './fold.ts';
import type { Model } from './model.ts';
import { directionFrom, scan } from './scan.ts';

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

/** The stems nearest to all stems of a question together, each of which counts by its rarity alone. */
function nearStems(stems: readonly { stem: string; weight: number }[], model: Model): NearStem[] {
  const { dimensions, rarity, terms, directions: rows } = model;
  const sum = new Float32Array(dimensions);
  const own = new Set<number>();
  for (const { stem, weight } of stems) {
    const t = find(terms, stem);
    if (t < 0) continue;
    own.add(t);
    const factor = weight * rarity[t]! * rows.scale[t]!;
    for (let d = 0; d < dimensions; d++) sum[d]! += factor * rows.rows[t * dimensions + d]!;
  }
  const middle = unit(sum);
  if (middle === null) return [];
  const near: { t: number; cosine: number }[] = [];
  const nearest = (): void => {
    near.sort((a, b) => b.cosine - a.cosine || a.t - b.t);
    near.length = Math.min(near.length, NEAR_STEMS);
  };
  let least = NEAR;
  scan(rows, directionFrom(middle), fullBits(sizeOf(terms)), (t, cosine) => {
    if (cosine <= least || own.has(t)) return;
    near.push({ t, cosine });
    if (near.length < 2 * NEAR_STEMS) return;
    nearest();
    least = near.at(-1)!.cosine;
  });
  nearest();
  return near.map(({ t, cosine }) => ({ stem: stringAt(terms, t), cosine }));
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
