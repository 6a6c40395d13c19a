/** Coming from another portal: found by (provider, subject), never by an address; else linked to an account that is there, or made new (docs/behaviour/accounts.md#other-portals). */
import { randomBytes, randomInt } from 'node:crypto';
import type { SignInResult, Identities } from '@fundus/contract/accounts/providers';
import { isRoleAllowed } from '@fundus/contract/access';
import { MAY_SIGN_IN, type AccountState } from '@fundus/contract/accounts/states';
import { AppError, invalid } from '@fundus/contract/errors';
import type { PersonRole } from '@fundus/contract/people/rules';
import { href } from '@fundus/contract/screens';
import { traitsOf } from '@fundus/contract/portal-types';
import { newId } from '../../../db/new-id.ts';
import type { Ctx, Portal, UserCtx } from '../../../http/context.ts';
import { originOf } from '../../../http/origin.ts';
import { followUnnamed } from './unnamed.ts';
import { readPerson } from '../../../visitors/repository.ts';
import { hashOf, type Claims, type OidcClient } from '../../../oidc/oidc.ts';
import { notifyApprovers } from '../registration/approvers.ts';
import { countFailure, limitKey, mustNotBeBlocked, type LimitRule } from '../../../limits/limits.ts';
import { readClaims, type ProviderClaims } from './provider-claims.ts';
import {
  endOidcSessions,
  findIdentity,
  findSchoolsByNumber,
  findSessionProvider,
  findOidcRequest,
  insertProviderAccount,
  insertIdentity,
  insertOidcRequest,
  listIdentities,
  noteIdentity,
  noteLogout,
  removeIdentities,
  setRole,
  claimOidcRequest,
} from './provider-repository.ts';
import { findOnlyDistrict, findTermsVersion } from '../registration/registration-repository.ts';
import { findOwn } from '../repository.ts';
import { beginSession, checkCredentials } from '../sign-in/sign-in.ts';
import { followSchools, followClaimedGroups, joinable, unambiguous } from './provider-schools.ts';
import { linkIdentity } from '../sign-in/start-session.ts';
import { simpleMail, notifyPerson } from '../../mails/index.ts';

const LIFE = 10 * 60_000;

const clientOf = ({ oidc }: Pick<Portal, 'oidc'>, provider: string): OidcClient => {
  const found = oidc.find(({ settings }) => settings.id === provider);
  if (!found) throw new AppError('not_found');
  return found;
};

/** Linked accounts are the partner's (docs/behaviour/access.md#portal-types). Whoever has one sees it everywhere, and may cut it. */
const offersLinks = ({ config }: Pick<Portal, 'config'>): boolean => traitsOf(config).linkedAccounts;

const redirectOf = (ctx: Ctx): string => `${originOf(ctx)}/api/v1/auth/oidc/callback`;
const fresh = (): string => randomBytes(32).toString('base64url');

/** Asks the provider where to go. Outside of the transaction. Throws `unavailable` while it does not answer. */
export async function requestAuthorization(ctx: Ctx, provider: string, { link, hints }: { link: boolean; hints: Record<string, string> }) {
  if (link && !ctx.user) throw new AppError('login_required');
  if (link && !offersLinks(ctx)) throw new AppError('feature_disabled');
  try {
    return await clientOf(ctx, provider).begin(redirectOf(ctx), hints);
  } catch (error) {
    if (error instanceof AppError) throw error;
    ctx.log.warn({ provider, reason: String(error) }, 'sign-in provider does not answer');
    throw new AppError('unavailable');
  }
}

type Authorization = Awaited<ReturnType<typeof requestAuthorization>>;

export async function startAuthorization(ctx: Ctx, provider: string, link: boolean, { url, state, nonce, verifier }: Authorization) {
  const secret = fresh();
  await insertOidcRequest(ctx.db, {
    hash: hashOf(state),
    provider,
    browser: hashOf(secret),
    nonce,
    verifier,
    person_id: link ? (ctx.user?.id ?? null) : null,
    expires_at: new Date(ctx.now.getTime() + LIFE),
  });
  return { url, secret };
}

/** The way back leads to our own page, for a link to the account it is for; what the provider said stays in the fragment, where no log sees it. */
export async function redirectAfterCallback(ctx: Ctx, query: Record<string, string>) {
  const visit = query.state ? await findOidcRequest(ctx.db, hashOf(query.state), ctx.now) : undefined;
  const page = visit?.person_id ? href('account', { section: 'security' }) : href('login');
  const answer = new URLSearchParams({ answer: new URLSearchParams(query).toString() });
  return { status: 302, headers: { location: `${page}#${answer}`, 'cache-control': 'no-store' }, body: null };
}

