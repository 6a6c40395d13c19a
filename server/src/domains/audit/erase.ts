/** Taking people out of the portal for good: no row and no word of theirs stays (DSGVO Art. 17). */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';
import { logChanges } from '../../search/change-log.ts';

/** In the text of a JSON value: a sign that is written in two or six. */
const ESCAPED = String.raw`\\(?:u[0-9a-f]{4}|.)`;
/** Identifiers of rows, and addresses from their first sign to their last: `anna.schmidt@s.de` is none of `a.schmidt@s.de`. */
const LETTER = String.raw`a-z0-9\u00df-\u024f`;
const IDS_AND_ADDRESSES = `[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[${LETTER}_+-][${LETTER}_+.'-]*@[${LETTER}-]+(?:[.][${LETTER}-]+)*`;
/** The strings of a JSON value; the second part is a colon after the name of a field. */
const STRINGS = '"([^"]*)"(:?)';

type Signs = { whole: string[]; names: string[] };

/** Whether a text, or a JSON value, names somebody: by identifier or address anywhere in it, by user name as a string of its own. */
function isAbout(value: RawBuilder<unknown>, { whole, names }: Signs): RawBuilder<boolean> {
  const text = sql`regexp_replace(lower(${value}::text), ${ESCAPED}, ' ', 'g')`;
  const inside = sql<boolean>`exists (select from regexp_matches(${text}, ${IDS_AND_ADDRESSES}, 'g') as found
    where found[1] = any(${sql.val(whole)}::text[]))`;
  if (names.length === 0) return inside;
  return sql<boolean>`(${inside} or exists (select from regexp_matches(${text}, ${STRINGS}, 'g') as found
    where found[2] = '' and found[1] = any(${sql.val(names)}::text[])))`;
}

/**
 * Deletes people with everything that hangs on them. What others wrote stays without the name; lines of the log stay without their content
 * where it is about them; invitations to their addresses and mails that wait for them go. The log and the mails are read once, however many go.
 * Gives how many there were. In a transaction.
 */
export async function erasePeople(db: Db, wanted: readonly string[]): Promise<number> {
  const people = await db
    .selectFrom('person')
    .select((eb) => ['person.id', eb.fn<string | null>('lower', ['person.email']).as('email')])
    .select((eb) => eb.fn<string | null>('lower', ['person.username']).as('username'))
    .where('person.id', '=', sql<string>`any(${sql.val([...wanted])}::uuid[])`)
    .orderBy('person.id')
    .forUpdate()
    .execute();
  if (people.length === 0) return 0;
  const ids = people.map(({ id }) => id);
  const addresses = people.flatMap(({ email }) => email || []);
  const signs = { whole: [...ids, ...addresses], names: people.flatMap(({ username }) => username || []) };
  await sql`update audit_log set before = null, after = null
    where (audit_log.before is not null or audit_log.after is not null) and (audit_log.subject_id = any(${sql.val(ids)}::uuid[])
      or ${isAbout(sql`audit_log.before`, signs)} or ${isAbout(sql`audit_log.after`, signs)})`.execute(db);
  await sql`delete from job where ${isAbout(sql`job.payload`, signs)}`.execute(db);
  await sql`update job set last_error = null where ${isAbout(sql`job.last_error`, signs)}`.execute(db);
  const theirs = sql`any(${sql.val(addresses)}::text[])`;
  await sql`delete from invitation where lower(invitation.email) = ${theirs}`.execute(db);
  await sql`update media_report set email = '' where lower(media_report.email) = ${theirs}`.execute(db);
  const gone = sql<string>`any(${sql.val(ids)}::uuid[])`;
  const reviewed = await db.selectFrom('review').select('review.identifier').distinct().where('review.person_id', '=', gone).execute();
  await db.deleteFrom('person').where('person.id', '=', gone).execute();
  // Their stars no longer count where results are sorted by them.
  await logChanges(
    db,
    reviewed.map(({ identifier }) => identifier),
  );
  return people.length;
}
