/**
 * Sign-in through an identity provider. Accounts are found by provider and subject, never by address. If there is none, an existing account is linked
 * or a new one is created (docs/behaviour/accounts.md#identity-providers).
 */
import { randomBytes, randomInt } from 'node:crypto';
import type { SchoolRole, SignInResult } from '@fundus/contract/accounts/providers';
import { isRoleAllowed } from '@fundus/contract/access';
import { SIGN_IN_STATES, type AccountState } from '@fundus/contract/accounts/states';
import { AppError } from '@fundus/contract/errors';
import type { PersonRole } from '@fundus/contract/people/rules';
import { href } from '@fundus/contract/screens';
import { newId } from '../../../db/new-id.ts';
import type { Ctx, Services } from '../../../http/context.ts';
import { originOf } from '../../../http/origin.ts';
import { canLinkAccounts } from './identities.ts';
import { recordUnnamedClaims } from './unnamed.ts';
import { readPerson } from '../../../visitors/repository.ts';
import { hashSignInSecret, type Claims, type OidcClient } from '../../../oidc/oidc.ts';
import { seal } from '../../../secrets/sealed.ts';
import { notifyApprovers } from '../registration/approvers.ts';
import { readClaims, type ProviderClaims } from './provider-claims.ts';
import { ID_TOKEN } from './provider-logout.ts';
import {
  findIdentity,
  findSchoolsByNumber,
  findOidcRequest,
  insertProviderAccount,
  insertIdentity,
  listIdentities,
  insertOidcRequest,
  recordIdentity,
  setRole,
  claimOidcRequest,
} from './provider-repository.ts';
import { findOnlyDistrict, findTermsVersion } from '../registration/registration-repository.ts';
import { beginSession, checkCredentials } from '../sign-in/sign-in.ts';
import {
  syncClaimedGroups,
  syncSchool,
  joinChosenSchool,
  requireChoice,
  offersOf,
  pickOffer,
  findSchoolRole,
  rolesBySchool,
  filterUnambiguous,
} from './provider-schools.ts';
import { SAML_ANSWER, type StoredSamlAnswer } from './saml-arrival.ts';
import { linkIdentity } from '../sign-in/start-session.ts';

const LIFE = 10 * 60_000;

/** Claims of the user and the encrypted ID token. */
type Profile = ProviderClaims & { token: string | null };

const clientOf = ({ oidc }: Pick<Services, 'oidc'>, provider: string): Services['oidc'][number] => {
  const found = oidc.find(({ settings }) => settings.id === provider);
  if (!found) throw new AppError('not_found');
  return found;
};

const redirectOf = (ctx: Ctx): string => `${originOf(ctx)}/api/v1/auth/oidc/callback`;
const fresh = (): string => randomBytes(32).toString('base64url');

type ArrivalCtx = Ctx<'oidc' | 'schoolMembership'>;

type AskedFor = { link: boolean; hints: Record<string, string>; login_hint?: string | undefined };

/** Prepares an authorization request. Must not be called inside a transaction. Throws `unavailable` if the provider does not respond. */
export async function requestAuthorization(ctx: Ctx<'oidc'>, provider: string, { link, hints, login_hint }: AskedFor) {
  if (link && !ctx.user) throw new AppError('login_required');
  if (link && !canLinkAccounts(ctx)) throw new AppError('feature_disabled');
  try {
    return await clientOf(ctx, provider).begin(redirectOf(ctx), hints, login_hint);
  } catch (error) {
    if (error instanceof AppError) throw error;
    ctx.log.warn({ provider, reason: String(error) }, 'identity provider does not respond');
    throw new AppError('unavailable');
  }
}

type Authorization = Awaited<ReturnType<typeof requestAuthorization>>;

export async function startAuthorization(ctx: Ctx, provider: string, link: boolean, { url, state, nonce, verifier }: Authorization) {
  const secret = fresh();
  await insertOidcRequest(ctx.db, {
    hash: hashSignInSecret(state),
    provider,
    browser: hashSignInSecret(secret),
    nonce,
    verifier,
    person_id: link ? (ctx.user?.id ?? null) : null,
    expires_at: new Date(ctx.now.getTime() + LIFE),
  });
  return { url, secret };
}

/** Redirects from the callback to the sign-in page or account page. The response is in the fragment, which is not logged. */
export async function redirectAfterCallback(ctx: Ctx, query: Record<string, string>) {
  const visit = query.state ? await findOidcRequest(ctx.db, hashSignInSecret(query.state), ctx.now) : undefined;
  const page = visit?.person_id ? href('account', { section: 'security' }) : href('login');
  const answer = new URLSearchParams({ answer: new URLSearchParams(query).toString() });
  return { status: 302, headers: { location: `${page}#${answer}`, 'cache-control': 'no-store' }, body: null };
}