/** Takes the visit of this browser and asks the provider who came. Outside of the transaction: the provider is another host. */
export async function exchangeAnswer(ctx: Ctx, answer: string, secret: string) {
  const state = new URLSearchParams(answer).get('state') ?? '';
  const visit = await claimOidcRequest(ctx.db, hashOf(state), ctx.now);
  if (!visit || visit.browser !== hashOf(secret)) throw new AppError('expired');
  if (visit.person_id !== null && visit.person_id !== ctx.user?.id) throw new AppError('expired');
  const client = clientOf(ctx, visit.provider);
  let claims: Claims;
  try {
    claims = await client.finish(redirectOf(ctx), answer, { state, nonce: visit.nonce, verifier: visit.verifier });
  } catch (error) {
    ctx.log.warn({ provider: visit.provider, reason: String(error) }, 'sign-in by a provider refused');
    throw new AppError('wrong_credentials');
  }
  return { provider: visit.provider, linkTo: visit.person_id, profile: readClaims(client.settings, claims) };
}

type Exchanged = Awaited<ReturnType<typeof exchangeAnswer>>;

export async function completeSignIn(ctx: Ctx, { provider, linkTo, profile }: Exchanged): Promise<SignInResult> {
  const known = await findIdentity(ctx.db, provider, profile.subject);
  if (linkTo) {
    if (known && known.person_id !== linkTo) throw new AppError('already_exists');
    if (!known) await linkIdentity(ctx, linkTo, { provider, subject: profile.subject });
    return { kind: 'linked', provider: clientOf(ctx, provider).settings.name };
  }
  if (known) return signInKnown(ctx, provider, profile, known);
  if (profile.missing.length > 0)
    throw new AppError('validation_failed', { field: profile.missing[0]!, details: { missing: profile.missing } });
  const token = fresh();
  await insertOidcRequest(ctx.db, {
    hash: hashOf(token),
    provider,
    browser: '',
    nonce: '',
    verifier: '',
    claims: JSON.stringify(profile),
    expires_at: new Date(ctx.now.getTime() + LIFE),
  });
  const schools = joinable(await findSchoolsByNumber(ctx.db, profile.schools));
  return {
    kind: 'unknown',
    token,
    provider: clientOf(ctx, provider).settings.name,
    schools: schools.map(({ id, name }) => ({ id, name })),
  };
}

/** Takes the role over, except that of a pupil for somebody who manages something here. */
async function followRole(ctx: Ctx, personId: string, role: PersonRole): Promise<void> {
  const person = await readPerson(ctx.db, personId);
  if (person && isRoleAllowed({ ...person, role })) await setRole(ctx.db, personId, role);
  else ctx.log.warn({ person: personId }, 'another portal calls somebody a pupil who manages something here');
}

/** The session of somebody who is known. The role is the provider's at every sign-in, rights given here stay. */
async function signInKnown(
  ctx: Ctx,
  provider: string,
  profile: ProviderClaims,
  person: { person_id: string; state: AccountState; role?: string; has_password?: unknown },
  link = false,
): Promise<SignInResult> {
  const state = person.state;
  if (state === 'pending_approval') return { kind: 'waiting' };
  if (!MAY_SIGN_IN.includes(state)) throw new AppError('wrong_credentials');
  const found = await findSchoolsByNumber(ctx.db, profile.schools);
  await noteIdentity(
    ctx.db,
    provider,
    profile.subject,
    unambiguous(found).map(({ id }) => id),
    ctx.now,
  );
  if (person.has_password === false) {
    await followSchools(ctx, person.person_id, profile, found);
    await followUnnamed(ctx, provider, profile, person.person_id);
  }
  if (profile.role !== null && person.role !== undefined && profile.role !== person.role)
    await followRole(ctx, person.person_id, profile.role);
  if (profile.groups) await followClaimedGroups(ctx, person.person_id, profile.groups, found);
  const oidc = { provider, subject: profile.subject, sid: profile.sid, link };
  const begun = await beginSession(ctx, { personId: person.person_id, state, stay: false, oidc });
  return 'second_factor' in begun ? { kind: 'second_factor', ...begun } : { kind: 'signed_in', user: begun };
}

async function claimSignIn(ctx: Ctx, token: string): Promise<{ provider: string; profile: ProviderClaims }> {
  const visit = await claimOidcRequest(ctx.db, hashOf(token), ctx.now);
  if (!visit?.claims) throw new AppError('expired', { field: 'token' });
  return { provider: visit.provider, profile: visit.claims as ProviderClaims };
}

/** Outside of the transaction: the password is hashed. */
export async function prepareLink(ctx: Ctx, { token, login, password }: { token: string; login: string; password: string }) {
  if (!(await findOidcRequest(ctx.db, hashOf(token), ctx.now))?.claims) throw new AppError('expired', { field: 'token' });
  return checkCredentials(ctx, { login, password, stay: false });
}

export async function linkAccount(ctx: Ctx, token: string, person: { personId: string; state: AccountState }): Promise<SignInResult> {
  const { provider, profile } = await claimSignIn(ctx, token);
  if (await findIdentity(ctx.db, provider, profile.subject)) throw new AppError('already_exists');
  return signInKnown(ctx, provider, profile, { person_id: person.personId, state: person.state }, true);
}

