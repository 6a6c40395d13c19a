/** Portals people bring their account from, by OpenID Connect: what the operator writes into the file `OIDC_CONFIG` names (docs/behaviour/accounts.md#identity-providers). */
import { z } from 'zod';

/** Names of such parameters end alike; none of those a request is made of does. */
export const HintName = z.string().regex(/^[a-z0-9_]{0,40}hint$/);

const claim = z.string().max(120);

/** What two national agreements say of claims and roles, so that an operator need not. What is written beside them counts first. */
const PROFILES = {
  // Only what is needed is asked for: no names (docs/operate/sign-on.md#vidis).
  vidis: {
    hints: ['kc_idp_hint'],
    claims: { vorname: '', name: '', info: 'vidisInfo' },
    school_prefix: 'DE-',
  },
  schulconnex: {
    claims: {
      role: 'urn:schulconnex:de:personenkontext:rolle',
      school: 'urn:schulconnex:de:personenkontext:organisation:kennung',
    },
  },
} as const;

const withProfile = (input: unknown): unknown => {
  if (typeof input !== 'object' || input === null) return input;
  const given = input as { profile?: string; claims?: object };
  const profile = PROFILES[given.profile as keyof typeof PROFILES] as { claims: object } | undefined;
  return profile ? { ...profile, ...given, claims: { ...profile.claims, ...given.claims } } : input;
};

export const ProviderFields = z.strictObject({
  /** `vidis` or `schulconnex`: how that portal writes claims and roles. */
  profile: z.enum(['', 'vidis', 'schulconnex']).default(''),
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
      /** A claim with everything somebody is at which school, in the shape of Schulconnex; not told unless it is named. */
      info: claim.default(''),
    })
    .prefault({}),
  /** Where the same is asked for with the token of the sign-in (Schulconnex `person-info`). */
  person_info: z.url({ protocol: /^https?$/ }).optional(),
  /** Where everybody is listed whom the portal may know of (Schulconnex `personen-info`): asked once a day, with a token of the portal itself. */
  people_list: z
    .strictObject({
      url: z.url({ protocol: /^https?$/ }),
      /** Of the token. */
      scope: z.string().max(200).default(''),
      /** Asked for one school after the other, those that `organisationen-info` beside it names. */
      by_school: z.boolean().default(false),
    })
    .optional(),
  /** Where licences of its schools are said (Schulconnex `policies-info`): asked once a day, with a token of the portal itself. */
  policies: z.strictObject({ url: z.url({ protocol: /^https?$/ }), scope: z.string().max(200).default('') }).optional(),
  /** The provider's word for a role, in any case → 'L' teacher, 'P' other staff, 'S' pupil. */
  roles: z.record(z.string(), z.enum(['L', 'P', 'S'])).default({ LEHR: 'L', LEIT: 'L', ORGADMIN: 'P', LERN: 'S' }),
  /** What stands before the number of a school, such as `DE-MV-`; behind any other prefix is no school of ours. Empty: whatever ends in a hyphen. */
  school_prefix: z.string().max(40).default(''),
});
export const OidcProvider = z.preprocess(withProfile, ProviderFields);
export type OidcProvider = z.output<typeof OidcProvider>;

export const OidcProviders = z.array(OidcProvider).superRefine((providers, check) => {
  for (const [i, { id }] of providers.entries())
    if (providers.findIndex((other) => other.id === id) !== i) check.addIssue({ code: 'custom', path: [i, 'id'], message: 'named twice' });
});
