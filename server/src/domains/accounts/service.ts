/** Small rules about the person who is signed in. */
import type { User } from '@fundus/contract/accounts';
import type { Ctx, SignedIn } from '../../http/context.ts';
import { setSchoolAdmin } from './repository.ts';

/** Full view '1' or basic view '2' of a school administrator (spec §4). */
export async function switchView(ctx: Ctx<SignedIn>, advanced: boolean): Promise<User> {
  const school_admin = advanced ? '1' : '2';
  await setSchoolAdmin(ctx.db, ctx.user.id, school_admin);
  return { ...ctx.user, school_admin };
}