/** An account without address and perhaps without a name: then "Lehrkraft 4711". Without a school we know it waits. */
export async function createAccount(ctx: Ctx, token: string, chosen: string | null): Promise<SignInResult> {
  const { provider, profile } = await claimSignIn(ctx, token);
  const schools = joinable(await findSchoolsByNumber(ctx.db, profile.schools));
  const school = schools.length > 1 ? schools.find(({ id }) => id === chosen) : schools[0];
  if (schools.length > 1 && !school) throw invalid('school_id', 'required');
  const id = newId(ctx.now);
  const state: AccountState = school ? 'active' : 'pending_approval';
  const unnamed = profile.vorname === '' && profile.name === '';
  await insertProviderAccount(ctx.db, {
    id,
    email: null,
    password_hash: null,
    vorname: unnamed ? (profile.role === 'S' ? 'Schüler/in' : 'Lehrkraft') : profile.vorname,
    name: unnamed ? String(randomInt(1_000, 10_000)) : profile.name,
    role: profile.role ?? '',
    school_id: school?.id ?? null,
    school_wish: school ? '' : profile.schoolWish,
    district_id: school ? null : await findOnlyDistrict(ctx.db),
    terms_version: await findTermsVersion(ctx.db),
    state,
    state_since: ctx.now,
  });
  if (!(await insertIdentity(ctx.db, { provider, subject: profile.subject, person_id: id }, ctx.now))) throw new AppError('already_exists');
  if (state === 'pending_approval') {
    await notifyApprovers(ctx, id);
    return { kind: 'waiting' };
  }
  return signInKnown(ctx, provider, profile, { person_id: id, state });
}

const nameOf = (ctx: Pick<Portal, 'oidc'>, provider: string): string =>
  ctx.oidc.find(({ settings }) => settings.id === provider)?.settings.name ?? provider;

export async function readIdentities(ctx: UserCtx): Promise<Identities> {
  const rows = await listIdentities(ctx.db, ctx.user.id);
  return {
    items: rows.map((row) => ({
      provider: row.provider,
      name: nameOf(ctx, row.provider),
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
    })),
    others: (offersLinks(ctx) ? ctx.oidc : []).flatMap(({ settings: { id, name } }) =>
      rows.some((row) => row.provider === id) ? [] : [{ provider: id, name }],
    ),
  };
}

/** Throws `not_found`, and `state_conflict` for the last way to sign in. */
export async function removeIdentity(ctx: UserCtx, provider: string): Promise<Identities> {
  const { items } = await readIdentities(ctx);
  if (!items.some((item) => item.provider === provider)) throw new AppError('not_found');
  const own = await findOwn(ctx.db, ctx.user.id);
  // Of the others only those count that one can still come from.
  const others = items.filter((item) => item.provider !== provider && ctx.oidc.some(({ settings }) => settings.id === item.provider));
  if (others.length === 0 && !own?.password_hash) throw new AppError('state_conflict', { details: { reason: 'last_way' } });
  await removeIdentities(ctx.db, ctx.user.id, provider);
  await notifyPerson(
    ctx,
    ctx.user.id,
    simpleMail('portalUnlinked', { portal: nameOf(ctx, provider) }, href('account', { section: 'security' })),
  );
  return readIdentities(ctx);
}

/** Where whoever came from another portal signs out there too; null for all others, and while it does not answer. Outside of the transaction. */
export async function prepareLogout(ctx: Ctx): Promise<{ name: string; url: string } | null> {
  const session = ctx.user?.session_id;
  const id = session && (await findSessionProvider(ctx.db, session));
  const client = ctx.oidc.find(({ settings }) => settings.id === id);
  if (!client) return null;
  try {
    const url = await client.endSession(`${originOf(ctx)}${href('login')}`);
    return url === null ? null : { name: client.settings.name, url };
  } catch (error) {
    ctx.log.warn({ provider: id, reason: String(error) }, 'sign-in provider does not answer');
    return null;
  }
}

/** Sign-out notices nobody signed, from one network. */
const WRONG_NOTICES: LimitRule = { most: 100, withinMinutes: 15, grows: false };

/**
 * A provider says that somebody has signed out there. True when it was said properly, whether or not anybody was signed in here. Throws
 * `unavailable` while the provider's keys cannot be had: it may say so again, and nobody guessed.
 */
export async function logoutByProvider(portal: Portal, token: string, address: string): Promise<boolean> {
  const now = portal.now();
  const limit = limitKey(portal.secret, 'backchannel', address);
  await mustNotBeBlocked(portal.db, [limit], now);
  for (const client of portal.oidc) {
    const claims = await client.readLogout(token, now).catch((error: unknown) => {
      portal.log.error({ provider: client.settings.id, reason: String(error) }, 'sign-out of another portal cannot be checked');
      throw new AppError('unavailable');
    });
    if (!claims) continue;
    if (!(await noteLogout(portal.db, client.settings.id, claims.jti, now))) break;
    await endOidcSessions(portal.db, client.settings.id, claims);
    return true;
  }
  await countFailure(portal.db, limit, now, WRONG_NOTICES);
  return false;
}
