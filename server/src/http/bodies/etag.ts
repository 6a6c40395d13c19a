/** Sends replies with an ETag. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Returns a weak ETag for a text, because compression changes the bytes but not the content. */
export const etagOf = (text: string): string => `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

/** Sends a JSON text with its ETag, or 304 if the browser has it. The reply is `private`, because its CSRF token belongs to a single visitor. */
export function sendJsonWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, etag }: { text: string; etag: string },
): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'accept-encoding');
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  if (known.includes(etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}
