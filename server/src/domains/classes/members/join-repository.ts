import type { Db } from '../../../db/open.ts';

export const isJoinCode = async (db: Db, code: string): Promise<boolean> =>
  (await db.selectFrom('class').select('class.id').where('class.join_code', '=', code).executeTakeFirst()) !== undefined;

const selectRows = (db: Db) =>
  db
    .selectFrom('class')
    .select([
      'class.id',
      'class.name',
      'class.school_id',
      'class.state',
      'class.join_policy',
      'class.join_code',
      'class.join_code_until',
      'class.external_ref',
    ]);

/** Returns the class with a join code. Deleted classes are not found. */
export const findByJoinCode = (db: Db, code: string) =>
  selectRows(db).where('class.join_code', '=', code).where('class.state', '<>', 'deleted').executeTakeFirst();

/** Locks a class until the transaction ends and returns it. */
export const lockClass = (db: Db, id: string) => selectRows(db).where('class.id', '=', id).forUpdate().executeTakeFirst();
