/**
 * OpenID Connect client with code flow, PKCE, state, nonce and back-channel logout (docs/behaviour/accounts.md#identity-providers). It sends requests
 * only to addresses configured by the operator and to those in the provider's discovery document.
 */
import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import type { OidcProvider } from '@fundus/contract/accounts/oidc-settings';
import { decodeProtectedHeader } from 'jose';
import * as client from 'openid-client';
import { z } from 'zod';

export type Claims = Record<string, unknown> & { sub: string };

export type OidcClient = {
  settings: OidcProvider;
  /** Returns the authorization URL and the values with which the response is verified. */
  begin(
    redirectUri: string,
    hints?: Record<string, string>,
    loginHint?: string,
  ): Promise<{ url: string; state: string; nonce: string; verifier: string }>;
  /** Exchanges the code for the claims and the ID token. Throws if any check fails. */
  finish(
    redirectUri: string,
    answer: string,
    checks: { state: string; nonce: string; verifier: string },
  ): Promise<{ claims: Claims; idToken: string }>;
  /** Returns an access token for the portal itself (client credentials grant). */
  ownToken(scope: string): Promise<string>;
  /**
   * Returns the URL of the RP-initiated logout, or `null` if it is disabled or unsupported. `idToken` is the ID token of the sign-in, which avoids a
   * confirmation page.
   */
  endSession(returnTo: string, idToken: string | null): Promise<string | null>;
  /**
   * Returns the claims of a logout token, or `null` if the token is invalid for this provider and client. Throws if the provider's keys are
   * unavailable.
   */
  readLogout(token: string, now: Date): Promise<LogoutClaims | null>;
};

type LogoutClaims = { jti: string; sub?: string; sid?: string };

type Key = JsonWebKey & { kid?: string; kty?: string };

const Keys = z.object({ keys: z.array(z.looseObject({ kid: z.string().optional(), kty: z.string().optional() })) });

