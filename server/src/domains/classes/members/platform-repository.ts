/** SQL of classes that go with a course of a learning platform. */
import type { Db } from '../../../db/open.ts';

/** One that runs, held until the transaction ends. */
export const lockClassOfPlatform = (db: Db, id: string) =>
  db
    .selectFrom('class')
    .select(['class.id', 'class.school_id', 'class.school_year', 'class.name'])
    .where('class.id', '=', id)
    .where('class.state', '=', 'active')
    .forUpdate()
    .executeTakeFirst();
