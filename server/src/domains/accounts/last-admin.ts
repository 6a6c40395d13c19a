/** A school keeps somebody who looks after it, and so does a district: one rule, and one lock. */
import { AppError } from '@fundus/contract/errors';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { ValueOf } from '../../db/tables.ts';

export type Administrated = { school: string } | { district: string };
type Administrator = {
  district_admin: ValueOf<'person', 'district_admin'>;
  district_id: string | null;
  school_admin: ValueOf<'person', 'school_admin'>;
  school_id: string | null;
};

/**
 * What somebody looks after. `district_id` is the district they belong to, be it by their school alone. The district comes first: it is held
 * before the school everywhere, so that no two wait for each other.
 */
export const administeredBy = (person: Administrator): Administrated[] => [
  ...(person.district_admin === '1' && person.district_id !== null ? [{ district: person.district_id }] : []),
  ...(person.school_admin !== '0' && person.school_id !== null ? [{ school: person.school_id }] : []),
];

/** Administrators who may sign in, besides one. */
async function countAdmins(db: Db, of: Administrated, besides: string): Promise<number> {
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

/** Whether one of these would be left without anybody if this person went. */
export async function isLastAdmin(db: Db, all: readonly Administrated[], besides: string): Promise<boolean> {
  for (const of of all) if ((await countAdmins(db, of, besides)) === 0) return true;
  return false;
}

/**
 * Holds the schools and districts until the transaction ends: whoever asks after has the one who left before already counted out. Before the
 * person is held, never after.
 */
export async function lockAdministered(db: Db, all: readonly Administrated[]): Promise<void> {
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

/** `state_conflict` (`last_admin`) if without this person nobody would be left to look after one of these; they are held. */
export async function mustLeaveAnAdmin(db: Db, all: readonly Administrated[], besides: string): Promise<void> {
  await lockAdministered(db, all);
  if (await isLastAdmin(db, all, besides)) throw new AppError('state_conflict', { details: { reason: 'last_admin' } });
}
