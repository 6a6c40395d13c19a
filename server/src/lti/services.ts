/**
 * Services of a platform: access tokens by signed assertion (1EdTech security framework 4.1), grades (AGS 2.0) and rosters (NRPS 2.0). Failures and
 * invalid replies are thrown as `RemoteError`.
 */
import { isLearner } from '@fundus/contract/lti/rules';
import { z } from 'zod';
import { RemoteError, type EnteredBy, type RemoteFetch, type RemoteRequest } from '../remote/remote.ts';
import { SCOPE } from './messages.ts';
import { signToken, type NewKey } from './signing.ts';

const TIMEOUT = 10_000;
const ASSERTION_LASTS_S = 60;
/** Maximum number of pages of a roster. */
const MAX_PAGES = 40;

type Asked = Pick<RemoteRequest, 'url' | 'method' | 'headers' | 'body'>;
type Answer = { body: unknown; link: string };

async function callService(remote: RemoteFetch, asked: Asked & Pick<RemoteRequest, 'enteredBy'>): Promise<Answer> {
  const { bytes, link = '' } = await remote({ ...asked, signal: AbortSignal.timeout(TIMEOUT) });
  if (bytes.length === 0) return { body: null, link };
  try {
    return { body: JSON.parse(bytes.toString('utf8')), link };
  } catch {
    throw new RemoteError('bad_reply', `${new URL(asked.url).host}: no JSON`);
  }
}

function parse<T>(schema: z.ZodType<T>, { body }: Answer, url: string): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new RemoteError('bad_reply', `${new URL(url).host}: ${parsed.error.issues[0]?.path.join('.') ?? 'answer'}`);
  return parsed.data;
}

const Token = z.object({ access_token: z.string().min(1).max(20_000) });

type Us = { client_id: string; token_url: string };

/** Function that sends a request with the access token. */
export type Bearer = (asked: Asked) => Promise<Answer>;

export async function requestAccessToken(
  remote: RemoteFetch,
  { client_id, token_url }: Us,
  key: Pick<NewKey, 'kid' | 'pem'>,
  scopes: readonly string[],
  now: Date,
): Promise<Bearer> {
  const iat = Math.floor(now.getTime() / 1_000);
  const about = { iss: client_id, sub: client_id, aud: token_url, iat, exp: iat + ASSERTION_LASTS_S, jti: crypto.randomUUID() };
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await signToken(key, about),
    scope: scopes.join(' '),
  });
  const answer = await callService(remote, {
    url: token_url,
    enteredBy: 'administrator',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: form.toString(),
  });
  const { access_token } = parse(Token, answer, token_url);
  // Service addresses are part of a launch. Only addresses at the origin that the administrator entered count as entered by an administrator.
  const enteredBy = (url: string): EnteredBy =>
    URL.canParse(url) && new URL(url).origin === new URL(token_url).origin ? 'administrator' : 'stranger';
  return (asked) =>
    callService(remote, {
      ...asked,
      enteredBy: enteredBy(asked.url),
      headers: { ...asked.headers, authorization: `Bearer ${access_token}` },
    });
}

const LINE_ITEM = 'application/vnd.ims.lis.v2.lineitem+json';
const LineItem = z.looseObject({ id: z.url().max(2_000), resourceLinkId: z.string().optional(), resourceId: z.string().optional() });

/** Adds parameters to the query of a URL. */
function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** Returns the gradebook column of a link. Uses an existing column if there is one, so that a retry does not create another. */
export async function getOrCreateLineItem(
  as: Bearer,
  lineitems: string,
  { link, label, task, most }: { link: string; label: string; task: string; most: number },
): Promise<string> {
  const url = withQuery(lineitems, { resource_link_id: link });
  const known = parse(
    z.array(LineItem).max(1_000),
    await as({ url, headers: { accept: 'application/vnd.ims.lis.v2.lineitemcontainer+json' } }),
    url,
  );
  const same = known.find((each) => each.resourceLinkId === link && (each.resourceId ?? task) === task);
  if (same) return same.id;
  const made = await as({
    url: lineitems,
    method: 'POST',
    headers: { 'content-type': LINE_ITEM, accept: LINE_ITEM },
    body: JSON.stringify({ scoreMaximum: most, label, resourceId: task, resourceLinkId: link }),
  });
  return parse(LineItem, made, lineitems).id;
}

export type Score = {
  userId: string;
  scoreGiven: number;
  scoreMaximum: number;
  comment?: string;
  activityProgress: 'Initialized' | 'InProgress' | 'Completed';
  gradingProgress: 'FullyGraded' | 'Pending';
};

/** Returns the scores endpoint of a column, which is its path with `/scores` appended and its query. */
function scoresOf(lineitem: string): string {
  const url = new URL(lineitem);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/scores`;
  return url.href;
}

export async function sendScore(as: Bearer, lineitem: string, score: Score, now: Date): Promise<void> {
  await as({
    url: scoresOf(lineitem),
    method: 'POST',
    headers: { 'content-type': 'application/vnd.ims.lis.v1.score+json', accept: 'application/json' },
    body: JSON.stringify({ ...score, timestamp: now.toISOString() }),
  });
}

const Members = z.object({
  members: z
    .array(
      z.looseObject({
        user_id: z.string().min(1).max(255),
        roles: z.array(z.string().max(2_000)).max(100).default([]),
        status: z.string().max(40).default('Active'),
        name: z.string().max(300).optional().catch(undefined),
      }),
    )
    .max(5_000),
});

export type RosterMember = { subject: string; name: string | null };

/**
 * Returns the active learners of a course from all pages of the roster (RFC 8288). Pages on other hosts are not fetched, because these hosts would
 * receive the token.
 */
export async function readRoster(as: Bearer, address: string): Promise<RosterMember[]> {
  const learners = new Map<string, RosterMember>();
  let url: string | undefined = address;
  for (let page = 0; url !== undefined && page < MAX_PAGES; page++) {
    const answer: Answer = await as({ url, headers: { accept: 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json' } });
    for (const { user_id, roles, status, name } of parse(Members, answer, url).members)
      if (status === 'Active' && isLearner(roles)) learners.set(user_id, { subject: user_id, name: name?.trim() || null });
    url = nextPage(answer.link, url);
  }
  return [...learners.values()];
}

function nextPage(link: string, from: string): string | undefined {
  const [, next] = /<([^<>]{1,2000})>\s*;[^,<]*\brel="?next"?/.exec(link) ?? [];
  if (next === undefined || !URL.canParse(next, from)) return undefined;
  const url = new URL(next, from);
  return url.origin === new URL(from).origin ? url.href : undefined;
}

export const GRADE_SCOPES = [SCOPE.score, SCOPE.lineitem] as const;
