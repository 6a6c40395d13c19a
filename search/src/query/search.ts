/** Executes a search by words. docs/search.md#query-phases describes its phases and files. */
import type { Hit, SearchAnswer, SearchQuery } from '../api.ts';
import { stringAt } from '../index/dictionary.ts';
import type { LiveSegment } from '../index/index-view.ts';
import { isQuestion, partialMatches, rankQuestion, type SegmentMatches } from './complete.ts';
import { highlightsOf } from './highlight.ts';
import { checkSearch, SCREENFUL } from './limits.ts';
import type { Collector, Execution, Tier } from './match.ts';
import { matchTiers } from './match.ts';
import { reasonsOf } from './reason.ts';
import { correct } from './relax.ts';
import { orderPartial, pruningOf, scoreMatches, sortByTitle } from './score.ts';
import type { ScoredRecord, TopHits } from './top-hits.ts';
import { createTopHits, sortedHits } from './top-hits.ts';

/** Returns a page of hits. Throws `bad_query` for an invalid query and `timeout` after the deadline. */
export function search(query: SearchQuery, execution: Execution): SearchAnswer {
  const { context, scratch, deadline } = execution;
  const { segments, records } = context.view;
  const { offset, limit } = checkSearch(query, context.fields);
  const { sort = 'relevance' } = query;
  const byRelevance = sort === 'relevance';
  const pruning = pruningOf(query, offset + limit);
  const createTop = (): TopHits => createTopHits(Math.max(1, Math.min(offset + limit, records)));
  const tops: Record<Tier, TopHits[]> = { exact: [], relaxed: [] };
  const fewMatches: Record<Tier, SegmentMatches[]> = { exact: [], relaxed: [] };
  const collect: Collector = (tier, segmentIndex, count, plan) => {
    if (byRelevance && count < SCREENFUL) fewMatches[tier].push({ segmentIndex, records: scratch.records.slice(0, count) });
    // Exact matches precede relaxed ones only if sorted by relevance. Titles are compared across segments at the end.
    const tierTops = tops[byRelevance ? tier : 'exact'];
    const top = (tierTops[sort === 'title' ? segmentIndex : 0] ??= createTop());
    scoreMatches(query, plan, context, segmentIndex, count, scratch, top);
  };
  const matches = matchTiers(query, execution, collect, -1, pruning);
  const { exact, relaxed, plan, relaxedPlan } = matches;
  const total = exact + relaxed;
  if (byRelevance && isQuestion(plan) && total < SCREENFUL) {
    for (const tier of ['exact', 'relaxed'] as const) {
      if (fewMatches[tier].length === 0) continue;
      const top = createTop();
      rankQuestion(fewMatches[tier], tier === 'exact' ? plan : relaxedPlan!, query, execution, top);
      tops[tier] = [top];
    }
  }
  const full = [tops.exact, tops.relaxed].flatMap((tierTops) => {
    const sorted = tierTops.flatMap((top) => (top === undefined ? [] : sortedHits(top, segments)));
    return sort === 'title' ? sortByTitle(sorted, segments) : sorted;
  });
  const partial = partialMatches(matches, execution);
  const page = full.slice(offset, offset + limit);
  const missing = offset + limit - Math.max(offset, total);
  const from = Math.max(0, offset - total);
  const rest = missing > 0 ? orderPartial(partial, query, context).slice(from, from + missing) : [];
  const hits = [...page.map((each) => hitOf(each, false, segments)), ...rest.map((each) => hitOf(each, true, segments))];
  const corrected = exact === 0 && relaxed > 0 ? correct(query.q, plan, relaxedPlan!, full[0]!, context, deadline) : undefined;
  if (query.highlight !== undefined) {
    const highlight = highlightsOf(relaxedPlan ?? plan, context, query.highlight);
    [...page, ...rest].forEach((each, i) => (hits[i]!.highlight = highlight(each)));
  }
  if (query.reasons?.length) {
    const reasonOf = reasonsOf(relaxedPlan ?? plan, context, query.highlight ?? [], query.reasons);
    [...page, ...rest].forEach((each, i) => {
      const reason = reasonOf(each);
      if (reason) hits[i]!.reason = reason;
    });
  }
  return { total, partialTotal: partial.length, hits, ...(corrected === undefined ? {} : { corrected }) };
}

function hitOf({ segmentIndex, record, score }: ScoredRecord, partial: boolean, segments: readonly LiveSegment[]): Hit {
  return { id: stringAt(segments[segmentIndex]!.segment.ids, record), score: Number.isFinite(score) ? score : 0, partial };
}
