/** Learning platforms of a district (docs/behaviour/lti.md#platforms). */
import { z } from 'zod';
import { done, endpoint } from '../endpoint.ts';
import { byId, count, day, line, moment, named, version } from '../fields.ts';
import {
  CLIENT_ID_LENGTH,
  DEPLOYMENT_LENGTH,
  DEPLOYMENT_STATES,
  LTI_VERSIONS,
  PLATFORM_NAME_LENGTH,
  PLATFORM_SERVICES,
  PLATFORM_STATES,
} from './rules.ts';

const httpsAddress = z.url({ protocol: /^https?$/ }).max(500);
/** Returns a schema for identifiers, which must be stored verbatim. */
const exact = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\x21-\x7e]+$/);

const Deployment = z.object({
  id: z.uuid(),
  deployment: z.string(),
  state: z.enum(DEPLOYMENT_STATES),
  school: named(z.string()).nullable(),
  first_seen_at: moment,
});

export const Platform = z.object({
  id: z.uuid(),
  name: z.string(),
  product: z.string(),
  /** Version of LTI. A platform with LTI 1.1 has a key (stored in `client_id`), a secret and no URLs. */
  lti: z.enum(LTI_VERSIONS),
  state: z.enum(PLATFORM_STATES),
  issuer: z.string(),
  client_id: z.string(),
  auth_url: z.string(),
  token_url: z.string(),
  jwks_url: z.string(),
  /** Origins that may embed pages of the portal. */
  origins: z.array(z.string()),
  services: z.array(z.enum(PLATFORM_SERVICES)),
  /** Number of grades that are pending or rejected, and of courses whose member list cannot be read. `problem` is the platform's latest error. */
  trouble: z.object({ waiting: count, refused: count, rosters: count, problem: z.string() }),
  /** True if the platform registered itself (dynamic registration). */
  dynamic: z.boolean(),
  last_visit_on: day.nullable(),
  deployments: z.array(Deployment),
  version,
});
export type Platform = z.output<typeof Platform>;

/** Values that must be entered in the learning platform. */
export const ToolValues = z.object({
  tool_url: z.string(),
  login_url: z.string(),
  redirect_url: z.string(),
  jwks_url: z.string(),
  content_url: z.string(),
  icon_url: z.string(),
  config_url: z.string(),
  /** Launch URL for LTI 1.1, or `null` if the portal does not support it. */
  form_url: z.string().nullable(),
});
export type ToolValues = z.output<typeof ToolValues>;

const Registration = z.object({ id: z.uuid(), school: named(z.string()), expires_at: moment });

const fields = {
  name: line(PLATFORM_NAME_LENGTH).min(1),
  issuer: exact(255),
  client_id: exact(CLIENT_ID_LENGTH),
  auth_url: httpsAddress,
  token_url: z.union([z.literal(''), httpsAddress]),
  jwks_url: httpsAddress,
};
const origins = z.array(z.url({ protocol: /^https?$/ }).max(255)).max(10);
const services = z.array(z.enum(PLATFORM_SERVICES)).max(PLATFORM_SERVICES.length);
const school_id = z.string().min(1).max(80);

const gate = { access: 'districtAdmin' } as const;

export const ltiPlatforms = {
  platforms: endpoint({
    method: 'GET',
    path: '/api/v1/lti/platforms',
    summary: 'Learning platforms of the district, registration links, and settings for the other side',
    ...gate,
    reply: z.object({ platforms: z.array(Platform), registrations: z.array(Registration), values: ToolValues }),
  }),
  addPlatform: endpoint({
    method: 'POST',
    path: '/api/v1/lti/platforms',
    summary: 'Add a learning platform for a school',
    ...gate,
    body: z.object({
      ...fields,
      token_url: fields.token_url.default(''),
      deployment: exact(DEPLOYMENT_LENGTH),
      school_id,
      services: services.default([]),
    }),
    reply: Platform,
  }),
  addKey: endpoint({
    method: 'POST',
    path: '/api/v1/lti/keys',
    summary: 'Add a learning platform by LTI 1.1 for a school: creates a key and a secret, which is returned only once',
    ...gate,
    setting: 'Lti11',
    body: z.object({ name: fields.name, origins: origins.min(1), school_id }),
    reply: z.object({ platform: Platform, secret: z.string() }),
  }),
  changePlatform: endpoint({
    method: 'PATCH',
    path: '/api/v1/lti/platforms/{id}',
    summary: 'Change a learning platform, block or unblock it; its open visits end',
    ...gate,
    params: byId,
    body: z.object({ version, ...z.object({ ...fields, origins, services, state: z.enum(PLATFORM_STATES) }).partial().shape }),
    reply: Platform,
  }),
  sendGradesAgain: endpoint({
    method: 'POST',
    path: '/api/v1/lti/platforms/{id}/grades',
    summary: 'Send grades again that the platform refused, and pending ones',
    ...gate,
    params: byId,
    reply: Platform,
  }),
  removePlatform: endpoint({
    method: 'DELETE',
    path: '/api/v1/lti/platforms/{id}',
    summary: 'Delete a learning platform and all its users',
    ...gate,
    params: byId,
    reply: done,
  }),
  setDeployment: endpoint({
    method: 'PUT',
    path: '/api/v1/lti/platforms/{id}/deployments/{deploymentId}',
    summary: 'Set the school of a deployment; null blocks its visits',
    ...gate,
    params: byId.extend({ deploymentId: z.uuid() }),
    body: z.object({ school_id: school_id.nullable() }),
    reply: Platform,
  }),
  invitePlatform: endpoint({
    method: 'POST',
    path: '/api/v1/lti/registrations',
    summary: 'Create a link by which one platform registers itself, once and within a day',
    ...gate,
    body: z.object({ school_id, services: services.default([]) }),
    reply: z.object({ url: z.string(), expires_at: moment }),
  }),
  removeRegistration: endpoint({
    method: 'DELETE',
    path: '/api/v1/lti/registrations/{id}',
    summary: 'Revoke a registration link',
    ...gate,
    params: byId,
    reply: done,
  }),
};
