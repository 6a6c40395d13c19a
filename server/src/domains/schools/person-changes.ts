/** What of a person is written here: school, administration, capabilities; states and passwords are the accounts' own. */
import { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import type { Updateable } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { Ctx, SignedIn } from '../../http/context.ts';
import { plainly, tellPerson } from '../accounts/index.ts';
import { updatePerson } from './people-repository.ts';

type UserCtx = Ctx<SignedIn>;
type Change = Pick<Updateable<Tables['person']>, 'school_id' | 'role' | 'school_admin' | 'district_id' | 'capabilities' | 'school_wish'>;

/** Writes a change of somebody who was seen in a version; `version_conflict` when they have changed meanwhile. */
export async function changePerson(ctx: Pick<UserCtx, 'db'>, id: string, seen: number, change: Change): Promise<void> {
  if (!(await updatePerson(ctx.db, id, seen, change))) throw new AppError('version_conflict', { field: 'version' });
}

/** Tells somebody that an administrator made an account for them, and how to choose a password. */
export const sendWelcome = (ctx: UserCtx, id: string, school: string, login: string): Promise<boolean> =>
  tellPerson(ctx, id, plainly('accountMade', { school, login }, href('password-request')));

/** Tells somebody that they were taken out of a school. */
export const tellLeft = (ctx: UserCtx, id: string, school: string): Promise<boolean> =>
  tellPerson(ctx, id, plainly('schoolLeft', { school }));
