/** The shape of an endpoint. Endpoints are data: client, server and the OpenAPI document derive from them. */
import { z } from 'zod';
import type { Gate } from './access.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Endpoint = Gate & {
  method: Method;
  /** Under `/api/`, parameters in braces: `/api/v1/media/{identifier}`. */
  path: string;
  /** One sentence for the OpenAPI document. */
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Schema of the reply; `stream` for anything other than JSON (pictures, files). */
  reply: z.ZodType | 'stream';
  /** Maximum body size in bytes, for endpoints that receive a file; 1 MiB otherwise. */
  bodyLimit?: number;
  /** The reply carries an ETag and is cached with revalidation (`private, no-cache`). */
  etag?: true;
  /** Orders or buys: pressing the button again after an error repeats the request with the same key (`ONCE_HEADER`) until it is answered. */
  once?: true;
  /** Signs in or out: runs from the disk reserve, like every DELETE. */
  reserve?: true;
  /** Expensive read, such as an export: one at a time for each user, few in total, on a connection pool of its own. */
  heavy?: true;
};

/** Identifies one press of a button, however often the request is sent. */
export const ONCE_HEADER = 'Idempotency-Key';

/** Returns whether a call may send `ONCE_HEADER`: writes with a JSON reply may, except uploads and changes of the session. */
export const takesKey = ({ method, reply, bodyLimit, reserve }: Endpoint): boolean =>
  method !== 'GET' && reply !== 'stream' && bodyLimit === undefined && !reserve;

/** Keeps the literal type of an endpoint, so that its arguments and reply are known to callers and handlers. */
export const endpoint = <const E extends Endpoint>(e: E): E => e;

/** Reply of a call without a result. */
export const done = z.object({ ok: z.literal(true) });

type In<S> = S extends z.ZodType ? z.input<S> : never;
type Out<S> = S extends z.ZodType ? z.output<S> : never;
type Part<E extends Endpoint, K extends 'params' | 'query' | 'body', T> = E[K] extends z.ZodType ? { [P in K]: T } : object;

/** Arguments of a caller: the input side of the schemas. */
export type Args<E extends Endpoint> = Part<E, 'params', In<E['params']>> &
  Part<E, 'query', In<E['query']>> &
  Part<E, 'body', In<E['body']>>;

/** Parsed input of a handler. */
export type Input<E extends Endpoint> = Part<E, 'params', Out<E['params']>> &
  Part<E, 'query', Out<E['query']>> &
  Part<E, 'body', Out<E['body']>>;

/** Reply that a caller receives. */
export type Reply<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : Response;

/** Reply that a handler returns, before the server parses it. */
export type Answer<E extends Endpoint> = E['reply'] extends z.ZodType ? z.input<E['reply']> : StreamAnswer;

/** A reply that is not JSON. `body` null with `status` 304 is "not modified". */
export type StreamAnswer = {
  status?: number;
  headers: Record<string, string>;
  body: NodeJS.ReadableStream | AsyncIterable<string | Uint8Array> | Uint8Array | string | null;
};

/** Returns the path with its parameters filled in. Throws if one is missing. */
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

/** Returns path and query of a call, as the server receives them. */
export function address(endpoint: Pick<Endpoint, 'path'>, { params, query }: RequestArgs = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value != null && value !== '') search.set(name, String(value));
  }
  const path = fillPath(endpoint.path, params);
  return search.size ? `${path}?${search}` : path;
}
