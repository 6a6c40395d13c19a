/** The user's own account: name, language, password, address and mails (docs/behaviour/accounts.md#own-account). */
import { shiftDay, today } from '@fundus/contract/days';
import type { Input } from '@fundus/contract/endpoint';
import { isDistrictAdmin, isSchoolAdmin, isStudent, isTeacher } from '@fundus/contract/access';
import type { User } from '@fundus/contract/accounts/accounts';
import type { NotificationChoice, ownAccount, OwnAccount } from '@fundus/contract/accounts/own';
import { AppError, invalid } from '@fundus/contract/errors';
import { NOTIFICATIONS, type Notification } from '@fundus/contract/mails/notifications';
import { href } from '@fundus/contract/screens';
import { isDisposableEmail } from '@fundus/contract/accounts/throwaway-domains';
import { DAYS_KEPT } from '@fundus/contract/accounts/states';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { administeredBy, isLastAdmin, requireOtherAdmin } from '../last-admin.ts';
import { forgetLimit } from '../../../limits/repository.ts';
import { countFailure, limitKey, requireNotBlocked, PER_ACCOUNT } from '../../../limits/limits.ts';
import { runInTurn, verifyPassword } from '../password/password.ts';
import { findSessionStart, findWaitingEmail, setEmail, setNotificationSettings, updateOwnAccount } from './own-repository.ts';
import { findByAddress } from '../registration/registration-repository.ts';
import { findOwnAccount, setView } from '../repository.ts';
import { hashNewPassword, replacePassword } from '../password/reset.ts';
import { changeState } from '../states.ts';
import { revokeTokens, useToken } from '../token-repository.ts';
import { makeToken, readToken } from '../tokens.ts';
import { simpleMail, notifyPerson, mailUnknownAddress } from '../../mails/index.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

type Body<K extends keyof typeof ownAccount> = Input<(typeof ownAccount)[K]> extends { body: infer B } ? B : never;

export async function readOwnAccount(ctx: UserCtx): Promise<OwnAccount> {
  const row = await findOwnAccount(ctx.db, ctx.user.id);
  if (!row) throw new AppError('not_found');
  return {
    salutation: row.salutation,
    vorname: row.vorname,
    name: row.name,
    email: row.email ?? '',
    username: row.username ?? '',
    schulname: row.schulname,
    locale: row.locale,
    version: row.version,
    has_password: row.password_hash !== null,
    new_email: await findWaitingEmail(ctx.db, ctx.user.id, ctx.now),
    notifications: NOTIFICATIONS.filter((name) => appliesTo(ctx, name)).map((name) => choiceOf(row, name)),
    can: {
      rename: !isStudent(ctx.user),
      changePassword: mayChangePassword(ctx, row.password_hash),
      changeEmail: !isStudent(ctx.user),
      delete: !(await isLastAdmin(ctx.db, administeredBy(ctx.user), ctx.user.id)),
    },
  };
}

type Kept = { muted: string[]; mail_daily: string[]; portal_off: string[] };
const choiceOf = ({ muted, mail_daily, portal_off }: Kept, name: Notification): NotificationChoice => ({
  name,
  mail: muted.includes(name) ? 'off' : mail_daily.includes(name) ? 'daily' : 'now',
  portal: !portal_off.includes(name),
});

const isAdmin = (user: SignedIn): boolean => isSchoolAdmin(user) || isDistrictAdmin(user);

/** Returns whether a user can receive mails of this kind. */
function appliesTo({ user, config }: UserCtx, name: Notification): boolean {
  if (name === 'assignments') return isStudent(user);
  if (name === 'help') return isTeacher(user);
  if (name === 'lists' || name === 'shared') return !isStudent(user);
  if (name === 'registrations') return isAdmin(user) || isTeacher(user);
  if (name === 'lending') return !isStudent(user) && config.GeraeteVerleih;
  if (name === 'news') return !isStudent(user);
  if (name === 'reports') return isAdmin(user) && config.ShowAnalytics;
  if (name === 'schoolYear') return isTeacher(user) || isSchoolAdmin(user);
  return name !== 'licences' || isAdmin(user) || user.capabilities.includes('cap_licences');
}

