/** Sessions: an opaque cookie whose hash is a row; ended on the server, never only in the browser (docs/behaviour/accounts.md#sessions). */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Portal, SessionChange, SignedIn } from './context.ts';
import { readLearner } from './learner.ts';
import { deviceName } from './device-name.ts';

const COOKIE = 'portal_sid';
const MINUTE = 60_000;
/** Without a request for so long a session that was not to stay is over. */
export const IDLE_MINUTES = 60;
const IDLE = IDLE_MINUTES * MINUTE;
/** A tablet of the school is put down for a lesson and taken up again (docs/behaviour/accounts.md#sessions). */
const CODE_IDLE = 8 * 60 * MINUTE;
const ABSOLUTE = 12 * 60 * MINUTE;
const STAY = 30 * 24 * 60 * MINUTE;

const hash = (sid: string): string => createHash('sha256').update(sid).digest('hex');

export const sessionCookie = (request: FastifyRequest): string | undefined => request.cookies[COOKIE];

/** The person, or the learner code, behind a session cookie, or null. An idle or ended session is nobody. */
export async function findPerson(portal: Portal, request: FastifyRequest): Promise<SignedIn | null> {
  const sid = sessionCookie(request);
  if (!sid) return null;
  const { db } = portal;
  const now = portal.now();
  const row = await personRows(db)
    .innerJoin('session', 'session.person_id', 'person.id')
    .select(['session.id as session_id', 'session.last_seen_at', 'session.stay'])
    .where('session.id_hash', '=', hash(sid))
    .where('session.expires_at', '>', now)
    .where('person.state', '=', 'active')
    .executeTakeFirst();
  if (!row) return findLearner(db, sid, now);
  return (await isAwake(db, row, now, row.stay ? Infinity : IDLE)) ? { ...present(row), session_id: row.session_id } : null;
}

/** Asked second: nearly every cookie is a person's. */
async function findLearner(db: Db, sid: string, now: Date): Promise<SignedIn | null> {
  const row = await db
    .selectFrom('session')
    .select(['session.id as session_id', 'session.code_id', 'session.last_seen_at'])
    .where('session.id_hash', '=', hash(sid))
    .where('session.expires_at', '>', now)
    .where('session.code_id', 'is not', null)
    .executeTakeFirst();
  const learner = row && (await readLearner(db, row.code_id!, now));
  return learner && (await isAwake(db, row, now, CODE_IDLE)) ? { ...learner, session_id: row.session_id } : null;
}

/** Whether a session was used within `idle` milliseconds; it is used now. */
async function isAwake(
  db: Db,
  { session_id, last_seen_at }: { session_id: string; last_seen_at: Date },
  now: Date,
  idle: number,
): Promise<boolean> {
  const since = now.getTime() - last_seen_at.getTime();
  if (since > idle) return false;
  if (since > MINUTE) await db.updateTable('session').set({ last_seen_at: now }).where('session.id', '=', session_id).execute();
  return true;
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
      sql<boolean>`coalesce((school.settings->>'video_rooms')::boolean, false)`.as('video_rooms'),
      sql<string | null>`(select class.id::text from class_member inner join class on class.id = class_member.class_id
        where class_member.person_id = person.id and class_member.role = 'student' and class_member.state = 'active'
          and class.state = 'active' and class.school_id = person.school_id
        order by class.kind <> 'class', class_member.joined_at desc limit 1)`.as('klassen_id'),
      sql<string[]>`array(select class.id::text from class_member inner join class on class.id = class_member.class_id
        where class_member.person_id = person.id and class_member.role = 'teacher' and class_member.state = 'active'
          and class.state = 'active' and (class.school_id = person.school_id or class_member.guest))`.as('shared_classes'),
    ]);

type PersonRow = Awaited<ReturnType<ReturnType<typeof personRows>['executeTakeFirstOrThrow']>>;

/** A person as the rules know them, or undefined. `active`: only one who may sign in. */
export async function readPerson(db: Db, id: string, active = false): Promise<SignedIn | undefined> {
  const row = await personRows(db)
    .where('person.id', '=', id)
    .$if(active, (rows) => rows.where('person.state', '=', 'active'))
    .executeTakeFirst();
  return row && present(row);
}

const present = (row: PersonRow): SignedIn => ({
  id: row.id,
  role: row.role,
  school_admin: row.school_admin,
  district_admin: row.district_admin,
  vorname: row.vorname,
  name: row.name,
  email: row.email ?? '',
  school_id: row.school_id,
  klassenID: row.klassen_id,
  schulname: row.schulname,
  show_jitsi: row.role === 'L' && row.video_rooms,
  shared_classes: row.shared_classes,
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
  const { start } = change;
  const { stay, oidc } = 'codeId' in start ? { stay: false, oidc: undefined } : start;
  const now = portal.now();
  const expires = new Date(now.getTime() + (stay ? STAY : ABSOLUTE));
  await portal.db
    .insertInto('session')
    .values({
      id_hash: hash(sid),
      ...('codeId' in start ? { code_id: start.codeId } : { person_id: start.personId }),
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
