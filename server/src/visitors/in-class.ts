/** Who counts in a class (docs/behaviour/classes.md#members), and whom an assignment is for, once for every statement that asks. */
import { sql, type RawBuilder } from 'kysely';

/** Whoever has the membership is at the school of `class`, or came as a guest. `member` is what the statement calls `class_member`. */
export const belongs = (member: 'm' | 'me' | 'class_member', school: RawBuilder<string | null>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${member}.guest`)} or class.school_id = ${school})`;

/** Of a member `m` and their person `p`: they belong to the class, and may sign in. */
export const counts = sql<boolean>`(p.state = 'active' and ${belongs('m', sql`p.school_id`)})`;

/** Of an assignment `a` and a membership: it is for all of the class, for one of their groups, or for them. */
export const isFor = (member: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(not exists (
    select from assignment_target as t where t.assignment_id = a.id)
  or exists (select from assignment_target as t where t.assignment_id = a.id and (t.member_id = ${member}
    or exists (select from class_group_member as gm where gm.group_id = t.group_id and gm.member_id = ${member}))))`;
