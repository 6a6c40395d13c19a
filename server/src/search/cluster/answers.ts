/** Answers searches by words and by meaning, and counts the values in their results. */
import type { Engine, FacetCount } from '@fundus/search/api';
import type { Fields } from '@fundus/search/index/segment';
import type { Dsl, Reply } from './client.ts';
import { bytesOf } from './documents.ts';
import { directionOf } from './learned.ts';
import { makeMeaningSearch, makeRetriever } from './meaning-search.ts';
import { buildFilterConditions, buildFullMatchQuery, buildRankedQuery, parseQuestion } from './questions.ts';
import { checkQuery, requireField, type Searches } from './requests.ts';
import { needsTolerance, spellingOf } from './spelling.ts';
import type { Store } from './store.ts';
import { makeWordSearch, SCREENFUL, type VectorOf } from './word-search.ts';

const MAX_VALUES = 10_000;

export function makeAnswers(store: Store, searches: Searches, fields: Fields): Pick<Engine, 'search' | 'semantic' | 'facets'> {
  const vectorOf: VectorOf = (q, given) => {
    const model = store.model();
    const vector = model ? directionOf(q, model) : given ? bytesOf(given) : null;
    return vector?.length === store.dimensions() ? vector : null;
  };
  const search = makeWordSearch(searches, fields, vectorOf);
  const retrieve = makeRetriever(searches, fields, vectorOf);
  return {
    search,
    semantic: makeMeaningSearch(searches, fields, retrieve, search),
    facets: makeFacets(searches, fields, { retrieve, vectorOf }),
  };
}

const countsIn = ({ aggregations }: Reply): FacetCount[] =>
  aggregations!.values!.buckets!.map(({ key, doc_count }) => ({ value: key, count: doc_count }));

/** Returns a function that counts the values of a field in the results of a query. */
function makeFacets(
  { searchOne }: Searches,
  fields: Fields,
  { retrieve, vectorOf }: { retrieve: ReturnType<typeof makeRetriever>; vectorOf: VectorOf },
): Engine['facets'] {
  return async (query) => {
    requireField(fields.values, query.field);
    checkQuery({ ...query, limit: 0 }, fields);
    const { field, limit = MAX_VALUES } = query;
    if (limit === 0) return [];
    const order = [{ _count: 'desc' }, { _key: 'asc' }];
    const aggs = { values: { terms: { field: `values.${field}`, size: Math.min(limit, MAX_VALUES), order } } };
    const count = (filter: Dsl, more?: Dsl): Promise<Reply> => searchOne({ size: 0, track_total_hits: true, query: filter, aggs, ...more });
    const withIds = (ids: string[]): Dsl => ({ ids: { values: ids } });
    const retrieved = query.semantic ? await retrieve(query) : null;
    if (retrieved !== null) {
      const filter = [withIds(retrieved.found.map(({ id }) => id)), ...buildFilterConditions(query.filters, field)];
      return countsIn(await count({ bool: { filter } }));
    }
    const question = parseQuestion(query, fields, field);
    if (question.nothing) return [];
    const exact = await count(buildFullMatchQuery(question), question.plain === '' ? {} : spellingOf(question.plain));
    const total = exact.hits.total!.value;
    if (needsTolerance(total, exact)) {
      const tolerant = await count(buildFullMatchQuery(question, true));
      if (tolerant.hits.total!.value > total) return countsIn(tolerant);
    }
    if (total > 0 || question.plain === '') return countsIn(exact);
    const { hits } = await searchOne({
      ...buildRankedQuery(question, {}, fields, { vector: vectorOf(question.plain) }),
      size: SCREENFUL,
      _source: false,
    });
    return countsIn(await count(withIds(hits.hits.map(({ _id }) => _id))));
  };
}
