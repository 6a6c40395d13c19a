/** Typing errors in a query: whether to tolerate them, and the corrected query. */
import { fold } from '@fundus/search/analysis/fold';
import { tokenise } from '@fundus/search/analysis/tokenise';
import type { Dsl, Found, Reply } from './client.ts';
import type { Source } from './documents.ts';

/** A query with fewer full matches may have typing errors. */
const FEW = 5;

/** Returns the part of a request that asks for better spellings of words that the index lacks. */
export const spellingOf = (plain: string): Dsl => ({
  suggest: { text: plain, spelling: { term: { field: 'words', suggest_mode: 'missing', prefix_length: 0 } } },
});

/** Returns whether a query should be repeated with tolerance: it has few matches, and a word that another one resembles. */
export const maySlip = (total: number, { suggest }: Reply): boolean =>
  total < FEW && (suggest?.spelling ?? []).some(({ options }) => options.length > 0);

/** Returns the query with unknown words replaced by the suggested ones, as the best hits write them. */
export function correct(q: string, { suggest }: Reply, hits: readonly Found<Source>[]): string | undefined {
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