/** Exchanges the code of an authorization request for the claims. Must not run in a transaction, because it sends requests to another host. */
export async function exchangeAnswer(ctx: Ctx<'oidc'>, answer: string, secret: string) {
  const sent = new URLSearchParams(answer);
  const visit = await claimOidcRequest(ctx.db, hashSignInSecret(sent.get(SAML_ANSWER) ?? sent.get('state') ?? ''), ctx.now);
  if (!visit || visit.browser !== hashSignInSecret(secret)) throw new AppError('expired');
  if (visit.person_id !== null && visit.person_id !== ctx.user?.id) throw new AppError('expired');
  const client = clientOf(ctx, visit.provider);
  const came = 'finish' in client ? await finishOidc(ctx, client, answer, visit) : readSamlAnswer(visit.claims);
  // The encrypted ID token is stored only for a single logout.
  const token = client.settings.logout ? seal(ctx.secret, ID_TOKEN, came.token) : null;
  return { provider: visit.provider, linkTo: visit.person_id, profile: { ...readClaims(client.settings, came.claims), token } };
}

type ProviderAnswer = { claims: Claims; token: string };

async function finishOidc(
  ctx: Ctx,
  client: OidcClient,
  answer: string,
  visit: { nonce: string; verifier: string },
): Promise<ProviderAnswer> {
  const state = new URLSearchParams(answer).get('state') ?? '';
  try {
    const { claims, idToken } = await client.finish(redirectOf(ctx), answer, { state, nonce: visit.nonce, verifier: visit.verifier });
    return { claims, token: idToken };
  } catch (error) {
    ctx.log.warn({ provider: client.settings.id, reason: String(error) }, 'sign-in through an identity provider refused');
    throw new AppError('wrong_credentials');
  }
}

/** Returns the stored response of a SAML provider in the form of an OIDC response. */
function readSamlAnswer(claims: unknown): ProviderAnswer {
  const stored = claims as StoredSamlAnswer | null;
  if (!stored?.saml) throw new AppError('expired');
  return { claims: stored.saml.claims, token: stored.saml.leaver };
}

type Exchanged = Awaited<ReturnType<typeof exchangeAnswer>>;

export async function completeSignIn(ctx: ArrivalCtx, { provider, linkTo, profile }: Exchanged): Promise<SignInResult> {
  const known = await findIdentity(ctx.db, provider, profile.subject);
  if (linkTo) {
    if (known && known.person_id !== linkTo) throw new AppError('already_exists');
    if (!known) await linkIdentity(ctx, linkTo, { provider, subject: profile.subject });
    return { kind: 'linked', provider: clientOf(ctx, provider).settings.name };
  }
  if (known) return signInKnown(ctx, provider, profile, known);
  if (profile.missing.length > 0)
    throw new AppError('validation_failed', { field: profile.missing[0]!, details: { missing: profile.missing } });
  const token = await storeProfile(ctx, provider, profile);
  const schools = offersOf(profile, await findSchoolsByNumber(ctx.db, profile.schools));
  return { kind: 'unknown', token, provider: clientOf(ctx, provider).settings.name, schools };
}

/** Stores the claims until the user has made a choice, and returns a token for them. */
async function storeProfile(ctx: Ctx, provider: string, profile: Profile): Promise<string> {
  const token = fresh();
  await insertOidcRequest(ctx.db, {
    hash: hashSignInSecret(token),
    provider,
    browser: '',
    nonce: '',
    verifier: '',
    claims: JSON.stringify(profile),
    expires_at: new Date(ctx.now.getTime() + LIFE),
  });
  return token;
}

/** Roles, starting with the role that has the most rights. */
const BY_RIGHTS: readonly string[] = ['L', 'P', 'S'];

/**
 * Applies the role that a provider names, but never gives a manager the role of a learner. Only the provider that manages the account (`follows`) can
 * lower the role; a linked provider can only raise it.
 */
async function followRole(ctx: Ctx, personId: string, role: PersonRole, follows: boolean): Promise<void> {
  const person = await readPerson(ctx.db, personId);
  const lowers = BY_RIGHTS.includes(person?.role ?? '') && BY_RIGHTS.indexOf(role) > BY_RIGHTS.indexOf(person?.role ?? '');
  if (lowers && !follows) return;
  if (person && isRoleAllowed({ ...person, role })) await setRole(ctx.db, personId, role);
  else ctx.log.warn({ person: personId }, 'identity provider names the role pupil for an administrator or member of staff');
}

type Known = { person_id: string; state: AccountState; role?: string; school_id?: string | null; has_password?: unknown };

