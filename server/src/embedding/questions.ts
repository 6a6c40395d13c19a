/** Embeds search queries. Each query is sent once, cached without reference to the user, and aborted after five seconds. */
import { type Embedder, EmbeddingError } from './driver.ts';

/** Timeout in milliseconds, after which the search uses words only (docs/behaviour/search.md#meaning). */
const QUESTION_TIMEOUT = 5_000;
/** Pause in milliseconds after a failure, during which all queries fail immediately. */
const REST = 30_000;
const MAX_KEPT = 500;
/** Maximum length of a query in characters, because models accept a limited number of tokens. */
const MAX = 2_000;

/** Returns the embedding of a query. Throws `EmbeddingError`, immediately if a previous failure was less than `REST` milliseconds ago. */
export type Questions = (q: string) => Promise<Float32Array>;

export function makeQuestions(embedder: Embedder, { timeout = QUESTION_TIMEOUT, rest = REST, clock = () => Date.now() } = {}): Questions {
  const cache = new Map<string, Promise<Float32Array>>();
  let restsUntil = 0;
  const embedQuestion = async (text: string): Promise<Float32Array> => {
    try {
      const [vector] = await embedder.embed([text], 'question', timeout);
      return vector!;
    } catch (error) {
      cache.delete(text);
      restsUntil = clock() + rest;
      throw error;
    }
  };
  return async (q) => {
    const text = q.trim().replace(/\s+/g, ' ').slice(0, MAX);
    const known = cache.get(text);
    if (known) {
      cache.delete(text);
      cache.set(text, known);
      return known;
    }
    if (clock() < restsUntil) throw new EmbeddingError('unreachable', 'resting after a failure');
    const asked = embedQuestion(text);
    cache.set(text, asked);
    if (cache.size > MAX_KEPT) cache.delete(cache.keys().next().value!);
    return asked;
  };
}
