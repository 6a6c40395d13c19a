/** Queries for the audit log. */
import { sql, type RawBuilder } from 'kysely';
import { matchTexts } from '../../db/any-of.ts';
import { mentionsPeople, matchPeople, type RemovedPeople } from '../../db/names-people.ts';
import { prefixPattern } from '../../db/like.ts';
import type { Db } from '../../db/open.ts';

export type AuditQuery = {
  scope: { school: string } | { district: string };
  area: string;
  q: string;
  /** First day as an ISO day in Europe/Berlin, or an empty string for no limit. The same applies to `to`. */
  from: string;
  to: string;
  school: string;
};

/** Maximum number of entries that are counted. */
const MAX_COUNTED = 10_000;

const hasName = (alias: 'actor' | 'subject', q: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.name`)} ilike ${prefixPattern(q)} or ${sql.ref(`${alias}.vorname`)} ilike ${prefixPattern(q)})`;

const selectAsked = (db: Db, { scope, area, q, from, to, school }: AuditQuery) =>
  db
    .selectFrom('audit_log')
    .leftJoin('person as actor', 'actor.id', 'audit_log.person_id')
    .leftJoin('person as subject', 'subject.id', 'audit_log.subject_id')
    .$if('school' in scope, (rows) => rows.where('audit_log.school_id', '=', 'school' in scope ? scope.school : ''))
    .$if('district' in scope, (rows) => rows.where('audit_log.district_id', '=', 'district' in scope ? scope.district : ''))
    .$if(school !== '', (rows) => rows.where('audit_log.school_id', '=', school))
    .$if(area !== '', (rows) => rows.where('audit_log.what', 'like', `${area}.%`))
    .$if(q !== '', (rows) => rows.where(sql<boolean>`(${hasName('actor', q)} or ${hasName('subject', q)})`))
    .$if(from !== '', (rows) => rows.where(sql<boolean>`audit_log.at >= ${from}::date::timestamp at time zone 'Europe/Berlin'`))
    .$if(to !== '', (rows) => rows.where(sql<boolean>`audit_log.at < (${to}::date + 1)::timestamp at time zone 'Europe/Berlin'`));

const selectLines = (db: Db, asked: AuditQuery) =>
  selectAsked(db, asked)
    .leftJoin('school', 'school.id', 'audit_log.school_id')
    .select(['audit_log.id', 'audit_log.at', 'audit_log.what', 'audit_log.before', 'audit_log.after'])
    .select(['actor.id as actor_id', 'actor.vorname as actor_vorname', 'actor.name as actor_name'])
    .select(['subject.id as subject_id', 'subject.vorname as subject_vorname', 'subject.name as subject_name'])
    .select(['school.id as school_id', 'school.name as school_name'])
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc');

/** Returns a page of entries, newest first. */
export const listLines = (db: Db, asked: AuditQuery, offset: number, limit: number) =>
  selectLines(db, asked).offset(offset).limit(limit).execute();

/** Position of an entry in the list. `place` is its time as text, because a `Date` is less precise than the database. */
export type EntryPosition = { place: string; id: string };

/** Returns the entries after a position, or the newest entries if `after` is `null`. */
export const listAuditEntriesAfter = (db: Db, asked: AuditQuery, after: EntryPosition | null, limit: number) =>
  selectLines(db, asked)
    .select(sql<string>`audit_log.at::text`.as('place'))
    .$if(after !== null, (rows) =>
      rows.where(sql<boolean>`(audit_log.at, audit_log.id) < (${after?.place}::timestamptz, ${after?.id}::uuid)`),
    )
    .limit(limit)
    .execute();

export async function countAuditEntries(db: Db, asked: AuditQuery): Promise<{ total: number; more: boolean }> {
  const row = await db
    .selectFrom(
      selectAsked(db, asked)
        .select('audit_log.id')
        .limit(MAX_COUNTED + 1)
        .as('found'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { total: Math.min(row.n, MAX_COUNTED), more: row.n > MAX_COUNTED };
}

/**
 * Returns the titles of catalogue media and of shared own material of `school`. Drafts are excluded, because only their authors may see the titles.
 */
export const findMediaTitles = (
  db: Db,
  identifiers: readonly string[],
  school: string | null,
): Promise<{ identifier: string; fn_titel: string }[]> =>
  db
    .selectFrom('media_item')
    .leftJoin('own_material', 'own_material.identifier', 'media_item.identifier')
    .select(['media_item.identifier', 'media_item.fn_titel'])
    .where(sql<boolean>`media_item.identifier = ${matchTexts(identifiers)}`)
    .where((eb) =>
      eb.or([
        eb('own_material.identifier', 'is', null),
        eb.and([eb('own_material.school_id', '=', school ?? ''), eb('own_material.given_at', 'is not', null)]),
      ]),
    )
    .execute();

export const findSchoolNames = async (db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('school')
        .select(['school.id', 'school.name'])
        .where('school.id', 'in', [...ids])
        .execute();

export const removeAuditEntries = (db: Db, before: Date): Promise<unknown> =>
  db.deleteFrom('audit_log').where('audit_log.at', '<', before).execute();

/** Removes the contents of entries that name deleted people. */
export const clearAuditEntriesAbout = (db: Db, removed: RemovedPeople): Promise<unknown> =>
  sql`update audit_log set before = null, after = null
    where (audit_log.before is not null or audit_log.after is not null) and (audit_log.subject_id = ${matchPeople(removed)}
      or ${mentionsPeople(sql`audit_log.before`, removed)} or ${mentionsPeople(sql`audit_log.after`, removed)})`.execute(db);
