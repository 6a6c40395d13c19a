/** Sign-in through identity providers (docs/behaviour/accounts.md#identity-providers), and linked accounts. */
import { z } from 'zod';
import { moment } from '../fields.ts';
import { AnyPassword, token } from './forms.ts';
import { SecondStep } from './second-step.ts';
import { User } from './user.ts';
import { endpoint } from '../endpoint.ts';
import { HintName } from './oidc-settings.ts';

const open = { access: 'user', guests: 'always' } as const;
const provider = z.object({ provider: z.string().regex(/^[a-z0-9-]{1,40}$/) });

/** School with the user's role there. The role is `null` if the provider does not send roles. */
export const SchoolRole = z.object({ id: z.string(), name: z.string(), role: z.enum(['L', 'P', 'S']).nullable() });
export type SchoolRole = z.output<typeof SchoolRole>;

/** School that the user has chosen. If no role is given, the first role at that school is used. */
const chosen = { school_id: z.string().min(1).max(60), role: SchoolRole.shape.role.default(null) };

/** Result of a return from an identity provider. */
export const SignInResult = z.union([
  z.object({ kind: z.literal('signed_in'), user: User }),
  SecondStep.extend({ kind: z.literal('second_factor') }),
  /** The identity is not linked. The user can link an existing account or create a new one. */
  z.object({
    kind: z.literal('unknown'),
    token,
    provider: z.string(),
    /** Schools and roles of the user, who must choose if there is more than one. */
    schools: z.array(SchoolRole),
  }),
  /** The user has multiple schools or roles, and the one used last is not among them. */
  z.object({ kind: z.literal('choose'), token, provider: z.string(), schools: z.array(SchoolRole) }),
  /** The account is waiting until an administrator assigns it to a school. */
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('linked'), provider: z.string() }),
]);
export type SignInResult = z.output<typeof SignInResult>;

export const Identities = z.object({
  items: z.array(z.object({ provider: z.string(), name: z.string(), created_at: moment, last_used_at: moment })),
  /** Providers that the user can still link. */
  others: z.array(z.object({ provider: z.string(), name: z.string() })),
});
export type Identities = z.output<typeof Identities>;

/** Schools and roles reported by the provider. `current` is the active school and `role` the active role. */
export const OwnSchools = z.object({ items: z.array(SchoolRole), current: z.string().nullable(), role: z.string() });
export type OwnSchools = z.output<typeof OwnSchools>;

export const providers = {
  providers: endpoint({
    method: 'GET',
    path: '/api/v1/auth/providers',
    summary: 'Identity providers',
    ...open,
    /** `hints` lists the parameters of the sign-in page that are passed on to the provider. */
    /** `issuer` identifies the provider in sign-ins that it initiates. */
    reply: z.object({
      items: z.array(z.object({ id: z.string(), name: z.string(), issuer: z.string(), hints: z.array(z.string()) })),
    }),
  }),
  startAuthorization: endpoint({
    method: 'POST',
    path: '/api/v1/auth/oidc/{provider}/start',
    summary: 'Start a sign-in through an identity provider: its address, and a secret that the browser keeps until it returns',
    ...open,
    params: provider,
    /** With `link`, the identity is linked to the account of the signed-in user. */
    body: z.object({
      link: z.boolean().default(false),
      /** Password of the account, required with `link` if the account has a password. */
      password: AnyPassword.default(''),
      /** Values of the hints that the provider accepts. All other hints are ignored. */
      hints: z.record(HintName, z.string().min(1).max(200)).default({}),
      /** User that the provider named when it initiated the sign-in. Sent only to that provider. */
      login_hint: z.string().min(1).max(2_000).optional(),
    }),
    reply: z.object({ url: z.string(), secret: token }),
  }),
  callback: endpoint({
    method: 'GET',
    path: '/api/v1/auth/oidc/callback',
    summary: 'Redirect target of identity providers; redirects to the sign-in page',
    ...open,
    query: z.record(z.string(), z.string()),
    reply: 'stream',
  }),
  completeSignIn: endpoint({
    method: 'POST',
    reserve: true,
    path: '/api/v1/auth/oidc/finish',
    summary: 'Complete a sign-in with the response of the identity provider',
    ...open,
    /** `answer` is the query string of the provider's redirect. */
    body: z.object({ answer: z.string().max(8_000), secret: token }),
    reply: SignInResult,
  }),
  linkAccount: endpoint({
    method: 'POST',
    path: '/api/v1/auth/oidc/link',
    summary: 'Link an identity to an existing account, confirmed by its password',
    ...open,
    body: z.object({ token, login: z.string().trim().min(1).max(254), password: AnyPassword.min(1) }),
    reply: SignInResult,
  }),
  createAccount: endpoint({
    method: 'POST',
    path: '/api/v1/auth/oidc/create',
    summary: 'Create an account for a user of an identity provider',
    ...open,
    body: z.object({ token, school_id: chosen.school_id.nullable().default(null), role: chosen.role }),
    reply: SignInResult,
  }),
  chooseArrival: endpoint({
    method: 'POST',
    path: '/api/v1/auth/oidc/choose',
    summary: 'Choose the school and role if the identity provider names several',
    ...open,
    body: z.object({ token, ...chosen }),
    reply: SignInResult,
  }),
  identities: endpoint({
    method: 'GET',
    path: '/api/v1/user/identities',
    summary: 'Identities linked to the account of the user',
    access: 'user',
    reply: Identities,
  }),
  ownSchools: endpoint({
    method: 'GET',
    path: '/api/v1/user/schools',
    summary: 'Schools and roles named by the identity provider of the user',
    access: 'user',
    reply: OwnSchools,
  }),
  chooseSchool: endpoint({
    method: 'POST',
    path: '/api/v1/user/schools/choose',
    summary: 'Change to another of these schools or roles; seats of the previous school are released',
    access: 'user',
    body: z.object(chosen),
    reply: OwnSchools,
  }),
  removeIdentity: endpoint({
    method: 'POST',
    path: '/api/v1/user/identities/{provider}/remove',
    summary: 'Unlink an identity, except the last way to sign in',
    access: 'user',
    params: provider,
    reply: Identities,
  }),
};
