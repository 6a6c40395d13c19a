/** Search. Identifiers and their order come from the index, the records from the database. */
import {
  SearchReply,
  type catalogue,
  type FacetField,
  type Fallback,
  type MediaItem,
  type SearchScope,
  type SearchWords,
} from '@fundus/contract/catalogue/catalogue';
import type { ClassNeed } from '@fundus/contract/catalogue/meets';
import type { Answer, Input } from '@fundus/contract/endpoint';
import { AppError } from '@fundus/contract/errors';
import { gradeLabel } from '@fundus/contract/reference/grade-levels';
import { languageLabel } from '@fundus/contract/reference/languages';
import { mediaType } from '@fundus/contract/reference/media-types';
import { subjectLabel } from '@fundus/contract/reference/subjects';
import type { Hit } from '@fundus/search/api';
import type { z } from 'zod';
import type { Ctx, Services } from '../../../http/context.ts';
import { JsonText } from '../../../http/bodies/json-text.ts';
import { countMiss } from '../../uses/index.ts';
import { buildCards, findBookmarkedBy, findCachedCards } from '../cards.ts';
import { boostsFor, indexQuery, indexSort, visibleTo } from './filters.ts';
import { findFallbacks, findFullMatches, stripOperators } from './zero-results.ts';
import { meetsOf, presentItem, writeItem } from '../present.ts';
import { findReasons, REASON_FIELDS } from './reasons.ts';
import { withSearchErrors } from './search-errors.ts';

type SearchAsked = Input<typeof catalogue.search>['query'];

export async function search(
  ctx: Ctx<'search' | 'storage'>,
  scope: SearchScope,
  query: SearchAsked,
): Promise<Answer<typeof catalogue.search>> {
  const { hits, ...about } = await findHits(ctx, scope, query);
  return { ...about, items: await loadItems(ctx, hits, query.needs) };
}

const About = SearchReply.omit({ items: true });

/** Returns the reply to a search as JSON text, composed of cached cards. */
export async function writeSearch(
  ctx: Ctx<'search' | 'storage'>,
  scope: SearchScope,
  query: SearchAsked,
): Promise<JsonText<Answer<typeof catalogue.search>>> {
  const { hits, ...about } = await findHits(ctx, scope, query);
  return new JsonText(`${JSON.stringify(About.parse(about)).slice(0, -1)},"items":${await writeItems(ctx, hits, query.needs)}}`);
}

/** Returns the items for hits as JSON. */
export async function writeItems(ctx: Ctx<'search' | 'storage'>, hits: readonly Hit[], needs: readonly ClassNeed[] = []): Promise<string> {
  const identifiers = hits.map((hit) => hit.id);
  const [cards, bookmarked, reasons] = await Promise.all([
    findCachedCards(ctx, identifiers),
    findBookmarkedBy(ctx, identifiers),
    findReasons(ctx, hits),
  ]);
  const items = hits.flatMap((hit) => {
    const card = cards.get(hit.id);
    return card ? writeItem(ctx, card, bookmarked.has(hit.id), ofHit(hit, card.row, needs, reasons)) : [];
  });
  return `[${items.join(',')}]`;
}

type Found = z.input<typeof About> & { hits: readonly Hit[] };

async function findHits(ctx: Ctx<'search'>, scope: SearchScope, query: SearchAsked): Promise<Found> {
  // The order by use reveals the same information as the list of trending media.
  if (query.sort === 'used' && ctx.config.DisableTrending) throw new AppError('feature_disabled');
  const answer = await withSearchErrors(() =>
    ctx.search.search({
      ...indexQuery(ctx, scope, query),
      offset: query.offset,
      limit: query.limit,
      sort: indexSort(query.sort),
      boosts: query.sort === 'relevance' ? boostsFor(ctx, query) : [],
      highlight: ['fn_titel', 'fn_kurztext'],
      reasons: REASON_FIELDS,
    }),
  );
  const none = answer.total + answer.partialTotal === 0;
  const fallbacks = none ? await findFallbacks(ctx, scope, query) : undefined;
  if (fallbacks && isMissing(fallbacks) && ctx.user && ctx.config.ShowAnalytics && query.needs.length === 0)
    await countMiss(ctx, ctx.user, stripOperators(query.q));
  const fuller = !none && answer.total === 0 && query.offset === 0 ? await findFullMatches(ctx, scope, query) : [];
  const corrected = answer.corrected ?? fallbacks?.find((fallback) => fallback.kind === 'spelling')?.q;
  return {
    total: answer.total,
    partialTotal: answer.partialTotal,
    offset: query.offset,
    limit: query.limit,
    hits: answer.hits,
    ...(corrected !== undefined && { corrected }),
    ...(fallbacks ? { fallbacks } : fuller.length > 0 && { fallbacks: fuller }),
  };
}

