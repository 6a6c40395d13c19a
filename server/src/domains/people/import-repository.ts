/** SQL queries for importing people. */
import { sql } from 'kysely';
import { AppError } from '@fundus/contract/errors';
import { matchTexts } from '../../db/any-of.ts';
import { isDuplicate } from '../../db/is-duplicate.ts';
import type { Db } from '../../db/open.ts';
import type { ValueOf } from '../../db/tables.ts';

/** Returns people by their email address in lower case. */
export const findByAddress = (db: Db, addresses: readonly string[]) =>
  db
    .selectFrom('person')
    .leftJoin('school', 'school.id', 'person.school_id')
    .select(['person.id', 'person.school_id', 'person.state', 'person.role', sql<string>`lower(person.email)`.as('address')])
    .select((eb) => eb.fn.coalesce('school.district_id', 'person.district_id').as('district_id'))
    .where(sql<boolean>`lower(person.email) = ${matchTexts(addresses)}`)
    .execute();

export async function findTakenCodes(db: Db, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return [];
  const rows = await db
    .selectFrom('person')
    .select(sql<string>`lower(person.borrower_code)`.as('code'))
    .where(sql<boolean>`lower(person.borrower_code) = ${matchTexts(codes)}`)
    .execute();
  return rows.map(({ code }) => code);
}

type Imported = {
  id: string;
  school_id: string;
  vorname: string;
  name: string;
  email: string;
  role: ValueOf<'person', 'role'>;
  code: string;
};

/** Inserts people. Throws `already_exists` if an email address or borrower code was taken in the meantime. */
export async function insertImportedPeople(db: Db, people: readonly Imported[], now: Date): Promise<void> {
  try {
    for (let i = 0; i < people.length; i += 500)
      await db
        .insertInto('person')
        .values(
          people.slice(i, i + 500).map(({ id, school_id, vorname, name, email, role, code }) => ({
            id,
            vorname,
            name,
            email,
            role,
            school_id,
            borrower_code: code === '' ? null : code,
            created_at: now,
            state_since: now,
          })),
        )
        .execute();
  } catch (error) {
    if (isDuplicate(error)) throw new AppError('already_exists', { field: 'content' });
    throw error;
  }
}

export async function joinSchool(db: Db, school_id: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('person')
    .set((eb) => ({ school_id, version: eb('person.version', '+', 1) }))
    .where('person.id', 'in', [...ids])
    .where('person.school_id', 'is', null)
    .execute();
}
