/** A cache of answers, valid until the index changes: many users send the same queries, and users return to lists. */
import type { Engine } from '../api.ts';
import type { Method } from './messages.ts';

type AnswerCache = {
  /** Returns the answer as JSON, or `undefined` if it is not cached. */
  find(key: string): string | undefined;
  /** Caches an answer, unless the index has changed since `turn` was read. */
  store(key: string, answer: string, turn: number): void;
  readonly turn: number;
  /** Clears the cache after a change of the index or the synonyms. */
  clear(): void;
};

/** Maximum number of characters of keys and answers; the least recently used are evicted. */
const MAX_SIZE = 32 * 1024 ** 2;

/** Maximum share of the cache for one answer; a longer one (all identifiers of a catalogue) would evict many others. */
const MAX_SHARE = 1 / 32;

/** Returns the cache key, or `null` if the answer is not cached: a query with a vector is rarely repeated. */
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
      // Makes it the most recently used.
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
