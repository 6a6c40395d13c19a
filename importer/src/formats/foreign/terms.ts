/** Table of a source's words: a JSON file in which the operator defines their meaning. */
import { z } from 'zod';

/** Words or codes of the portal by word of the source, compared regardless of case. `""` removes the word. */
const Terms = z.record(z.string().min(1).max(300), z.string().max(300));

export const TermMap = z.strictObject({
  subjects: Terms.optional(),
  types: Terms.optional(),
  audience: Terms.optional(),
  languages: Terms.optional(),
});
export type TermMap = z.output<typeof TermMap>;

/** Caches each table with its words in lower case, because it is used for every word of every record. */
const cache = new WeakMap<object, Map<string, string>>();
const NONE: Readonly<Record<string, string>> = {};

/** Replaces words as defined in the table. Unknown words are kept; words mapped to `""` are removed. */
export function translate(words: readonly string[], terms: TermMap[keyof TermMap] = NONE): string[] {
  let known = cache.get(terms);
  if (!known) {
    known = new Map(Object.entries(terms).map(([word, ours]) => [word.trim().toLowerCase(), ours]));
    cache.set(terms, known);
  }
  return words.map((word) => known.get(word.toLowerCase()) ?? word).filter(Boolean);
}

/** Parses a table of words. Each error starts with its path. */
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
