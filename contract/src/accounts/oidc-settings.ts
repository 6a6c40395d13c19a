/** Portals people bring their account from, by OpenID Connect: what the operator writes into the file `OIDC_CONFIG` names (docs/behaviour/accounts.md#other-portals). */
import { z } from 'zod';

/** Names of such parameters end alike; none of those a request is made of does. */
export const HintName = z.string().regex(/^[a-z0-9_]{0,40}hint$/);

const claim = z.string().max(120);

export const OidcProvider = z.strictObject({
  /** Stands in addresses and with the accounts; never changed once people have come by it. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  /** On the button. */
  name: z.string().trim().min(1).max(60),
  issuer: z.url({ protocol: /^https?$/ }),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  scopes: z.string().default('openid'),
  /** Sent along with the request, such as `{"kc_idp_hint": "…"}`. */
  parameters: z.record(z.string(), z.string()).default({}),
  /** Hints that a link to the sign-in page may bring and that are passed on, such as `["kc_idp_hint"]`: which school portal is meant. */
  hints: z.array(HintName).max(5).default([]),
  /** Whoever signs out here is led there to sign out too, where the provider offers that (OpenID Connect RP-Initiated Logout 1.0). */
  logout: z.boolean().default(false),
  /** Which claim says what; an empty name: this provider does not tell. */
  claims: z
    .strictObject({
      role: claim.default('rolle'),
      school: claim.default('schulkennung'),
      vorname: claim.default('given_name'),
      name: claim.default('family_name'),
      /** Groups of the school, as classes may follow them; not told unless it is named. */
      groups: claim.default(''),
    })
    .default({ role: 'rolle', school: 'schulkennung', vorname: 'given_name', name: 'family_name', groups: '' }),
  /** The provider's word for a role, in any case → 'L' teacher, 'P' other staff, 'S' pupil. */
  roles: z.record(z.string(), z.enum(['L', 'P', 'S'])).default({ LEHR: 'L', LEIT: 'L', ORGADMIN: 'P', LERN: 'S' }),
  /** What stands before the number of a school, such as `DE-MV-`; behind any other prefix is no school of ours. Empty: whatever ends in a hyphen. */
  school_prefix: z.string().max(40).default(''),
});
export type OidcProvider = z.output<typeof OidcProvider>;

export const OidcProviders = z.array(OidcProvider).superRefine((providers, check) => {
  for (const [i, { id }] of providers.entries())
    if (providers.findIndex((other) => other.id === id) !== i) check.addIssue({ code: 'custom', path: [i, 'id'], message: 'named twice' });
});
