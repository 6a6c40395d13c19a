/**
 * Portals for tests; their data folders are copies of the demo school (`template.ts`). `sharedPortal` returns a portal that all files share, until
 * the end of the run. `ownPortal` starts a portal for a single file, which must stop it.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import { startPortal, type Portal, type PortalOptions } from './portal.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the service that starts shared portals. */
    portals: string;
    /** Path of the data folder that is copied for each portal. */
    template: string;
  }
}

type SharedPortal = Pick<Portal, 'url' | 'dataDir'>;
type Wish = { name: string; options: PortalOptions };

const known = new Map<string, Promise<SharedPortal>>();

/** Returns the shared portal with the given name. The options of the first caller apply. */
export function sharedPortal(name: string, options: Pick<PortalOptions, 'config'> = {}): Promise<SharedPortal> {
  const found = known.get(name) ?? requestPortal({ name, options });
  known.set(name, found);
  return found;
}

async function requestPortal(wish: Wish): Promise<SharedPortal> {
  const reply = await fetch(inject('portals'), { method: 'POST', body: JSON.stringify(wish) });
  if (!reply.ok) throw new Error(await reply.text());
  return (await reply.json()) as SharedPortal;
}

/** Starts a portal for a single test file, which must stop it. */
export const ownPortal = (options: Omit<PortalOptions, 'template'> = {}): Promise<Portal> =>
  startPortal({ ...options, template: inject('template') });

/** Serves requests for shared portals in the main process. If `running` is set, the portal at that address is used as the demo portal. */
export async function servePortals(template: string, running?: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const started = new Map<string, Promise<Portal>>();
  if (running)
    started.set('demo', Promise.resolve({ url: running.replace(/\/$/, ''), dataDir: '', pid: 0, said: [], stop: async () => {} }));
  const server = createServer(async (request, reply) => {
    try {
      const { name, options } = (await bodyOf(request)) as Wish;
      if (!started.has(name)) started.set(name, startPortal({ ...options, template }));
      const { url, dataDir } = await started.get(name)!;
      reply.end(JSON.stringify({ url, dataDir } satisfies SharedPortal));
    } catch (error) {
      reply.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.close();
    await Promise.all([...started.values()].map((portal) => portal.then(({ stop: end }) => end()).catch(() => undefined)));
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}
