/**
 * Search by meaning (the AI search of the specification). The engine combines meaning and words. If the external model fails, the search falls back
 * to words.
 */
import { joinFilter, type catalogue, type FilterField, type SearchWords } from '@fundus/contract/catalogue/catalogue';
import type { Answer, Input } from '@fundus/contract/endpoint';
import type { Ctx } from '../../../http/context.ts';
import { indexQuery, indexSort } from './filters.ts';
import { readQuestion, type UnderstoodFilter } from './question.ts';
import { REASON_FIELDS } from './reasons.ts';
import { withSearchErrors } from './search-errors.ts';
import { loadItems, facetLabel } from './search.ts';
import { EmbeddingError } from '../../../embedding/driver.ts';

type QuestionVector = { vector?: Float32Array; unreachable?: true };

/** Returns the embedding of a question. Returns an empty object if the engine uses a model learned from the catalogue. */
async function embedQuestion({ questions, log }: Ctx<'questions'>, q: string): Promise<QuestionVector> {
  if (!questions || q.trim() === '') return {};
  try {
    return { vector: await questions(q) };
  } catch (error) {
    if (!(error instanceof EmbeddingError)) throw error;
    // The question is not logged, because it is private.
    log.warn({ code: error.code, reason: error.message }, 'query not embedded, searching by words');
    return { unreachable: true };
  }
}

/**
 * Returns the topic of a question as search words, and its grade, subject and other conditions as filters. Filters that the user has selected take
 * precedence.
 */
function interpretQuestion(query: SearchWords & { ignore: readonly FilterField[] }): {
  words: SearchWords;
  understood: UnderstoodFilter[];
} {
  const { understood: all, topic } = readQuestion(query.q, query.ignore);
  const understood = all.filter(({ field }) => query[`filter_${field}`].length === 0);
  const filters = understood.map(({ field, values }) => [`filter_${field}`, values.map((value) => joinFilter(field, [value]))] as const);
  return { words: { ...query, q: topic, ...Object.fromEntries(filters) }, understood };
}

export async function searchByVector(
  ctx: Ctx<'questions' | 'search' | 'storage'>,
  query: Input<typeof catalogue.vectorSearch>['query'],
): Promise<Answer<typeof catalogue.vectorSearch>> {
  const { words, understood } = interpretQuestion(query);
  const { vector, unreachable } = await embedQuestion(ctx, words.q);
  const answer = await withSearchErrors(() =>
    ctx.search.semantic({
      ...indexQuery(ctx, 'search', words),
      ...(vector && { vector }),
      offset: query.offset,
      limit: query.limit,
      sort: indexSort(query.sort),
      highlight: ['fn_titel', 'fn_kurztext'],
      reasons: REASON_FIELDS,
    }),
  );
  const items = await loadItems(ctx, answer.hits);
  const found = new Map(answer.hits.map((hit) => [hit.id, hit]));
  const hasWords = words.q.trim() !== '';
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
    understood,
    topic: words.q,
    meaning: answer.meaning,
    ...(hasWords && unreachable && { notice: 'unreachable' as const }),
    ...(hasWords && !unreachable && !ctx.search.status().meaning && { notice: 'learning' as const }),
  };
}

/** Counts filter values over the same records that the search returns. */
export async function countVectorDistinct(
  ctx: Ctx<'questions' | 'search'>,
  query: Input<typeof catalogue.vectorDistinct>['query'],
): Promise<Answer<typeof catalogue.vectorDistinct>> {
  const { words } = interpretQuestion(query);
  const { vector } = await embedQuestion(ctx, words.q);
  const counts = await withSearchErrors(() =>
    ctx.search.facets({ ...indexQuery(ctx, 'search', words), ...(vector && { vector }), field: query.f, semantic: true, limit: 2_000 }),
  );
  return { f: query.f, values: counts.map(({ value, count }) => ({ value, label: facetLabel(query.f, value), count })) };
}
