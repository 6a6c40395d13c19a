/** Writes changes of a person's school, administration and capabilities. States and passwords are managed by `accounts`. */
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
 * Updates a person. Throws `version_conflict` if the person was changed in the meantime. Ends the sessions of a user who gains rights for the first
 * time, because these require a stronger sign-in.
 */
export async function changePerson(ctx: Pick<UserCtx, 'db'>, row: PersonRow, change: Change): Promise<void> {
  const next = { ...row, district_id: row.own_district, ...change };
  requirePlace({ ...next, school_id: next.school_id ?? null, district_id: next.district_id ?? null });
  if (!(await updatePerson(ctx.db, row.id, row.version, change))) throw new AppError('version_conflict', { field: 'version' });
  if (!isManager(row) && isManager({ ...row, ...change })) await endSessions(ctx.db, row.id);
}

/**
 * Throws `state_conflict` if the person is the last active administrator of their school. If `everywhere` is set, this also applies to their
 * district.
 */
export async function requireRemainingAdmin(db: Db, row: PersonRow, { everywhere = false } = {}): Promise<void> {
  if (row.state !== 'active') return;
  const all = administeredBy({ ...row, district_id: row.own_district });
  await requireOtherAdmin(db, everywhere ? all : all.filter((of) => 'school' in of), row.id);
}

/**
 * Returns the rights that a user keeps when they leave their school for `district`. School administration and licence management always end, and the
 * other capabilities end if the district changes. Without a school, licence management would apply to the whole district.
 */
export const rightsAfterLeaving = (row: Pick<PersonRow, 'school_id' | 'district' | 'capabilities'>, district: string | null) => ({
  school_admin: '0' as const,
  capabilities: row.capabilities.filter((each) => district === row.district && (row.school_id === null || each !== 'cap_licences')),
});

/** Sends the welcome mail for an account created by an administrator. */
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
