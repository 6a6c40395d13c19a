/** The one address outside `/api/` that hands out files: the token in the path is the permission. */
import type { Writable } from 'node:stream';
import { AppError, type ErrorCode } from '@fundus/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { onBehalfOf } from '../../caller.ts';
import { networkOf } from '../network.ts';

export type ContentRequest = {
  token: string;
  path: string;
  /** Name and port the browser asked. */
  host: string;
  /** Only the headers are asked for: nothing is sent. */
  head: boolean;
  range: string | undefined;
  ifRange: string | undefined;
  ifNoneMatch: string | undefined;
};

/** `send` writes exactly `content-length` bytes; null: there are none. */
export type ContentAnswer = { status: number; headers: Record<string, string>; send: ((out: Writable) => Promise<void>) | null };

export function serveContent(app: FastifyInstance, read: (request: ContentRequest) => Promise<ContentAnswer>): void {
  // Scripts in an origin of their own ask first if they send a header such as X-Requested-With.
  app.options('/content/:token/*', async (_, reply) => reply.code(204).headers(PREFLIGHT).send());
  app.get<{ Params: { token: string; '*': string } }>('/content/:token/*', { config: { compress: false } }, async (request, reply) => {
    let answer: ContentAnswer;
    try {
      answer = await onBehalfOf(networkOf(request.ip).network, () =>
        read({
          token: request.params.token,
          path: request.params['*'],
          host: request.host,
          head: request.method === 'HEAD',
          range: request.headers.range,
          ifRange: request.headers['if-range']?.toString(),
          ifNoneMatch: request.headers['if-none-match'],
        }),
      );
    } catch (error) {
      const page = isOpenedByPerson(request) && error instanceof AppError ? PAGES[error.code] : undefined;
      // A package in an origin of its own is to see that a file is missing.
      reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
      if (isFrame(request) && error instanceof AppError && error.code === 'not_found') return sendMissingPage(reply);
      if (page === undefined) throw error;
      return reply.redirect(page, 303);
    }
    if (answer.send === null) return reply.code(answer.status).headers(answer.headers).send();
    return sendBytes(reply, answer.status, answer.headers, request.method === 'HEAD' ? async () => {} : answer.send);
  });
}

const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': '*',
  'access-control-max-age': '600',
};

/** Where somebody is sent who opens an address that is good no more; players and downloads get the error itself. */
const PAGES: Partial<Record<ErrorCode, string>> = {
  expired: '/error/link_expired',
  licence_missing: '/error/link_expired',
  not_found: '/error/not_found',
};

const isFrame = ({ headers }: FastifyRequest): boolean => /^i?frame$/.test(headers['sec-fetch-dest']?.toString() ?? '');

/** A link of a package to a page it does not contain: the frame says so. */
const sendMissingPage = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .removeHeader('x-frame-options')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><title>404</title><p lang="de">Diese Seite fehlt in diesem Medienpaket.</p><p lang="en">This page is missing from the package.</p>',
    );

const isOpenedByPerson = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';

/** Straight to the connection: the bytes need nothing more of the server. */
async function sendBytes(
  reply: FastifyReply,
  status: number,
  headers: Record<string, string>,
  send: (out: Writable) => Promise<void>,
): Promise<FastifyReply> {
  const { raw } = reply;
  raw.statusCode = status;
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers })) if (value !== undefined) raw.setHeader(name, value);
  try {
    await send(raw);
    raw.end();
  } catch (error) {
    // Before the first byte it is an error like any other; after it only a broken connection says that something is missing.
    if (!raw.headersSent && !raw.destroyed) {
      for (const name of raw.getHeaderNames()) raw.removeHeader(name);
      throw error;
    }
    raw.destroy();
    reply.hijack();
  }
  return reply;
}
