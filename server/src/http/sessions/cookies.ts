/**
 * Cookies of the portal: HttpOnly, SameSite=Lax, path `/`. Over HTTPS their names start with `__Host-`, so that no sibling host can set one
 * (RFC 6265bis, 4.1.3.2).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Portal } from '../context.ts';

type Source = Pick<Portal, 'publicUrl'>;

/** A proxy may forward HTTP without saying that it speaks HTTPS; `PUBLIC_URL` then decides. */
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
