/** A search: collects the tiers in their order and returns one page. */
import type { Hit, SearchAnswer, SearchQuery } from '../api.ts';
import { SearchError } from '../api.ts';
import { stringAt } from '../index/dictionary.ts';
import type { LiveSegment } from '../index/index-view.ts';
import { correct } from './correct.ts';
import { highlightsOf } from './highlight.ts';
import { partialMatches } from './partial.ts';
import { isQuestion, rankAsQuestion, type Matches } from './question.ts';
import { checkRanking, collectTop, orderRecords, pruningOf } from './rank.ts';
import { reasonsOf } from './reason.ts';
import type { Execution, Collector, Tier } from './tiers.ts';
import { collectTiers } from './tiers.ts';
import type { ScoredRecord, TopHits } from './top-hits.ts';
import { createTopHits, sortedHits } from './top-hits.ts';
import { requireInteger, PAGE, DEEPEST, LARGEST_PAGE, SCREENFUL } from './limits.ts';

export function search(query: SearchQuery, execution: Execution): SearchAnswer {
  const { context, scratch } = execution;
  const { segments } = context.view;
  const offset = requireInteger('offset', query.offset ?? 0, DEEPEST);
  const limit = requireInteger('limit', query.limit ?? PAGE, LARGEST_PAGE);
  for (const name of [...(query.highlight ?? []), ...(query.reasons ?? [])]) {
    if (!context.fields.text.some((field) => field.name === name)) throw new SearchError('bad_query', `there is no text field ${name}`);
  }
  checkRanking(query, context.fields);
  const byOrder = (query.sort ?? 'relevance') !== 'relevance';
  const perSegment = query.sort === 'title';
  const tops: Record<Tier, TopHits[]> = { exact: [], relaxed: [] };
  const matches: Record<Tier, Matches[]> = { exact: [], relaxed: [] };
  const newTop = (): TopHits => createTopHits(Math.max(1, Math.min(offset + limit, context.view.records)));
  const collect: Collector = (tier, e, count, plan) => {
    // In any order but relevance a record stands where it belongs, whether or not a typing error was allowed for.
    const list = tops[byOrder && tier === 'relaxed' ? 'exact' : tier];
    const top = (list[perSegment ? e : 0] ??= newTop());
    if (!byOrder && count < SCREENFUL) matches[tier].push({ segmentIndex: e, records: scratch.records.slice(0, count) });
    collectTop(query, plan, segments, e, count, scratch, top, context.fields);
  };
  const counts = collectTiers(query, execution, collect, -1, pruningOf(query, offset + limit));
  if (!byOrder && isQuestion(counts.plan) && counts.exact + counts.relaxed < SCREENFUL) {
    for (const tier of ['exact', 'relaxed'] as const) {
      if (matches[tier].length === 0) continue;
      const top = newTop();
      rankAsQuestion(matches[tier], tier === 'exact' ? counts.plan : counts.relaxedPlan!, query, execution, top);
      tops[tier] = [top];
    }
  }
  const full = [...inOrder(tops.exact, segments, perSegment), ...inOrder(tops.relaxed, segments, perSegment)];
  const total = counts.exact + counts.relaxed;
  const partial = partialMatches(counts, execution);
  const page: { found: ScoredRecord; partial: boolean }[] = full.slice(offset, offset + limit).map((found) => ({ found, partial: false }));
  const rest = offset + limit - Math.max(offset, total);
  if (rest > 0) {
    const from = Math.max(0, offset - total);
    const ordered = perSegment ? sortByTitle(partial, segments) : orderRecords(partial, query, segments, context.fields);
    for (const found of ordered.slice(from, from + rest)) page.push({ found, partial: true });
  }
  const corrected = counts.exact === 0 && counts.relaxed > 0 ? correct(query.q, counts, full[0]!, execution) : undefined;
  const hits = page.map(({ found, partial }) => hitOf(found, partial, segments));
  if (query.highlight !== undefined) {
    const marker = highlightsOf(counts.relaxedPlan ?? counts.plan, context, query.highlight);
    page.forEach(({ found }, i) => (hits[i]!.highlight = marker(found)));
  }
  if (query.reasons?.length) {
    const reasonOf = reasonsOf(counts.relaxedPlan ?? counts.plan, context, query.highlight ?? [], query.reasons);
    page.forEach(({ found }, i) => {
      const reason = reasonOf(found);
      if (reason) hits[i]!.reason = reason;
    });
  }
  return { total, partialTotal: partial.length, hits, ...(corrected === undefined ? {} : { corrected }) };
}

function hitOf(found: ScoredRecord, partial: boolean, segments: readonly LiveSegment[]): Hit {
  return {
    id: stringAt(segments[found.segmentIndex]!.segment.ids, found.record),
    score: Number.isFinite(found.score) ? found.score : 0,
    partial,
  };
}

/** What was kept, in order. */
function inOrder(tops: readonly TopHits[], segments: readonly LiveSegment[], byTitle: boolean): ScoredRecord[] {
  const found = tops.flatMap((top) => (top === undefined ? [] : sortedHits(top, segments)));
  return byTitle ? sortByTitle(found, segments) : found;
}

/** Titles are compared across segments only here. */
function sortByTitle(found: readonly ScoredRecord[], segments: readonly LiveSegment[]): ScoredRecord[] {
  const bytes = ({ segmentIndex, record }: ScoredRecord, of: 'titleKeys' | 'ids'): Uint8Array => {
    const dictionary = segments[segmentIndex]!.segment[of];
    return dictionary.bytes.subarray(dictionary.offsets[record]!, dictionary.offsets[record + 1]!);
  };
  return found.toSorted(
    (a, b) => Buffer.compare(bytes(a, 'titleKeys'), bytes(b, 'titleKeys')) || Buffer.compare(bytes(a, 'ids'), bytes(b, 'ids')),
  );
}
