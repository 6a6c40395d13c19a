/** Definition of an endpoint. Endpoints are data from which the client, the server and the OpenAPI document are derived. */
import { z } from 'zod';
import type { Gate } from './access.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Endpoint = Gate & {
  method: Method;
  /** Path under `/api/` with parameters in braces, such as `/api/v1/media/{identifier}`. */
  path: string;
  /** Summary for the OpenAPI document, in one sentence. */
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Schema of the reply, or `stream` if the reply is not JSON, such as a picture or a file. */
  reply: z.ZodType | 'stream';
  /** Maximum size of the body in bytes, for endpoints that receive a file. The default is 1 MiB. */
  bodyLimit?: number;
  /** True if the reply has an ETag and is cached with revalidation (`private, no-cache`). */
  etag?: true;
  /** True for calls that order or buy. A retry after an error sends the same key (`ONCE_HEADER`) until the call is answered. */
  once?: true;
  /** True for calls that sign in or out. Like every DELETE, they may use the disk reserve. */
  reserve?: true;
  /** True for expensive reads such as exports. They use their own connection pool, and each user can run one at a time. */
  heavy?: true;
};

/** Header with the key that identifies an action of the user across retries of its request. */
export const ONCE_HEADER = 'Idempotency-Key';

/** Returns whether a call may send `ONCE_HEADER`. Writes with a JSON reply may, except for uploads and sign-ins. */
export const acceptsIdempotencyKey = ({ method, reply, bodyLimit, reserve }: Endpoint): boolean =>
  method !== 'GET' && reply !== 'stream' && bodyLimit === undefined && !reserve;

/** Preserves the literal type of an endpoint, from which the types of arguments and replies are derived. */
export const endpoint = <const E extends Endpoint>(e: E): E => e;

/** Reply of a call that returns no data. */
export const done = z.object({ ok: z.literal(true) });

type In<S> = S extends z.ZodType ? z.input<S> : never;
type Out<S> = S extends z.ZodType ? z.output<S> : never;
type Part<E extends Endpoint, K extends 'params' | 'query' | 'body', T> = E[K] extends z.ZodType ? { [P in K]: T } : object;

/** Arguments that a caller passes, before validation. */
export type Args<E extends Endpoint> = Part<E, 'params', In<E['params']>> &
  Part<E, 'query', In<E['query']>> &
  Part<E, 'body', In<E['body']>>;

/** Arguments that a handler receives, after validation. */
export type Input<E extends Endpoint> = Part<E, 'params', Out<E['params']>> &
  Part<E, 'query', Out<E['query']>> &
  Part<E, 'body', Out<E['body']>>;

/** Reply that a caller receives. */
export type Reply<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : Response;

/** Reply that a handler returns, before the server validates it. */
export type Answer<E extends Endpoint> = E['reply'] extends z.ZodType ? z.input<E['reply']> : StreamAnswer;

/** Reply that is not JSON. `body` is `null` if `status` is 304. */
export type StreamAnswer = {
  status?: number;
  headers: Record<string, string>;
  body: NodeJS.ReadableStream | AsyncIterable<string | Uint8Array> | Uint8Array | string | null;
};

/** Returns the path with its parameters filled in. Throws if a parameter is missing. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\??\}/g, (hole, name: string) => {
    const value = params[name];
    if (value == null || value === '') {
      if (hole.endsWith('?}')) return '';
      throw new Error(`missing parameter ${name} in ${path}`);
    }
    return encodeURIComponent(String(value));
  });
}

export type RequestArgs = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** Returns the path and query of a call, as the server receives them. */
export function address(endpoint: Pick<Endpoint, 'path'>, { params, query }: RequestArgs = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value != null && value !== '') search.set(name, String(value));
  }
  const path = fillPath(endpoint.path, params);
  return search.size ? `${path}?${search}` : path;
}
