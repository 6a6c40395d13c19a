/** Reads visitors: people with an account, and learners with a code. */
import { AppError } from '@fundus/contract/errors';
import { isStudent } from '@fundus/contract/access';
import { codeState } from '@fundus/contract/classes/rules';
import { today } from '@fundus/contract/days';
import { isSchoolOpen } from '@fundus/contract/schools/rules';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { mayBorrowAt, type BorrowingPoint } from './borrowing.ts';
import { grantedToCode, grantedToPerson } from './grant-repository.ts';
import { belongsToClass } from './in-class.ts';
import type { SignedIn } from './signed-in.ts';

/** Active memberships in active classes. */
const running = sql`from class_member inner join class on class.id = class_member.class_id
        where class_member.state = 'active' and class.state = 'active'`;

export const selectPersonRows = (db: Db) =>
  db
    .selectFrom('person')
    .leftJoin('school', 'school.id', 'person.school_id')
    .select([
      'person.id',
      'person.role',
      'person.school_admin',
      'person.district_admin',
      'person.salutation',
      'person.vorname',
      'person.name',
      'person.email',
      'person.school_id',
      'person.capabilities',
      'school.name as schulname',
      (eb) => eb.fn.coalesce('person.district_id', 'school.district_id').as('district_id'),
      sql<string[]>`array(select licence_seat.licence_id::text from licence_seat where licence_seat.person_id = person.id
        union all select licence_seat.licence_id::text from licence_seat where licence_seat.school_id = person.school_id)`.as('licences'),
      sql<boolean>`coalesce((school.settings->>'video_rooms')::boolean, false)`.as('video_rooms'),
      sql<boolean>`coalesce((school.settings->>'student_lists')::boolean, false)`.as('student_lists'),
      // Points of the school and the district. `open_schools` contains at most the user's school, because the others do not matter.
      sql<(BorrowingPoint & { id: string })[]>`coalesce((select json_agg(json_build_object('id', point.id, 'school_id', point.school_id,
          'district_id', point.district_id, 'learners', point.learners, 'open_to', point.open_to, 'open_schools', case when point.some_schools
            then coalesce((select json_agg(json_build_object('id', open.school_id)) from lending_open_school as open
              where open.point_id = point.id and open.school_id = person.school_id), '[]'::json) end) order by point.id)
        from lending_point as point where point.school_id = person.school_id
          or point.district_id = coalesce(person.district_id, school.district_id)), '[]'::json)`.as('points'),
      sql<string | null>`(select class.id::text ${running} and class_member.person_id = person.id and class_member.role = 'student'
          and ${belongsToClass('class_member', sql.ref('person.school_id'))}
        order by class_member.guest, class.kind <> 'class', class_member.joined_at desc limit 1)`.as('klassen_id'),
      sql<string[]>`array(select class.id::text ${running} and class_member.person_id = person.id and class_member.role = 'teacher'
          and ${belongsToClass('class_member', sql.ref('person.school_id'))})`.as('shared_classes'),
    ]);

/** Selects people with the drafts that are shared with them. */
export const selectReaderRows = (db: Db, now: Date) => selectPersonRows(db).select(grantedToPerson(today(now)).as('given'));

type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPersonRows>['executeTakeFirstOrThrow']>> & { given?: string[] };

/**
 * Returns a person, or `undefined` if there is none. If `active` is set, the person must be allowed to sign in. `now` is required for decisions about
 * media.
 */
export async function readPerson(db: Db, id: string, active = false, now?: Date): Promise<SignedIn | undefined> {
  const row: PersonRow | undefined = await (now ? selectReaderRows(db, now) : selectPersonRows(db))
    .where('person.id', '=', id)
    .$if(active, (rows) => rows.where('person.state', '=', 'active'))
    .executeTakeFirst();
  return row && presentPerson(row);
}

