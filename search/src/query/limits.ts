/** Limits of queries, and checks that reject queries beyond them. */
import type { SearchQuery } from '../api.ts';
import { SearchError } from '../api.ts';
import type { Fields } from '../index/segment.ts';

/** Number of full matches below which typing errors in rare words are allowed. */
export const FEW_MATCHES = 5;
/** Number of hits to which lists with fewer full matches are completed with partial matches. */
export const SCREENFUL = 50;

const DEFAULT_PAGE = 24;
const MAX_PAGE = 1000;
/** Maximum offset that can be reached by paging. */
const MAX_OFFSET = 10_000;

/** Throws `timeout` if the deadline has passed. `deadline` is a value of `performance.now()` in milliseconds. */
export function checkTime(deadline: number): void {
  if (performance.now() > deadline) throw new SearchError('timeout', 'the query took too long');
}

/** Returns the value. Throws `bad_query` unless it is an integer from 0 to `max`. */
export function requireInteger(name: string, value: number, max: number): number {
  if (!Number.isInteger(value) || value < 0 || value > max)
    throw new SearchError('bad_query', `${name} must be a whole number up to ${max}`);
  return value;
}

/** Returns the offset and limit of a search. Throws `bad_query` if the page, a field, a boost or the order is invalid. */
export function checkSearch(query: SearchQuery, fields: Fields): { offset: number; limit: number } {
  const offset = requireInteger('offset', query.offset ?? 0, MAX_OFFSET);
  const limit = requireInteger('limit', query.limit ?? DEFAULT_PAGE, MAX_PAGE);
  for (const name of query.highlight ?? []) {
    if (!fields.text.some((field) => field.name === name)) throw new SearchError('bad_query', `unknown text field ${name}`);
  }
  for (const boost of query.boosts ?? []) {
    if ('field' in boost) valueField(boost.field, fields);
    if ('number' in boost) numberField(boost.number, fields);
    if (!(boost.factor > 0 && Number.isFinite(boost.factor))) throw new SearchError('bad_query', 'a boost must be a positive number');
  }
  if (typeof query.sort === 'object') numberField(query.sort.number, fields);
  return { offset, limit };
}

/** Returns the number of a value field. Throws `bad_query` if the schema does not contain the field. */
export function valueField(name: string, fields: Fields): number {
  const field = fields.values.findIndex((value) => value.name === name);
  if (field < 0) throw new SearchError('bad_query', `unknown value field ${name}`);
  return field;
}

/** Returns the number of a number field. Throws `bad_query` if the schema does not contain the field. */
export function numberField(name: string, fields: Fields): number {
  const field = fields.numbers.indexOf(name);
  if (field < 0) throw new SearchError('bad_query', `unknown number field ${name}`);
  return field;
}
