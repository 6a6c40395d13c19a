/** Embeds search queries: each is sent once, cached without the user, and aborted after five seconds. */
import { type Embedder, EmbeddingError } from './driver.ts';

/** Timeout in milliseconds; afterwards the search uses words only (docs/behaviour/search.md#meaning). */
const QUESTION_TIMEOUT = 5_000;
/** Pause in milliseconds after a failure, during which queries fail at once. */
const REST = 30_000;
const MAX_KEPT = 500;
/** Maximum query length in characters; models read a limited number of tokens. */
const MAX = 2_000;

/** Returns the embedding of a query. Throws `EmbeddingError`, at once during the pause after a failure. */
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
