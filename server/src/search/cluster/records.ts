/** Accesses records of the index by identifier: similar records, all records in order, and a comparison with the database. */
import type { Engine } from '@fundus/search/api';
import type { Fields } from '@fundus/search/index/segment';
import { SLOW, type Cluster } from './client.ts';
import { isSame, type Source } from './documents.ts';
import { buildVisibilityCondition } from './questions.ts';
import { requireNumber, type Searches } from './requests.ts';
import type { Store } from './store.ts';

const MAX_SIMILAR = 100;
const PAGE = 500;
const MAX_PAGE = 10_000;

export function makeRecords(
  cluster: Cluster,
  store: Store,
  { searchOne }: Searches,
  fields: Fields,
): Pick<Engine, 'similar' | 'ids' | 'compare'> {
  const { alias } = store.names;
  return {
    async similar({ id, visible, limit: size = 24 }) {
      requireNumber('limit', size, MAX_SIMILAR);
      const like = {
        ...{ fields: fields.text.map(({ name }) => `text.${name}`), like: [{ _index: alias, _id: id }] },
        ...{ min_term_freq: 1, min_doc_freq: 2, min_word_length: 4, max_query_terms: 25, minimum_should_match: '10%' },
      };
      const query = { bool: { must: [{ more_like_this: like }], filter: [buildVisibilityCondition(visible)] } };
      const { hits } = await searchOne({ query, size, _source: false, track_total_hits: false });
      return hits.hits.map(({ _id, _score }) => ({ id: _id, score: _score ?? 0, partial: false }));
    },
    async ids({ after, limit }) {
      const found: string[] = [];
      while (found.length < limit && store.built()) {
        const last = found.at(-1) ?? after;
        const size = Math.min(MAX_PAGE, limit - found.length);
        const page = { size, sort: [{ id: 'asc' }], _source: false, track_total_hits: false, ...(last && { search_after: [last] }) };
        const { hits } = await searchOne({ query: { match_all: {} }, ...page }, SLOW);
        found.push(...hits.hits.map(({ _id }) => _id));
        if (hits.hits.length < size) break;
      }
      return found;
    },
    async compare({ records }) {
      const stored = new Map<string, Source>();
      for (let from = 0; from < records.length && store.built(); from += PAGE) {
        const body = { ids: records.slice(from, from + PAGE).map(({ id }) => id) };
        const options = { requestTimeout: SLOW };
        const { docs } = await cluster.send<{ docs: { _id: string; _source?: Source }[] }>((to) =>
          to.mget({ index: alias, body }, options),
        );
        for (const { _id, _source } of docs) if (_source) stored.set(_id, _source);
      }
      const idsOf = (wanted: (own: Source | undefined, at: number) => boolean): string[] =>
        records.flatMap(({ id }, at) => (wanted(stored.get(id), at) ? [id] : []));
      return {
        missing: idsOf((own) => own === undefined),
        differing: idsOf((own, at) => own !== undefined && !isSame(own, records[at]!, fields)),
      };
    },
  };
}
