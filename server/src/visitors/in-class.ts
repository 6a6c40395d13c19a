/** SQL conditions for membership in a class (docs/behaviour/classes.md#members) and for the recipients of an assignment. */
import { sql, type RawBuilder } from 'kysely';

/** True if a member belongs to the class, either because of the same school or as a guest. `member` is the alias of `class_member`. */
export const belongsToClass = (member: 'm' | 'me' | 'class_member', school: RawBuilder<string | null>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${member}.guest`)} or class.school_id = ${school})`;

/** True if a member `m` belongs to the class and their person `p` is active. */
export const counts = sql<boolean>`(p.state = 'active' and ${belongsToClass('m', sql`p.school_id`)})`;

/** True if an assignment `a` is for the whole class, for a group of the member, or for the member. */
export const isAssignmentFor = (member: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(not exists (
    select from assignment_target as t where t.assignment_id = a.id)
  or exists (select from assignment_target as t where t.assignment_id = a.id and (t.member_id = ${member}
    or exists (select from class_group_member as gm where gm.group_id = t.group_id and gm.member_id = ${member}))))`;
