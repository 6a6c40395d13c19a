/** OpenID Connect providers, as the operator describes them in the `OIDC_CONFIG` file (docs/behaviour/accounts.md#identity-providers). */
import { z } from 'zod';

/** Name of a hint parameter. The suffix keeps it apart from the parameters of the OpenID Connect request. */
export const HintName = z.string().regex(/^[a-z0-9_]{0,40}hint$/);

const claim = z.string().max(120);

/** Claims and roles of two national agreements. Settings of the operator take precedence. */
const PROFILES = {
  // Requests only the required scopes: no names (docs/operate/sign-on.md#vidis).
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
  /** `vidis` or `schulconnex`: preset of claims and roles. */
  profile: z.enum(['', 'vidis', 'schulconnex']).default(''),
  /** Used in addresses and stored with accounts; must not change once accounts are linked. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  /** Label of the button. */
  name: z.string().trim().min(1).max(60),
  issuer: z.url({ protocol: /^https?$/ }),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  scopes: z.string().default('openid'),
  /** Extra parameters of the authorization request, such as `{"kc_idp_hint": "…"}`. */
  parameters: z.record(z.string(), z.string()).default({}),
  /** Parameters of the sign-in page that are passed on to the provider, such as `["kc_idp_hint"]`, to preselect a school portal. */
  hints: z.array(HintName).max(5).default([]),
  /** Signs the user out at the provider as well (OpenID Connect RP-Initiated Logout 1.0), if it supports that. */
  logout: z.boolean().default(false),
  /** Names of the claims; empty: the provider does not send it. */
  claims: z
    .strictObject({
      role: claim.default('rolle'),
      school: claim.default('schulkennung'),
      vorname: claim.default('given_name'),
      name: claim.default('family_name'),
      /** Groups of the school, which classes can follow; read only if the claim is named. */
      groups: claim.default(''),
      /** Claim with all schools and roles of the user in the form of Schulconnex; read only if it is named. */
      info: claim.default(''),
    })
    .prefault({}),
  /** Address that returns the same with the access token of the sign-in (Schulconnex `person-info`). */
  person_info: z.url({ protocol: /^https?$/ }).optional(),
  /** Address of the list of all people (Schulconnex `personen-info`), read once a day with the portal's own token. */
  people_list: z
    .strictObject({
      url: z.url({ protocol: /^https?$/ }),
      /** Scope of the token. */
      scope: z.string().max(200).default(''),
      /** Reads the list school by school, for the schools that `organisationen-info` lists. */
      by_school: z.boolean().default(false),
    })
    .optional(),
  /** Address of the licences of schools (Schulconnex `policies-info`), read once a day with the portal's own token. */
  policies: z.strictObject({ url: z.url({ protocol: /^https?$/ }), scope: z.string().max(200).default('') }).optional(),
  /** Maps the provider's roles, in any case, to 'L' teacher, 'P' other staff, 'S' pupil. */
  roles: z.record(z.string(), z.enum(['L', 'P', 'S'])).default({ LEHR: 'L', LEIT: 'L', ORGADMIN: 'P', LERN: 'S' }),
  /** Prefix of school numbers, such as `DE-MV-`; numbers with another prefix are ignored. Empty: any prefix that ends in a hyphen. */
  school_prefix: z.string().max(40).default(''),
});
export const OidcProvider = z.preprocess(withProfile, ProviderFields);
export type OidcProvider = z.output<typeof OidcProvider>;

export const OidcProviders = z.array(OidcProvider).superRefine((providers, check) => {
  for (const [i, { id }] of providers.entries())
    if (providers.findIndex((other) => other.id === id) !== i) check.addIssue({ code: 'custom', path: [i, 'id'], message: 'named twice' });
});
