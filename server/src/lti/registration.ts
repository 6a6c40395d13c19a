/** LTI dynamic registration (1EdTech). */
import { z } from 'zod';
import type { RemoteFetch } from '../remote/remote.ts';
import { callPlatform } from './call-platform.ts';
import { SCOPE } from './messages.ts';
import { GRADE_SCOPES } from './services.ts';
import type { PlatformService } from '@fundus/contract/lti/rules';
import { LtiError } from './lti-error.ts';

const address = z.url({ protocol: /^https?$/ }).max(500);
const PLATFORM = 'https://purl.imsglobal.org/spec/lti-platform-configuration';
const TOOL = 'https://purl.imsglobal.org/spec/lti-tool-configuration';

const Configuration = z.object({
  issuer: z.string().min(1).max(255),
  authorization_endpoint: address,
  token_endpoint: address.optional(),
  jwks_uri: address,
  registration_endpoint: address,
  [PLATFORM]: z
    .object({ product_family_code: z.string().max(120).optional() })
    .optional()
    .catch(undefined),
});

export type OfferedPlatform = {
  issuer: string;
  auth_url: string;
  token_url: string;
  jwks_url: string;
  registration_url: string;
  product: string;
};

const Registered = z.object({
  client_id: z.string().min(1).max(255),
  [TOOL]: z.object({ deployment_id: z.string().min(1).max(255).optional() }).optional(),
});

const SCOPES: Record<PlatformService, readonly string[]> = { grades: GRADE_SCOPES, roster: [SCOPE.roster] };

export type Tool = {
  name: string;
  description: string;
  tool_url: string;
  login_url: string;
  redirect_url: string;
  jwks_url: string;
  icon_url: string;
};

/** Fetches the configuration of a platform. The host of its issuer must match the host of the address, which prevents impersonation. */
export async function readOffer(remote: RemoteFetch, url: string): Promise<OfferedPlatform> {
  if (!URL.canParse(url)) throw new LtiError('bad_message', 'openid_configuration');
  const parsed = Configuration.safeParse(await callPlatform(remote, { url, enteredBy: 'stranger' }));
  if (!parsed.success) throw new LtiError('bad_message', 'openid_configuration');
  const claims = parsed.data;
  if (!URL.canParse(claims.issuer) || new URL(claims.issuer).host !== new URL(url).host) throw new LtiError('bad_message', 'issuer');
  return {
    issuer: claims.issuer,
    auth_url: claims.authorization_endpoint,
    token_url: claims.token_endpoint ?? '',
    jwks_url: claims.jwks_uri,
    registration_url: claims.registration_endpoint,
    product: claims[PLATFORM]?.product_family_code ?? '',
  };
}

/** Registers the tool at the platform and returns the client id. Requests only the scopes in use, and no names or email addresses of people. */
export async function registerAt(
  remote: RemoteFetch,
  { registration_url }: OfferedPlatform,
  token: string,
  tool: Tool,
  services: readonly PlatformService[],
): Promise<{ client_id: string; deployment: string | null }> {
  const target = new URL(tool.tool_url);
  const wanted = {
    application_type: 'web',
    response_types: ['id_token'],
    grant_types: ['implicit', 'client_credentials'],
    initiate_login_uri: tool.login_url,
    redirect_uris: [tool.redirect_url],
    client_name: tool.name,
    jwks_uri: tool.jwks_url,
    logo_uri: tool.icon_url,
    token_endpoint_auth_method: 'private_key_jwt',
    scope: services.flatMap((service) => SCOPES[service]).join(' '),
    [TOOL]: {
      domain: target.host,
      target_link_uri: tool.tool_url,
      description: tool.description,
      claims: ['iss', 'sub'],
      custom_parameters: {},
      messages: [{ type: 'LtiDeepLinkingRequest', target_link_uri: tool.tool_url, label: tool.name }],
    },
  };
  const reply = await callPlatform(remote, {
    url: registration_url,
    enteredBy: 'stranger',
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(wanted),
  });
  const parsed = Registered.safeParse(reply);
  if (!parsed.success) throw new LtiError('platform_refused', 'registration');
  return { client_id: parsed.data.client_id, deployment: parsed.data[TOOL]?.deployment_id ?? null };
}
