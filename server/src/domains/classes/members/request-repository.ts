import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { counts } from '../../../visitors/in-class.ts';

export type RequestSummary = { person_id: string; notified_at: Date | null; classes: { id: string; name: string; asked: number }[] };

/** Returns teachers of active classes with new requests who have not been notified on this day. */
export async function listTeachersToNotify(db: Db, day: string): Promise<RequestSummary[]> {
  const { rows } = await sql<RequestSummary>`select due.person_id, due.notified_at,
      json_agg(json_build_object('id', due.id, 'name', due.name, 'asked', due.asked) order by due.name) as classes
    from (select m.person_id, p.class_requests_at as notified_at, class.id, class.name, count(asking.id)::int as asked
      from class_member as asking inner join class on class.id = asking.class_id and class.state = 'active'
        inner join class_member as m on m.class_id = class.id and m.role in ('owner', 'teacher') and m.state = 'active'
        inner join person as p on p.id = m.person_id
      where asking.state = 'applied' and asking.state_since > coalesce(p.class_requests_at, '-infinity') and ${counts}
        and (p.class_requests_at is null or (p.class_requests_at at time zone 'Europe/Berlin')::date < ${day})
      group by m.person_id, p.class_requests_at, class.id) as due
    group by due.person_id, due.notified_at order by due.person_id limit 10000`.execute(db);
  return rows;
}

/** Marks a person as notified. Returns false if another process has already done this. */
export async function claimNotified(db: Db, personId: string, before: Date | null, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('person')
    .set({ class_requests_at: now })
    .where('person.id', '=', personId)
    .where(sql<boolean>`person.class_requests_at is not distinct from ${before}`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
