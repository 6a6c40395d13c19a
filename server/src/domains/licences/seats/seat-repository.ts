/** Queries for seats and their holders. */
import { sql } from 'kysely';
import type { SeatTarget } from '@fundus/contract/licences/seats';
import { matchIds, matchTexts, matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import { newId } from '../../../db/new-id.ts';

/** Recipient of a seat, with the fields that the rules need. */
export type Recipient = {
  kind: SeatTarget['kind'];
  id: string;
  school_id: string | null;
  district_id: string | null;
  /** True if the audience of the licence includes the recipient. */
  fits: boolean;
  /** Number of members of a school, each of whom needs a seat. 1 for a person. */
  members: number;
};

/** Condition that the audience includes a person: everyone, teachers, or learners (`isStudent` in the contract). */
export const includesPerson = (audience: string, person: 'person' | 'member') => sql<boolean>`(case ${audience}::text
  when 'teacher' then ${sql.ref(`${person}.role`)} = 'L'
  when 'student' then ${sql.ref(`${person}.role`)} not in ('L', 'P') and ${sql.ref(`${person}.school_admin`)} = '0'
    and ${sql.ref(`${person}.district_admin`)} = '0' and ${sql.ref(`${person}.capabilities`)} = '{}'
  else true end)`;

/** Number of members of a school whom the audience includes. */
export const membersOf = (audience: string) => sql<number>`(select count(*) from person as member where member.school_id = school.id
  and member.state = 'active' and ${includesPerson(audience, 'member')})::int`;

/** Returns the targets that exist, without people who are blocked. */
export async function findRecipients(db: Db, targets: readonly SeatTarget[], audience: string): Promise<Recipient[]> {
  const ids = (kind: SeatTarget['kind']) => targets.filter((target) => target.kind === kind).map((target) => target.id);
  const [people, schools] = [ids('person'), ids('school')];
  const found: Recipient[] = [];
  if (people.length)
    found.push(
      ...(
        await db
          .selectFrom('person')
          .leftJoin('school', 'school.id', 'person.school_id')
          .select((eb) => [
            'person.id',
            'person.school_id',
            includesPerson(audience, 'person').as('fits'),
            eb.fn.coalesce('person.district_id', 'school.district_id').as('district_id'),
          ])
          .where('person.id', '=', matchIds(people))
          .where('person.state', '=', 'active')
          .execute()
      ).map((row) => ({ ...row, kind: 'person' as const, members: 1 })),
    );
  const codes = ids('code');
  if (codes.length)
    found.push(
      ...(
        await db
          .selectFrom('learner_code')
          .innerJoin('school', 'school.id', 'learner_code.school_id')
          .select(['learner_code.id', 'learner_code.school_id', 'school.district_id'])
          .where('learner_code.id', '=', matchIds(codes))
          .where('learner_code.state', '<>', 'revoked')
          .execute()
      ).map((row) => ({ ...row, kind: 'code' as const, members: 1, fits: audience !== 'teacher' })),
    );
  if (schools.length)
    found.push(
      ...(
        await db
          .selectFrom('school')
          .select(['school.id', 'school.district_id', membersOf(audience).as('members')])
          .where('school.id', '=', matchTexts(schools))
          .execute()
      ).map((row) => ({ ...row, kind: 'school' as const, school_id: row.id, fits: true })),
    );
  return found;
}

/** Returns the targets that hold a seat, in the form `kind:id`. */
export async function findHolders(db: Db, licenceIds: readonly string[], targets: readonly SeatTarget[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('licence_seat')
    .select(['licence_seat.person_id', 'licence_seat.school_id', 'licence_seat.learner_code_id'])
    .where('licence_seat.licence_id', '=', matchUuids(licenceIds))
    .where((eb) => {
      const ids = targets.map((target) => target.id);
      return eb.or([
        eb('licence_seat.person_id', '=', matchIds(ids)),
        eb('licence_seat.school_id', '=', matchTexts(ids)),
        eb('licence_seat.learner_code_id', '=', matchIds(ids)),
      ]);
    })
    .execute();
  return new Set(
    rows.map((row) =>
      row.person_id !== null
        ? `person:${row.person_id}`
        : row.learner_code_id !== null
          ? `code:${row.learner_code_id}`
          : `school:${row.school_id}`,
    ),
  );
}

type NewSeat = { to: SeatTarget; taken: number };

export async function insertSeats(
  db: Db,
  licence_id: string,
  seats: readonly NewSeat[],
  by: { person_id: string; now: Date; code_id?: string | null },
): Promise<void> {
  if (seats.length === 0) return;
  await db
    .insertInto('licence_seat')
    .values(
      seats.map(({ to, taken }) => ({
        id: newId(by.now),
        licence_id,
        code_id: by.code_id ?? null,
        person_id: to.kind === 'person' ? to.id : null,
        school_id: to.kind === 'school' ? to.id : null,
        learner_code_id: to.kind === 'code' ? to.id : null,
        taken,
        assigned_by: by.person_id,
        assigned_at: by.now,
      })),
    )
    .execute();
}

const selectSeatRows = (db: Db, licenceId: string) => db.selectFrom('licence_seat').where('licence_seat.licence_id', '=', licenceId);

/** Selects seats by id or by holder. */
export const findSeats = (db: Db, licenceId: string, ids: readonly string[], from: readonly SeatTarget[]) =>
  selectSeatRows(db, licenceId)
    .select(['licence_seat.id', 'licence_seat.person_id', 'licence_seat.school_id', 'licence_seat.taken', 'licence_seat.first_used_at'])
    .select(['licence_seat.learner_code_id', 'licence_seat.assigned_by'])
    .where((eb) => {
      const holders = (kind: SeatTarget['kind']) => from.filter((target) => target.kind === kind).map((target) => target.id);
      return eb.or([
        eb('licence_seat.id', '=', matchIds(ids)),
        eb('licence_seat.person_id', '=', matchIds(holders('person'))),
        eb('licence_seat.school_id', '=', matchTexts(holders('school'))),
        eb('licence_seat.learner_code_id', '=', matchIds(holders('code'))),
      ]);
    })
    .execute();

export const removeSeats = (db: Db, ids: readonly string[]): Promise<unknown> =>
  db.deleteFrom('licence_seat').where('licence_seat.id', '=', matchUuids(ids)).execute();

/** Deletes all seats of a licence. */
export const endSeats = (db: Db, licenceId: string): Promise<unknown> =>
  db.deleteFrom('licence_seat').where('licence_seat.licence_id', '=', licenceId).execute();

/** Deletes the seats a person holds of the licences of a school, and returns these licences. */
export const removeSeatsOfMember = (db: Db, personId: string, schoolId: string) =>
  db
    .deleteFrom('licence_seat')
    .using('licence')
    .whereRef('licence.id', '=', 'licence_seat.licence_id')
    .where('licence_seat.person_id', '=', personId)
    .where('licence.school_id', '=', schoolId)
    .returning(['licence_seat.licence_id', 'licence.identifier'])
    .execute();

/** Seats that the user may see: all, or those assigned by a person. */
type Shown = { givenBy: string | null };

/** Selects seats, without those of classes, which are listed by class. */
const shownRows = (db: Db, licenceId: string, { givenBy }: Shown) =>
  selectSeatRows(db, licenceId)
    .where('licence_seat.licence_class_id', 'is', null)
    .$if(givenBy !== null, (rows) => rows.where('licence_seat.assigned_by', '=', givenBy));

/** Selects seats, latest first. */
export const listSeats = (db: Db, licenceId: string, shown: Shown, offset: number, limit: number) =>
  shownRows(db, licenceId, shown)
    .leftJoin('learner_code', 'learner_code.id', 'licence_seat.learner_code_id')
    .select(['licence_seat.learner_code_id', 'learner_code.label'])
    .leftJoin('person', 'person.id', 'licence_seat.person_id')
    .leftJoin('school', 'school.id', 'licence_seat.school_id')
    .select(['licence_seat.id', 'licence_seat.person_id', 'licence_seat.school_id', 'licence_seat.taken', 'licence_seat.assigned_at'])
    .select(['licence_seat.first_used_at', 'person.vorname', 'person.name', 'school.name as school_name'])
    .orderBy('licence_seat.assigned_at', 'desc')
    .orderBy('licence_seat.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();

/** Selects a school's seat of a licence. */
export const findSchoolSeat = (db: Db, licenceId: string, schoolId: string) =>
  selectSeatRows(db, licenceId)
    .innerJoin('school', 'school.id', 'licence_seat.school_id')
    .select(['licence_seat.id', 'school.id as school_id', 'school.name as school_name', 'licence_seat.taken'])
    .select(['licence_seat.assigned_at', 'licence_seat.first_used_at'])
    .where('school.id', '=', schoolId)
    .executeTakeFirst();

export async function countSeats(db: Db, licenceId: string, shown: Shown): Promise<number> {
  const row = await shownRows(db, licenceId, shown)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Sums seats by the school of the holder. */
export const sumSeats = (db: Db, licenceId: string) =>
  selectSeatRows(db, licenceId)
    .leftJoin('person', 'person.id', 'licence_seat.person_id')
    .leftJoin('learner_code', 'learner_code.id', 'licence_seat.learner_code_id')
    .innerJoin('school', (join) =>
      join.on(sql<boolean>`school.id = coalesce(licence_seat.school_id, person.school_id, learner_code.school_id)`),
    )
    .select([
      'school.name as school',
      sql<number>`sum(licence_seat.taken)::int`.as('taken'),
      sql<number>`coalesce(sum(licence_seat.taken) filter (where licence_seat.first_used_at is not null), 0)::int`.as('in_use'),
    ])
    .groupBy(['school.id', 'school.name'])
    .orderBy('school.name')
    .limit(1_000)
    .execute();

/** Selects the seats a person holds of the licences. */
export const listOwnSeats = (db: Db, personId: string, licenceIds: readonly string[]) =>
  db
    .selectFrom('licence_seat')
    .select(['licence_seat.id', 'licence_seat.licence_id', 'licence_seat.first_used_at', 'licence_seat.code_id'])
    .where('licence_seat.person_id', '=', personId)
    .where('licence_seat.licence_id', '=', matchUuids(licenceIds))
    .execute();

/** Returns the licences with seats assigned to a class or one of its groups. */
export async function listAssignments(db: Db, classId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('licence_class')
    .select('licence_class.licence_id')
    .where('licence_class.class_id', '=', classId)
    .execute();
  return new Set(rows.map((row) => row.licence_id));
}

/** Marks the seats of a person or learner code for a medium as used. Returns the licences whose seats were unused before. */
export async function markUsed(db: Db, personId: string, identifier: string, now: Date): Promise<string[]> {
  const rows = await db
    .updateTable('licence_seat')
    .set({ first_used_at: now })
    .where('licence_seat.first_used_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('licence_seat.person_id', '=', personId),
        eb('licence_seat.learner_code_id', '=', personId),
        eb('licence_seat.school_id', '=', (of) => of.selectFrom('person').select('person.school_id').where('person.id', '=', personId)),
      ]),
    )
    .where('licence_seat.licence_id', 'in', (of) =>
      of.selectFrom('licence').select('licence.id').where('licence.identifier', '=', identifier),
    )
    .returning('licence_seat.licence_id')
    .execute();
  return rows.map((row) => row.licence_id);
}
