import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

export const deferConstraints = (db: Db): Promise<unknown> => sql`set constraints all deferred`.execute(db);
