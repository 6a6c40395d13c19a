/** SQL for drafts of own material that were shared with a visitor (docs/behaviour/own-material.md#giving). */
import { sql, type RawBuilder } from 'kysely';
import { belongsToClass, isAssignmentFor } from './in-class.ts';

const holds = (row: 'e' | 's' | 'r' | 'a', day: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${row}.visible_from`)} <= ${day}, true)`;
const lasts = (row: 'e' | 's' | 'r', day: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${row}.visible_until`)} >= ${day}, true)`;

/** Joins the grants `g` with their drafts `own` that have an origin and belong to the school. */
const drafts = (school: RawBuilder<unknown>) => sql`own_material_grant as g inner join own_material as own
  on own.identifier = g.identifier and own.given_at is null and own.rights_source is not null and own.school_id = ${school}`;

/** True if the draft is granted by an entry of the class. For learners, the entry must be valid on the day. */
const byEntry = (day: string) => sql<boolean>`exists (select from class_media as e where e.id = g.entry_id
  and (e.excerpt_id is null or exists (select from excerpt where excerpt.id = e.excerpt_id and excerpt.deleted_at is null))
  and (me.role <> 'student' or (${holds('e', day)} and ${lasts('e', day)})))`;

/** True if the draft is granted by an item of a released list. The list must be released to the class, or to a group or membership of the learner. */
const byRelease = (day: string) => sql<boolean>`exists (select from medialist_release as r
  inner join medialist as l on l.id = r.list_id inner join medialist_item as i on i.id = g.item_id and i.list_id = l.id
  inner join person as keeper on keeper.id = l.owner_id and keeper.state = 'active' and keeper.school_id = l.school_id
  where r.id = g.release_id and r.revoked_at is null and l.deleted_at is null and not l.archived and i.removed_at is null
  and (me.role <> 'student' or (i.visible_to_learners and ${holds('r', day)} and ${lasts('r', day)}
    and (r.member_id is null or r.member_id = me.id)
    and (r.group_id is null or exists (
      select from class_group_member as rg where rg.group_id = r.group_id and rg.member_id = me.id)))))`;

/** True if the draft is granted by a step of an assignment of the class. For learners, the assignment must be published for them. */
const byStep = (day: string) => sql<boolean>`exists (select from assignment_step as st inner join assignment as a on a.id = st.assignment_id
  where st.id = g.step_id and (me.role <> 'student'
    or (a.published_at is not null and not a.archived and ${holds('a', day)} and ${isAssignmentFor(sql.ref('me.id'))})))`;

/** Selects drafts shared with the classes of the matching members `me`. */
const inClasses = (isMe: RawBuilder<boolean>, school: RawBuilder<string | null>, day: string) => sql`select g.identifier
  from class_member as me inner join class on class.id = me.class_id inner join ${drafts(school)} on g.class_id = me.class_id
  where ${isMe} and me.state = 'active' and class.state = 'active' and ${belongsToClass('me', school)}
    and (${byEntry(day)} or ${byRelease(day)} or ${byStep(day)})`;

/** Selects drafts shared with a person by name. */
const byName = (person: RawBuilder<unknown>, school: RawBuilder<unknown>, day: string) => sql`select g.identifier
  from shared_receiver as rec inner join shared_medium as s on s.id = rec.shared_id
  inner join person as giver on giver.id = s.person_id and giver.state = 'active' and giver.school_id = s.school_id
  inner join ${drafts(school)} on g.shared_id = s.id
  where rec.person_id = ${person} and s.school_id = ${school} and s.revoked_at is null and ${holds('s', day)} and ${lasts('s', day)}
    and (s.excerpt_id is null or exists (select from excerpt where excerpt.id = s.excerpt_id and excerpt.deleted_at is null))`;

/** Selects the identifiers of shared drafts that the current row of `person` may open on the day. */
export const grantedToPerson = (day: string): RawBuilder<string[]> => {
  const [id, school] = [sql.ref('person.id'), sql.ref<string | null>('person.school_id')];
  return sql<string[]>`array(${inClasses(sql<boolean>`me.person_id = ${id}`, school, day)} union ${byName(id, school, day)})`;
};

/** Selects the identifiers of shared drafts that the current row of `learner_code` may open on the day. */
export const grantedToCode = (day: string): RawBuilder<string[]> =>
  sql<string[]>`array(${inClasses(sql<boolean>`me.code_id = ${sql.ref('learner_code.id')}`, sql.ref('learner_code.school_id'), day)})`;
