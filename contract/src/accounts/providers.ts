/** Signing in by way of another portal (docs/behaviour/accounts.md#identity-providers), and the accounts that are linked. */
import { z } from 'zod';
import { moment } from '../fields.ts';
import { AnyPassword, token } from './forms.ts';
import { SecondStep } from './second-step.ts';
import { User } from './user.ts';
import { endpoint } from '../endpoint.ts';
import { HintName } from './oidc-settings.ts';

const open = { access: 'user', guests: 'always' } as const;
const provider = z.object({ provider: z.string().regex(/^[a-z0-9-]{1,40}$/) });

/** A school, and what the person is there; null where the other portal does not tell roles. */
export const SchoolRole = z.object({ id: z.string(), name: z.string(), role: z.enum(['L', 'P', 'S']).nullable() });
export type SchoolRole = z.output<typeof SchoolRole>;

/** One of them; without a role the first at that school. */
const chosen = { school_id: z.string().min(1).max(60), role: SchoolRole.shape.role.default(null) };

/** What became of a visit to another portal. */
export const SignInResult = z.union([
  z.object({ kind: z.literal('signed_in'), user: User }),
  SecondStep.extend({ kind: z.literal('second_factor') }),
  /** Somebody we do not know yet: is there an account here, or shall one be made? */
  z.object({
    kind: z.literal('unknown'),
    token,
    provider: z.string(),
    /** More than one: the person chooses. */
    schools: z.array(SchoolRole),
  }),
  /** Somebody who is at several schools, or several things at one, and none of it is what they were here last. */
  z.object({ kind: z.literal('choose'), token, provider: z.string(), schools: z.array(SchoolRole) }),
  /** The account waits until somebody has found its school. */
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('linked'), provider: z.string() }),
]);
export type SignInResult = z.output<typeof SignInResult>;

export const Identities = z.object({
  items: z.array(z.object({ provider: z.string(), name: z.string(), created_at: moment, last_used_at: moment })),
  /** Those that could be added. */
  others: z.array(z.object({ provider: z.string(), name: z.string() })),
});
export type Identities = z.output<typeof Identities>;

/** Schools another portal says the person is at, and as what; `current` and `role` are what they work as now. Fewer than two: there is nothing to choose. */
export const OwnSchools = z.object({ items: z.array(SchoolRole), current: z.string().nullable(), role: z.string() });
export type OwnSchools = z.output<typeof OwnSchools>;

export const providers = {
  providers: endpoint({
    method: 'GET',
    path: '/api/v1/auth/providers',
    summary: 'Portals people may come from',
    ...open,
    /** `hints`: parameters of the sign-in page's address that are passed on. */
    /** `issuer`: by which a portal that sends somebody here says which one it is. */
    reply: z.object({
      items: z.array(z.object({ id: z.string(), name: z.string(), issuer: z.string(), hints: z.array(z.string()) })),
    }),
  }),
  startAuthorization: endpoint({
    method: 'POST',
    path: '/api/v1/auth/oidc/{provider}/start',
    summary: 'Begin a visit to another portal: where to go, and a secret this browser keeps until it is back',
    ...open,
    params: provider,
    /** `link`: add the portal to the account of the person who is signed in. */
    body: z.object({
      link: z.boolean().default(false),
      /** Required with `link` if the account has one. */
      password: AnyPassword.default(''),
      /** Of those the provider is given, by name; others are left out. */
      hints: z.record(HintName, z.string().min(1).max(200)).default({}),
      /** Whom the other portal meant when it sent them here; for that portal only. */
      login_hint: z.string().min(1).max(2_000).optional(),
    }),
    reply: z.object({ url: z.string(), secret: token }),
  }),
  callback: endpoint({
    method: 'GET',
    path: '/api/v1/auth/oidc/callback',
    summary: 'Where another portal sends people back to; leads on to the sign-in page',
    ...open,
    query: z.record(z.string(), z.string()),
    reply: 'stream',
  }),
  completeSignIn: endpoint({
    method: 'POST',
    reserve: true,
    path: '/api/v1/auth/oidc/finish',
    summary: 'Complete the visit with what the other portal said',
    ...open,
    /** `answer`: the query string it sent. */
    body: z.object({ answer: z.string().max(8_000), secret: token }),
    reply: SignInResult,
  }),
  linkAccount: endpoint({
    method: 'POST',
    path: '/api/v1/auth/oidc/link',
    summary: 'An account is there already: its password once, then both belong together',
    ...open,
    body: z.object({ token, login: z.string().trim().min(1).max(254), password: AnyPassword.min(1) }),
    reply: SignInResult,
  }),
  createAccount: endpoint({
    method: 'POST',
    path: '/api/v1/auth/oidc/create',
    summary: 'Make an account for somebody who came from another portal',
    ...open,
    body: z.object({ token, school_id: chosen.school_id.nullable().default(null), role: chosen.role }),
    reply: SignInResult,
  }),
  chooseArrival: endpoint({
    method: 'POST',
    path: '/api/v1/auth/oidc/choose',
    summary: 'As what somebody comes in whom another portal names at several schools, or as several things',
    ...open,
    body: z.object({ token, ...chosen }),
    reply: SignInResult,
  }),
  identities: endpoint({
    method: 'GET',
    path: '/api/v1/user/identities',
    summary: 'Portals linked to the own account',
    access: 'user',
    reply: Identities,
  }),
  ownSchools: endpoint({
    method: 'GET',
    path: '/api/v1/user/schools',
    summary: 'Schools the person may choose from, as the portal they come from says',
    access: 'user',
    reply: OwnSchools,
  }),
  chooseSchool: endpoint({
    method: 'POST',
    path: '/api/v1/user/schools/choose',
    summary: 'Work at another of these schools, or as something else, from now on; seats of the school before become free',
    access: 'user',
    body: z.object(chosen),
    reply: OwnSchools,
  }),
  removeIdentity: endpoint({
    method: 'POST',
    path: '/api/v1/user/identities/{provider}/remove',
    summary: 'Unlink a portal; not the last way to sign in',
    access: 'user',
    params: provider,
    reply: Identities,
  }),
};
