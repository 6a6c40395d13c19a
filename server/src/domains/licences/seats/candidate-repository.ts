/** Queries for possible recipients of a seat. */
import { sql } from 'kysely';
import { selectFullName } from '../../../db/full-name.ts';
import { containsPattern } from '../../../db/like.ts';
import type { Db } from '../../../db/open.ts';
import { includesPerson, membersOf } from './seat-repository.ts';

type CandidateAsked = { licenceId: string; q: string; audience: string; schoolId: string | null; districtId: string | null };

/** Selects active people of a school, or of the schools of a district, by a part of the name or address. */
export const findPeople = (db: Db, { licenceId, q, audience, schoolId, districtId }: CandidateAsked, limit: number) =>
  db
    .selectFrom('person')
    .leftJoin('school', 'school.id', 'person.school_id')
    .leftJoin('licence_seat', (join) =>
      join.onRef('licence_seat.person_id', '=', 'person.id').on('licence_seat.licence_id', '=', licenceId),
    )
    .select(['person.id', 'person.vorname', 'person.name', 'person.role', 'school.name as school_name', 'licence_seat.id as seat_id'])
    .select('licence_seat.assigned_by')
    .where('person.state', '=', 'active')
    .where((eb) => (schoolId === null ? eb('school.district_id', '=', districtId) : eb('person.school_id', '=', schoolId)))
    .where(includesPerson(audience, 'person'))
    .where(sql<string>`${selectFullName('person')} || ' ' || coalesce(person.email, '')`, 'ilike', containsPattern(q))
    .orderBy('person.name')
    .orderBy('person.vorname')
    .orderBy('person.id')
    .limit(limit)
    .execute();

/** Selects the learner codes of a school that are valid on a day, by a part of the label. */
export const findCodes = (db: Db, { licenceId, q, schoolId, day }: CandidateAsked & { day: string }, limit: number) =>
  db
    .selectFrom('learner_code')
    .leftJoin('licence_seat', (join) =>
      join.onRef('licence_seat.learner_code_id', '=', 'learner_code.id').on('licence_seat.licence_id', '=', licenceId),
    )
    .select(['learner_code.id', 'learner_code.label', 'licence_seat.id as seat_id', 'licence_seat.assigned_by'])
    .where('learner_code.school_id', '=', schoolId)
    .where('learner_code.state', '<>', 'revoked')
    .where('learner_code.valid_until', '>=', day)
    .where('learner_code.label', 'ilike', containsPattern(q))
    .orderBy('learner_code.label')
    .limit(limit)
    .execute();

/** Selects schools of a district by a part of the name, number or place. */
const selectSchools = (db: Db, districtId: string | null, q: string, limit: number) =>
  db
    .selectFrom('school')
    .select(['school.id', 'school.name', 'school.number', 'school.city'])
    .where('school.district_id', '=', districtId)
    .where(sql<string>`school.name || ' ' || school.number || ' ' || school.city`, 'ilike', containsPattern(q))
    .orderBy('school.name')
    .orderBy('school.id')
    .limit(limit);

export const listSchools = (db: Db, districtId: string | null, q: string, limit: number) =>
  selectSchools(db, districtId, q, limit).execute();

/** Selects schools with their seat of a licence and the number of members for whom it would count. */
export const findSchools = (db: Db, { licenceId, q, audience, districtId }: CandidateAsked, limit: number) =>
  selectSchools(db, districtId, q, limit)
    .leftJoin('licence_seat', (join) =>
      join.onRef('licence_seat.school_id', '=', 'school.id').on('licence_seat.licence_id', '=', licenceId),
    )
    .select(['licence_seat.id as seat_id', membersOf(audience).as('members')])
    .execute();
