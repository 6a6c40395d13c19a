/** Verifies messages of LTI 1.3 (1EdTech; docs/behaviour/lti.md#what-is-checked). */
import { errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { LtiError } from './lti-error.ts';
import type { PlatformKeys } from './platform-keys.ts';

export const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim/';
export const DEEP_LINKING = 'https://purl.imsglobal.org/spec/lti-dl/claim/';

const AGS = 'https://purl.imsglobal.org/spec/lti-ags/';
const NRPS = 'https://purl.imsglobal.org/spec/lti-nrps/';
/** OAuth scopes for the services of a platform (LTI Advantage: AGS 2.0, NRPS 2.0). */
export const SCOPE = {
  score: `${AGS}scope/score`,
  lineitem: `${AGS}scope/lineitem`,
  roster: `${NRPS}scope/contextmembership.readonly`,
} as const;

const short = z.string().max(2_000);
const service = z.url({ protocol: /^https?$/ }).max(2_000);

/** Claims of a resource link request or deep linking request. Other claims are ignored. */
const Message = z.object({
  nonce: z.string().min(1).max(300),
  sub: z.string().min(1).max(255).optional(),
  azp: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string()).min(1).max(20)]),
  [`${CLAIM}version`]: z.literal('1.3.0'),
  [`${CLAIM}message_type`]: z.enum(['LtiResourceLinkRequest', 'LtiDeepLinkingRequest']),
  [`${CLAIM}deployment_id`]: z.string().min(1).max(255),
  [`${CLAIM}target_link_uri`]: short.min(1),
  [`${CLAIM}roles`]: z.array(short).max(100).default([]),
  [`${CLAIM}custom`]: z.record(z.string(), z.unknown()).default({}),
  [`${CLAIM}context`]: z
    .object({ id: z.string().min(1).max(255), title: z.string().max(2_000).optional(), label: z.string().max(2_000).optional() })
    .optional(),
  [`${AGS}claim/endpoint`]: z
    .object({ scope: z.array(z.string()).max(20).default([]), lineitem: service.optional(), lineitems: service.optional() })
    .optional()
    .catch(undefined),
  [`${NRPS}claim/namesroleservice`]: z.object({ context_memberships_url: service }).optional().catch(undefined),
  [`${CLAIM}resource_link`]: z.object({ id: z.string().min(1).max(255) }).optional(),
  [`${CLAIM}tool_platform`]: z
    .object({ product_family_code: z.string().max(120).optional() })
    .optional()
    .catch(undefined),
  [`${DEEP_LINKING}deep_linking_settings`]: z
    .object({
      deep_link_return_url: z.url({ protocol: /^https?$/ }).max(2_000),
      accept_types: z.array(z.string()).max(20),
      accept_multiple: z.boolean().default(false),
      data: z.string().max(20_000).optional(),
    })
    .optional(),
});

/** Course of a launch. `lineitem` is the gradebook column of the link, and `lineitems` the endpoint to find and create columns. */
export type LtiCourse = { id: string; title: string; link: string; roster: string; lineitem: string; lineitems: string };

export type LtiMessage = {
  nonce: string;
  subject: string | null;
  kind: 'open' | 'pick';
  deployment: string;
  target: string;
  roles: string[];
  custom: Record<string, unknown>;
  product: string;
  /** Course of the launch with its service endpoints, which are empty strings if unavailable. */
  course: LtiCourse | null;
  pick: { return_url: string; many: boolean; data: string | null } | null;
};

/** Maximum clock difference in seconds, equal to the lifetime of messages from Moodle. */
const SKEW_S = 60;
const OLDEST_S = 600;

type By = { issuer: string; client_id: string; jwks_url: string };

/** Verifies a message of a platform and returns its content. Throws `LtiError`. */
export async function readMessage(token: string, by: By, keys: PlatformKeys, now: Date): Promise<LtiMessage> {
  const { payload } = await jwtVerify(token, ({ kid }) => keys.find(by.jwks_url, kid, now), {
    algorithms: ['RS256'],
    issuer: by.issuer,
    audience: by.client_id,
    currentDate: now,
    clockTolerance: SKEW_S,
    maxTokenAge: OLDEST_S,
    requiredClaims: ['iat', 'exp', 'nonce'],
  }).catch((error: unknown) => {
    throw asLtiError(error);
  });
  const parsed = Message.safeParse(payload);
  if (!parsed.success) throw new LtiError('bad_message', parsed.error.issues.map(({ path }) => path.join('.')).join(', '));
  const claims = parsed.data;
  // If there are several audiences, `azp` must be this tool (OpenID Connect Core 3.1.3.7).
  const others = Array.isArray(claims.aud) && claims.aud.length > 1;
  if ((others || claims.azp !== undefined) && claims.azp !== by.client_id) throw new LtiError('bad_message', 'azp');
  return parseLtiMessage(claims);
}

function parseLtiMessage(said: z.output<typeof Message>): LtiMessage {
  const kind = said[`${CLAIM}message_type`] === 'LtiDeepLinkingRequest' ? 'pick' : 'open';
  const settings = said[`${DEEP_LINKING}deep_linking_settings`];
  if (kind === 'pick' && !settings?.accept_types.includes('ltiResourceLink')) throw new LtiError('bad_message', 'deep_linking_settings');
  if (kind === 'open' && !said[`${CLAIM}resource_link`]) throw new LtiError('bad_message', 'resource_link');
  return {
    kind,
    nonce: said.nonce,
    subject: said.sub ?? null,
    deployment: said[`${CLAIM}deployment_id`],
    target: said[`${CLAIM}target_link_uri`],
    roles: said[`${CLAIM}roles`],
    custom: said[`${CLAIM}custom`],
    product: said[`${CLAIM}tool_platform`]?.product_family_code ?? '',
    course: courseOf(said),
    pick:
      kind === 'pick' && settings
        ? { return_url: settings.deep_link_return_url, many: settings.accept_multiple, data: settings.data ?? null }
        : null,
  };
}

function courseOf(said: z.output<typeof Message>): LtiCourse | null {
  const context = said[`${CLAIM}context`];
  if (!context) return null;
  const { scope = [], lineitem = '', lineitems = '' } = said[`${AGS}claim/endpoint`] ?? {};
  const reportsScores = scope.includes(SCOPE.score);
  return {
    id: context.id,
    title: (context.title || context.label || '').slice(0, 255),
    link: said[`${CLAIM}resource_link`]?.id ?? '',
    roster: said[`${NRPS}claim/namesroleservice`]?.context_memberships_url ?? '',
    lineitem: reportsScores ? lineitem : '',
    lineitems: reportsScores && scope.includes(SCOPE.lineitem) ? lineitems : '',
  };
}

function asLtiError(error: unknown): LtiError {
  if (error instanceof LtiError) return error;
  if (error instanceof errors.JWTExpired) return new LtiError('clock_skew', error.message);
  if (error instanceof errors.JWTClaimValidationFailed)
    return new LtiError(['iat', 'exp', 'nbf'].includes(error.claim) ? 'clock_skew' : 'bad_message', `${error.claim}: ${error.reason}`);
  return new LtiError('bad_signature', (error as Error).message);
}
