/**
 * A local OpenID provider (oidc-provider) for tests. It signs in the configured person without interaction, or displays a page for choosing a person.
 */
import { createHmac, generateKeyPairSync, sign, type JsonWebKey, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OidcProvider as Settings } from '@fundus/contract/accounts/oidc-settings';
// The package has no types.
// @ts-expect-error see above
import Provider from 'oidc-provider';

type Person = Record<string, unknown> & { sub: string };

export type OidcOptions = {
  /** Host name under which the provider is reachable. */
  host?: '127.0.0.1' | 'localhost';
  /** Back-channel logout URL of the portal. */
  logoutUri?: string;
  /** People that can be chosen on a page of the provider. */
  people?: Person[];
  /** Replies at addresses that do not belong to OpenID Connect. If `cut` is set, the reply is truncated. `after` delays it. */
  lists?: (url: URL, authorization: string) => Listed | undefined;
};

/**
 * Changes to a token. `claims` override the correct claims, and `null` removes a claim. `key` replaces the signing key: a string is used as a shared
 * secret, and `null` leaves the token unsigned.
 */
export type Forgery = { claims?: Record<string, unknown>; alg?: string; key?: KeyObject | string | null };

export type Listed = { body: string; status?: number; headers?: Record<string, string>; cut?: boolean; after?: Promise<unknown> };

export type OidcServer = {
  settings: Settings;
  /** Claims of the person who signs in next. */
  person: Person;
  /** Forgery of the tokens of all further sign-ins, or `undefined` for correct tokens. */
  lie: Forgery | undefined;
  /** Follows the redirects through the provider like a browser. Returns the query of the final redirect to the portal. */
  walk(url: string): Promise<string>;
  /** Confirms the logout page in the browser of the last `walk`. Returns the target of the redirect. */
  signOut(url: string): Promise<string>;
  /** Returns whether the browser is still signed in at the provider. */
  knows(): Promise<boolean>;
  /** Returns a signed logout token. `claims` override the correct claims, and `null` removes a claim. */
  logoutToken(claims?: Record<string, unknown>, header?: Record<string, unknown>): string;
  close(): Promise<void>;
};

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const withoutNulls = (value: object): object => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null));

const SECRET = 'a secret of the client, long enough for HMAC';

