/** In-memory implementation of the parts of Cache Storage that the client uses, because jsdom has none. */
class FakeCache {
  readonly #entries = new Map<string, Response>();
  readonly #path = (request: RequestInfo | URL): string =>
    new URL(request instanceof Request ? request.url : request, 'https://portal.example').href;
  put = async (request: RequestInfo | URL, response: Response): Promise<void> =>
    void this.#entries.set(this.#path(request), new Response(await response.arrayBuffer(), response));
  addAll = async (requests: readonly string[]): Promise<void> => {
    for (const one of requests) await this.put(one, await fetch(one));
  };
  match = async (request: RequestInfo | URL): Promise<Response | undefined> => this.#entries.get(this.#path(request))?.clone();
  delete = async (request: RequestInfo | URL): Promise<boolean> => this.#entries.delete(this.#path(request));
  keys = async (): Promise<{ url: string }[]> => [...this.#entries.keys()].map((url) => ({ url }));
}

export function fakeCaches() {
  const all = new Map<string, FakeCache>();
  return {
    has: async (name: string) => all.has(name),
    open: async (name: string) => {
      const cache = all.get(name) ?? new FakeCache();
      all.set(name, cache);
      return cache;
    },
    delete: async (name: string) => all.delete(name),
    keys: async () => [...all.keys()],
  };
}
