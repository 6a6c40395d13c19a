/** Searches the current index, and validates queries. */
import { SearchError, type SearchQuery } from '@fundus/search/api';
import type { Fields } from '@fundus/search/index/segment';
import type { Cluster, Dsl, Reply } from './client.ts';
import type { Source } from './documents.ts';
import { IndexGone } from './failures.ts';
import type { Store } from './store.ts';

const DEEPEST = 10_000;
const LARGEST_PAGE = 1_000;

export type Searches = ReturnType<typeof makeSearches>;

export function makeSearches(cluster: Cluster, store: Store) {
  const searchAll = async (bodies: Dsl[], patience?: number): Promise<Reply<Source>[]> => {
    if (!store.built()) throw new SearchError('unavailable', cluster.status().reason ?? 'the search index is being built');
    try {
      return await cluster.searchAll(store.names.alias, bodies, patience);
    } catch (error) {
      if (error instanceof IndexGone) store.forget();
      throw error;
    }
  };
  return { searchAll, searchOne: async (body: Dsl, patience?: number): Promise<Reply<Source>> => (await searchAll([body], patience))[0]! };
}

const refuse = (reason: string): never => {
  throw new SearchError('bad_query', reason);
};

export function requireField(known: readonly (string | { name: string })[], name: string): void {
  if (!known.some((field) => (typeof field === 'string' ? field : field.name) === name)) refuse(`unknown field ${name}`);
}

export function requireNumber(name: string, value: number, most: number): void {
  if (!Number.isInteger(value) || value < 0 || value > most) refuse(`${name} must be a whole number up to ${most}`);
}

/** Validates a query against the fields of the index and returns the requested page. */
export function checkQuery(query: SearchQuery, fields: Fields): { from: number; size: number } {
  const { filters = {}, sort, boosts = [], highlight = [], offset = 0, limit = 24 } = query;
  requireNumber('offset', offset, DEEPEST);
  requireNumber('limit', limit, LARGEST_PAGE);
  for (const name of Object.keys(filters)) requireField(fields.values, name);
  for (const name of highlight) requireField(fields.text, name);
  if (typeof sort === 'object') requireField(fields.numbers, sort.number);
  for (const boost of boosts) {
    if ('field' in boost) requireField(fields.values, boost.field);
    if ('number' in boost) requireField(fields.numbers, boost.number);
  }
  return { from: offset, size: limit };
}
