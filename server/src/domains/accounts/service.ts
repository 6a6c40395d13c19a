/** Signing in (behaviour.md 5.9.1): one answer for every cause, attempts limited per account and per address. */
import type { User } from '@fundus/contract/accounts';
import { AppError } from '@fundus/contract/errors';
import type { Ctx, SignedIn } from '../../http/context.ts';
import { readPerson } from '../../http/session.ts';
import { passwordFits } from './password.ts';
import { addAttempts, countAttempts, findByLogin, forgetAttempts, setSchoolAdmin } from './repository.ts';

const WINDOW_MINUTES = 15;
const PER_ACCOUNT = 10;
const PER_ADDRESS = 100;

export async function signIn(ctx: Ctx, { login, password, stay }: { login: string; password: string; stay: boolean }): Promise<User> {
  const account = `account:${login.toLowerCase()}`;
  const address = `address:${ctx.address}`;
  const since = new Date(ctx.now.getTime() - WINDOW_MINUTES * 60_000);
  const [byAccount, byAddress] = [await countAttempts(ctx.db, account, since), await countAttempts(ctx.db, address, since)];
  if (byAccount >= PER_ACCOUNT || byAddress >= PER_ADDRESS)
    throw new AppError('too_many_attempts', { details: { retry_after: WINDOW_MINUTES * 60 } });

  const found = await findByLogin(ctx.db, login);
  const fits = await passwordFits(found?.password_hash, password);
  const person = found && fits && found.state === 'active' ? await readPerson(ctx.db, found.id) : undefined;
  if (!person) {
    ctx.inAnyCase((db) => addAttempts(db, [account, address], ctx.now));
    throw new AppError('wrong_credentials');
  }
  await forgetAttempts(ctx.db, account);
  ctx.changeSession({ start: { personId: person.id, stay } });
  return person;
}

/** Full view '1' or basic view '2' of a school administrator (spec §4). */
export async function switchView(ctx: Ctx<SignedIn>, advanced: boolean): Promise<User> {
  const school_admin = advanced ? '1' : '2';
  await setSchoolAdmin(ctx.db, ctx.user.id, school_admin);
  return { ...ctx.user, school_admin };
}
