/** SQL of who administers a school or a district. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

export type Administered = { school: string } | { district: string };

/** Administrators who may sign in, besides one. */
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
 * Holds the schools and districts until the transaction ends: whoever asks after has the one who left before already counted out. Before the
 * person is held, never after.
 */
export async function lockAdministered(db: Db, all: readonly Administered[]): Promise<void> {
  for (const of of all)
    // Other rows may go on naming them meanwhile.
    await (
      'school' in of
        ? db.selectFrom('school').select('school.id').where('school.id', '=', of.school)
        : db.selectFrom('district').select('district.id').where('district.id', '=', of.district)
    )
      .forNoKeyUpdate()
      .executeTakeFirst();
}
