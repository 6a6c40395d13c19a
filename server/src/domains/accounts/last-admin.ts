/** A school keeps somebody who manages it, and so does a district: one rule, and one lock. */
import { AppError } from '@fundus/contract/errors';
import type { Db } from '../../db/open.ts';
import type { ValueOf } from '../../db/tables.ts';
import { countAdmins, lockAdministered, type Administered } from './last-admin-repository.ts';

type Administrator = {
  district_admin: ValueOf<'person', 'district_admin'>;
  district_id: string | null;
  school_admin: ValueOf<'person', 'school_admin'>;
  school_id: string | null;
};

/**
 * What somebody manages. `district_id` is the district they belong to, be it by their school alone. The district comes first: it is held
 * before the school everywhere, so that no two wait for each other.
 */
export const administeredBy = (person: Administrator): Administered[] => [
  ...(person.district_admin === '1' && person.district_id !== null ? [{ district: person.district_id }] : []),
  ...(person.school_admin !== '0' && person.school_id !== null ? [{ school: person.school_id }] : []),
];

/** Whether one of these would be left without anybody if this person went. */
export async function isLastAdmin(db: Db, all: readonly Administered[], besides: string): Promise<boolean> {
  for (const of of all) if ((await countAdmins(db, of, besides)) === 0) return true;
  return false;
}

/** `state_conflict` (`last_admin`) if without this person nobody would be left to manage one of these; they are held. */
export async function requireOtherAdmin(db: Db, all: readonly Administered[], besides: string): Promise<void> {
  await lockAdministered(db, all);
  if (await isLastAdmin(db, all, besides)) throw new AppError('state_conflict', { details: { reason: 'last_admin' } });
}
