/** Serves uploaded files. It is the only such route outside `/api/`, and access is authorised by the token in the path. */
import type { Writable } from 'node:stream';
import { AppError, type ErrorCode } from '@fundus/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runOnBehalfOf } from '../../caller.ts';
import { networkOf } from '../network.ts';

export type ContentRequest = {
  token: string;
  path: string;
  /** Host header, including the port. */
  host: string;
  /** True for HEAD requests, to which no body is sent. */
  head: boolean;
  range: string | undefined;
  ifRange: string | undefined;
  ifNoneMatch: string | undefined;
};

/** Reply to a content request. `send` writes exactly `content-length` bytes, or is `null` if there is no body. */
export type ContentAnswer = { status: number; headers: Record<string, string>; send: ((out: Writable) => Promise<void>) | null };

export function serveContent(app: FastifyInstance, read: (request: ContentRequest) => Promise<ContentAnswer>): void {
  // Scripts in content packages, which have an opaque origin, send a preflight request for headers such as X-Requested-With.
  app.options('/content/:token/*', async (_, reply) => reply.code(204).headers(PREFLIGHT).send());
  app.get<{ Params: { token: string; '*': string } }>('/content/:token/*', { config: { compress: false } }, async (request, reply) => {
    let answer: ContentAnswer;
    try {
      answer = await runOnBehalfOf(networkOf(request.ip).network, () =>
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
      // Lets a content package detect that a file is missing, despite its opaque origin.
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

/** Redirect targets for users who open an invalid link in the browser. Media players and downloads get the error itself. */
const PAGES: Partial<Record<ErrorCode, string>> = {
  expired: '/error/link_expired',
  licence_missing: '/error/link_expired',
  not_found: '/error/not_found',
};

const isFrame = ({ headers }: FastifyRequest): boolean => /^i?frame$/.test(headers['sec-fetch-dest']?.toString() ?? '');

/** Sends the 404 page for a missing file of a content package, to be displayed in the frame. */
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

/** Writes directly to the connection and bypasses the hooks of Fastify. */
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
    // Before the first byte, an error reply can be sent. Afterwards, only closing the connection signals the error.
    if (!raw.headersSent && !raw.destroyed) {
      for (const name of raw.getHeaderNames()) raw.removeHeader(name);
      throw error;
    }
    raw.destroy();
    reply.hijack();
  }
  return reply;
}
