/** The numbers of stems, found once: a query asks for each of its stems again and again, and people for the same words. */
import type { Dictionary } from '../index/dictionary.ts';
import { find } from '../index/dictionary.ts';

const numbers = new WeakMap<Dictionary, Map<string, number>>();
const MAX_KEPT = 10_000;

/** As `find`. */
export function findTerm(terms: Dictionary, stem: string): number {
  let known = numbers.get(terms);
  if (known === undefined) numbers.set(terms, (known = new Map()));
  let number = known.get(stem);
  if (number === undefined) {
    if (known.size >= MAX_KEPT) known.clear();
    known.set(stem, (number = find(terms, stem)));
  }
  return number;
}
