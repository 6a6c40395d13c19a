/** Identity providers as administrators see them: settings, metadata, and decisions that are pending. */
import { z } from 'zod';
import { count, moment } from '../fields.ts';
import { endpoint } from '../endpoint.ts';

const districtAdmin = { access: 'districtAdmin' } as const;

/** Numbers of days before the expiry of a certificate on which administrators are warned. */
export const CERTIFICATE_DAYS = [60, 30, 14, 7, 1] as const;

export const METADATA_LENGTH = 500_000;

export const Certificate = z.object({
  /** SHA-256 fingerprint in the format that providers publish. */
  fingerprint: z.string(),
  /** `null` for a bare public key, which does not expire. */
  ends_at: moment.nullable(),
  state: z.enum(['good', 'ending', 'ended']),
});
export type Certificate = z.output<typeof Certificate>;

/** States of a paused comparison. `waiting` needs a decision, `confirmed` removes the accounts with the next list, and `rejected` keeps it paused. */
export const PAUSED_STATES = ['waiting', 'confirmed', 'rejected'] as const;

export const PausedSchool = z.object({
  school_id: z.string(),
  school: z.string(),
  state: z.enum(PAUSED_STATES),
  known: count,
  missing: count,
  since: moment,
});
export type PausedSchool = z.output<typeof PausedSchool>;

/** State of the daily comparison with the provider's list of people. */
export const PeopleListState = z.object({
  asked_at: moment.nullable(),
  read_at: moment.nullable(),
  error: z.string().nullable(),
  known: count,
  left: count,
  ended: count,
  /** Schools of the district whose comparison is paused. */
  paused: z.array(PausedSchool),
});
export type PeopleListState = z.output<typeof PeopleListState>;

export const SignOnPortal = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['oidc', 'saml']),
  issuer: z.string(),
  /** URLs of the portal that must be entered at the provider, with the provider's name for each. */
  addresses: z.array(
    z.object({ what: z.enum(['redirect', 'logout', 'returns', 'begins', 'entity', 'acs', 'slo', 'metadata']), value: z.string() }),
  ),
  /** `theirs` are the certificates of a SAML provider, and `ours` is the portal's certificate for it. */
  theirs: z.array(Certificate),
  ours: Certificate.nullable(),
  /** `null` if the provider offers no list of people. */
  people_list: PeopleListState.nullable(),
  /** Licences that the provider reports for its schools, or `null` if the portal does not query them. */
  licences: z
    .object({
      asked_at: moment.nullable(),
      read_at: moment.nullable(),
      error: z.string().nullable(),
      created: count,
      here: count,
      left_out: count,
    })
    .nullable(),
});
export type SignOnPortal = z.output<typeof SignOnPortal>;

const SignOn = z.object({ items: z.array(SignOnPortal) });

/** Metadata of an identity provider, compared with the configuration of the operator. */
export const ReadMetadata = z.object({
  issuer: z.string(),
  name: z.string(),
  sso_url: z.string(),
  slo_url: z.string().nullable(),
  valid_until: z.string().nullable(),
  certificates: z.array(Certificate.extend({ configured: z.boolean() })),
  /** ID of the configured provider that matches the metadata, or `null`. */
  configured_as: z.string().nullable(),
  /** Configured certificates that the metadata no longer contains. */
  withdrawn: z.array(Certificate),
  /** Entry that the operator can add to the configuration file. */
  entry: z.string(),
});
export type ReadMetadata = z.output<typeof ReadMetadata>;

export const signOn = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/sign-on',
    summary: 'Identity providers with their settings, certificates, lists of people and pending decisions',
    ...districtAdmin,
    reply: SignOn,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/v1/sign-on/{provider}/paused/{school_id}',
    summary: 'Decide whether people missing from the list of a school have left it; `version_conflict` if the missing people have changed',
    ...districtAdmin,
    params: z.object({ provider: z.string().regex(/^[a-z0-9-]{1,40}$/), school_id: z.string().min(1).max(60) }),
    /** `missing` is the number of missing people that was displayed for the decision. */
    body: z.object({ decision: z.enum(['confirmed', 'rejected']), missing: count }),
    reply: SignOn,
  }),
  readMetadata: endpoint({
    method: 'POST',
    path: '/api/v1/sign-on/metadata',
    summary: 'Read SAML metadata of an identity provider from an address or a text; stores nothing',
    ...districtAdmin,
    /** `source` is a URL or the XML itself. `entity` selects one provider from a federation. */
    body: z.strictObject({ source: z.string().trim().min(1).max(METADATA_LENGTH), entity: z.string().trim().max(1_024).default('') }),
    bodyLimit: 2 * METADATA_LENGTH,
    reply: ReadMetadata,
  }),
};
