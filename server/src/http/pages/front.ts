/**
 * HTTP port of the process from start to end. During startup, it replies that the portal is not ready. During shutdown, it finishes running requests,
 * asks clients to close their connections, and then closes all connections.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import { AppError, errorBody } from '@fundus/contract/errors';

export const LIVE = '/api/v1/health/live';
export const READY = '/api/v1/health/ready';

/** Step of the startup. `done` and `of` are set if the progress can be counted. */
export type Step = { doing: 'waiting' | 'database' | 'demo' | 'index'; done?: number; of?: number };

export type Front = {
  /** URL on which the server listens, such as `http://127.0.0.1:8080`. */
  url: string;
  server: Server;
  /** Sets the startup step that the readiness endpoint reports. */
  report(step: Step): void;
  /** Forwards all further requests to the portal. */
  open(handler: RequestListener): void;
  /** Finishes running requests and closes all connections after at most `milliseconds`. */
  stop(milliseconds: number): Promise<void>;
};

/**
 * Shortest and longest time in milliseconds for which the port stays open during shutdown, so that load balancers notice that the portal is not ready.
 * Afterwards, each kept connection may send one more request, for the same time. Between them, it is a tenth of the limit of the shutdown.
 */
const LINGER = [1_000, 10_000] as const;
const KEEP = 72_000;
const LOOK = 20;
const RETRY_AFTER = '5';

/** Listens on the port. Throws if the address or the port is unavailable. */
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
    void answerNotReady(request, response);
  });
  // Keeps connections open longer than proxies do (60 s), because a request on a connection that is being closed is lost. There is no request
  // timeout, because uploads may take a long time.
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
      const linger = Math.min(Math.max(LINGER[0], milliseconds / 10), LINGER[1]);
      const areClosed = (): boolean => connections.size === 0;
      await until(areClosed, Math.min(linger, milliseconds));
      // Stops accepting connections and closes each connection after its next reply. This does not happen earlier, because clients would reconnect
      // while the port is open. Node's `server.close()` would abort clients that are about to send a request.
      const closed = new Promise<void>((done) => NetServer.prototype.close.call(server, () => done()));
      leaving = true;
      for (const response of begun) if (!response.headersSent) response.shouldKeepAlive = false;
      await until(areClosed, Math.min(linger, end - performance.now()));
      await until(() => {
        server.closeIdleConnections();
        // Browsers open spare connections in advance, which have not sent anything.
        for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
        return areClosed();
      }, end - performance.now());
      server.closeAllConnections();
      await closed;
    },
  };
}

async function until(condition: () => boolean, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!condition() && performance.now() < end) await new Promise((later) => setTimeout(later, LOOK));
}

const addressOf = ({ address, family, port }: AddressInfo): string => `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }).end(JSON.stringify(body));
}

/** Replies with an error, or for browsers with a page that reloads itself. */
async function answerNotReady(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('retry-after', RETRY_AFTER);
  if (request.method === 'GET' && request.headers.accept?.includes('text/html'))
    return (await import('./starting-page.ts')).startingPage(response, RETRY_AFTER);
  answer(response, 503, errorBody(new AppError('unavailable')));
}
