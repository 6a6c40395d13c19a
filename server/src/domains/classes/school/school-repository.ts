/** Queries for the classes and learner codes of a school, used by its export and by school merges. */
import { selectFullName } from '../../../db/full-name.ts';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { MAX_EXPORTED } from '../../../domain.ts';
import type { Db } from '../../../db/open.ts';

const namesOf = (role: 'teachers' | 'learners') =>
  sql<string[]>`array(select coalesce(learner_code.label, ${selectFullName('person')}) from class_member
    left join person on person.id = class_member.person_id left join learner_code on learner_code.id = class_member.code_id
    where class_member.class_id = class.id and class_member.state in ('active', 'suspended')
      and (class_member.role = 'student') = ${role === 'learners'} order by 1 limit ${MAX_EXPORTED})`.as(role);

/** Returns classes with their media and with their members by name or code label. */
export const collectClasses = (db: Db, schoolId: string) =>
  db
    .selectFrom('class')
    .select(['class.name', 'class.kind', 'class.grade', 'class.subject', 'class.school_year', 'class.needs', 'class.state'])
    .select(['class.created_at', namesOf('teachers'), namesOf('learners')])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('class_media')
          .select([
            'class_media.identifier',
            'class_media.title',
            'class_media.note',
            'class_media.visible_from',
            'class_media.visible_until',
          ])
          .whereRef('class_media.class_id', '=', 'class.id')
          .orderBy('class_media.rank'),
      ).as('media'),
    )
    .where('class.school_id', '=', schoolId)
    .where('class.state', '<>', 'deleted')
    .orderBy('class.school_year')
    .orderBy('class.name')
    .orderBy('class.id')
    .limit(MAX_EXPORTED)
    .execute();

/** Returns the labels and validity of learner codes, but never the codes themselves. */
export const collectCodes = (db: Db, schoolId: string) =>
  db
    .selectFrom('learner_code')
    .select(['learner_code.label', 'learner_code.state', 'learner_code.valid_until', 'learner_code.created_at'])
    .select(['learner_code.first_used_on', 'learner_code.last_used_on'])
    .where('learner_code.school_id', '=', schoolId)
    .orderBy('learner_code.label')
    .orderBy('learner_code.id')
    .limit(MAX_EXPORTED)
    .execute();

/**
 * Appends the number of the old school to the names of moving classes whose name exists at the new school, and unlinks groups that are linked there.
 */
export async function renameSameClasses(db: Db, from: string, to: string): Promise<void> {
  const taken = sql`select 1 from class as other where other.school_id = ${to} and other.school_year = class.school_year and other.state <> 'deleted'`;
  await sql`update class set name = left(class.name, 57 - length(school.number)) || ' (' || school.number || ')', version = class.version + 1
    from school where school.id = class.school_id and class.school_id = ${from} and class.state <> 'deleted'
      and exists (${taken} and lower(other.name) = lower(class.name))`.execute(db);
  await sql`update class set external_ref = null where class.school_id = ${from} and class.external_ref is not null
    and exists (${taken} and other.external_ref = class.external_ref)`.execute(db);
}
