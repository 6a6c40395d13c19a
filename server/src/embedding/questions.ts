/** Questions on their way to the model: each is sent once, remembered without the person who asked, and given up after five seconds. */
import { type Embedder, EmbeddingError } from './driver.ts';

/** docs/behaviour/search.md#meaning: then words alone. */
const QUESTION_TIMEOUT = 5_000;
/** After a failure nobody waits for the next attempt for so long. */
const REST = 30_000;
const MAX_KEPT = 500;
/** Longer questions say no more; models read a limited number of words. */
const MAX = 2_000;

/** The place of a question. Throws `EmbeddingError`; soon after a failure at once. */
export type Questions = (q: string) => Promise<Float32Array>;

export function makeQuestions(embedder: Embedder, { timeout = QUESTION_TIMEOUT, rest = REST, clock = () => Date.now() } = {}): Questions {
  const kept = new Map<string, Promise<Float32Array>>();
  let restsUntil = 0;
  const ask = async (text: string): Promise<Float32Array> => {
    try {
      const [vector] = await embedder.embed([text], 'question', timeout);
      return vector!;
    } catch (error) {
      kept.delete(text);
      restsUntil = clock() + rest;
      throw error;
    }
  };
  return async (q) => {
    const text = q.trim().replace(/\s+/g, ' ').slice(0, MAX);
    const known = kept.get(text);
    if (known) {
      kept.delete(text);
      kept.set(text, known);
      return known;
    }
    if (clock() < restsUntil) throw new EmbeddingError('unreachable', 'resting after a failure');
    const asked = ask(text);
    kept.set(text, asked);
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
    return asked;
  };
}
