import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import { counts } from '../../../visitors/in-class.ts';
import { sql } from 'kysely';

/** Copies active members and all codes that are not revoked. Expired codes are included, because they can be extended. */
export async function copyMembers(db: Db, from: string, to: string, now: Date): Promise<void> {
  const members = await db
    .selectFrom('class_member as m')
    .innerJoin('class', 'class.id', 'm.class_id')
    .leftJoin('person as p', 'p.id', 'm.person_id')
    .leftJoin('learner_code as c', 'c.id', 'm.code_id')
    .select(['m.person_id', 'm.code_id', 'm.role', 'm.state', 'm.guest'])
    .where('m.class_id', '=', from)
    .where('m.state', 'in', ['active', 'suspended'])
    .where(sql<boolean>`(${counts} or c.state <> 'revoked')`)
    .execute();
  if (members.length === 0) return;
  await db
    .insertInto('class_member')
    .values(members.map((member) => ({ ...member, id: newId(now), class_id: to, joined_at: now, state_since: now })))
    .execute();
}
