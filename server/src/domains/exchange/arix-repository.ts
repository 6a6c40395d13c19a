/** Queries for ARIX consumers and tickets. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Place } from '../../visitors/place-repository.ts';

export type Consumer = { name: string; district_id: string; school_id: string | null; secret: string };
/** A consumer. `withheld` is true if its district does not export its media. */
export type ListedConsumer = Consumer & { withheld: boolean };

export const listConsumers = (db: Db): Promise<ListedConsumer[]> =>
  db
    .selectFrom('arix_consumer')
    .select(['arix_consumer.name', 'arix_consumer.district_id', 'arix_consumer.school_id', 'arix_consumer.secret'])
    .select(
      sql<boolean>`exists (select from withheld_district where withheld_district.district_id = arix_consumer.district_id)`.as('withheld'),
    )
    .orderBy('arix_consumer.name')
    .limit(1_000)
    .execute();

export async function insertConsumer(db: Db, consumer: Consumer, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('arix_consumer')
    .values({ ...consumer, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

export async function removeConsumer(db: Db, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('arix_consumer').where('arix_consumer.name', '=', name).executeTakeFirstOrThrow();
  return Number(numDeletedRows) > 0;
}

export async function hasDistrict(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('district').select('district.id').where('district.id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Returns the school of a district with this id or number. */
export async function findSchoolId(db: Db, districtId: string, school: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('school')
    .select('school.id')
    .where('school.district_id', '=', districtId)
    .where((eb) => eb.or([eb('school.id', '=', school), eb('school.number', '=', school)]))
    .executeTakeFirst();
  return row?.id;
}

export const insertTicket = (db: Db, ticket: Place & { id: string; identifier: string; expires_at: Date }): Promise<unknown> =>
  db.insertInto('arix_ticket').values(ticket).execute();

/** Deletes and returns a notch, so that it can be used only once. */
export const claimNotch = (db: Db, id: string, now: Date): Promise<(Place & { identifier: string }) | undefined> =>
  db
    .deleteFrom('arix_ticket')
    .where('arix_ticket.id', '=', sql<string>`${id}::uuid`)
    .where('arix_ticket.used', '=', false)
    .where('arix_ticket.expires_at', '>', now)
    .returning(['arix_ticket.identifier', 'arix_ticket.district_id', 'arix_ticket.school_id'])
    .executeTakeFirst();

export const insertUsedTicket = (db: Db, ticket: Place & { id: string; identifier: string; expires_at: Date }): Promise<unknown> =>
  db
    .insertInto('arix_ticket')
    .values({ ...ticket, used: true })
    .execute();

export const removeOldTickets = (db: Db, now: Date): Promise<unknown> =>
  db.deleteFrom('arix_ticket').where('arix_ticket.expires_at', '<', now).execute();