const mayChangePassword = (ctx: UserCtx, hash: string | null): boolean => hash !== null && !ctx.config.DisableAccountChangePW;

export async function changeOwnAccount(ctx: UserCtx, { version, locale, ...names }: Body<'changeAccount'>): Promise<OwnAccount> {
  const before = await readOwnAccount(ctx);
  const renamed = names.vorname !== before.vorname || names.name !== before.name;
  if (renamed && !before.can.rename) throw new AppError('forbidden', { field: 'name' });
  if (!(await updateOwnAccount(ctx.db, ctx.user.id, version, { ...names, locale })))
    throw new AppError('version_conflict', { field: 'version', details: { current: before } });
  return readOwnAccount(ctx);
}

/** Time in milliseconds after a sign-in during which a session counts as reauthenticated if the account has no password. */
const FRESH_MS = 10 * 60_000;

/**
 * Requires the password of the account, or a recent sign-in if the account has none, because an open session alone does not prove who uses it. Must
 * not be called inside a transaction. Throws `validation_failed` for `field`, `sign_in_again` or `too_many_attempts`.
 */
export async function requireReauthentication(ctx: UserCtx, password: string, field: string): Promise<void> {
  const row = await findOwnAccount(ctx.db, ctx.user.id);
  if (!row?.password_hash) {
    const since = await findSessionStart(ctx.db, ctx.user.id, ctx.user.session_id);
    if (!since || ctx.now.getTime() - since.getTime() > FRESH_MS) throw new AppError('sign_in_again');
    return;
  }
  // Uses another counter than sign-ins, so that wrong guesses at sign-in cannot block a password change here.
  const key = limitKey(ctx.secret, 'person', ctx.user.id);
  const verify = async (): Promise<unknown> => {
    await requireNotBlocked(ctx.db, [key], ctx.now);
    if (await verifyPassword(row.password_hash, password)) return forgetLimit(ctx.db, key);
    await countFailure(ctx.db, key, ctx.now, PER_ACCOUNT);
    throw invalid(field, password === '' ? 'required' : 'wrong');
  };
  await runInTurn(verify, { network: ctx.address, account: ctx.user.id });
}

export async function preparePassword(ctx: UserCtx, { old, password }: Body<'changePassword'>): Promise<string> {
  const row = await findOwnAccount(ctx.db, ctx.user.id);
  if (!mayChangePassword(ctx, row?.password_hash ?? null)) throw new AppError('feature_disabled');
  await requireReauthentication(ctx, old, 'old');
  return hashNewPassword(ctx, ctx.user.id, password);
}

export async function changePassword(ctx: UserCtx, hash: string): Promise<{ ok: true }> {
  await replacePassword(ctx, ctx.user.id, hash, ctx.user.session_id);
  return { ok: true };
}

/** Validates the new address and the password. Must not be called inside a transaction. */
export async function prepareEmail(ctx: UserCtx, { email, password }: Body<'changeEmail'>): Promise<void> {
  if (isStudent(ctx.user)) throw new AppError('forbidden');
  if (isDisposableEmail(email)) throw invalid('email', 'throwaway');
  if (email.toLowerCase() === ctx.user.email.toLowerCase()) throw invalid('email', 'same');
  await requireReauthentication(ctx, password, 'password');
}

/**
 * Sends a confirmation link to the new address and a notice to the current one. If the new address belongs to another account, its owner is notified
 * instead.
 */
