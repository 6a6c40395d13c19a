/**
 * Answers of the database that are asked for with nearly every request, kept until something they were read from is written. Only the embedded
 * engine keeps any: all that is written there goes by this process, so that what is kept is never older than what the database would say.
 */
import type { Tables } from './tables.ts';

type Table = keyof Tables;

export type KeptReads = {
  /** Whether anything is kept; where not, it is better to ask for little. */
  keeps: boolean;
  /**
   * The answer for a key, which comes from no other tables than these; `undefined` is not kept. The moment is not part of the question: what ends by
   * itself is looked at by who reads. Outside of transactions only.
   */
  read<T extends object>(key: string, tables: readonly Table[], ask: () => Promise<T | undefined>): Promise<T | undefined>;
};

/** Whatever is written is told to it before it is done. */
export type WatchedReads = KeptReads & { written(sql: string): void };

/** For an engine that others write to as well. */
export const NO_KEPT_READS: KeptReads = { keeps: false, read: (_key, _tables, ask) => ask() };

const MOST_KEPT = 5_000;

const READS = /^\s*(select|begin|commit|rollback|savepoint|release|listen|show|explain)\b/i;
/** What only adds or changes rows touches no table it does not name; anything else may reach others by what hangs on its rows. */
const NAMES_ITS_TABLES = /^\s*(insert|update)\b/i;
/** That a session was used: whoever keeps the session notes it beside (server/src/http/session.ts). */
const NOTE_OF_USE = /^update "session" set "last_seen_at" = \$1 where\b/;

export function watchReads(): WatchedReads {
  const answers = new Map<string, { answer: object; tables: readonly Table[]; at: number }>();
  /** When something was written last: to a table, and to any. */
  const changed = new Map<Table, number>();
  const words = new Map<Table, RegExp>();
  let everything = 0;
  let clock = 0;
  const holds = ({ tables, at }: { tables: readonly Table[]; at: number }): boolean =>
    everything <= at && tables.every((table) => (changed.get(table) ?? 0) <= at);
  return {
    keeps: true,
    async read<T extends object>(key: string, tables: readonly Table[], ask: () => Promise<T | undefined>): Promise<T | undefined> {
      const kept = answers.get(key);
      answers.delete(key);
      if (kept && holds(kept)) {
        answers.set(key, kept);
        return kept.answer as T;
      }
      for (const table of tables) if (!words.has(table)) words.set(table, new RegExp(`\\b${table}\\b`));
      const at = clock;
      const answer = await ask();
      if (answer === undefined) return undefined;
      answers.set(key, { answer, tables, at });
      if (answers.size > MOST_KEPT) answers.delete(answers.keys().next().value!);
      return answer;
    },
    written(sql) {
      if (READS.test(sql) || NOTE_OF_USE.test(sql)) return;
      clock++;
      if (!NAMES_ITS_TABLES.test(sql)) everything = clock;
      else for (const [table, word] of words) if (word.test(sql)) changed.set(table, clock);
    },
  };
}
