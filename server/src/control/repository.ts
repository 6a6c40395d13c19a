/** What commands ask of the database. */
import type { Db } from '../db/open.ts';

export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('person.id')
    .where((eb) => eb(eb.fn<string>('lower', ['person.email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasSchool(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('school').select('school.id').where('school.id', '=', id).executeTakeFirst()) !== undefined;
}
