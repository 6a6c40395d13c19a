/** Signing in (behaviour.md 5.9.1): one answer for every cause, in the same time; attempts limited per account and per address. */
import type { User } from '@fundus/contract/accounts';
import { MAY_SIGN_IN, type AccountState } from '@fundus/contract/account-states';
import { isDistrictAdmin } from '@fundus/contract/access';
import { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import type { Ctx, SignedIn } from '../../http/context.ts';
import { deviceName } from '../../http/device-name.ts';
import { readPerson } from '../../http/session.ts';
import { forgetLimit } from './limit-repository.ts';
import { countFailure, limitKey, mustNotBeBlocked, PER_ACCOUNT, PER_ADDRESS } from './limits.ts';
import { inTurn, passwordFits } from './password.ts';
import { findByLogin, findSchoolState, noteDevice, noteSignIn } from './repository.ts';
import { changeState } from './states.ts';
import { plainly, tellPerson } from './tell.ts';

export type Credentials = { login: string; password: string; stay: boolean; school?: string | undefined };

/** Who fits name and password. Works outside of a transaction: hashing takes its time. */
export async function checkCredentials(
  ctx: Ctx,
  { login, password, school }: Credentials,
): Promise<{ personId: string; state: AccountState }> {
  const account = limitKey(ctx.secret, 'account', login);
  const address = limitKey(ctx.secret, 'address', ctx.address);
  // Asked, worked out and counted in turn: a hundred guesses at once are as many as a hundred one after the other.
  return inTurn(async () => {
    await mustNotBeBlocked(ctx.db, [account, address], ctx.now);
    const found = await findByLogin(ctx.db, login, {
      codes: ctx.config.LoginEntleiherCode,
      school: ctx.config.LoginSchulnummer ? school : '',
    });
    const fits = await passwordFits(found?.password_hash, password);
    const state = found?.state as AccountState | undefined;
    if (!found || !fits || !state || !MAY_SIGN_IN.includes(state)) {
      await countFailure(ctx.db, account, ctx.now, PER_ACCOUNT);
      await countFailure(ctx.db, address, ctx.now, PER_ADDRESS);
      throw new AppError('wrong_credentials');
    }
    await forgetLimit(ctx.db, account);
    return { personId: found.id, state };
  });
}

/** Begins a session for a person who has shown who they are. Throws `suspended` where the school may not use the portal. */
export async function beginSession(ctx: Ctx, about: { personId: string; state: AccountState; stay: boolean }): Promise<User> {
  const { personId, state, stay } = about;
  if (state === 'dormant') await changeState(ctx, personId, 'wake');
  if (state === 'deletion_pending') await changeState(ctx, personId, 'undelete');
  const person = await readPerson(ctx.db, personId);
  if (!person) throw new AppError('wrong_credentials');
  await mustBelongToOpenSchool(ctx, person);
  await noteSignIn(ctx.db, personId, ctx.now);
  await tellOfNewDevice(ctx, person);
  ctx.changeSession({ start: { personId, stay } });
  return person;
}

async function mustBelongToOpenSchool(ctx: Ctx, person: SignedIn): Promise<void> {
  if (!person.school_id || isDistrictAdmin(person)) return;
  const school = await findSchoolState(ctx.db, person.school_id);
  if (school?.state === 'suspended' || school?.state === 'closed')
    throw new AppError('suspended', { details: { school: person.schulname, reason: school.state_reason } });
}

/** Whoever comes with a browser they never came with is told, beside their first one of all. */
async function tellOfNewDevice(ctx: Ctx, person: SignedIn): Promise<void> {
  const device = deviceName(ctx.header('user-agent'));
  const { known, others } = await noteDevice(ctx.db, person.id, device, ctx.now);
  if (known || others === 0) return;
  await tellPerson(ctx, person.id, (say, language, name) => {
    const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Berlin' }).format(ctx.now);
    return plainly('newDevice', { device: device || '–', time }, href('password-request'))(say, language, name);
  });
}
