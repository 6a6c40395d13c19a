/** Writing a person's school, administration and capabilities; states and passwords belong to accounts. */
import { isManager } from '@fundus/contract/access';
import { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import type { Updateable } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';
import type { UserCtx } from '../../http/context.ts';
import { administeredBy, endSessions, requireOtherAdmin, requirePlace } from '../accounts/index.ts';
import { type PersonRow, updatePerson } from './repository.ts';
import { simpleMail, notifyPerson } from '../mails/index.ts';

type Change = Pick<
  Updateable<Tables['person']>,
  'vorname' | 'name' | 'school_id' | 'role' | 'school_admin' | 'district_admin' | 'district_id' | 'capabilities' | 'school_wish'
>;

/**
 * Writes a change of a person. Throws `version_conflict` if they changed meanwhile. Ends the sessions of a user who gains rights, because
 * these require a stronger sign-in.
 */
export async function changePerson(ctx: Pick<UserCtx, 'db'>, row: PersonRow, change: Change): Promise<void> {
  const next = { ...row, district_id: row.own_district, ...change };
  requirePlace({ ...next, school_id: next.school_id ?? null, district_id: next.district_id ?? null });
  if (!(await updatePerson(ctx.db, row.id, row.version, change))) throw new AppError('version_conflict', { field: 'version' });
  if (!isManager(row) && isManager({ ...row, ...change })) await endSessions(ctx.db, row.id);
}

/**
 * Throws `state_conflict` if the school would be left without an administrator; with `everywhere`, for a loss of access, also the district.
 */
export async function keepOneAdmin(db: Db, row: PersonRow, { everywhere = false } = {}): Promise<void> {
  if (row.state !== 'active') return;
  const all = administeredBy({ ...row, district_id: row.own_district });
  await requireOtherAdmin(db, everywhere ? all : all.filter((of) => 'school' in of), row.id);
}

/**
 * Returns the rights that remain when a user leaves their school for `district`. School administration ends. So does managing licences, because
 * without a school that capability would apply to the whole district. The other capabilities end if the district changes.
 */
export const leaving = (row: Pick<PersonRow, 'school_id' | 'district' | 'capabilities'>, district: string | null) => ({
  school_admin: '0' as const,
  capabilities: row.capabilities.filter((each) => district === row.district && (row.school_id === null || each !== 'cap_licences')),
});

/** Sends the welcome mail for an account made by an administrator. */
export const sendWelcome = (ctx: UserCtx, id: string, school: string, login: string): Promise<boolean> =>
  notifyPerson(ctx, id, simpleMail('accountMade', { school, login }, href('password-request')));

/** Notifies a person that they were removed from a school. */
export const notifyLeft = (ctx: Pick<UserCtx, 'db' | 'now' | 'config'>, id: string, school: string): Promise<boolean> =>
  notifyPerson(ctx, id, simpleMail('schoolLeft', { school }));

/** Notifies a person of their new school, with a link if they may sign in. */
export const notifyJoined = (
  ctx: Pick<UserCtx, 'db' | 'now' | 'config'>,
  { id, state }: Pick<PersonRow, 'id' | 'state'>,
  school: string,
): Promise<boolean> => notifyPerson(ctx, id, simpleMail('schoolJoined', { school }, state === 'active' ? href('school') : undefined));
