/**
 * Services of the test platform: access tokens, a gradebook (AGS 2.0) and a roster (NRPS 2.0), with the errors of Moodle 4.5. Access tokens require
 * assertions signed by the portal. `fail` makes an address reply with an error status.
 */
import { createLocalJWKSet, jwtVerify, type JWK } from 'jose';

const AGS = 'https://purl.imsglobal.org/spec/lti-ags/scope/';
const ROSTER = 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly';

type Request = {
  url: string;
  method?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | undefined;
};
type Reply = { status: number; body?: unknown; link?: string };
type Member = { user_id: string; roles: string[]; status?: string; name?: string };
export type SentScore = Record<string, unknown> & { userId: string; timestamp: string; lineitem: string };

/** Creates the services. `shown` fetches the public keys of the portal, as platforms do. */
export function ltiServices({ issuer, client_id, now }: { issuer: string; client_id: string; now: () => Date }) {
  const tokens = new Map<string, string[]>();
  const used = new Set<string>();
  const lineitems: { id: string; resourceLinkId?: string; resourceId?: string; label: string; scoreMaximum: number }[] = [];
  const scores: SentScore[] = [];
  const state = {
    lineitems,
    scores,
    members: [] as Member[],
    pageSize: 50,
    fail: {} as Record<string, number>,
    /** Ids of users whose scores are always rejected. */
    failFor: new Set<string>(),
    shown: async (): Promise<{ keys: JWK[] }> => ({ keys: [] }),
    asked: [] as string[],
  };

  async function token(body: string): Promise<Reply> {
    const form = new URLSearchParams(body);
    if (form.get('grant_type') !== 'client_credentials') return { status: 400 };
    if (form.get('client_assertion_type') !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer') return { status: 400 };
    const checked = await jwtVerify(form.get('client_assertion') ?? '', createLocalJWKSet(await state.shown()), {
      ...{ issuer: client_id, subject: client_id, audience: `${issuer}/mod/lti/token.php`, algorithms: ['RS256'], currentDate: now() },
      requiredClaims: ['exp', 'iat', 'jti'],
    }).catch(() => null);
    if (!checked || used.has(checked.payload.jti!)) return { status: 401 };
    used.add(checked.payload.jti!);
    const access_token = crypto.randomUUID();
    tokens.set(access_token, (form.get('scope') ?? '').split(' '));
    return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: 3600 } };
  }

  const may = ({ headers }: Request, scope: string): boolean =>
    tokens.get(/^Bearer (.+)$/.exec(headers?.authorization ?? '')?.[1] ?? '')?.includes(scope) ?? false;

  function score(request: Request, lineitem: string): Reply {
    if (!may(request, `${AGS}score`)) return { status: 401 };
    if (request.headers?.['content-type'] !== 'application/vnd.ims.lis.v1.score+json') return { status: 400 };
    const said = JSON.parse(request.body ?? '{}') as SentScore;
    if (!said.userId || !said.timestamp || !said.gradingProgress || !said.activityProgress) return { status: 400 };
    if (state.failFor.has(said.userId)) return { status: 500 };
    if (!state.members.some(({ user_id }) => user_id === said.userId)) return { status: 400 };
    const last = scores.findLast((each) => each.userId === said.userId && each.lineitem === lineitem);
    // Timestamps are compared in whole seconds, as in Moodle.
    if (last && Math.floor(Date.parse(last.timestamp) / 1_000) >= Math.floor(Date.parse(said.timestamp) / 1_000)) return { status: 409 };
    scores.push({ ...said, lineitem });
    return { status: 200 };
  }

  function items(request: Request, url: URL): Reply {
    if (!may(request, `${AGS}lineitem`)) return { status: 401 };
    if (request.method === 'POST') {
      const made = { ...(JSON.parse(request.body ?? '{}') as Omit<(typeof lineitems)[number], 'id'>) };
      const id = `${issuer}/mod/lti/services.php/2/lineitems/${lineitems.length + 1}/lineitem?type_id=1`;
      lineitems.push({ ...made, id });
      return { status: 201, body: { ...made, id } };
    }
    const link = url.searchParams.get('resource_link_id');
    return { status: 200, body: lineitems.filter((each) => link === null || each.resourceLinkId === link) };
  }

  function members(request: Request, url: URL): Reply {
    if (!may(request, ROSTER)) return { status: 401 };
    const from = Number(url.searchParams.get('from') ?? 0);
    const next = from + state.pageSize;
    return {
      status: 200,
      body: { id: url.href, context: { id: '2' }, members: state.members.slice(from, next) },
      ...(next < state.members.length && { link: `<${issuer}${url.pathname}?from=${next}>; rel="next"` }),
    };
  }

  /** Replies to a request, or returns `undefined` if its address does not belong to a service. */
  async function serve(request: Request): Promise<Reply | undefined> {
    const url = new URL(request.url);
    const path = url.pathname;
    const known = path === '/mod/lti/token.php' || path.startsWith('/mod/lti/services.php/');
    if (!known) return undefined;
    state.asked.push(`${request.method ?? 'GET'} ${path}`);
    const failing = Object.entries(state.fail).find(([part]) => path.includes(part));
    if (failing) return { status: failing[1] };
    if (path === '/mod/lti/token.php') return token(request.body ?? '');
    const [, id] = /\/lineitems\/(\d+)\/lineitem\/scores$/.exec(path) ?? [];
    if (id !== undefined) return score(request, id);
    if (path.endsWith('/lineitems')) return items(request, url);
    if (path.endsWith('/memberships')) return members(request, url);
    return { status: 404 };
  }

  return {
    ...{ state, serve },
    /** Returns the claims of a course with both services. `lineitem` is the existing column of the activity. */
    claims: (lineitem?: string): Record<string, unknown> => ({
      'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint': {
        scope: [`${AGS}lineitem`, `${AGS}lineitem.readonly`, `${AGS}result.readonly`, `${AGS}score`],
        lineitems: `${issuer}/mod/lti/services.php/2/lineitems?type_id=1`,
        ...(lineitem !== undefined && { lineitem }),
      },
      'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice': {
        context_memberships_url: `${issuer}/mod/lti/services.php/CourseSection/2/bindings/1/memberships`,
        service_versions: ['1.0', '2.0'],
      },
    }),
  };
}
