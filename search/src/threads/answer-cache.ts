/** Cache of answers that is valid until the index changes. It pays off because many users send the same queries and return to lists. */
import type { Engine } from '../api.ts';
import type { Method } from './messages.ts';

type AnswerCache = {
  /** Returns a cached answer as JSON; `undefined` if there is none. */
  find(key: string): string | undefined;
  /** Caches an answer unless the index has changed since `turn` was read. */
  store(key: string, answer: string, turn: number): void;
  readonly turn: number;
  /** Clears the cache. Must be called after each change of the index or the synonyms. */
  clear(): void;
};

/** Maximum number of characters in all keys and answers. The least recently used answers are evicted. */
const MAX_SIZE = 32 * 1024 ** 2;

/** Maximum share of the cache that one answer may use. A longer answer, such as all identifiers of a catalogue, would evict many others. */
const MAX_SHARE = 1 / 32;

/** Returns the cache key of a query; `null` for a query with a vector, which is rarely repeated. */
export const keyOf = (method: Method, query: Parameters<Engine[Method]>[0]): string | null =>
  'vector' in query && query.vector !== undefined ? null : `${method} ${JSON.stringify(query)}`;

export function createAnswerCache(maxSize = MAX_SIZE): AnswerCache {
  const answers = new Map<string, string>();
  let size = 0;
  let turn = 0;
  const evict = (key: string, answer: string): void => {
    answers.delete(key);
    size -= key.length + answer.length;
  };
  return {
    find(key) {
      const answer = answers.get(key);
      if (answer === undefined) return undefined;
      // Marks the answer as the most recently used one.
      answers.delete(key);
      answers.set(key, answer);
      return answer;
    },
    store(key, answer, turnAtStart) {
      const length = key.length + answer.length;
      if (turnAtStart !== turn || answers.has(key) || length > maxSize * MAX_SHARE) return;
      answers.set(key, answer);
      size += length;
      for (const [oldest, text] of answers) {
        if (size <= maxSize) break;
        evict(oldest, text);
      }
    },
    get turn() {
      return turn;
    },
    clear() {
      turn++;
      size = 0;
      answers.clear();
    },
  };
}