const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout';
const TIMEOUT_S = 5;
const CLOCK_SKEW_S = 120;
/** Minimum interval between fetches of the keys that are caused by an unknown `kid`. */
const KEYS_REFETCH_MS = 60_000;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export function openOidc(settings: OidcProvider): OidcClient {
  // Cached discovery document. It is fetched again every hour and after a failure.
  let known: { at: number; config: Promise<client.Configuration> } | undefined;
  const readConfiguration = (): Promise<client.Configuration> => {
    if (!known || Date.now() - known.at > 3_600_000) {
      const config = discover(settings);
      known = { at: Date.now(), config };
      config.catch(() => (known = undefined));
    }
    return known.config;
  };
  let keys: { at: number; list: Key[] } | undefined;
  // The pending fetch is shared by concurrent callers, so that forged tokens do not cause repeated requests to a slow provider.
  let fetching: Promise<{ at: number; list: Key[] }> | undefined;
  const fetchKeys = async (): Promise<{ at: number; list: Key[] }> => {
    const { jwks_uri } = (await readConfiguration()).serverMetadata();
    if (!jwks_uri) throw new Error(`${settings.issuer} does not publish its keys`);
    const reply = await fetch(jwks_uri, { signal: AbortSignal.timeout(TIMEOUT_S * 1_000), redirect: 'error' });
    if (!reply.ok) throw new Error(`${jwks_uri} returned ${reply.status}`);
    return { at: Date.now(), list: Keys.parse(await reply.json()).keys };
  };
  const findKeys = async (kid: unknown): Promise<Key[]> => {
    const knows = keys?.list.some((key) => kid === undefined || key.kid === kid) ?? false;
    const age = Date.now() - (keys?.at ?? 0);
    if (!keys || age > 3_600_000 || (!knows && age > KEYS_REFETCH_MS)) {
      fetching ??= fetchKeys().finally(() => (fetching = undefined));
      keys = await fetching;
    }
    return keys.list.filter((key) => kid === undefined || key.kid === kid);
  };
  return {
    settings,
    begin: async (redirectUri, hints = {}, loginHint) => {
      const config = await readConfiguration();
      const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
      const url = client.buildAuthorizationUrl(config, {
        ...settings.parameters,
        ...Object.fromEntries(Object.entries(hints).filter(([name]) => settings.hints.includes(name))),
        ...(loginHint !== undefined && { login_hint: loginHint }),
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, state, nonce, verifier };
    },
    finish: async (redirectUri, answer, { state, nonce, verifier }) => {
      const config = await readConfiguration();
      const tokens = await client.authorizationCodeGrant(config, new URL(`${redirectUri}?${answer}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      requireMatchingToken(tokens.id_token!, claims.at_hash, tokens.access_token);
      // Claims that are missing in the ID token are fetched from the userinfo endpoint.
      const more = config.serverMetadata().userinfo_endpoint ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
      const info = settings.person_info ? await fetchInfo(config, tokens.access_token, settings.person_info) : {};
      return { claims: { ...more, ...claims, ...info }, idToken: tokens.id_token! };
    },
    ownToken: async (scope) => {
      const tokens = await client.clientCredentialsGrant(await readConfiguration(), scope === '' ? {} : { scope });
      return tokens.access_token;
    },
    endSession: async (returnTo, idToken) => {
      if (!settings.logout) return null;
      const config = await readConfiguration();
      if (!config.serverMetadata().end_session_endpoint) return null;
      return client.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo, ...(idToken !== null && { id_token_hint: idToken }) })
        .href;
    },
    readLogout: (token, now) => verifyLogout(token, { issuer: settings.issuer, audience: settings.client_id, now, keysFor: findKeys }),
  };
}

/** Verifies that the access token belongs to the ID token (`at_hash`, OpenID Connect Core 3.1.3.8). SHA-256 applies to both allowed algorithms. */
function requireMatchingToken(idToken: string, atHash: unknown, accessToken: string): void {
  const { alg } = decodeProtectedHeader(idToken);
  if (alg !== 'RS256' && alg !== 'ES256') throw new Error(`unsupported signature algorithm ${alg}`);
  const half = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
  if (atHash !== undefined && atHash !== half) throw new Error('at_hash does not match the access token');
}

/** Fetches further claims from Schulconnex `person-info`. If this fails, the sign-in is rejected, because the school of the user would be unknown. */
async function fetchInfo(config: client.Configuration, token: string, address: string): Promise<{ person_info: unknown }> {
  const url = new URL(address);
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname)) throw new Error(`${address} is not https`);
  const reply = await client.fetchProtectedResource(config, token, url, 'GET');
  if (!reply.ok) throw new Error(`${address} returned ${reply.status}`);
  return { person_info: await reply.json() };
}

function discover({ issuer, client_id, client_secret }: OidcProvider): Promise<client.Configuration> {
  const url = new URL(issuer);
  // HTTP is allowed only for local providers, which are used in tests.
  const insecure = url.protocol === 'http:';
  if (insecure && !LOOPBACK.has(url.hostname)) return Promise.reject(new Error(`${issuer} is not https`));
  return client.discovery(url, client_id, client_secret, client.ClientSecretBasic(client_secret), {
    timeout: TIMEOUT_S,
    // Verifies the signature of the ID token even over TLS, because a proxy may terminate TLS.
    execute: [client.enableNonRepudiationChecks, ...(insecure ? [client.allowInsecureRequests] : [])],
  });
}

/** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). Inexpensive checks come first, because anyone can post tokens. */
async function verifyLogout(
  token: string,
  { issuer, audience, now, keysFor }: { issuer: string; audience: string; now: Date; keysFor: (kid: unknown) => Promise<Key[]> },
): Promise<LogoutClaims | null> {
  const [head = '', body = '', signature = '', ...rest] = token.split('.');
  const [header, claims] = [readJson(head), readJson(body)];
  if (rest.length > 0 || !header || !claims) return null;
  const { alg, kid, typ, crit } = header;
  if (
    (alg !== 'RS256' && alg !== 'ES256') ||
    crit !== undefined ||
    (typ !== undefined && String(typ).toLowerCase() !== 'logout+jwt' && String(typ).toLowerCase() !== 'jwt')
  )
    return null;
  const { iss, aud, iat, exp, jti, events, sub, sid, nonce } = claims;
  const seconds = now.getTime() / 1_000;
  const forUs = typeof iss === 'string' && sameIssuer(iss, issuer) && (Array.isArray(aud) ? aud.includes(audience) : aud === audience);
  const inTime =
    typeof iat === 'number' && Math.abs(seconds - iat) <= CLOCK_SKEW_S && (exp === undefined || (typeof exp === 'number' && exp > seconds));
  const isLogout = typeof (events as Record<string, unknown> | undefined)?.[LOGOUT] === 'object' && nonce === undefined;
  const names = typeof sub === 'string' || typeof sid === 'string';
  if (!forUs || !inTime || !isLogout || !names || typeof jti !== 'string') return null;
  const wanted = alg === 'RS256' ? 'RSA' : 'EC';
  const fits = (await keysFor(kid))
    .filter((key) => key.kty === wanted)
    .some((key) =>
      verify(
        'sha256',
        Buffer.from(`${head}.${body}`),
        { key: createPublicKey({ key, format: 'jwk' }), ...(alg === 'ES256' && { dsaEncoding: 'ieee-p1363' as const }) },
        Buffer.from(signature, 'base64url'),
      ),
    );
  if (!fits) return null;
  return { jti, ...(typeof sub === 'string' && { sub }), ...(typeof sid === 'string' && { sid }) };
}

/** Compares two issuers. A trailing slash is ignored. */
const sameIssuer = (a: string, b: string): boolean => a.replace(/\/$/, '') === b.replace(/\/$/, '');

function readJson(part: string): Record<string, unknown> | null {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Returns the hash under which an authorization request is stored. */
export const hashSignInSecret = (text: string): string => createHash('sha256').update(text).digest('hex');
