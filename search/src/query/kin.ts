/**
 * What a record may have instead of a word it lacks: a word of its family (`Heizung` for `heizen`), or a part of it where
 * it is a compound. Only lists that go on know this: whoever types `Lehre` does not mean teachers.
 */
import { outermostParts } from '../analysis/compounds.ts';
import { mayBeFamily, rootOf } from '../analysis/family.ts';
import { stem } from '../analysis/stem.ts';
import { prefixRange, stringAt } from '../index/dictionary.ts';
import { lexiconOf } from '../index/index-view.ts';
import type { Segment } from '../index/segment.ts';
import type { Alternative, Clause, Context } from './plan.ts';

/** In 256ths of the word itself (these and the share tuned on the judged sets of relevance/). */
export const FAMILY = 180;
export const PART = 90;
/** What of the word's weight counts as being there. */
export const SHARE = 0.3;

/** Nothing where the word has no kin in the catalogue. */
export function kinOf(clause: Clause, { view }: Context): Clause | null {
  const { surface, optional } = clause;
  if (surface === '' || !optional) return null;
  const own = stem(surface, 'de');
  const stems = new Map<string, number>();
  for (const part of outermostParts(surface, lexiconOf(view.lexicon))) stems.set(stem(part, 'de'), PART);
  for (const { segment } of view.segments) for (const each of familyIn(segment, own)) stems.set(each, FAMILY);
  stems.delete(own);
  if (stems.size === 0) return null;
  const alternatives = Array.from(stems, ([each, factor]): Alternative => ({ kind: 'stem', stem: each, factor }));
  return { ...clause, alternatives };
}

const families = new WeakMap<Segment, Map<string, readonly string[]>>();
const MAX_KEPT = 2_000;

/** The stems of a segment that are of the family of a stem. */
function familyIn(segment: Segment, own: string): readonly string[] {
  let kept = families.get(segment);
  if (kept === undefined) families.set(segment, (kept = new Map()));
  let family = kept.get(own);
  if (family === undefined) {
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(own, (family = findFamily(segment, own)));
  }
  return family;
}

function findFamily({ terms }: Segment, own: string): string[] {
  const root = rootOf(own);
  if (root === null) return [];
  const found: string[] = [];
  const [from, to] = prefixRange(terms, root);
  for (let term = from; term < to; term++) {
    const length = terms.offsets[term + 1]! - terms.offsets[term]!;
    if (!mayBeFamily(root, length)) continue;
    const other = stringAt(terms, term);
    if (mayBeFamily(root, length, other)) found.push(other);
  }
  return found;
}
