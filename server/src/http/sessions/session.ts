/** Sessions: an opaque cookie whose hash identifies a database row, so that the server can end them (docs/behaviour/accounts.md#sessions). */
import { createHash, randomBytes } from 'node:crypto';
import { today } from '@fundus/contract/days';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/open.ts';
import type { Portal, SessionChange } from '../context.ts';
import { clearCookie, readCookie, writeCookie } from './cookies.ts';
import { presentLearner, presentPerson } from '../../visitors/repository.ts';
import { findLearnerBySession, findPersonOf, insertSession, noteRequest, removeSession } from '../../visitors/session-repository.ts';
import { deviceName } from './device-name.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

const COOKIE = 'portal_sid';
/** Prefix of learner-code cookies. It determines the kind of session without an additional query, because a whole class may sign in at once. */
const OF_CODE = 'c.';
const MINUTE = 60_000;
/** Idle timeout of a session without "stay signed in". */
export const IDLE_MINUTES = 60;
const IDLE = IDLE_MINUTES * MINUTE;
/** Idle timeout of a learner-code session. It covers the time between lessons on school tablets (docs/behaviour/accounts.md#sessions). */
const CODE_IDLE = 8 * 60 * MINUTE;
const ABSOLUTE = 12 * 60 * MINUTE;
const STAY = 30 * 24 * 60 * MINUTE;

const hash = (sid: string): string => createHash('sha256').update(sid).digest('hex');

/** Returns the key of a cached session. It contains the day, because drafts may be shared with the user for certain days. */
const keyOn = (now: Date, key: string): string => `${today(now)} ${key}`;

export const readSessionCookie = (portal: Pick<Portal, 'publicUrl'>, request: FastifyRequest): string | undefined =>
  readCookie(portal, request, COOKIE);

/** Returns the user or learner of the session cookie. Returns `null` if there is no session, or if it has ended or been idle for too long. */
export async function findPerson(portal: Portal, request: FastifyRequest): Promise<SignedIn | null> {
  const sid = readSessionCookie(portal, request);
  if (!sid) return null;
  const { db, caches } = portal;
  const now = portal.now();
  const key = hash(sid);
  if (sid.startsWith(OF_CODE)) return findLearner(portal, key, now);
  const row = await caches.sessions.get(keyOn(now, key), () => findPersonOf(db, key, now));
  if (!row || row.expires_at <= now) return null;
  return (await isAwake(db, row, now, row.stay ? Infinity : IDLE)) ? { ...presentPerson(row), session_id: row.session_id } : null;
}

async function findLearner({ db, caches }: Portal, key: string, now: Date): Promise<SignedIn | null> {
  const row = await caches.sessions.get(keyOn(now, key), () => findLearnerBySession(db, key, now));
  if (!row || row.expires_at <= now) return null;
  const learner = presentLearner(row, now);
  return learner && (await isAwake(db, row, now, CODE_IDLE)) ? { ...learner, session_id: row.session_id } : null;
}

/** Returns whether a session was used within the last `idle` milliseconds, and records the current use. */
async function isAwake(db: Db, row: { session_id: string; last_seen_at: Date }, now: Date, idle: number): Promise<boolean> {
  const since = now.getTime() - row.last_seen_at.getTime();
  if (since > idle) return false;
  if (since > MINUTE) {
    await noteRequest(db, row.session_id, now);
    // The row may be a cached object, and this update does not invalidate the cache.
    row.last_seen_at = now;
  }
  return true;
}

/** Starts or ends the session of the browser. The previous session ends, so that a new session always has a new id. */
export async function applySessionChange(
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
  change: SessionChange,
): Promise<void> {
  const before = readSessionCookie(portal, request);
  if (before) await removeSession(portal.db, hash(before));
  if ('end' in change) {
    clearCookie(portal, request, reply, COOKIE);
    reply.header('clear-site-data', '"cache"');
    return;
  }
  const { sid, expires, stay } = await createSession(portal, change.start, deviceName(request.headers['user-agent']));
  writeCookie(portal, request, reply, COOKIE, sid, stay ? { expires } : {});
}

/** Creates a session and returns the value of its cookie. */
export async function createSession(
  portal: Pick<Portal, 'db' | 'now'>,
  start: Extract<SessionChange, { start: unknown }>['start'],
  device: string,
): Promise<{ sid: string; expires: Date; stay: boolean }> {
  const sid = `${'codeId' in start ? OF_CODE : ''}${randomBytes(32).toString('base64url')}`;
  const { stay, oidc } = 'codeId' in start ? { stay: false, oidc: undefined } : start;
  const now = portal.now();
  const expires = new Date(now.getTime() + (stay ? STAY : ABSOLUTE));
  await insertSession(portal.db, {
    id_hash: hash(sid),
    ...('codeId' in start ? { code_id: start.codeId } : { person_id: start.personId }),
    stay,
    device,
    created_at: now,
    last_seen_at: now,
    expires_at: expires,
    oidc_provider: oidc?.provider ?? null,
    oidc_subject: oidc?.subject ?? null,
    oidc_sid: oidc?.sid ?? null,
    oidc_token: oidc?.token ?? null,
  });
  return { sid, expires, stay };
}
