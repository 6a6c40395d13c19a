/**
 * The portal's cookies: httpOnly, for the whole portal, sent only by links from elsewhere (Lax). By https their names begin with `__Host-`, so
 * that no other host of the domain can plant one (RFC 6265bis, 4.1.3.2).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Portal } from '../context.ts';

type Source = Pick<Portal, 'publicUrl'>;

/** A proxy in front may not say that it speaks https; the address of the portal does. */
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
