import type { Db } from '../../../db/open.ts';

/** Locks an active class until the transaction ends and returns it. */
export const lockClassOfPlatform = (db: Db, id: string) =>
  db
    .selectFrom('class')
    .select(['class.id', 'class.school_id', 'class.school_year', 'class.name'])
    .where('class.id', '=', id)
    .where('class.state', '=', 'active')
    .forUpdate()
    .executeTakeFirst();
