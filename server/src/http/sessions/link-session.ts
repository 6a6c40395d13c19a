/**
 * Anonymous session of a visitor with a share link to a media list. It has a separate cookie, so that user calls ignore it and opening a link does
 * not sign the user out (docs/decisions/0042-separate-sessions-for-anonymous-visitors.md).
 */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { insertSession, removeSession } from '../../visitors/session-repository.ts';
import type { LinkSessionChange, Portal } from '../context.ts';
import { clearCookie, readCookie, writeCookie } from './cookies.ts';

const COOKIE = 'portal_link';
/** Lifetime in milliseconds: four hours, about one school morning (docs/behaviour/medialists.md#links). */
const LASTS = 4 * 3_600_000;

const hash = (sid: string): string => createHash('sha256').update(sid).digest('hex');

export function readLinkHash(portal: Pick<Portal, 'publicUrl'>, request: FastifyRequest): string | undefined {
  const sid = readCookie(portal, request, COOKIE);
  return sid === undefined ? undefined : hash(sid);
}

/** Starts or ends the share-link session of the browser. A previous session ends in both cases. */
export async function applyLinkChange(
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
  change: LinkSessionChange,
): Promise<void> {
  const before = readLinkHash(portal, request);
  if (before !== undefined) await removeSession(portal.db, before);
  if ('end' in change) return clearCookie(portal, request, reply, COOKIE);
  const sid = randomBytes(32).toString('base64url');
  const now = portal.now();
  await insertSession(portal.db, {
    id_hash: hash(sid),
    link_id: change.linkId,
    stay: false,
    device: '',
    created_at: now,
    last_seen_at: now,
    expires_at: new Date(now.getTime() + LASTS),
  });
  writeCookie(portal, request, reply, COOKIE, sid);
}
