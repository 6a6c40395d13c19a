/**
 * The port of the process, from its first moment to its last. While the portal is being opened it answers that it is not ready; while it stops
 * it answers what was begun, tells everybody who keeps a connection to leave it, and then closes all of them.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import { AppError, errorBody } from '@fundus/contract/errors';

export const LIVE = '/api/v1/health/live';
export const READY = '/api/v1/health/ready';

/** What the portal is busy with before it can answer; `done` of `of` where that can be counted. */
export type Step = { doing: 'waiting' | 'database' | 'demo' | 'index'; done?: number; of?: number };

export type Front = {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  url: string;
  server: Server;
  /** What `ready` says from now on, until the portal is opened. */
  report(step: Step): void;
  /** Hands every request to the portal from now on. */
  open(handler: RequestListener): void;
  /** Answers what was begun and closes every connection, at the latest after `milliseconds`. */
  stop(milliseconds: number): Promise<void>;
};

/** For so long the port stays open when the portal stops, so that a balancer hears that it is not ready; and then whoever keeps a connection may ask once more. */
const LINGER = 1_000;
const KEEP = 72_000;
const LOOK = 20;
const RETRY_AFTER = '5';

/** Listens. Throws when the address or the port cannot be had. */
export async function openFront({ host, port }: { host: string; port: number }): Promise<Front> {
  const connections = new Set<Socket>();
  const begun = new Set<ServerResponse>();
  let step: Step = { doing: 'database' };
  let portal: RequestListener | undefined;
  let stopping = false;
  let leaving = false;

  const server = createServer((request, response) => {
    begun.add(response);
    response.once('close', () => begun.delete(response));
    if (leaving) response.shouldKeepAlive = false;
    const path = request.url?.split('?')[0];
    if (stopping && path === READY) return answer(response, 503, { status: 'stopping' });
    if (portal) return portal(request, response);
    if (path === LIVE) return answer(response, 200, { status: 'live' });
    if (path === READY) return answer(response, 503, { status: 'starting', ...step });
    void notYet(request, response);
  });
  // A proxy keeps its connections for a minute; one that is closed under its next request is a request lost. Uploads may take their time.
  server.keepAliveTimeout = KEEP;
  server.requestTimeout = 0;
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.listen({ host, port });
  await once(server, 'listening');

  return {
    url: addressOf(server.address() as AddressInfo),
    server,
    report: (next) => (step = next),
    open: (handler) => (portal = handler),
    stop: async (milliseconds) => {
      stopping = true;
      const end = performance.now() + milliseconds;
      const gone = (): boolean => connections.size === 0;
      await until(gone, Math.min(LINGER, milliseconds));
      // Nobody comes in any more, and whoever is in leaves with the next answer. Told so while the port is open they would only come in again, and
      // who waits at a port that closes is cut off. The server's own way of closing would cut off who is just about to ask.
      const closed = new Promise<void>((done) => NetServer.prototype.close.call(server, () => done()));
      leaving = true;
      for (const response of begun) if (!response.headersSent) response.shouldKeepAlive = false;
      await until(gone, Math.min(LINGER, end - performance.now()));
      await until(() => {
        server.closeIdleConnections();
        // A browser opens connections before it needs them.
        for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
        return gone();
      }, end - performance.now());
      server.closeAllConnections();
      await closed;
    },
  };
}

async function until(what: () => boolean, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!what() && performance.now() < end) await new Promise((later) => setTimeout(later, LOOK));
}

const addressOf = ({ address, family, port }: AddressInfo): string => `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }).end(JSON.stringify(body));
}

/** A program gets the error of every call, a person a page that comes again by itself. */
async function notYet(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('retry-after', RETRY_AFTER);
  if (request.method === 'GET' && request.headers.accept?.includes('text/html'))
    return (await import('./starting-page.ts')).startingPage(response, RETRY_AFTER);
  answer(response, 503, errorBody(new AppError('unavailable')));
}
