/** SQL of the days a line begins and is due on: those of its courier, where it has one (docs/behaviour/lending.md#tours). */
import { sql, type RawBuilder } from 'kysely';

/** The day it leaves the desk at the latest; before it nobody undecided waits any longer. */
export const firstOn = (line: string): RawBuilder<string> =>
  sql<string>`least(${sql.ref(`${line}.start_on`)}, ${sql.ref(`${line}.bring_on`)})`;
/** The day after which it is overdue. */
export const dueOn = (line: string): RawBuilder<string> =>
  sql<string>`greatest(${sql.ref(`${line}.end_on`)}, ${sql.ref(`${line}.fetch_on`)})`;
