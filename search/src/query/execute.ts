/** Runs a query of any kind, with a deadline. */
import type { Engine } from '../api.ts';
import { compare } from './compare.ts';
import { facets } from './facets.ts';
import { ids } from './ids.ts';
import type { Context } from './plan.ts';
import type { Scratch } from './scratch.ts';
import { search } from './search.ts';
import { semantic } from './semantic.ts';
import { similar } from './similar.ts';
import { suggest } from './suggest.ts';

type Questions = Pick<Engine, 'search' | 'semantic' | 'facets' | 'suggest' | 'similar' | 'ids' | 'compare'>;

const QUESTIONS = { search, semantic, facets, suggest, similar, ids, compare };

export const TIMEOUT = 2000;

/** `timeout` in milliseconds. */
export function execute<Method extends keyof Questions>(
  method: Method,
  query: Parameters<Questions[Method]>[0],
  context: Context,
  scratch: Scratch,
  timeout = TIMEOUT,
): Awaited<ReturnType<Questions[Method]>> {
  const ask = QUESTIONS[method] as (query: unknown, execution: unknown) => Awaited<ReturnType<Questions[Method]>>;
  return ask(query, { context, scratch, deadline: performance.now() + timeout });
}
