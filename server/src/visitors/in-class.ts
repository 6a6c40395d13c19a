/** Who counts in a class (docs/behaviour/classes.md#members), once for every statement that asks. */
import { sql, type RawBuilder } from 'kysely';

/** Whoever has the membership is at the school of `class`, or came as a guest. `member` is what the statement calls `class_member`. */
export const belongs = (member: 'm' | 'me' | 'class_member', school: RawBuilder<string | null>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${member}.guest`)} or class.school_id = ${school})`;

/** Of a member `m` and their person `p`: they belong to the class, and may sign in. */
export const counts = sql<boolean>`(p.state = 'active' and ${belongs('m', sql`p.school_id`)})`;
