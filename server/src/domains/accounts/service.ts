/** Small rules about the person who is signed in. */
import type { User } from '@fundus/contract/accounts';
import { AppError } from '@fundus/contract/errors';
import type { Ctx, SignedIn } from '../../http/context.ts';
import { setView } from './repository.ts';

/** Full view '1' or basic view '2' of a school administrator (spec §4). Throws `forbidden` where the right was taken away meanwhile. */
export async function switchView(ctx: Pick<Ctx<SignedIn>, 'db' | 'user'>, advanced: boolean): Promise<User> {
  const school_admin = advanced ? '1' : '2';
  if (!(await setView(ctx.db, ctx.user.id, school_admin))) throw new AppError('forbidden');
  return { ...ctx.user, school_admin };
}
