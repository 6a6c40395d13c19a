/**
 * Answers of the database that are asked for again and again, kept until something they were read from is written. Only the embedded engine keeps any:
 * all that is written there goes by this process, so that what is kept is never older than what the database would say.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type KeptReads = {
  /** Whether anything is kept; where not, it is better to ask for little. */
  keeps: boolean;
  /**
   * The answer for a key; `undefined` is not kept. The moment is not part of the question: what ends by itself is looked at by who reads, or `holds` says
   * whether an answer still does. What it was read from is what its statements name: nothing else may be asked, and outside of transactions only.
   */
  read<T extends object>(key: string, ask: () => Promise<T | undefined>, holds?: (answer: T) => boolean): Promise<T | undefined>;
};

/** Every statement is told to it before it is done. */
export type WatchedReads = KeptReads & { noteStatement(sql: string): void };

/** For an engine that others write to as well. */
export const NO_KEPT_READS: KeptReads = { keeps: false, read: (_key, ask) => ask() };

const MAX_KEPT = 5_000;
/** Texts of statements whose tables are known. */
const MAX_STATEMENTS = 3_000;

const READS = /^\s*(select|begin|commit|rollback|savepoint|release|listen|show|explain)\b/i;
const READS_WITH = /^\s*with\b(?![^]*\b(insert|update|delete|merge)\b)/i;
/** What only adds or changes rows touches no table it does not name, but by a trigger; anything else may reach others by what hangs on its rows. */
const NAMES_ITS_TABLES = /^\s*(insert|update)\b/i;
/** That a session was used: whoever keeps the session notes it beside (server/src/http/sessions/session.ts). */
const NOTE_OF_USE = /^update "session" set "last_seen_at" = \$1 where\b/;
/** Tables that triggers write. */
export const BY_TRIGGER: Readonly<Record<string, readonly string[]>> = { licence_seat: ['licence', 'media_change'] };

type Statement = { reads: boolean; everything: boolean; tables: readonly string[] };

/** `listTables`: the names of all tables. */
export function watchReads(listTables: () => Promise<readonly string[]>): WatchedReads {
  const answers = new Map<string, { answer: object; tables: ReadonlySet<string>; at: number }>();
  const statements = new Map<string, Statement>();
  /** When something was written last: to a table, and to any. */
  const changed = new Map<string, number>();
  let everything = 0;
  let clock = 0;
  let known: ReadonlySet<string> | undefined;
  /** What the answer that is being asked for is read from. */
  const asking = new AsyncLocalStorage<Set<string>>();

  const look = (sql: string): Statement => {
    const reads = READS.test(sql) || READS_WITH.test(sql) || NOTE_OF_USE.test(sql);
    const tables = [...new Set(sql.match(/\w+/g))].filter((word) => known?.has(word));
    const more = reads ? [] : tables.flatMap((table) => BY_TRIGGER[table] ?? []);
    return { reads, everything: !reads && !NAMES_ITS_TABLES.test(sql), tables: [...tables, ...more] };
  };
  const statementOf = (sql: string): Statement => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      if (statements.size >= MAX_STATEMENTS) statements.clear();
      statements.set(sql, (statement = look(sql)));
    }
    return statement;
  };
  const learnTables = async (): Promise<void> => {
    const tables = await listTables();
    known ??= new Set(tables);
    statements.clear();
  };
  const isCurrent = ({ tables, at }: { tables: ReadonlySet<string>; at: number }): boolean => {
    if (everything > at) return false;
    for (const table of tables) if ((changed.get(table) ?? 0) > at) return false;
    return true;
  };
  return {
    keeps: true,
    async read<T extends object>(key: string, ask: () => Promise<T | undefined>, holds?: (answer: T) => boolean): Promise<T | undefined> {
      const kept = answers.get(key);
      answers.delete(key);
      if (kept && isCurrent(kept) && (holds?.(kept.answer as T) ?? true)) {
        answers.set(key, kept);
        return kept.answer as T;
      }
      if (!known) await learnTables();
      const tables = new Set<string>();
      const at = clock;
      const answer = await asking.run(tables, ask);
      if (answer === undefined) return undefined;
      answers.set(key, { answer, tables, at });
      if (answers.size > MAX_KEPT) answers.delete(answers.keys().next().value!);
      return answer;
    },
    noteStatement(sql) {
      const { reads, everything: all, tables } = statementOf(sql);
      if (reads) {
        const read = asking.getStore();
        if (read) for (const table of tables) read.add(table);
        return;
      }
      clock++;
      if (all) everything = clock;
      else for (const table of tables) changed.set(table, clock);
    },
  };
}
