/**
 * Cookies of the portal: HttpOnly, SameSite=Lax and path `/`. Over HTTPS, their names start with `__Host-`, so that other subdomains cannot set them
 * (RFC 6265bis, 4.1.3.2).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Portal } from '../context.ts';

type Source = Pick<Portal, 'publicUrl'>;

/**
 * Returns whether the browser uses HTTPS. Also true if `PUBLIC_URL` uses HTTPS, because a proxy may forward requests over HTTP without
 * declaring the original protocol.
 */
const isSecure = ({ publicUrl }: Source, request: FastifyRequest): boolean =>
  request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false);

const nameOf = (portal: Source, request: FastifyRequest, name: string): string => (isSecure(portal, request) ? `__Host-${name}` : name);

export const readCookie = (portal: Source, request: FastifyRequest, name: string): string | undefined =>
  request.cookies[nameOf(portal, request, name)];

type Lasting = { expires?: Date; maxAge?: number };

export function writeCookie(
  portal: Source,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  lasting: Lasting = {},
): void {
  reply.setCookie(nameOf(portal, request, name), value, { ...attributes(portal, request), ...lasting });
}

export function clearCookie(portal: Source, request: FastifyRequest, reply: FastifyReply, name: string): void {
  reply.clearCookie(nameOf(portal, request, name), attributes(portal, request));
}

const attributes = (portal: Source, request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(portal, request) }) as const;