/** Returns whether the catalogue has nothing on the query in any spelling and without filters. At most a single word or a subject has hits then. */
const isMissing = (fallbacks: readonly Fallback[]): boolean => fallbacks.every(({ kind }) => kind === 'oneWord' || kind === 'subject');

/** Returns the items for hits in the same order. Media that have been deleted since are omitted. */
export async function loadItems(
  ctx: Ctx<'search' | 'storage'>,
  hits: readonly Hit[],
  needs: readonly ClassNeed[] = [],
): Promise<MediaItem[]> {
  const identifiers = hits.map((hit) => hit.id);
  const [rows, bookmarked, reasons] = await Promise.all([
    buildCards(ctx, identifiers),
    findBookmarkedBy(ctx, identifiers),
    findReasons(ctx, hits),
  ]);
  return hits.flatMap((hit) => {
    const row = rows.get(hit.id);
    return row ? [{ ...presentItem(ctx, row, bookmarked.has(hit.id)), ...ofHit(hit, row, needs, reasons) }] : [];
  });
}

/** Returns the fields of an item that depend on the query: partial match, highlights, reason, and the requested needs that it meets. */
function ofHit(
  hit: Hit,
  row: Parameters<typeof meetsOf>[0],
  needs: readonly ClassNeed[],
  reasons: ReadonlyMap<string, NonNullable<MediaItem['reason']>>,
): Pick<MediaItem, 'partial' | 'marked' | 'fits' | 'reason'> {
  const { partial, highlight: marked = {} } = hit;
  const reason = reasons.get(hit.id);
  return {
    ...(partial && { partial: true }),
    ...(Object.keys(marked).length > 0 && { marked: marked as MediaItem['marked'] }),
    ...(reason && { reason }),
    ...(needs.length > 0 && { fits: meetsOf(row).filter((need) => needs.includes(need)) }),
  };
}

const LABELS: Record<FacetField, (code: string) => string> = {
  fn_geb: subjectLabel,
  fn_sprache: languageLabel,
  fn_typ: (code) => mediaType(code).label,
  fn_adressat: gradeLabel,
};

export const facetLabel = (field: FacetField, code: string): string => LABELS[field](code);

export async function countDistinct(
  ctx: Ctx<'search'>,
  scope: SearchScope,
  query: SearchWords & { f: FacetField },
): Promise<Answer<typeof catalogue.distinct>> {
  const counts = await withSearchErrors(() => ctx.search.facets({ ...indexQuery(ctx, scope, query), field: query.f, limit: 2_000 }));
  return { f: query.f, values: counts.map(({ value, count }) => ({ value, label: facetLabel(query.f, value), count })) };
}

const KINDS = { fn_titel: 'title', fn_schlag: 'keyword', subjects: 'subject', fn_prodname: 'producer' } as const;

export async function suggest(
  ctx: Parameters<typeof visibleTo>[0] & Pick<Services, 'search'>,
  scope: SearchScope,
  { q, limit, usable = false }: { q: string; limit: number; usable?: boolean },
): Promise<Answer<typeof catalogue.suggest>> {
  if (q.trim() === '') return { suggestions: [] };
  const found = await withSearchErrors(() =>
    ctx.search.suggest({ q, visible: visibleTo(ctx, scope, usable), fields: Object.keys(KINDS), limit }),
  );
  return {
    suggestions: found.map(({ text, field, count, id }) => ({
      text,
      kind: KINDS[field as keyof typeof KINDS],
      count,
      ...(id !== undefined && { identifier: id }),
    })),
  };
}
