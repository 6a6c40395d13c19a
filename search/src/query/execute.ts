/** Executes queries of all kinds with a deadline. */
import type { Engine } from '../api.ts';
import { facets } from './facets/facets.ts';
import type { Context } from './plan.ts';
import { compareRecords, ids } from './records.ts';
import type { Scratch } from './scratch.ts';
import { search } from './search.ts';
import { semantic } from './semantic/semantic.ts';
import { similar } from './semantic/similar.ts';
import { suggest } from './suggest/suggest.ts';

type Methods = Pick<Engine, 'search' | 'semantic' | 'facets' | 'suggest' | 'similar' | 'ids' | 'compare'>;

const METHODS = { search, semantic, facets, suggest, similar, ids, compare: compareRecords };

/** Default timeout of a query in milliseconds. */
export const TIMEOUT = 2000;

/** Returns the answer to a query. Throws a `SearchError` with the code `bad_query`, or `timeout` after `timeout` milliseconds. */
export function execute<Method extends keyof Methods>(
  method: Method,
  query: Parameters<Methods[Method]>[0],
  context: Context,
  scratch: Scratch,
  timeout = TIMEOUT,
): Awaited<ReturnType<Methods[Method]>> {
  const run = METHODS[method] as (query: unknown, execution: unknown) => Awaited<ReturnType<Methods[Method]>>;
  return run(query, { context, scratch, deadline: performance.now() + timeout });
}
