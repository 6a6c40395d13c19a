/** Sessions: an opaque cookie whose hash is a row; ended on the server, never only in the browser (behaviour.md 5.9.1). */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Portal, SessionChange, SignedIn } from './context.ts';
import { deviceName } from './device-name.ts';

const COOKIE = 'portal_sid';
const MINUTE = 60_000;
/** Without a request for so long a session that was not to stay is over. */
export const IDLE_MINUTES = 60;
const IDLE = IDLE_MINUTES * MINUTE;
const ABSOLUTE = 12 * 60 * MINUTE;
const STAY = 30 * 24 * 60 * MINUTE;

const hash = (sid: string): string => createHash('sha256').update(sid).digest('hex');

export const sessionCookie = (request: FastifyRequest): string | undefined => request.cookies[COOKIE];

/** The person behind a session cookie, or null. An idle or ended session is nobody. */
export async function findPerson(portal: Portal, request: FastifyRequest): Promise<SignedIn | null> {
  const sid = sessionCookie(request);
  if (!sid) return null;
  const now = portal.now();
  const row = await personRows(portal.db)
    .innerJoin('session', 'session.person_id', 'person.id')
    .select(['session.id as session_id', 'session.last_seen_at', 'session.stay'])
    .where('session.id_hash', '=', hash(sid))
    .where('session.expires_at', '>', now)
    .where('person.state', '=', 'active')
    .executeTakeFirst();
  if (!row) return null;
  const idle = now.getTime() - row.last_seen_at.getTime();
  if (!row.stay && idle > IDLE) return null;
  if (idle > MINUTE) await portal.db.updateTable('session').set({ last_seen_at: now }).where('session.id_hash', '=', hash(sid)).execute();
  return { ...present(row), session_id: row.session_id };
}

const personRows = (db: Db) =>
  db
    .selectFrom('person')
    .leftJoin('school', 'school.id', 'person.school_id')
    .select([
      'person.id',
      'person.role',
      'person.school_admin',
      'person.district_admin',
      'person.vorname',
      'person.name',
      'person.email',
      'person.school_id',
      'person.capabilities',
      'school.name as schulname',
      (eb) => eb.fn.coalesce('person.district_id', 'school.district_id').as('district_id'),
      sql<string[]>`array(select licence_seat.licence_id::text from licence_seat where licence_seat.person_id = person.id
        union all select licence_seat.licence_id::text from licence_seat where licence_seat.school_id = person.school_id)`.as('licences'),
    ]);

type PersonRow = Awaited<ReturnType<ReturnType<typeof personRows>['executeTakeFirstOrThrow']>>;

/** A person as the rules know them, or undefined. */
export async function readPerson(db: Db, id: string): Promise<SignedIn | undefined> {
  const row = await personRows(db).where('person.id', '=', id).executeTakeFirst();
  return row && present(row);
}

const present = (row: PersonRow): SignedIn => ({
  id: row.id,
  role: row.role,
  school_admin: row.school_admin as SignedIn['school_admin'],
  district_admin: row.district_admin as SignedIn['district_admin'],
  vorname: row.vorname,
  name: row.name,
  email: row.email ?? '',
  school_id: row.school_id,
  klassenID: null,
  schulname: row.schulname,
  show_jitsi: false,
  shared_classes: [],
  district_id: row.district_id,
  capabilities: row.capabilities,
  licences: row.licences,
});

/** Starts or ends this browser's session. A new session always gets a new id; the old one ends. */
export async function applySessionChange(
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
  change: SessionChange,
): Promise<void> {
  const before = sessionCookie(request);
  if (before) await portal.db.deleteFrom('session').where('session.id_hash', '=', hash(before)).execute();
  // A proxy in front may not say that it speaks https; the address of the portal does.
  const secure = request.protocol === 'https' || (portal.publicUrl?.startsWith('https:') ?? false);
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  if ('end' in change) {
    reply.clearCookie(COOKIE, cookie).header('clear-site-data', '"cache"');
    return;
  }
  const sid = randomBytes(32).toString('base64url');
  const { personId, stay, oidc } = change.start;
  const now = portal.now();
  const expires = new Date(now.getTime() + (stay ? STAY : ABSOLUTE));
  await portal.db
    .insertInto('session')
    .values({
      id_hash: hash(sid),
      person_id: personId,
      stay,
      device: deviceName(request.headers['user-agent']),
      created_at: now,
      last_seen_at: now,
      expires_at: expires,
      oidc_provider: oidc?.provider ?? null,
      oidc_subject: oidc?.subject ?? null,
      oidc_sid: oidc?.sid ?? null,
    })
    .execute();
  reply.setCookie(COOKIE, sid, stay ? { ...cookie, expires } : cookie);
}

/** Removes what has ended. */
export const removeEndedSessions = (db: Db, now: Date): Promise<unknown> =>
  db.deleteFrom('session').where('session.expires_at', '<=', now).execute();
