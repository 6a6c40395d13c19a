import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

export type Place = { district_id: string | null; school_id: string | null };

/** Returns a school with the ids of the licences in which it has a seat. */
export const findPlaceSchool = (db: Db, schoolId: string) =>
  db
    .selectFrom('school')
    .select(['school.id as school_id', 'school.name as schulname', 'school.district_id', 'school.state'])
    .select(
      sql<string[]>`array(select licence_seat.licence_id::text from licence_seat where licence_seat.school_id = school.id)`.as('licences'),
    )
    .where('school.id', '=', schoolId)
    .executeTakeFirst();

/** Returns the school or district for which a redeemed ticket for a medium is valid. */
export const findTicket = (db: Db, id: string, identifier: string, now: Date): Promise<Place | undefined> =>
  db
    .selectFrom('arix_ticket')
    .select(['arix_ticket.district_id', 'arix_ticket.school_id'])
    .where('arix_ticket.id', '=', id)
    .where('arix_ticket.identifier', '=', identifier)
    .where('arix_ticket.used', '=', true)
    .where('arix_ticket.expires_at', '>', now)
    .executeTakeFirst();
