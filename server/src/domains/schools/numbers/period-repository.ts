/** SQL queries for periodic mails. Recipients are claimed, so that each gets one mail per period. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { counts } from '../../../visitors/in-class.ts';
import type { ValueOf } from '../../../db/tables.ts';

export type PeriodRecipient = {
  id: string;
  email: string | null;
  vorname: string;
  name: string;
  locale: string | null;
  state: ValueOf<'school', 'state'>;
  school_id: string | null;
  school_name: string | null;
  school_admin: ValueOf<'person', 'school_admin'>;
  district_admin: ValueOf<'person', 'district_admin'>;
  district_id: string | null;
};

/** Conditions for the recipients of each mail. Closed schools have no recipients. */
const CONCERNED = {
  report_month: sql<boolean>`(person.district_admin = '1' and coalesce(person.district_id, school.district_id) is not null
    or person.school_admin in ('1', '2') and school.state <> 'closed')`,
  year_end_month: sql<boolean>`(person.role = 'L' or person.school_admin in ('1', '2')) and school.state <> 'closed'`,
} as const satisfies Record<string, RawBuilder<boolean>>;

/**
 * Claims recipients who have not received the mail of a month and whose accounts are older than `before`, grouped by school. Skips rows locked by
 * other processes. Must run in a transaction, so that recipients of unsent mails can be claimed again.
 */
export async function claimRecipients(
  db: Db,
  mark: keyof typeof CONCERNED,
  month: string,
  before: Date,
  limit: number,
): Promise<PeriodRecipient[]> {
  const { rows } = await sql<PeriodRecipient>`
    with taken as (
      select person.id from person left join school on school.id = person.school_id
      where person.state = 'active' and person.created_at < ${before}
        and person.${sql.ref(mark)} is distinct from ${month} and ${CONCERNED[mark]}
      order by person.school_id, person.id limit ${limit} for update of person skip locked
    ), marked as (
      update person set ${sql.ref(mark)} = ${month} from taken where person.id = taken.id returning person.*
    )
    select marked.id, marked.email, marked.vorname, marked.name, marked.locale, marked.state, marked.school_id, school.name as school_name,
      marked.school_admin, marked.district_admin, coalesce(marked.district_id, school.district_id) as district_id
    from marked left join school on school.id = marked.school_id order by marked.school_id, marked.id`.execute(db);
  return rows;
}

export type Ending = { classes: number; codes: number };

/** Returns the number of classes and learner codes that end, for a school or only for the classes of a teacher. */
export async function countEndingClasses(
  db: Db,
  { school, leader }: { school: string; leader: string | null },
  { year, day, last }: { year: string; day: string; last: string },
): Promise<Ending> {
  const led = (classId: 'class.id' | 'class_member.class_id'): RawBuilder<boolean> =>
    leader === null
      ? sql<boolean>`true`
      : sql<boolean>`${sql.ref(classId)} in (select m.class_id from class_member as m inner join class on class.id = m.class_id
          inner join person as p on p.id = m.person_id
          where m.person_id = ${leader} and m.role in ('owner', 'teacher') and m.state = 'active' and ${counts})`;
  const { rows } = await sql<Ending>`select
    (select count(*) from class where class.school_id = ${school} and class.state = 'active' and class.school_year = ${year} and ${led('class.id')}) as classes,
    (select count(*) from learner_code where learner_code.school_id = ${school} and learner_code.state in ('prepared', 'issued', 'in_use')
      and learner_code.valid_until between ${day}::date and ${last}::date
      and (${leader}::uuid is null or exists (select from class_member where class_member.code_id = learner_code.id and class_member.state <> 'declined' and ${led('class_member.class_id')}))) as codes`.execute(
    db,
  );
  return rows[0]!;
}
