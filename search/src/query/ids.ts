/** Which records there are, page by page in the order of ids: for holding the index against its source. */
import { has } from '../index/bits.ts';
import { compareStrings, firstAfter, sizeOf, stringAt } from '../index/dictionary.ts';
import type { Run } from './run.ts';
import { whole } from './search.ts';

const MOST = 100_000;

export function ids(query: { after?: string; limit: number }, { context }: Run): string[] {
  const limit = whole('limit', query.limit, MOST);
  const found: string[] = [];
  for (const { segment, dead } of context.generation.entries) {
    let taken = 0;
    for (let record = firstAfter(segment.ids, query.after ?? ''); record < sizeOf(segment.ids) && taken < limit; record++) {
      if (has(dead, record)) continue;
      found.push(stringAt(segment.ids, record));
      taken++;
    }
  }
  return found.sort(compareStrings).slice(0, limit);
}
