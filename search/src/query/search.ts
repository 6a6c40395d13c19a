/** One search: the tiers, in their order, cut to the page asked for. */
import type { Hit, SearchAnswer, SearchQuery } from '../door.ts';
import { SearchError } from '../door.ts';
import { stringAt } from '../index/dictionary.ts';
import type { Entry } from '../index/generation.ts';
import { correct } from './correct.ts';
import { highlightsOf } from './highlight.ts';
import { checkRanking, needOf, rank } from './rank.ts';
import type { Run, Visit } from './run.ts';
import { run } from './run.ts';
import type { Found, Top } from './top.ts';
import { createTop, sorted } from './top.ts';

export const PAGE = 24;
/** The last record that can be reached by paging. */
export const DEEPEST = 10_000;
export const LARGEST_PAGE = 1000;

export function search(query: SearchQuery, job: Run): SearchAnswer {
  const { context, scratch } = job;
  const { entries } = context.generation;
  const offset = whole('offset', query.offset ?? 0, DEEPEST);
  const limit = whole('limit', query.limit ?? PAGE, LARGEST_PAGE);
  for (const name of query.highlight ?? []) {
    if (!context.fields.text.some((field) => field.name === name)) throw new SearchError('bad_query', `there is no text field ${name}`);
  }
  checkRanking(query, context.fields);
  const ordered = (query.sort ?? 'relevance') !== 'relevance';
  const perEntry = query.sort === 'title';
  const tops: Record<'exact' | 'relaxed' | 'partial', Top[]> = { exact: [], relaxed: [], partial: [] };
  const visit: Visit = (tier, e, count, plan) => {
    // In an order of its own a record has its place whether or not a slip was forgiven.
    const list = tops[ordered && tier === 'relaxed' ? 'exact' : tier];
    const slot = perEntry ? e : 0;
    const top = (list[slot] ??= createTop(Math.max(1, Math.min(offset + limit, context.generation.records))));
    rank(query, plan, entries, e, count, scratch, top, context.fields);
  };
  const outcome = run(query, job, visit, -1, needOf(query, offset + limit));
  const full = [...inOrder(tops.exact, entries, perEntry), ...inOrder(tops.relaxed, entries, perEntry)];
  const total = outcome.exact + outcome.relaxed;
  const page: { found: Found; partial: boolean }[] = full.slice(offset, offset + limit).map((found) => ({ found, partial: false }));
  const rest = offset + limit - Math.max(offset, total);
  if (rest > 0) {
    const from = Math.max(0, offset - total);
    for (const found of inOrder(tops.partial, entries, perEntry).slice(from, from + rest)) page.push({ found, partial: true });
  }
  const corrected = outcome.exact === 0 && outcome.relaxed > 0 ? correct(query.q, outcome, full[0]!, job) : undefined;
  const hits = page.map(({ found, partial }) => hitOf(found, partial, entries));
  if (query.highlight !== undefined) {
    const marker = highlightsOf(outcome.relaxedPlan ?? outcome.plan, context, query.highlight);
    page.forEach(({ found }, i) => (hits[i]!.highlight = marker(found)));
  }
  return { total, partialTotal: outcome.partial, hits, ...(corrected === undefined ? {} : { corrected }) };
}

export function whole(name: string, value: number, most: number): number {
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new SearchError('bad_query', `${name} must be a whole number up to ${most}`);
  return value;
}

function hitOf(found: Found, partial: boolean, entries: readonly Entry[]): Hit {
  return { id: stringAt(entries[found.entry]!.segment.ids, found.record), score: Number.isFinite(found.score) ? found.score : 0, partial };
}

/** What was kept, in order. Titles are compared across segments only here. */
function inOrder(tops: readonly Top[], entries: readonly Entry[], byTitle: boolean): Found[] {
  const found = tops.flatMap((top) => (top === undefined ? [] : sorted(top, entries)));
  if (!byTitle) return found;
  const bytes = ({ entry, record }: Found, of: 'titleKeys' | 'ids'): Uint8Array => {
    const dictionary = entries[entry]!.segment[of];
    return dictionary.bytes.subarray(dictionary.offsets[record]!, dictionary.offsets[record + 1]!);
  };
  return found.sort(
    (a, b) => Buffer.compare(bytes(a, 'titleKeys'), bytes(b, 'titleKeys')) || Buffer.compare(bytes(a, 'ids'), bytes(b, 'ids')),
  );
}
