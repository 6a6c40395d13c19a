/** All ids, page by page: for comparing the index with its source. */
import { has } from '../index/bits.ts';
import { compareStrings, firstAfter, sizeOf, stringAt } from '../index/dictionary.ts';
import type { Execution } from './tiers.ts';
import { requireInteger } from './limits.ts';

const MAX = 100_000;

export function ids(query: { after?: string; limit: number }, { context }: Execution): string[] {
  const limit = requireInteger('limit', query.limit, MAX);
  const found: string[] = [];
  for (const { segment, deleted } of context.view.segments) {
    let taken = 0;
    for (let record = firstAfter(segment.ids, query.after ?? ''); record < sizeOf(segment.ids) && taken < limit; record++) {
      if (has(deleted, record)) continue;
      found.push(stringAt(segment.ids, record));
      taken++;
    }
  }
  return found.sort(compareStrings).slice(0, limit);
}
