/**
 * A learning platform for tests. It signs recorded messages of Moodle 4.5.6 with its own keys, and replies without a network. `forge` changes a
 * message before it is signed.
 */
import { exportJWK, generateKeyPair, jwtVerify, createLocalJWKSet, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { ltiServices } from './lti-services.ts';
import { RemoteError, type RemoteFetch } from '../../remote/remote.ts';

const C = 'https://purl.imsglobal.org/spec/lti/claim/';
const D = 'https://purl.imsglobal.org/spec/lti-dl/claim/';
export const TEACHER = 'http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor';
export const LEARNER = 'http://purl.imsglobal.org/vocab/lis/v2/membership#Learner';

export type Forged = {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** Key for signing, if it differs from the published key. */
  key?: CryptoKey | Uint8Array;
};

export type LtiPlatform = Awaited<ReturnType<typeof ltiPlatform>>;

export async function ltiPlatform({
  host = 'moodle.example',
  client_id = 'yQbXhUZ5q9cUlqO',
  tool = 'http://localhost',
  scheme = 'https',
  now = () => new Date(),
} = {}) {
  const issuer = `${scheme}://${host}`;
  const keys = await generateKeyPair('RS256', { extractable: true });
  const jwk: JWK = { ...(await exportJWK(keys.publicKey)), kid: 'b1946ac9', alg: 'RS256', use: 'sig' };
  const asked: string[] = [];
  const registered: Record<string, unknown>[] = [];
  const answers: Record<string, (body: string | undefined) => string> = {
    '/mod/lti/certs.php': () => JSON.stringify({ keys: [jwk] }),
    '/mod/lti/openid-configuration.php': () =>
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/mod/lti/auth.php`,
        token_endpoint: `${issuer}/mod/lti/token.php`,
        jwks_uri: `${issuer}/mod/lti/certs.php`,
        registration_endpoint: `${issuer}/mod/lti/openid-registration.php`,
        'https://purl.imsglobal.org/spec/lti-platform-configuration': { product_family_code: 'moodle', version: '4.5.6' },
      }),
    '/mod/lti/openid-registration.php': (body) => {
      registered.push(JSON.parse(body ?? '{}') as Record<string, unknown>);
      return JSON.stringify({ client_id: 'selbst', 'https://purl.imsglobal.org/spec/lti-tool-configuration': { deployment_id: '3' } });
    },
  };
  const services = ltiServices({ issuer, client_id, now });
  const ask: RemoteFetch = async ({ url, body: sent, method, headers }) => {
    const body = sent?.toString();
    asked.push(url);
    const at = new URL(url);
    const served = at.host === host ? await services.serve({ url, body, method, headers }) : undefined;
    if (served && served.status >= 300) throw new RemoteError('refused', `${host} answered ${served.status}`, served.status);
    if (served) {
      const bytes = Buffer.from(served.body === undefined ? '' : JSON.stringify(served.body));
      return { type: 'application/json', bytes, ...(served.link !== undefined && { link: served.link }) };
    }
    const answer = at.host === host ? answers[at.pathname] : undefined;
    if (!answer) throw new RemoteError('unreachable', `nobody at ${url}`);
    return { type: 'application/json', bytes: Buffer.from(answer(body)) };
  };

  /** Returns the ID token that the platform posts to `redirect_uri` in reply to a login. */
  async function idToken(about: { nonce: string; now: Date } & Record<string, unknown>, forged: Forged = {}): Promise<string> {
    const { nonce, now, ...more } = about;
    const iat = Math.floor(now.getTime() / 1_000);
    const claims: JWTPayload = {
      ...{ nonce, iat, exp: iat + 60, iss: issuer, aud: client_id, sub: '4' },
      [`${C}deployment_id`]: '1',
      [`${C}target_link_uri`]: `${tool}/lti/search`,
      [`${C}roles`]: [LEARNER],
      [`${C}context`]: { id: '2', label: 'BIO7A', title: 'Biologie 7a', type: ['CourseSection'] },
      [`${C}message_type`]: 'LtiResourceLinkRequest',
      [`${C}resource_link`]: { id: '1', title: 'Die Zelle', description: '' },
      [`${C}launch_presentation`]: { locale: 'de', document_target: 'iframe', return_url: `${issuer}/mod/lti/return.php` },
      [`${C}tool_platform`]: { product_family_code: 'moodle', version: '2024100706', guid: host, name: 'Moodle' },
      [`${C}version`]: '1.3.0',
      [`${C}custom`]: {},
      [`${C}ext`]: { lms: 'moodle-2' },
      ...more,
      ...forged.claims,
    };
    return new SignJWT(JSON.parse(JSON.stringify(claims)) as JWTPayload)
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: jwk.kid!, ...forged.header })
      .sign(forged.key ?? keys.privateKey);
  }

  return {
    ...{ issuer, client_id, host, jwk, asked, registered, answers, ask, idToken, services },
    /** Fields for the manual registration of the platform. */
    fields: {
      ...{ name: 'Moodle der Schule', issuer, client_id, deployment: '1' },
      auth_url: `${issuer}/mod/lti/auth.php`,
      token_url: `${issuer}/mod/lti/token.php`,
      jwks_url: `${issuer}/mod/lti/certs.php`,
    },
    /** Returns the form that the page of an activity posts first. */
    initiation: (more: Record<string, string> = {}): Record<string, string> => ({
      ...{ iss: issuer, target_link_uri: `${tool}/lti/search`, login_hint: '4', client_id, lti_deployment_id: '1' },
      lti_message_hint: '{"cmid":2,"launchid":"ltilaunch2_1234567"}',
      ...more,
    }),
    /** Returns the claims for a user who selects content. */
    choosing: (settings: Record<string, unknown> = {}): Record<string, unknown> => ({
      [`${C}message_type`]: 'LtiDeepLinkingRequest',
      [`${C}resource_link`]: undefined,
      [`${C}roles`]: [TEACHER],
      [`${D}deep_linking_settings`]: {
        accept_types: ['ltiResourceLink'],
        accept_presentation_document_targets: ['frame', 'iframe', 'window'],
        accept_copy_advice: false,
        accept_multiple: true,
        accept_unsigned: false,
        auto_create: false,
        can_confirm: false,
        deep_link_return_url: `${issuer}/mod/lti/contentitem_return.php?course=2&id=1&sesskey=abc`,
        title: 'Fundus',
        text: '',
        ...settings,
      },
    }),
    /** Verifies a deep linking response with the portal's public keys, as platforms do. */
    readAnswer: async (jwt: string, shown: { keys: JWK[] }, now: Date) =>
      (await jwtVerify(jwt, createLocalJWKSet(shown), { issuer: client_id, audience: issuer, currentDate: now })).payload,
  };
}

/** Returns the full name of an LTI claim. */
export const claim = (name: string): string => `${C}${name}`;
export const dlClaim = (name: string): string => `${D}${name}`;
