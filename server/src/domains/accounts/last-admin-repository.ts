import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

export type Administered = { school: string } | { district: string };

/** Returns the number of active administrators other than `besides`. */
export async function countAdmins(db: Db, of: Administered, besides: string): Promise<number> {
  const admins = db
    .selectFrom('person')
    .leftJoin('school', 'school.id', 'person.school_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('person.state', '=', 'active')
    .where('person.id', '<>', besides);
  const { n } = await (
    'school' in of
      ? admins.where('person.school_admin', '<>', '0').where('person.school_id', '=', of.school)
      : admins
          .where('person.district_admin', '=', '1')
          .where(sql<boolean>`coalesce(person.district_id, school.district_id) = ${of.district}`)
  ).executeTakeFirstOrThrow();
  return n;
}

/**
 * Locks schools and districts until the transaction ends, so that a concurrent removal of an administrator sees the result. Must be called before the
 * person is locked.
 */
export async function lockAdministered(db: Db, all: readonly Administered[]): Promise<void> {
  for (const of of all)
    // Uses `for no key update`, which permits foreign-key checks of other transactions.
    await (
      'school' in of
        ? db.selectFrom('school').select('school.id').where('school.id', '=', of.school)
        : db.selectFrom('district').select('district.id').where('district.id', '=', of.district)
    )
      .forNoKeyUpdate()
      .executeTakeFirst();
}
