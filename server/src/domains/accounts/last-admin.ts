/** Checks that a school or district keeps at least one administrator. */
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
 * Returns the schools and districts that a person administers. `district_id` must be the person's own district or that of their school. Districts
 * come first, because all code locks districts before schools.
 */
export const administeredBy = (person: Administrator): Administered[] => [
  ...(person.district_admin === '1' && person.district_id !== null ? [{ district: person.district_id }] : []),
  ...(person.school_admin !== '0' && person.school_id !== null ? [{ school: person.school_id }] : []),
];

/** Returns whether one of the schools or districts has no other administrator than this person. */
export async function isLastAdmin(db: Db, all: readonly Administered[], besides: string): Promise<boolean> {
  for (const of of all) if ((await countAdmins(db, of, besides)) === 0) return true;
  return false;
}

/** Locks the schools and districts. Throws `state_conflict` (`last_admin`) if one of them has no other administrator than this person. */
export async function requireOtherAdmin(db: Db, all: readonly Administered[], besides: string): Promise<void> {
  await lockAdministered(db, all);
  if (await isLastAdmin(db, all, besides)) throw new AppError('state_conflict', { details: { reason: 'last_admin' } });
}
