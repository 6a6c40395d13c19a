/** Second factors (docs/behaviour/accounts.md#second-factor): authenticator apps, passkeys and recovery codes. */
import { z } from 'zod';
import { byId, line, moment } from '../fields.ts';
import { AnyPassword, token } from './forms.ts';
import { User } from './user.ts';
import { endpoint } from '../endpoint.ts';

const FACTOR_KINDS = ['totp', 'passkey'] as const;

/** JSON form of the input and output of the WebAuthn browser API. The WebAuthn library validates it. */
const Opaque = z.record(z.string(), z.unknown());
const user = { access: 'user' } as const;
const open = { access: 'user', guests: 'always' } as const;

export const OwnFactor = z.object({
  id: z.uuid(),
  kind: z.enum(FACTOR_KINDS),
  name: z.string(),
  created_at: moment,
  last_used_at: moment.nullable(),
});
export type OwnFactor = z.output<typeof OwnFactor>;

export const OwnFactors = z.object({
  /** True if the user must have a second factor, like administrators and holders of capabilities. */
  required: z.boolean(),
  items: z.array(OwnFactor),
  /** Number of unused recovery codes. */
  codes: z.int(),
});
export type OwnFactors = z.output<typeof OwnFactors>;

/** Recovery codes, returned only with the first factor. `user` is set if adding the factor completed a sign-in. */
const Added = z.object({ codes: z.array(z.string()), user: User.nullable() });

export const factors = {
  factors: endpoint({ method: 'GET', path: '/api/v1/user/factors', summary: 'Second factors of the user', ...user, reply: OwnFactors }),
  verifyCode: endpoint({
    method: 'POST',
    reserve: true,
    path: '/api/v1/user/login/code',
    summary: 'Complete a sign-in with the code of an app, or a recovery code',
    ...open,
    body: z.object({ token, code: z.string().trim().min(1).max(40) }),
    reply: User,
  }),
  createPasskeyChallenge: endpoint({
    method: 'POST',
    path: '/api/v1/user/login/passkey/ask',
    summary: 'Challenge for a passkey to complete a sign-in',
    ...open,
    body: z.object({ token }),
    reply: z.object({ options: Opaque }),
  }),
  verifyPasskey: endpoint({
    method: 'POST',
    reserve: true,
    path: '/api/v1/user/login/passkey',
    summary: 'Complete a sign-in with a passkey',
    ...open,
    body: z.object({ token, response: Opaque }),
    reply: User,
  }),
  beginFactor: endpoint({
    method: 'POST',
    path: '/api/v1/user/factors/begin',
    summary: 'Start adding a factor: on the account page with the password, during a sign-in that requires one with its token',
    ...open,
    body: z.object({ token: token.optional(), password: AnyPassword.default(''), kind: z.enum(FACTOR_KINDS) }),
    reply: z.object({
      token,
      /** Data for an authenticator app: the `otpauth:` URL, its QR code as SVG, and the secret for manual entry. */
      totp: z.object({ uri: z.string(), qr: z.string(), secret: z.string() }).nullable(),
      /** Options for `navigator.credentials.create`, set for a passkey. */
      passkey: Opaque.nullable(),
    }),
  }),
  addTotp: endpoint({
    method: 'POST',
    path: '/api/v1/user/factors/totp',
    summary: 'Add an authenticator app by its first code',
    ...open,
    body: z.object({ token, code: z.string().trim().min(1).max(40), name: line(60).default('') }),
    reply: Added,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/v1/user/factors/passkey',
    summary: 'Add a passkey',
    ...open,
    body: z.object({ token, response: Opaque, name: line(60).default('') }),
    reply: Added,
  }),
  removeFactor: endpoint({
    method: 'POST',
    path: '/api/v1/user/factors/{id}/remove',
    summary: 'Remove a second factor, except the last one of a user who must have one',
    ...user,
    params: byId,
    body: z.object({ password: AnyPassword.default('') }),
    reply: OwnFactors,
  }),
  newCodes: endpoint({
    method: 'POST',
    path: '/api/v1/user/factors/codes',
    summary: 'Create new recovery codes; the earlier ones become invalid',
    ...user,
    body: z.object({ password: AnyPassword.default('') }),
    reply: z.object({ codes: z.array(z.string()) }),
  }),
};
