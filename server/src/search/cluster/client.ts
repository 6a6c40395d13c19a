/** Requests to the cluster the operator named: with time limits, size limits, and one error for all that goes wrong. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { SearchError } from '@fundus/search/api';

/** Where the cluster is: `url` with the path as prefix of the names of its indexes. */
export type ClusterSettings = {
  url: string;
  user: string | undefined;
  password: string | undefined;
  /** Certificates (PEM) of the authority that signed the cluster's own. */
  ca: string | undefined;
};

/** A reply the cluster gave that is no success. */
export class ClusterError extends Error {
  readonly status: number;
  readonly type: string;
  constructor(status: number, type: string, reason: string) {
    super(`the search cluster answers ${status} ${type}: ${reason}`);
    this.name = 'ClusterError';
    this.status = status;
    this.type = type;
  }
}

/** What the last requests say about the cluster. */
export type ClusterState = 'ready' | 'away' | 'slow' | 'refuses' | 'read_only' | 'red';

export type Problem = { at: Date; reason: string };

type Refusal = { type?: string; reason?: string };

export type Client = {
  /** `body`: JSON, or lines of JSON as text. A status of `also` is an answer too. */
  ask<T>(method: string, path: string, body?: unknown, options?: { timeout?: number; also?: number[] }): Promise<T>;
  /** `problem`: the last one there was, also when it is over. */
  state(): { state: ClusterState; reason: string | null; problem: Problem | null };
  note(state: ClusterState, reason: string): void;
  /** Notes what is wrong with the cluster, and gives the error that says so. */
  fail(state: ClusterState, reason: string): SearchError;
  /** The error for a reply, or a part of one, that is no success. */
  refusal(status: number, error: Refusal): SearchError | ClusterError;
  close(): void;
};

/** Below the two seconds a query of the own engine may take, so that the portal answers in the same time. */
const QUESTION = 1_800;
/** Larger replies are cut off: two hundred records with all their captions are below. */
const LARGEST = 64 * 1024 * 1024;

export function connect({ url, user, password, ca }: ClusterSettings): Client {
  const base = new URL(url);
  const secure = base.protocol === 'https:';
  const settings = { keepAlive: true, maxSockets: 32, timeout: 60_000 };
  const agent = secure ? new HttpsAgent({ ...settings, ...(ca && { ca }) }) : new HttpAgent(settings);
  const authorization = user ? `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}` : undefined;
  let state: ClusterState = 'ready';
  let reason: string | null = null;
  let problem: Problem | null = null;
  const note = (now: ClusterState, why: string): void => {
    state = now;
    reason = now === 'ready' ? null : why;
    if (now !== 'ready') problem = { at: new Date(), reason: why };
  };
  const fail = (now: ClusterState, why: string): SearchError => {
    note(now, why);
    return new SearchError(now === 'slow' ? 'timeout' : 'unavailable', why);
  };
  const refusal = (status: number, error: Refusal): SearchError | ClusterError => {
    const { type = 'error', reason: why } = error;
    if (/too_many_(nested_)?clauses/.test(JSON.stringify(error))) return new SearchError('timeout', 'the query has too many words');
    if (status === 401 || status === 403)
      return fail(type === 'cluster_block_exception' ? 'read_only' : 'refuses', why ?? `the search cluster answers ${status}`);
    if (status === 429 || status >= 500)
      return fail(
        type === 'search_phase_execution_exception' || type.includes('shard') ? 'red' : 'away',
        `the search cluster answers ${status} ${type}`,
      );
    return new ClusterError(status, type, why ?? '');
  };
  const send = (method: string, path: string, body: string | undefined, timeout: number): Promise<{ status: number; text: string }> =>
    new Promise((done, refuse) => {
      const request = (secure ? httpsRequest : httpRequest)(
        { host: base.hostname.replace(/^\[|\]$/g, ''), port: base.port || (secure ? 443 : 80), method, path, agent },
        (response) => {
          read(response).then(
            (text) => done({ status: response.statusCode ?? 0, text }),
            (error: Error) => refuse(fail('away', error.message)),
          );
        },
      );
      const patience = setTimeout(() => {
        refuse(fail('slow', `the search cluster did not answer within ${timeout} ms`));
        request.destroy();
      }, timeout);
      request.once('close', () => clearTimeout(patience));
      request.once('error', (error) => refuse(fail('away', `the search cluster cannot be reached: ${error.message}`)));
      if (authorization) request.setHeader('authorization', authorization);
      if (body !== undefined)
        request.setHeader(
          'content-type',
          path.includes('_bulk') || path.includes('_msearch') ? 'application/x-ndjson' : 'application/json',
        );
      request.end(body);
    });
  return {
    async ask<T>(
      method: string,
      path: string,
      body?: unknown,
      { timeout = QUESTION, also = [] }: { timeout?: number; also?: number[] } = {},
    ) {
      const { status, text } = await send(
        method,
        path,
        body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
        timeout,
      );
      if (status < 300 || also.includes(status)) {
        // That writing is possible again is seen by writing.
        if (state !== 'ready' && (state !== 'read_only' || path.includes('_bulk'))) note('ready', '');
        return (text === '' ? {} : parse(text)) as T;
      }
      throw refusal(status, (parse(text) as { error?: Refusal }).error ?? {});
    },
    state: () => ({ state, reason, problem }),
    note,
    fail,
    refusal,
    close: () => agent.destroy(),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

async function read(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST) {
      response.destroy();
      throw new Error('the reply of the search cluster is too large');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