/**
 * Returns the current state of the caller. Required after waiting for a lock, because `ctx.user` was read before, and another request of the same
 * user may have held the lock. Throws `login_required` if the user may no longer sign in.
 */
export async function rereadUser({ db, user, now }: { db: Db; user: SignedIn; now: Date }): Promise<SignedIn> {
  const found = user.by_code ? await readLearner(db, user.id, now) : await readPerson(db, user.id, true, now);
  if (!found) throw new AppError('login_required');
  return { ...found, ...(user.session_id !== undefined && { session_id: user.session_id }) };
}

/** Returns the person or learner with the given id, if they may sign in. */
export const readVisitor = async (db: Db, id: string, now: Date): Promise<SignedIn | undefined> =>
  (await readPerson(db, id, true, now)) ?? (await readLearner(db, id, now));

export function presentPerson(row: PersonRow): SignedIn {
  const lends_at = row.points.filter((point) => mayBorrowAt(row, point)).map(({ id }) => id);
  return {
    id: row.id,
    role: row.role,
    school_admin: row.school_admin,
    district_admin: row.district_admin,
    salutation: row.salutation,
    vorname: row.vorname,
    name: row.name,
    email: row.email ?? '',
    school_id: row.school_id,
    klassenID: row.klassen_id,
    schulname: row.schulname,
    show_jitsi: row.role === 'L' && row.video_rooms,
    shared_classes: row.shared_classes,
    ...(row.student_lists && { student_lists: true }),
    ...(isStudent(row) && lends_at.length > 0 && { borrows: true }),
    district_id: row.district_id,
    capabilities: row.capabilities,
    licences: row.licences,
    lends_at,
    given: row.given ?? [],
  };
}

/** Selects learners by their code. They have no account, but a school with its licences and the classes of the code. */
export const selectLearnerRows = (db: Db, now: Date) =>
  db
    .selectFrom('learner_code')
    .innerJoin('school', 'school.id', 'learner_code.school_id')
    .select([
      'learner_code.id',
      'learner_code.label',
      'learner_code.state',
      'learner_code.valid_until',
      'learner_code.school_id',
      'school.name as schulname',
      'school.district_id',
      'school.state as school_state',
      sql<string[]>`array(select licence_seat.licence_id::text from licence_seat where licence_seat.school_id = school.id
        union all select licence_seat.licence_id::text from licence_seat where licence_seat.learner_code_id = learner_code.id)`.as(
        'licences',
      ),
      grantedToCode(today(now)).as('given'),
      sql<string | null>`(select class.id::text ${running} and class_member.code_id = learner_code.id
          and ${belongsToClass('class_member', sql.ref('learner_code.school_id'))}
        order by class.kind <> 'class', class_member.joined_at desc limit 1)`.as('klassen_id'),
    ]);

type LearnerRow = Awaited<ReturnType<ReturnType<typeof selectLearnerRows>['executeTakeFirstOrThrow']>>;

/** Returns the learner with a code, or `undefined` if the code is invalid or the school is closed. */
export async function readLearner(db: Db, codeId: string, now: Date): Promise<SignedIn | undefined> {
  const row = await selectLearnerRows(db, now).where('learner_code.id', '=', codeId).executeTakeFirst();
  return row && presentLearner(row, now);
}

export function presentLearner(row: LearnerRow, now: Date): SignedIn | undefined {
  if (!isSchoolOpen(row.school_state)) return undefined;
  if (!['issued', 'in_use'].includes(codeState(row, today(now)))) return undefined;
  return {
    id: row.id,
    role: 'S',
    school_admin: '0',
    district_admin: '0',
    vorname: '',
    name: '',
    email: '',
    school_id: row.school_id,
    klassenID: row.klassen_id,
    schulname: row.schulname,
    show_jitsi: false,
    shared_classes: [],
    district_id: row.district_id,
    capabilities: [],
    licences: row.licences,
    lends_at: [],
    given: row.given,
    by_code: { label: row.label, valid_until: row.valid_until },
  };
}
