/** Handles typing errors: decides whether to tolerate them, and corrects the query. */
import { fold } from '@fundus/search/analysis/fold';
import { tokenise } from '@fundus/search/analysis/tokenise';
import type { Dsl, ClusterHit, Reply } from './client.ts';
import type { Source } from './documents.ts';

/** Number of full matches below which a query may contain typing errors. */
const FEW = 5;

/** Returns the part of a request for spelling suggestions for words that the index does not contain. */
export const spellingOf = (plain: string): Dsl => ({
  suggest: { text: plain, spelling: { term: { field: 'words', suggest_mode: 'missing', prefix_length: 0 } } },
});

/** Returns whether to repeat a query with tolerance: it has few matches, and the index contains words similar to an unknown one. */
export const needsTolerance = (total: number, { suggest }: Reply): boolean =>
  total < FEW && (suggest?.spelling ?? []).some(({ options }) => options.length > 0);

/** Returns the query with unknown words replaced by suggestions, spelled as in the best hits. */
export function correct(q: string, { suggest }: Reply, hits: readonly ClusterHit<Source>[]): string | undefined {
  const better = new Map(
    (suggest?.spelling ?? []).flatMap(({ text, options: [best] }) => (best ? [[fold(text), best.text] as const] : [])),
  );
  if (better.size === 0) return undefined;
  const spelled = new Map<string, string>();
  for (const { _source } of hits.slice(0, 3))
    for (const text of Object.values(_source?.text ?? {}).flat())
      tokenise(text, (raw) => void (spelled.has(fold(raw)) || spelled.set(fold(raw), raw)));
  let corrected = '';
  let at = 0;
  tokenise(q, (raw, start, end) => {
    const word = better.get(fold(raw));
    corrected += q.slice(at, start) + (word === undefined ? q.slice(start, end) : (spelled.get(fold(word)) ?? word));
    at = end;
  });
  return corrected + q.slice(at);
}
