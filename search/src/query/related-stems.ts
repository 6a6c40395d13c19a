/**
 * Finds stems that replace a missing word in partial matches: words of its family (`Heizung` for `heizen`) and parts of a compound. Full matches
 * ignore them, because users who search for `Lehre` do not mean `Lehrer`.
 */
import { outermostParts } from '../analysis/compounds.ts';
import { mayBeFamily, rootOf } from '../analysis/family.ts';
import { stem } from '../analysis/stem.ts';
import { prefixRange, stringAt } from '../index/dictionary.ts';
import { lexiconOf } from '../index/index-view.ts';
import type { Segment } from '../index/segment.ts';
import type { Alternative, Clause, Context } from './plan.ts';
import { WEIGHTS } from './weights.ts';

const { family: FAMILY, compoundPart: COMPOUND_PART } = WEIGHTS.alternative;

/** Returns a clause with the related stems of a word; `null` if the catalogue contains none. */
export function relatedStems(clause: Clause, { view }: Context): Clause | null {
  const { surface, optional } = clause;
  if (surface === '' || !optional) return null;
  const own = stem(surface, 'de');
  const factors = new Map<string, number>();
  for (const part of outermostParts(surface, lexiconOf(view.lexicon))) factors.set(stem(part, 'de'), COMPOUND_PART);
  for (const { segment } of view.segments) for (const each of familyIn(segment, own)) factors.set(each, FAMILY);
  factors.delete(own);
  if (factors.size === 0) return null;
  const alternatives = Array.from(factors, ([each, factor]): Alternative => ({ kind: 'stem', stem: each, factor }));
  return { ...clause, alternatives };
}

const caches = new WeakMap<Segment, Map<string, readonly string[]>>();
const MAX_CACHED = 2_000;

/** Returns the stems of a segment that belong to the family of a stem. The result is cached. */
function familyIn(segment: Segment, own: string): readonly string[] {
  let cache = caches.get(segment);
  if (cache === undefined) caches.set(segment, (cache = new Map()));
  let family = cache.get(own);
  if (family === undefined) {
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(own, (family = findFamily(segment, own)));
  }
  return family;
}

function findFamily({ terms }: Segment, own: string): string[] {
  const root = rootOf(own);
  if (root === null) return [];
  const family: string[] = [];
  const [from, to] = prefixRange(terms, root);
  for (let term = from; term < to; term++) {
    const length = terms.offsets[term + 1]! - terms.offsets[term]!;
    if (!mayBeFamily(root, length)) continue;
    const other = stringAt(terms, term);
    if (mayBeFamily(root, length, other)) family.push(other);
  }
  return family;
}
