/** Answers of the last questions, as long as the index they came from is the newest: many people ask for the same, and a list is gone back to. */
import type { Engine } from '../api.ts';
import type { Method } from './messages.ts';

type KeptAnswers = {
  /** The answer as it was written; of a question that was not asked since the index changed `undefined`. */
  find(key: string): string | undefined;
  /** Keeps an answer, unless the index has changed since `turn` was read. */
  keep(key: string, answer: string, turn: number): void;
  readonly turn: number;
  /** The index, or what words mean, has changed. */
  forget(): void;
};

/** Characters of answers and questions kept at most; the oldest are forgotten first. */
const MAX_KEPT = 32 * 1024 ** 2;

/** A longer answer (the identifiers of a whole catalogue) would push out many others, and is not kept. */
const MAX_SHARE = 1 / 32;

/** Under which an answer is kept; `null` where it is not: a question in the space of a language model is hardly ever asked twice. */
export const keyOf = (method: Method, query: Parameters<Engine[Method]>[0]): string | null =>
  'vector' in query && query.vector !== undefined ? null : `${method} ${JSON.stringify(query)}`;

export function createKeptAnswers(most = MAX_KEPT): KeptAnswers {
  const answers = new Map<string, string>();
  let size = 0;
  let turn = 0;
  const drop = (key: string, answer: string): void => {
    answers.delete(key);
    size -= key.length + answer.length;
  };
  return {
    find(key) {
      const answer = answers.get(key);
      if (answer === undefined) return undefined;
      // It is the newest again.
      answers.delete(key);
      answers.set(key, answer);
      return answer;
    },
    keep(key, answer, asked) {
      const length = key.length + answer.length;
      if (asked !== turn || answers.has(key) || length > most * MAX_SHARE) return;
      answers.set(key, answer);
      size += length;
      for (const [oldest, text] of answers) {
        if (size <= most) break;
        drop(oldest, text);
      }
    },
    get turn() {
      return turn;
    },
    forget() {
      turn++;
      size = 0;
      answers.clear();
    },
  };
}
