import type { Insertable } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';

export const insertAuditLine = (db: Db, line: Insertable<Tables['audit_log']>): Promise<unknown> =>
  db.insertInto('audit_log').values(line).execute();
