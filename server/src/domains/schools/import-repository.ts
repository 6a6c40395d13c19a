/** SQL queries for importing schools. */
import { SCHOOL_COLUMNS, type SchoolColumn } from '@fundus/contract/schools/import';
import { sql, type Insertable } from 'kysely';
import { AppError } from '@fundus/contract/errors';
import { matchTexts } from '../../db/any-of.ts';
import { isDuplicate } from '../../db/is-duplicate.ts';
import type { Db } from '../../db/open.ts';
import type { Tables, ValueOf } from '../../db/tables.ts';

export type KnownSchool = Record<SchoolColumn, string> & { id: string; state: ValueOf<'school', 'state'> };

/** Returns the schools of a district by number in lower case, and locks them until commit. */
export const listByNumber = (db: Db, districtId: string, numbers: readonly string[]): Promise<KnownSchool[]> =>
  db
    .selectFrom('school')
    .select(['school.id', 'school.state', 'school.number', 'school.name', 'school.kind', 'school.street', 'school.postcode'])
    .select(['school.city', 'school.email', 'school.phone', 'school.website'])
    .where('school.district_id', '=', districtId)
    .where(sql<boolean>`lower(school.number) = ${matchTexts(numbers)}`)
    .orderBy('school.id')
    .forUpdate()
    .execute();

const BATCH = 500;

/** Inserts schools. Throws `already_exists` if a number was taken in the meantime. */
export async function insertImportedSchools(db: Db, schools: readonly Insertable<Tables['school']>[]): Promise<void> {
  try {
    for (let i = 0; i < schools.length; i += BATCH)
      await db
        .insertInto('school')
        .values(schools.slice(i, i + BATCH))
        .execute();
  } catch (error) {
    if (isDuplicate(error)) throw new AppError('already_exists', { field: 'content' });
    throw error;
  }
}

/** Updates the given columns of each school and keeps the other columns. */
export async function changeImported(db: Db, changes: readonly ({ id: string } & Partial<Record<SchoolColumn, string>>)[]): Promise<void> {
  const columns = SCHOOL_COLUMNS.filter((column) => column !== 'number');
  const sets = sql.join(columns.map((column) => sql`${sql.ref(column)} = coalesce(change.${sql.ref(column)}, school.${sql.ref(column)})`));
  const types = sql.join(columns.map((column) => sql`${sql.ref(column)} text`));
  for (let i = 0; i < changes.length; i += BATCH)
    await sql`update school set version = school.version + 1, ${sets}
      from json_to_recordset(${JSON.stringify(changes.slice(i, i + BATCH))}::json) as change (id text, ${types})
      where school.id = change.id`.execute(db);
}
