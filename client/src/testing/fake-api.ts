/** Fake API. Each reply is validated against the contract, so that a test cannot use replies that the server would never send. */
import type { Args, Endpoint, Reply } from '@fundus/contract/endpoint';
import { AppError, errorBody, ERRORS } from '@fundus/contract/errors';
import { findUnknownParameters } from '@fundus/contract/paging';
import { vi } from 'vitest';
import type { z } from 'zod';
import { CSRF_HEADER, clearToken } from '../api/csrf.ts';

export type Answer<E extends Endpoint> = Reply<E> | AppError;

type Asked = { params: Record<string, string>; query: Record<string, string>; body: unknown; headers: Headers };
type Route = { endpoint: Endpoint; answer: (asked: Asked) => unknown };

/** Returns a route with an endpoint and its reply. An `AppError` becomes an error response like that of the server. */
export const on = <E extends Endpoint>(endpoint: E, answer: Answer<E> | ((asked: Asked) => Answer<E> | Promise<Answer<E>>)): Route => ({
  endpoint,
  answer: typeof answer === 'function' ? (answer as Route['answer']) : () => answer,
});

export type Call = { endpoint: Endpoint } & Asked;

/** Replaces `fetch` and returns the recorded calls. A call without a route fails the test. */
export function fakeApi(...routes: Route[]): { calls: Call[]; to: <E extends Endpoint>(endpoint: E) => (Call & { args?: Args<E> })[] } {
  const calls: Call[] = [];
  clearToken();
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://portal.test');
    const method = init.method ?? 'GET';
    for (const { endpoint, answer } of [...routes].reverse()) {
      const params = endpoint.method === method ? match(endpoint.path, url.pathname) : null;
      if (!params) continue;
      const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
      const asked = { params, query: Object.fromEntries(url.searchParams), body, headers: new Headers(init.headers) };
      if (endpoint.query) endpoint.query.parse(asked.query);
      const unknown = findUnknownParameters(endpoint.query, asked.query);
      if (unknown.length > 0) throw new Error(`${endpoint.path} has no ${unknown.join(', ')}`);
      if (endpoint.body) endpoint.body.parse(body);
      calls.push({ endpoint, ...asked });
      const reply = await answer(asked);
      const headers = method === 'GET' ? { [CSRF_HEADER]: 'token-of-the-session' } : undefined;
      if (reply instanceof AppError) return Response.json(errorBody(reply), { status: ERRORS[reply.code], headers });
      // Simulates a stream of the server.
      if (reply instanceof Response) return reply;
      return Response.json((endpoint.reply as z.ZodType).parse(reply), { headers });
    }
    throw new Error(`nothing was said about ${method} ${url.pathname}`);
  });
  return { calls, to: (endpoint) => calls.filter((made) => made.endpoint === endpoint) as never };
}

function match(pattern: string, pathname: string): Record<string, string> | null {
  const names: string[] = [];
  const source = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return '([^/]+)';
  });
  const found = new RegExp(`^${source}$`).exec(pathname);
  return found && Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(found[i + 1]!)]));
}