/** Starts the session of a user with a linked account. The role is updated at every sign-in. Rights that administrators assigned are not changed. */
async function signInKnown(
  ctx: ArrivalCtx,
  provider: string,
  profile: Profile,
  person: Known,
  { link = false, picked }: { link?: boolean; picked?: SchoolRole | undefined } = {},
): Promise<SignInResult> {
  const state = person.state;
  if (state === 'pending_approval') return { kind: 'waiting' };
  if (!SIGN_IN_STATES.includes(state)) throw new AppError('wrong_credentials');
  const found = await findSchoolsByNumber(ctx.db, profile.schools);
  // The account is managed by the identity that created it, not by an identity that was linked later.
  const identities = await listIdentities(ctx.db, person.person_id);
  const follows = person.has_password === false && identities[0]?.provider === provider && identities[0].subject === profile.subject;
  if (follows && !picked) {
    const schools = offersOf(profile, found);
    if (requireChoice(schools, { school_id: person.school_id ?? null, role: person.role ?? '' }, found))
      return {
        kind: 'choose',
        token: await storeProfile(ctx, provider, profile),
        provider: clientOf(ctx, provider).settings.name,
        schools,
      };
  }
  const schools = filterUnambiguous(found).map(({ id }) => id);
  await recordIdentity(ctx.db, provider, profile.subject, { schools, roles: rolesBySchool(profile, found) }, ctx.now);
  if (follows) {
    if (picked) await joinChosenSchool(ctx, person.person_id, picked.id);
    await syncSchool(ctx, person.person_id, profile, found);
    await recordUnnamedClaims(ctx, provider, profile, person.person_id);
  }
  const here = picked?.role ?? (await findSchoolRole(ctx, person.person_id, profile, found));
  // If the provider names no role for the user's school, its role for any school applies only if it is the user's only identity.
  const only = follows && here === null && identities.length === 1;
  const role = only ? profile.role : here;
  if (role !== null && person.role !== undefined && role !== person.role) await followRole(ctx, person.person_id, role, follows);
  await syncClaimedGroups(ctx, person.person_id, profile, { found, follows });
  const oidc = { provider, subject: profile.subject, sid: profile.sid, token: profile.token, link };
  const begun = await beginSession(ctx, { personId: person.person_id, state, stay: false, oidc });
  return 'second_factor' in begun ? { kind: 'second_factor', ...begun } : { kind: 'signed_in', user: begun };
}

/** Continues the sign-in with the chosen school and role. Throws `expired` or `validation_failed`. */
export async function continueWithRole(ctx: ArrivalCtx, token: string, school: string, role: SchoolRole['role']): Promise<SignInResult> {
  const { provider, profile } = await claimSignIn(ctx, token);
  const known = await findIdentity(ctx.db, provider, profile.subject);
  if (!known) throw new AppError('expired', { field: 'token' });
  const picked = pickOffer(offersOf(profile, await findSchoolsByNumber(ctx.db, profile.schools)), school, role);
  return signInKnown(ctx, provider, profile, known, { picked });
}

async function claimSignIn(ctx: Ctx, token: string): Promise<{ provider: string; profile: Profile }> {
  const visit = await claimOidcRequest(ctx.db, hashSignInSecret(token), ctx.now);
  // Stored claims have no browser secret, so the token of an authorization request is rejected.
  if (!visit?.claims || visit.browser !== '') throw new AppError('expired', { field: 'token' });
  return { provider: visit.provider, profile: visit.claims as Profile };
}

/** Checks the token and the credentials before an account is linked. Must not be called inside a transaction, because it hashes the password. */
export async function prepareLink(ctx: Ctx<'pause'>, { token, login, password }: { token: string; login: string; password: string }) {
  if (!(await findOidcRequest(ctx.db, hashSignInSecret(token), ctx.now))?.claims) throw new AppError('expired', { field: 'token' });
  return checkCredentials(ctx, { login, password, stay: false });
}

export async function linkAccount(
  ctx: ArrivalCtx,
  token: string,
  person: { personId: string; state: AccountState },
): Promise<SignInResult> {
  const { provider, profile } = await claimSignIn(ctx, token);
  if (await findIdentity(ctx.db, provider, profile.subject)) throw new AppError('already_exists');
  return signInKnown(ctx, provider, profile, { person_id: person.personId, state: person.state }, { link: true });
}

/**
 * Creates an account without an address. If the provider names no name, it is "Lehrkraft 4711" or similar. An account without a known school waits
 * for approval.
 */
export async function createAccount(ctx: ArrivalCtx, token: string, chosen: string | null, as: SchoolRole['role']): Promise<SignInResult> {
  const { provider, profile } = await claimSignIn(ctx, token);
  const offers = offersOf(profile, await findSchoolsByNumber(ctx.db, profile.schools));
  const school = pickOffer(offers, chosen, as);
  const role = school?.role ?? profile.role;
  const id = newId(ctx.now);
  const state: AccountState = school ? 'active' : 'pending_approval';
  const unnamed = role === 'S' || (profile.vorname === '' && profile.name === '');
  await insertProviderAccount(ctx.db, {
    id,
    email: null,
    password_hash: null,
    vorname: unnamed ? (role === 'S' ? 'Schüler/in' : 'Lehrkraft') : profile.vorname,
    name: unnamed ? String(randomInt(1_000, 10_000)) : profile.name,
    role: role ?? '',
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
