/** OpenID Connect providers as the operator configures them in the `OIDC_CONFIG` file (docs/behaviour/accounts.md#identity-providers). */
import { z } from 'zod';

/** Name of a hint parameter. The suffix prevents conflicts with parameters of the OpenID Connect request. */
export const HintName = z.string().regex(/^[a-z0-9_]{0,40}hint$/);

const claim = z.string().max(120);

/** Presets for two national standards. The operator's settings take precedence. */
const PROFILES = {
  // Requests only the scopes that are necessary, and no names (docs/operate/sign-on.md#vidis).
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
  /** Preset of claims and roles: `vidis` or `schulconnex`. */
  profile: z.enum(['', 'vidis', 'schulconnex']).default(''),
  /** Used in URLs and stored with accounts, so it must not change once accounts are linked. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  /** Label of the sign-in button. */
  name: z.string().trim().min(1).max(60),
  issuer: z.url({ protocol: /^https?$/ }),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  scopes: z.string().default('openid'),
  /** Additional parameters of the authorization request, such as `{"kc_idp_hint": "…"}`. */
  parameters: z.record(z.string(), z.string()).default({}),
  /** Parameters of the sign-in page that are passed on to the provider to preselect a school portal, such as `["kc_idp_hint"]`. */
  hints: z.array(HintName).max(5).default([]),
  /** True to sign the user out at the provider too, if it supports OpenID Connect RP-Initiated Logout 1.0. */
  logout: z.boolean().default(false),
  /** Names of claims. An empty name means that the provider does not send the claim. */
  claims: z
    .strictObject({
      role: claim.default('rolle'),
      school: claim.default('schulkennung'),
      vorname: claim.default('given_name'),
      name: claim.default('family_name'),
      /** Claim with the school's groups, to which classes can be linked. Ignored if empty. */
      groups: claim.default(''),
      /** Claim in Schulconnex format with all schools and roles of the user. Ignored if empty. */
      info: claim.default(''),
    })
    .prefault({}),
  /** URL that returns the data of the `info` claim for the user's access token (Schulconnex `person-info`). */
  person_info: z.url({ protocol: /^https?$/ }).optional(),
  /** List of all people (Schulconnex `personen-info`), read once a day with the portal's own token. */
  people_list: z
    .strictObject({
      url: z.url({ protocol: /^https?$/ }),
      /** Scope that the token is requested with. */
      scope: z.string().max(200).default(''),
      /** True to read the list separately for each school that `organisationen-info` returns. */
      by_school: z.boolean().default(false),
    })
    .optional(),
  /** URL of the schools' licences (Schulconnex `policies-info`), read once a day with the portal's own token. */
  policies: z.strictObject({ url: z.url({ protocol: /^https?$/ }), scope: z.string().max(200).default('') }).optional(),
  /** Maps the provider's roles, case-insensitively, to 'L' for teachers, 'P' for other staff and 'S' for learners. */
  roles: z.record(z.string(), z.enum(['L', 'P', 'S'])).default({ LEHR: 'L', LEIT: 'L', ORGADMIN: 'P', LERN: 'S' }),
  /** Prefix of school numbers, such as `DE-MV-`. Numbers with another prefix are ignored. If empty, any prefix that ends in a hyphen is accepted. */
  school_prefix: z.string().max(40).default(''),
});
export const OidcProvider = z.preprocess(withProfile, ProviderFields);
export type OidcProvider = z.output<typeof OidcProvider>;

export const OidcProviders = z.array(OidcProvider).superRefine((providers, check) => {
  for (const [i, { id }] of providers.entries())
    if (providers.findIndex((other) => other.id === id) !== i) check.addIssue({ code: 'custom', path: [i, 'id'], message: 'named twice' });
});