export async function oidcServer(redirectUri: string, options: OidcOptions = {}): Promise<OidcServer> {
  const { host = '127.0.0.1', logoutUri, people } = options;
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key: JsonWebKey = { ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' } as JsonWebKey;
  const state: { person: Person; lie?: Forgery | undefined } = { person: { sub: 'nobody' } };

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'portal',
        client_secret: SECRET,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL('/login', redirectUri).href],
        response_types: ['code'],
        grant_types: ['authorization_code', 'client_credentials'],
        ...(logoutUri && { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: true }),
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['cookie key'] },
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: { openid: ['sub', 'rolle', 'schulkennung', 'given_name', 'family_name', 'gruppen', 'vidisInfo', 'sid'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      clientCredentials: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context: { body: string }, form: string) => {
          context.body = `<!doctype html><html lang="de"><link rel="icon" href="data:,"><title>Landesportal</title>${form}<button form="op.logoutForm" name="logout" value="yes">Abmelden</button>`;
        },
        postLogoutSuccessSource: (context: { body: string }) => {
          context.body = '<!doctype html><html lang="de"><link rel="icon" href="data:,"><title>Landesportal</title><h1>Abgemeldet</h1>';
        },
      },
    },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ ...(people?.find(({ sub }) => sub === id) ?? state.person), sub: id }),
    }),
    // A custom fetch is needed, because the library refuses requests to the local machine.
    fetch: (url: string, { method, headers, body, signal }: RequestInit) =>
      fetch(url, { ...(method && { method }), ...(headers && { headers }), ...(body && { body }), ...(signal && { signal }) }),
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    loadExistingGrant: async (context: { oidc: { client: { clientId: string }; session: { accountId: string } } }) => {
      const grant = new provider.Grant({ clientId: context.oidc.client.clientId, accountId: context.oidc.session.accountId });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback() as (request: unknown, response: unknown) => void;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { lie } = state;
    if (lie && request.url === '/token') {
      const end = response.end.bind(response) as (body: string) => ServerResponse;
      response.end = ((body: string) => {
        const said = JSON.parse(body) as { id_token: string };
        const text = JSON.stringify({ ...said, id_token: forge(said.id_token, lie) });
        response.setHeader('content-length', Buffer.byteLength(text));
        return end(text);
      }) as typeof response.end;
    }
    if (request.url === '/person-info') {
      response.statusCode = request.headers.authorization?.startsWith('Bearer ') ? 200 : 401;
      response.setHeader('content-type', 'application/json');
      return void response.end(JSON.stringify(state.person.info ?? {}));
    }
    const listed = options.lists?.(new URL(request.url ?? '/', issuer), request.headers.authorization ?? '');
    if (listed !== undefined) {
      await listed.after;
      response.statusCode = listed.status ?? 200;
      response.setHeader('content-type', 'application/json');
      for (const [name, value] of Object.entries(listed.headers ?? {})) response.setHeader(name, value);
      if (listed.cut) return void (response.write(listed.body), setTimeout(() => response.destroy(), 20));
      return void response.end(listed.body);
    }
    if (!request.url?.startsWith('/interaction/')) return callback(request, response);
    const at = new URL(request.url, issuer);
    const accountId = people ? at.searchParams.get('who') : state.person.sub;
    if (accountId) return provider.interactionFinished(request, response, { login: { accountId } });
    const choices = (people ?? []).map(({ sub }) => `<p><button name="who" value="${sub}">${sub}</button></p>`);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="de"><link rel="icon" href="data:,"><title>Landesportal</title><h1>Wer sind Sie?</h1><form>${choices.join('')}</form>`,
    );
  }

  function forge(idToken: string, { claims = {}, alg = 'RS256', key: by = privateKey }: Forgery): string {
    const right = JSON.parse(Buffer.from(idToken.split('.')[1]!, 'base64url').toString()) as object;
    const body = `${encode({ alg, kid: 'test' })}.${encode(withoutNulls({ ...right, ...claims }))}`;
    if (by === null) return `${body}.`;
    if (typeof by === 'string') return `${body}.${createHmac('sha256', by).update(body).digest('base64url')}`;
    return `${body}.${sign('sha256', Buffer.from(body), by).toString('base64url')}`;
  }

  let cookies = new Map<string, string>();
  /** Sends requests like a single browser, which keeps its cookies between calls. */
  async function ask(url: string, form?: URLSearchParams): Promise<Response> {
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return reply;
  }

  return {
    settings: Settings.parse({
      id: 'land',
      name: 'Landesportal',
      issuer,
      client_id: 'portal',
      client_secret: SECRET,
      school_prefix: 'DE-XX-',
    }),
    get person() {
      return state.person;
    },
    set person(next) {
      state.person = next;
    },
    get lie() {
      return state.lie;
    },
    set lie(next) {
      state.lie = next;
    },
    walk: async (url) => {
      cookies = new Map();
      let at = url;
      for (let i = 0; i < 10; i++) {
        const reply = await ask(at);
        const next = new URL(reply.headers.get('location') ?? '', at).href;
        if (next.startsWith(redirectUri)) return new URL(next).search.slice(1);
        if (reply.status < 300 || reply.status > 399) throw new Error(`the provider returned ${reply.status}: ${await reply.text()}`);
        at = next;
      }
      throw new Error('too many redirects of the provider');
    },
    signOut: async (url) => {
      const page = await (await ask(url)).text();
      const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
      let reply = await ask(action, new URLSearchParams({ xsrf, logout: 'yes' }));
      // The provider redirects to its own success page first, or directly to the requested URL.
      for (let i = 0; i < 3; i++) {
        const next = new URL(reply.headers.get('location') ?? '', issuer);
        if (next.origin !== issuer) return next.href;
        reply = await ask(next.href);
      }
      return '';
    },
    knows: async () => {
      const query = new URLSearchParams({ client_id: 'portal', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' });
      const asked = new URLSearchParams({ prompt: 'none', code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' });
      const reply = await ask(`${issuer}/auth?${query}&${asked}`);
      return !(reply.headers.get('location') ?? '').includes('login_required');
    },
    logoutToken: (claims = {}, header = {}) => {
      const now = Math.floor(Date.now() / 1_000);
      const right = {
        iss: issuer,
        aud: 'portal',
        iat: now,
        exp: now + 60,
        jti: crypto.randomUUID(),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      };
      const body = `${encode({ alg: 'RS256', typ: 'logout+jwt', kid: 'test', ...header })}.${encode(withoutNulls({ ...right, ...claims }))}`;
      return `${body}.${sign('sha256', Buffer.from(body), privateKey).toString('base64url')}`;
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
