/** HTTP client that stores cookies and the CSRF token like a browser. */

export class RequestError extends Error {
  readonly status: number;

  constructor(path: string, status: number, text: string) {
    super(`${path}: ${status} ${text.slice(0, 200)}`);
    this.status = status;
  }
}

/**
 * Returns a client. `ask` returns the answer and its time in milliseconds. It throws `Refused` for any status other than 200. `urlOf` is called
 * before each request.
 */
export function makeBrowser(urlOf: () => string): { ask: <T>(path: string, body?: object) => Promise<{ ms: number; answer: T }> } {
  const cookies = new Map<string, string>();
  let token = '';
  return {
    ask: async <T>(path: string, body?: object) => {
      const start = performance.now();
      const reply = await fetch(urlOf() + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
          ...(body && { 'content-type': 'application/json', 'x-csrf-token': token }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      const ms = performance.now() - start;
      if (reply.status !== 200) throw new RequestError(path, reply.status, text);
      token = reply.headers.get('x-csrf-token') ?? token;
      for (const cookie of reply.headers.getSetCookie()) {
        const [, key, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
        cookies.set(key!, value!);
      }
      return { ms, answer: JSON.parse(text) as T };
    },
  };
}
