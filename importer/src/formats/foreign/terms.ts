/** The meaning of words of a source, written by the operator in JSON. */
import { z } from 'zod';

/** Word of the source → word or code of the portal, compared without case; `""` leaves it out. */
const Terms = z.record(z.string().min(1).max(300), z.string().max(300));

export const TermMap = z.strictObject({
  subjects: Terms.optional(),
  types: Terms.optional(),
  audience: Terms.optional(),
  languages: Terms.optional(),
});
export type TermMap = z.output<typeof TermMap>;

/** Caches of the words in lower case: a table is read for each word of each record. */
const cache = new WeakMap<object, Map<string, string>>();
const NONE: Readonly<Record<string, string>> = {};

/** Replaces words by the table; unknown words are kept, and words mapped to `""` are removed. */
export function translate(words: readonly string[], terms: TermMap[keyof TermMap] = NONE): string[] {
  let known = cache.get(terms);
  if (!known) {
    known = new Map(Object.entries(terms).map(([word, ours]) => [word.trim().toLowerCase(), ours]));
    cache.set(terms, known);
  }
  return words.map((word) => known.get(word.toLowerCase()) ?? word).filter(Boolean);
}

/** Reads a table of words; each error has its path. */
export function readTerms(text: string): { terms: TermMap; errors?: undefined } | { errors: string[]; terms?: undefined } {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    return { errors: [`The table of words is not valid JSON: ${error instanceof Error ? error.message : String(error)}`] };
  }
  const parsed = TermMap.safeParse(json);
  return parsed.success
    ? { terms: parsed.data }
    : { errors: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) };
}
