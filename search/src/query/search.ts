/** A search: collects the tiers in their order and returns one page. */
import type { Hit, SearchAnswer, SearchQuery } from '../api.ts';
import { SearchError } from '../api.ts';
import { stringAt } from '../index/dictionary.ts';
import type { Entry } from '../index/generation.ts';
import { correct } from './correct.ts';
import { highlightsOf } from './highlight.ts';
import { partialMatches } from './partial.ts';
import { checkRanking, collectTop, orderRecords, pruningOf } from './rank.ts';
import type { Execution, Collector } from './tiers.ts';
import { collectTiers } from './tiers.ts';
import type { ScoredRecord, TopHits } from './top-hits.ts';
import { createTopHits, sortedHits } from './top-hits.ts';
import { requireInteger, PAGE, DEEPEST, LARGEST_PAGE } from './limits.ts';

export function search(query: SearchQuery, execution: Execution): SearchAnswer {
  const { context, scratch } = execution;
  const { entries } = context.generation;
  const offset = requireInteger('offset', query.offset ?? 0, DEEPEST);
  const limit = requireInteger('limit', query.limit ?? PAGE, LARGEST_PAGE);
  for (const name of query.highlight ?? []) {
    if (!context.fields.text.some((field) => field.name === name)) throw new SearchError('bad_query', `there is no text field ${name}`);
  }
  checkRanking(query, context.fields);
  const byOrder = (query.sort ?? 'relevance') !== 'relevance';
  const perEntry = query.sort === 'title';
  const tops: Record<'exact' | 'relaxed', TopHits[]> = { exact: [], relaxed: [] };
  const collect: Collector = (tier, e, count, plan) => {
    // In any order but relevance a record stands where it belongs, whether or not a typing error was allowed for.
    const list = tops[byOrder && tier === 'relaxed' ? 'exact' : tier];
    const slot = perEntry ? e : 0;
    const top = (list[slot] ??= createTopHits(Math.max(1, Math.min(offset + limit, context.generation.records))));
    collectTop(query, plan, entries, e, count, scratch, top, context.fields);
  };
  const counts = collectTiers(query, execution, collect, -1, pruningOf(query, offset + limit));
  const full = [...inOrder(tops.exact, entries, perEntry), ...inOrder(tops.relaxed, entries, perEntry)];
  const total = counts.exact + counts.relaxed;
  const partial = partialMatches(counts, execution);
  const page: { found: ScoredRecord; partial: boolean }[] = full.slice(offset, offset + limit).map((found) => ({ found, partial: false }));
  const rest = offset + limit - Math.max(offset, total);
  if (rest > 0) {
    const from = Math.max(0, offset - total);
    const ordered = perEntry ? sortByTitle(partial, entries) : orderRecords(partial, query, entries, context.fields);
    for (const found of ordered.slice(from, from + rest)) page.push({ found, partial: true });
  }
  const corrected = counts.exact === 0 && counts.relaxed > 0 ? correct(query.q, counts, full[0]!, execution) : undefined;
  const hits = page.map(({ found, partial }) => hitOf(found, partial, entries));
  if (query.highlight !== undefined) {
    const marker = highlightsOf(counts.relaxedPlan ?? counts.plan, context, query.highlight);
    page.forEach(({ found }, i) => (hits[i]!.highlight = marker(found)));
  }
  return { total, partialTotal: partial.length, hits, ...(corrected === undefined ? {} : { corrected }) };
}

function hitOf(found: ScoredRecord, partial: boolean, entries: readonly Entry[]): Hit {
  return { id: stringAt(entries[found.entry]!.segment.ids, found.record), score: Number.isFinite(found.score) ? found.score : 0, partial };
}

/** What was kept, in order. */
function inOrder(tops: readonly TopHits[], entries: readonly Entry[], byTitle: boolean): ScoredRecord[] {
  const found = tops.flatMap((top) => (top === undefined ? [] : sortedHits(top, entries)));
  return byTitle ? sortByTitle(found, entries) : found;
}

/** Titles are compared across segments only here. */
function sortByTitle(found: readonly ScoredRecord[], entries: readonly Entry[]): ScoredRecord[] {
  const bytes = ({ entry, record }: ScoredRecord, of: 'titleKeys' | 'ids'): Uint8Array => {
    const dictionary = entries[entry]!.segment[of];
    return dictionary.bytes.subarray(dictionary.offsets[record]!, dictionary.offsets[record + 1]!);
  };
  return found.toSorted(
    (a, b) => Buffer.compare(bytes(a, 'titleKeys'), bytes(b, 'titleKeys')) || Buffer.compare(bytes(a, 'ids'), bytes(b, 'ids')),
  );
}
