/** Taking a person out of the portal for good: no row and no word of theirs stays (DSGVO Art. 17). */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { logChanges } from '../../search/change-log.ts';

/**
 * Deletes a person with everything that hangs on them. What others wrote stays without the name; lines of the log stay without their content
 * where it is about the person; invitations to the address and mails that wait for it go. False when there is nobody. In a transaction.
 */
export async function erasePerson(db: Db, id: string): Promise<boolean> {
  const person = await db
    .selectFrom('person')
    .select(['person.email', 'person.username'])
    .where('person.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!person) return false;
  const signs = [id, person.email, person.username].flatMap((sign) => (sign ? `%${sign.toLowerCase().replace(/[\\%_]/g, '\\$&')}%` : []));
  const names = sql`any(${sql.val(signs)}::text[])`;
  await sql`update audit_log set before = null, after = null where audit_log.subject_id = ${id}
    or lower(audit_log.before::text) like ${names} or lower(audit_log.after::text) like ${names}`.execute(db);
  await sql`delete from job where lower(job.payload::text) like ${names}`.execute(db);
  await sql`update job set last_error = null where lower(job.last_error) like ${names}`.execute(db);
  if (person.email) {
    await sql`delete from invitation where lower(invitation.email) = ${person.email.toLowerCase()}`.execute(db);
    await sql`update media_report set email = '' where lower(media_report.email) = ${person.email.toLowerCase()}`.execute(db);
  }
  const reviewed = await db.selectFrom('review').select('review.identifier').where('review.person_id', '=', id).execute();
  await db.deleteFrom('person').where('person.id', '=', id).execute();
  // Their stars no longer count where results are sorted by them.
  await logChanges(
    db,
    reviewed.map(({ identifier }) => identifier),
  );
  return true;
}
