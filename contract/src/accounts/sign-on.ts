/** Portals people bring their account from, for whoever runs this one: what is entered there, what comes from there, and what waits for a decision. */
import { z } from 'zod';
import { count, moment } from '../fields.ts';
import { endpoint } from '../endpoint.ts';

const districtAdmin = { access: 'districtAdmin' } as const;

/** How many days before its end a certificate is warned of. */
export const CERTIFICATE_DAYS = [60, 30, 14, 7, 1] as const;

export const METADATA_LENGTH = 500_000;

export const Certificate = z.object({
  /** SHA-256, as providers publish it. */
  fingerprint: z.string(),
  /** Null: a bare key, which has no end. */
  ends_at: moment.nullable(),
  state: z.enum(['good', 'ending', 'ended']),
});
export type Certificate = z.output<typeof Certificate>;

/** `waiting`: nothing is done until somebody decides; `confirmed`: they are taken out with the next answer; `rejected`: it rests. */
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

/** The daily comparison with the list of that portal. */
export const PeopleListState = z.object({
  asked_at: moment.nullable(),
  read_at: moment.nullable(),
  error: z.string().nullable(),
  known: count,
  left: count,
  ended: count,
  /** Of the schools of the district. */
  paused: z.array(PausedSchool),
});
export type PeopleListState = z.output<typeof PeopleListState>;

export const SignOnPortal = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['oidc', 'saml']),
  issuer: z.string(),
  /** What is entered at the other portal, each with its name there. */
  addresses: z.array(
    z.object({ what: z.enum(['redirect', 'logout', 'returns', 'begins', 'entity', 'acs', 'slo', 'metadata']), value: z.string() }),
  ),
  /** Of a portal that speaks SAML, and of ours with it. */
  theirs: z.array(Certificate),
  ours: Certificate.nullable(),
  /** Null: it is not asked whom it lists. */
  people_list: PeopleListState.nullable(),
  /** Licences it says its schools have; null: it is not asked. */
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

/** What an identity provider says of itself, compared with what the operator has written down. */
export const ReadMetadata = z.object({
  issuer: z.string(),
  name: z.string(),
  sso_url: z.string(),
  slo_url: z.string().nullable(),
  valid_until: z.string().nullable(),
  certificates: z.array(Certificate.extend({ configured: z.boolean() })),
  /** The entry it is in the configuration; null: none. */
  configured_as: z.string().nullable(),
  /** Certificates of that entry which are in the metadata no more. */
  withdrawn: z.array(Certificate),
  /** For the file of the operator. */
  entry: z.string(),
});
export type ReadMetadata = z.output<typeof ReadMetadata>;

export const signOn = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/sign-on',
    summary: 'Portals people come from: what is entered there, their certificates, whom they list, and what waits for a decision',
    ...districtAdmin,
    reply: SignOn,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/v1/sign-on/{provider}/paused/{school_id}',
    summary: 'Say whether the people who are missing at a school have left it; `version_conflict` when others are missing by now',
    ...districtAdmin,
    params: z.object({ provider: z.string().regex(/^[a-z0-9-]{1,40}$/), school_id: z.string().min(1).max(60) }),
    /** `missing`: as many as were seen. */
    body: z.object({ decision: z.enum(['confirmed', 'rejected']), missing: count }),
    reply: SignOn,
  }),
  readMetadata: endpoint({
    method: 'POST',
    path: '/api/v1/sign-on/metadata',
    summary: 'Read the metadata of an identity provider of SAML, by address or as text; nothing is stored',
    ...districtAdmin,
    /** An address, or the XML itself; `entity`: which of a federation's. */
    body: z.strictObject({ source: z.string().trim().min(1).max(METADATA_LENGTH), entity: z.string().trim().max(1_024).default('') }),
    bodyLimit: 2 * METADATA_LENGTH,
    reply: ReadMetadata,
  }),
};
