/** Searching by meaning (the AI search of the specification): the engine unites meaning and words; the model outside may fail, then words alone. */
import type { catalogue, FacetField, SearchWords } from '@fundus/contract/catalogue/catalogue';
import type { Answer, Input } from '@fundus/contract/endpoint';
import type { Ctx } from '../../../http/context.ts';
import { indexQuery, indexSort } from './filters.ts';
import { withSearchErrors } from './search-errors.ts';
import { loadItems, labelOf } from './search.ts';
import { EmbeddingError } from '../../../embedding/driver.ts';

type QuestionVector = { vector?: Float32Array; unreachable?: true };

/** Where the question stands. Nothing where meaning is learned from the catalogue: the engine knows it itself. */
async function embedQuestion({ questions, log }: Ctx, q: string): Promise<QuestionVector> {
  if (!questions || q.trim() === '') return {};
  try {
    return { vector: await questions(q) };
  } catch (error) {
    if (!(error instanceof EmbeddingError)) throw error;
    // The question itself is nobody's business.
    log.warn({ code: error.code, reason: error.message }, 'question not embedded: searching by words');
    return { unreachable: true };
  }
}

export async function searchByVector(
  ctx: Ctx,
  query: Input<typeof catalogue.vectorSearch>['query'],
): Promise<Answer<typeof catalogue.vectorSearch>> {
  const { vector, unreachable } = await embedQuestion(ctx, query.q);
  const answer = await withSearchErrors(() =>
    ctx.search.semantic({
      ...indexQuery(ctx, 'search', query),
      ...(vector && { vector }),
      offset: query.offset,
      limit: query.limit,
      sort: indexSort(query.sort),
      highlight: ['fn_titel', 'fn_kurztext'],
    }),
  );
  const items = await loadItems(ctx, answer.hits);
  const found = new Map(answer.hits.map((hit) => [hit.id, hit]));
  const asked = query.q.trim() !== '';
  return {
    total: answer.total,
    partialTotal: answer.partialTotal,
    offset: query.offset,
    limit: query.limit,
    items: items.map((item) => {
      const { similarity, near } = found.get(item.identifier)!;
      return answer.meaning ? { ...item, meant: { similarity: Math.max(0, Math.min(1, similarity)), near } } : item;
    }),
    words: answer.words,
    meaning: answer.meaning,
    ...(asked && unreachable && { notice: 'unreachable' as const }),
    ...(asked && !unreachable && !ctx.search.status().meaning && { notice: 'learning' as const }),
  };
}

/** Counts over the very records the search gives. */
export async function countVectorDistinct(
  ctx: Ctx,
  query: SearchWords & { f: FacetField },
): Promise<Answer<typeof catalogue.vectorDistinct>> {
  const { vector } = await embedQuestion(ctx, query.q);
  const counts = await withSearchErrors(() =>
    ctx.search.facets({ ...indexQuery(ctx, 'search', query), ...(vector && { vector }), field: query.f, semantic: true, limit: 2_000 }),
  );
  return { f: query.f, values: counts.map(({ value, count }) => ({ value, label: labelOf(query.f, value), count })) };
}
