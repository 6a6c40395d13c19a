/** Query for the licences in a user's library. */
import { isStudent } from '@fundus/contract/access';
import { shiftDay } from '@fundus/contract/days';
import { sql } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import { containsPattern } from '../../../db/like.ts';
import type { Db } from '../../../db/open.ts';
import { isDistrictEditor, isStaff, type LicenceTerms } from '../active.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

/** Filter of the licences. `q` are words in the title of the medium. */
type ShelfAsked = { day: string; terms: LicenceTerms; q: string; ended: boolean };

/**
 * Selects the licences of the user's school and district and those assigned to the user. For owners, it also selects those with seats to assign.
 * `ended` includes ended licences. Without it, only owners see them, during the grace period. Future licences are left out.
 */
const selectReaching = (db: Db, user: SignedIn, { day, terms, q, ended }: ShelfAsked) => {
  const staff = isStaff(user);
  const given = sql<boolean>`(licence.scope in ('volume', 'single') or licence.scope = 'school' and licence.district_id is not null)`;
  const seatFree = sql<boolean>`(licence.seats = 0 or licence.taken < licence.seats
    or ${sql.val(terms.allowReturns)}::boolean and (licence.in_use < licence.taken or licence.in_use > 0 and coalesce(licence.returns_left, 1) > 0))`;
  const owned = sql<boolean>`(${sql.val(staff)}::boolean and licence.school_id = ${user.school_id} or ${sql.val(isDistrictEditor(user))}::boolean and licence.district_id = ${user.district_id})`;
  // Teachers also see licences for learners, because they assign their seats.
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
    .$if(q !== '', (asked) =>
      asked.where((eb) =>
        eb(
          'licence.identifier',
          'in',
          eb.selectFrom('media_item').select('media_item.identifier').where('media_item.fn_titel', 'ilike', containsPattern(q)),
        ),
      ),
    )
    .where(
      sql<boolean>`(${usable} or ${owned} and ${given} and (${seatFree} or ${sql.val(ended)}::boolean and licence.valid_to < ${day}))`,
    );
};

/** Selects licences ordered by end date, those without an end date last. */
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
