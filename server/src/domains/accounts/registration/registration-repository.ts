import type { SchoolChoice } from '@fundus/contract/accounts/registration';
import { sql, type Insertable } from 'kysely';
import { prefixPattern, containsPattern } from '../../../db/like.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';

/** A new account row without administrator rights, which a registration cannot grant. */
type Row = Omit<Insertable<Tables['person']>, 'id'> & { school_admin?: never; district_admin?: never };

/** Returns schools that contain every word of the query in name, city, postcode or number. Schools that start with the query come first. */
export function findSchools(db: Db, q: string, limit: number): Promise<SchoolChoice[]> {
  const words = q.split(/\s+/).filter(Boolean).slice(0, 8);
  return db
    .selectFrom('school')
    .select(['school.id', 'school.name', 'school.number', 'school.postcode', 'school.city'])
    .where('school.state', '=', 'active')
    .where((eb) =>
      eb.and(
        words.map((word) =>
          eb(
            sql<string>`lower(school.name || ' ' || school.city || ' ' || school.postcode || ' ' || school.number)`,
            'like',
            containsPattern(word.toLowerCase()),
          ),
        ),
      ),
    )
    .orderBy((eb) => eb(eb.fn<string>('lower', ['school.name']), 'like', prefixPattern(q.toLowerCase())), 'desc')
    .orderBy((eb) => eb.fn<string>('lower', ['school.name']))
    .orderBy('school.id')
    .limit(limit)
    .execute();
}

export const findSchool = (db: Db, id: string) =>
  db
    .selectFrom('school')
    .select(['school.id', 'school.name', 'school.state', 'school.settings', 'school.district_id'])
    .where('school.id', '=', id)
    .executeTakeFirst();

/** Returns the account with an e-mail address and locks it until the transaction ends. */
export const findByAddress = (db: Db, email: string) =>
  db
    .selectFrom('person')
    .select(['person.id', 'person.state'])
    .where((eb) => eb(eb.fn<string>('lower', ['person.email']), '=', email.toLowerCase()))
    .forUpdate()
    .executeTakeFirst();

async function isCodeFree(db: Db, code: string | null | undefined, except: string | null): Promise<boolean> {
  if (!code) return true;
  const row = await db
    .selectFrom('person')
    .select('person.id')
    .where((eb) => eb(eb.fn<string>('lower', ['person.borrower_code']), '=', code.toLowerCase()))
    .executeTakeFirst();
  return !row || row.id === except;
}

/** Inserts an account. Returns false if the borrower code belongs to another person and was therefore omitted. */
export async function insertRegistered(db: Db, row: Row & { id: string }): Promise<boolean> {
  const free = await isCodeFree(db, row.borrower_code, null);
  await db
    .insertInto('person')
    .values(free ? row : { ...row, borrower_code: null })
    .execute();
  return free;
}

/** Replaces an unconfirmed registration by a new one for the same address. */
export async function replaceRegistered(db: Db, id: string, row: Row): Promise<boolean> {
  const free = await isCodeFree(db, row.borrower_code, id);
  await db
    .updateTable('person')
    .set(free ? row : { ...row, borrower_code: null })
    .where('person.id', '=', id)
    .execute();
  return free;
}

/** Returns the only district, or `null` if there are several. It is the default for users without a school. */
export async function findOnlyDistrict(db: Db): Promise<string | null> {
  const rows = await db.selectFrom('district').select('district.id').limit(2).execute();
  return rows.length === 1 ? rows[0]!.id : null;
}

/** Returns the current versions of terms and privacy notice, such as `terms 3, privacy 1`. Version 0 is the template of the portal. */
export async function findTermsVersion(db: Db): Promise<string> {
  const rows = await db
    .selectFrom('legal_version')
    .select((eb) => ['legal_version.document', eb.fn.max('legal_version.version').as('version')])
    .where('legal_version.document', 'in', ['terms', 'privacy'])
    .groupBy('legal_version.document')
    .execute();
  const of = (document: string): number => rows.find((row) => row.document === document)?.version ?? 0;
  return `terms ${of('terms')}, privacy ${of('privacy')}`;
}

/** Removes registrations whose address was not confirmed in time. */
export const removeUnconfirmed = (db: Db, before: Date): Promise<unknown> =>
  db.deleteFrom('person').where('person.state', '=', 'pending_email').where('person.state_since', '<', before).execute();
