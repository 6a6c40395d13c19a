/** SQL of the licences that reach a person: the first tab of the library. */
import { isStudent } from '@fundus/contract/access';
import { shiftDay } from '@fundus/contract/days';
import { sql } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import { isDistrictEditor, isStaff, type LicenceTerms } from '../active.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

type ShelfAsked = { day: string; terms: LicenceTerms; ended: boolean };

/**
 * Licences of the person's school and district, those given to the person, and for their owners those with seats to give. `ended` also those
 * that are over; without it the owners still see them for the days of grace. Those not begun yet never.
 */
const selectReaching = (db: Db, user: SignedIn, { day, terms, ended }: ShelfAsked) => {
  const staff = isStaff(user);
  const given = sql<boolean>`(licence.scope in ('volume', 'single') or licence.scope = 'school' and licence.district_id is not null)`;
  const seatFree = sql<boolean>`(licence.seats = 0 or licence.taken < licence.seats
    or ${sql.val(terms.allowReturns)}::boolean and (licence.in_use < licence.taken or licence.in_use > 0 and coalesce(licence.returns_left, 1) > 0))`;
  const owned = sql<boolean>`(${sql.val(staff)}::boolean and licence.school_id = ${user.school_id} or ${sql.val(isDistrictEditor(user))}::boolean and licence.district_id = ${user.district_id})`;
  // What is for learners stands on the shelf of those who give it to them, too.
  const usable = sql<boolean>`(licence.audience = 'all' or ${sql.val(staff)}::boolean
    or licence.audience = 'student' and ${sql.val(isStudent(user))}::boolean) and (
    licence.id = ${matchUuids(user.licences)}
    or not ${given} and (licence.scope = 'school' and licence.school_id = ${user.school_id}
      or licence.scope = 'district' and licence.district_id = ${user.district_id}))`;
  const lastDay = sql<string>`case when ${owned} then ${shiftDay(day, -terms.graceDays)}::date else ${day}::date end`;
  return db
    .selectFrom('licence')
    .where('licence.hidden', '=', false)
    .where('licence.withdrawn_at', 'is', null)
    .where((eb) => eb.or([eb('licence.valid_from', 'is', null), eb('licence.valid_from', '<=', day)]))
    .$if(!ended, (asked) => asked.where((eb) => eb.or([eb('licence.valid_to', 'is', null), eb('licence.valid_to', '>=', lastDay)])))
    .where(
      sql<boolean>`(${usable} or ${owned} and ${given} and (${seatFree} or ${sql.val(ended)}::boolean and licence.valid_to < ${day}))`,
    );
};

/** Those that end first in front, those without an end last. */
export const listLicences = (db: Db, user: SignedIn, asked: ShelfAsked, offset: number, limit: number) =>
  selectReaching(db, user, asked)
    .select(['licence.id', 'licence.identifier', 'licence.scope', 'licence.seats', 'licence.valid_from', 'licence.valid_to'])
    .orderBy('licence.valid_to', (order) => order.asc().nullsLast())
    .orderBy('licence.identifier')
    .orderBy('licence.id')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countLicences(db: Db, user: SignedIn, asked: ShelfAsked): Promise<number> {
  const row = await selectReaching(db, user, asked)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}
