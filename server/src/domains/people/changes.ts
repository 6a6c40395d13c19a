/** What of a person is written here: school, administration, capabilities; states and passwords are the accounts' own. */
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
 * Writes a change of somebody as they were seen; `version_conflict` when they have changed meanwhile. Whoever comes to manage something signs
 * in anew: their sessions began without what that asks for.
 */
export async function changePerson(ctx: Pick<UserCtx, 'db'>, row: PersonRow, change: Change): Promise<void> {
  const next = { ...row, district_id: row.own_district, ...change };
  requirePlace({ ...next, school_id: next.school_id ?? null, district_id: next.district_id ?? null });
  if (!(await updatePerson(ctx.db, row.id, row.version, change))) throw new AppError('version_conflict', { field: 'version' });
  if (!isManager(row) && isManager({ ...row, ...change })) await endSessions(ctx.db, row.id);
}

/**
 * `state_conflict` if nobody would be left to manage the school they leave; with `everywhere`, since they may not sign in any more, the
 * district as well.
 */
export async function keepOneAdmin(db: Db, row: PersonRow, { everywhere = false } = {}): Promise<void> {
  if (row.state !== 'active') return;
  const all = administeredBy({ ...row, district_id: row.own_district });
  await requireOtherAdmin(db, everywhere ? all : all.filter((of) => 'school' in of), row.id);
}

/**
 * What a person keeps of their rights when they belong to their school no more, and to this district from now on. Its administration ends, and so
 * does managing its licences: without a school that capability would mean those of the whole district. The others end with the district.
 */
export const leaving = (row: Pick<PersonRow, 'school_id' | 'district' | 'capabilities'>, district: string | null) => ({
  school_admin: '0' as const,
  capabilities: row.capabilities.filter((each) => district === row.district && (row.school_id === null || each !== 'cap_licences')),
});

/** Tells somebody that an administrator made an account for them, and how to choose a password. */
export const sendWelcome = (ctx: UserCtx, id: string, school: string, login: string): Promise<boolean> =>
  notifyPerson(ctx, id, simpleMail('accountMade', { school, login }, href('password-request')));

/** Tells somebody that they were taken out of a school. */
export const notifyLeft = (ctx: Pick<UserCtx, 'db' | 'now' | 'config'>, id: string, school: string): Promise<boolean> =>
  notifyPerson(ctx, id, simpleMail('schoolLeft', { school }));

/** Tells somebody which school they were brought to. Who may not sign in is shown no way there. */
export const notifyJoined = (
  ctx: Pick<UserCtx, 'db' | 'now' | 'config'>,
  { id, state }: Pick<PersonRow, 'id' | 'state'>,
  school: string,
): Promise<boolean> => notifyPerson(ctx, id, simpleMail('schoolJoined', { school }, state === 'active' ? href('school') : undefined));
