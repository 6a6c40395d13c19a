/** A school keeps somebody who looks after it, and so does a district. */
import { AppError } from '@fundus/contract/errors';
import type { Db } from '../../db/open.ts';

export type Administrated = { school: string } | { district: string | null };

/** Administrators who may sign in, besides one. */
export async function countAdmins(db: Db, of: Administrated, besides: string): Promise<number> {
  const admins = db
    .selectFrom('person')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('person.state', '=', 'active')
    .where('person.id', '<>', besides);
  const { n } = await (
    'school' in of
      ? admins.where('person.school_admin', '<>', '0').where('person.school_id', '=', of.school)
      : admins.where('person.district_admin', '=', '1').where('person.district_id', 'is not distinct from', of.district)
  ).executeTakeFirstOrThrow();
  return n;
}

/**
 * `state_conflict` (`last_admin`) if without this person nobody would be left. The school, or the district, is held until the transaction ends:
 * whoever asks after has the one who left before already counted out.
 */
export async function mustLeaveAnAdmin(db: Db, of: Administrated, besides: string): Promise<void> {
  await (
    'school' in of
      ? db.selectFrom('school').select('school.id').where('school.id', '=', of.school)
      : db.selectFrom('district').select('district.id').where('district.id', '=', of.district)
  )
    .forUpdate()
    .executeTakeFirst();
  if ((await countAdmins(db, of, besides)) === 0) throw new AppError('state_conflict', { details: { reason: 'last_admin' } });
}