export async function requestEmailChange(ctx: UserCtx, email: string): Promise<OwnAccount> {
  const reader = await findOwnAccount(ctx.db, ctx.user.id);
  if (!reader) throw new AppError('not_found');
  const token = await makeToken(ctx.db, ctx.now, { kind: 'email', personId: ctx.user.id, email });
  const taken = await findByAddress(ctx.db, email);
  if (taken) await notifyPerson(ctx, taken.id, simpleMail('emailTaken'));
  else
    await mailUnknownAddress(
      ctx,
      { email, vorname: reader.vorname, name: reader.name, locale: reader.locale },
      simpleMail('emailNew', {}, `${href('email-confirm')}#${token}`),
      'account',
    );
  await notifyPerson(ctx, ctx.user.id, simpleMail('emailAsked', { email }, href('account', { section: 'security' })));
  return readOwnAccount(ctx);
}

/** Changes the address. Throws `already_exists` if another account has taken the address since the request. */
export async function confirmEmail(ctx: Ctx, token: string): Promise<{ email: string }> {
  const row = await readToken(ctx.db, ctx.now, 'email', token);
  const email = row.email ?? '';
  if (await findByAddress(ctx.db, email)) throw new AppError('already_exists', { field: 'email' });
  await useToken(ctx.db, row.hash, ctx.now);
  await notifyPerson(ctx, row.person_id, simpleMail('emailChanged', { email }));
  await setEmail(ctx.db, row.person_id, email);
  // Revokes reset links that were sent to the previous address.
  await revokeTokens(ctx.db, row.person_id, 'reset', ctx.now);
  await notifyPerson(ctx, row.person_id, simpleMail('emailChanged', { email }));
  return { email };
}

export async function setNotifications(ctx: UserCtx, changes: readonly NotificationChoice[]): Promise<OwnAccount> {
  const row = await findOwnAccount(ctx.db, ctx.user.id);
  if (!row) throw new AppError('not_found');
  const changed = new Map(changes.map((change) => [change.name, change]));
  const all = NOTIFICATIONS.map((name) => changed.get(name) ?? choiceOf(row, name));
  const named = (wanted: (choice: NotificationChoice) => boolean): string[] => all.filter(wanted).map(({ name }) => name);
  await setNotificationSettings(ctx.db, ctx.user.id, {
    muted: named(({ mail }) => mail === 'off'),
    mail_daily: named(({ mail }) => mail === 'daily'),
    portal_off: named(({ portal }) => !portal),
  });
  return readOwnAccount(ctx);
}

/** Requires the password. Must not be called inside a transaction. */
export const prepareDeletion = (ctx: UserCtx, password: string): Promise<void> => requireReauthentication(ctx, password, 'password');

/**
 * Ends all sessions and schedules the deletion in 14 days. Throws `state_conflict` if the user is the last administrator or has open `obligations`.
 */
export async function deleteOwn(ctx: UserCtx<'domains'>): Promise<{ on: string }> {
  await requireOtherAdmin(ctx.db, administeredBy(ctx.user), ctx.user.id);
  const obligations = (await ctx.domains.obligations(ctx, [ctx.user.id])).map(({ kind, count, place }) => ({ kind, count, place }));
  if (obligations.length > 0) throw new AppError('state_conflict', { details: { reason: 'obligations', obligations } });
  await changeState(ctx, ctx.user.id, 'delete');
  ctx.changeSession({ end: true });
  return { on: shiftDay(today(ctx.now), DAYS_KEPT.deletion_pending) };
}

/**
 * Switches a school administrator to the advanced ('1') or the basic view ('2') (docs/behaviour/access.md#advanced-and-basic-view). Throws
 * `forbidden` if the right was removed meanwhile.
 */
export async function switchView(ctx: Pick<UserCtx, 'db' | 'user'>, advanced: boolean): Promise<User> {
  const school_admin = advanced ? '1' : '2';
  if (!(await setView(ctx.db, ctx.user.id, school_admin))) throw new AppError('forbidden');
  return { ...ctx.user, school_admin };
}
