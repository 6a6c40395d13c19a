/** SQL of what is kept for a school. */
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../db/open.ts';

const MOST = 50_000;

/** The month of the last sign-in, never the day; no passwords, no keys. */
export const collectPeople = (db: Db, schoolId: string) =>
  db
    .selectFrom('person')
    .select(['person.vorname', 'person.name', 'person.email', 'person.username', 'person.borrower_code', 'person.role'])
    .select(['person.capabilities', 'person.state', 'person.state_since', 'person.state_reason', 'person.created_at'])
    .select([
      sql<boolean>`person.school_admin <> '0'`.as('school_admin'),
      sql<string | null>`to_char(person.last_sign_in_at, 'YYYY-MM')`.as('last_sign_in'),
    ])
    .where('person.school_id', '=', schoolId)
    .where('person.state', '<>', 'pending_email')
    .orderBy('person.sort_name')
    .orderBy('person.sort_vorname')
    .orderBy('person.id')
    .limit(MOST)
    .execute();

/** Seats of a licence that this school has, or somebody who belongs to it. */
const seatsOf = (schoolId: string) => sql`from licence_seat left join person on person.id = licence_seat.person_id
  where licence_seat.licence_id = licence.id and (licence_seat.school_id = ${schoolId} or person.school_id = ${schoolId})`;

/**
 * Own licences, and those of the district the school or its people were given seats of; with who has a seat. Of the district's only what is
 * taken by this school is said, never what all schools hold together.
 */
export const collectLicences = (db: Db, schoolId: string) =>
  db
    .selectFrom('licence')
    .innerJoin('media_item', 'media_item.identifier', 'licence.identifier')
    .select(['licence.identifier', 'media_item.fn_titel', 'licence.scope', 'licence.audience', 'licence.valid_from', 'licence.valid_to'])
    .select([
      'licence.rights',
      sql<number | null>`case when licence.school_id = ${schoolId} then licence.seats end`.as('seats'),
      sql<number>`case when licence.school_id = ${schoolId} then licence.taken
        else (select coalesce(sum(licence_seat.taken), 0)::int ${seatsOf(schoolId)}) end`.as('taken'),
    ])
    .select(
      sql<
        string[]
      >`array(select trim(person.vorname || ' ' || person.name) from licence_seat join person on person.id = licence_seat.person_id
        where licence_seat.licence_id = licence.id and person.school_id = ${schoolId} order by 1 limit ${MOST})`.as('given_to'),
    )
    .where(
      sql<boolean>`(licence.school_id = ${schoolId}
        or exists (select ${seatsOf(schoolId)}))`,
    )
    .orderBy('media_item.fn_titel')
    .orderBy('licence.id')
    .limit(MOST)
    .execute();

/** Without their ids: who knows one holds the link. */
export const collectInvitations = (db: Db, schoolId: string) =>
  db
    .selectFrom('invitation')
    .select(['invitation.kind', 'invitation.role', 'invitation.email', 'invitation.vorname', 'invitation.name', 'invitation.message'])
    .select(['invitation.used_count', 'invitation.max_uses', 'invitation.created_at', 'invitation.expires_on', 'invitation.accepted_at'])
    .where('invitation.school_id', '=', schoolId)
    .orderBy('invitation.created_at')
    .orderBy('invitation.id')
    .limit(MOST)
    .execute();

const namesOf = (role: 'teachers' | 'learners') =>
  sql<string[]>`array(select coalesce(learner_code.label, trim(person.vorname || ' ' || person.name)) from class_member
    left join person on person.id = class_member.person_id left join learner_code on learner_code.id = class_member.code_id
    where class_member.class_id = class.id and class_member.state in ('active', 'suspended')
      and (class_member.role = 'student') = ${role === 'learners'} order by 1 limit ${MOST})`.as(role);

/** With who is in them by name, or by the label of a code, and what they were given. */
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
    .limit(MOST)
    .execute();

/** What the codes are called and how long they hold, never what they open. */
export const collectCodes = (db: Db, schoolId: string) =>
  db
    .selectFrom('learner_code')
    .select(['learner_code.label', 'learner_code.state', 'learner_code.valid_until', 'learner_code.created_at'])
    .select(['learner_code.first_used_on', 'learner_code.last_used_on'])
    .where('learner_code.school_id', '=', schoolId)
    .orderBy('learner_code.label')
    .orderBy('learner_code.id')
    .limit(MOST)
    .execute();

/** What all of the school has or had; what people give each other is theirs. */
export const collectShared = (db: Db, schoolId: string) =>
  db
    .selectFrom('shared_medium')
    .innerJoin('person', 'person.id', 'shared_medium.person_id')
    .select(['shared_medium.identifier', 'shared_medium.title', 'shared_medium.message', 'shared_medium.visible_from'])
    .select(['shared_medium.visible_until', 'shared_medium.shared_at', 'shared_medium.revoked_at'])
    .select(sql<string>`trim(person.vorname || ' ' || person.name)`.as('by'))
    .where('shared_medium.school_id', '=', schoolId)
    .where('shared_medium.to_school', '=', true)
    .orderBy('shared_medium.shared_at')
    .orderBy('shared_medium.id')
    .limit(MOST)
    .execute();

export const collectWishes = (db: Db, schoolId: string) =>
  db
    .selectFrom('wish')
    .innerJoin('person', 'person.id', 'wish.person_id')
    .select(['wish.identifier', 'wish.title', 'wish.note', 'wish.state', 'wish.answer', 'wish.at'])
    .select(sql<string>`trim(person.vorname || ' ' || person.name)`.as('by'))
    .where('wish.school_id', '=', schoolId)
    .orderBy('wish.at')
    .orderBy('wish.id')
    .limit(MOST)
    .execute();

/** With their words in every language; their pictures and attachments by name. */
/** News of a school; those for classes only for the school itself: the district sees no class. */
export const collectNews = (db: Db, schoolId: string, own: boolean) =>
  db
    .selectFrom('news')
    .select(['news.audience', 'news.roles', 'news.category', 'news.stage', 'news.display_at', 'news.expires_at', 'news.created_at'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('news_text')
          .select(['news_text.language', 'news_text.title', 'news_text.teaser', 'news_text.body'])
          .whereRef('news_text.news_id', '=', 'news.id')
          .orderBy('news_text.language'),
      ).as('texts'),
      sql<string[]>`array(select news_file.name from news_file where news_file.news_id = news.id order by news_file.rank, news_file.id)`.as(
        'files',
      ),
    ])
    .where('news.school_id', '=', schoolId)
    .$if(!own, (all) => all.where('news.audience', '<>', 'classes'))
    .orderBy('news.created_at')
    .orderBy('news.id')
    .limit(MOST)
    .execute();
