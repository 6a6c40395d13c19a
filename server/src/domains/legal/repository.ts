/** Queries for legal pages and the contact form. */
import type { LegalPage } from '@fundus/contract/legal/content';
import type { Db } from '../../db/open.ts';

export type LegalDocument = LegalPage | 'operator';

/** Returns the current version of a document in each language. `content` is null if the template is used. */
export const listCurrent = (db: Db, document: LegalDocument) =>
  db
    .selectFrom('legal_version')
    .distinctOn('legal_version.language')
    .select(['legal_version.language', 'legal_version.version', 'legal_version.content', 'legal_version.created_at'])
    .where('legal_version.document', '=', document)
    .orderBy('legal_version.language')
    .orderBy('legal_version.version', 'desc')
    .limit(200)
    .execute();

/** Returns versions with their authors, newest first. */
export const listVersions = (db: Db, document: LegalDocument, language: string, limit: number) =>
  db
    .selectFrom('legal_version')
    .leftJoin('person', 'person.id', 'legal_version.author_id')
    .select(['legal_version.version', 'legal_version.content', 'legal_version.created_at', 'person.vorname', 'person.name'])
    .where('legal_version.document', '=', document)
    .where('legal_version.language', '=', language)
    .orderBy('legal_version.version', 'desc')
    .limit(limit)
    .execute();

export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

export const findVersion = (db: Db, document: LegalDocument, language: string, version: number) =>
  db
    .selectFrom('legal_version')
    .select('legal_version.content')
    .where('legal_version.document', '=', document)
    .where('legal_version.language', '=', language)
    .where('legal_version.version', '=', version)
    .executeTakeFirst();

/** Inserts a version. Returns false if this version exists already. If `content` is null, the template is used. */
export async function insertVersion(
  db: Db,
  row: { document: LegalDocument; language: string; version: number; content: unknown; author_id: string | null; created_at: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('legal_version')
    .values({ ...row, content: row.content === null ? null : JSON.stringify(row.content) })
    .onConflict((conflict) => conflict.columns(['document', 'language', 'version']).doNothing())
    .returning('legal_version.version')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const removeVersionsUpTo = (db: Db, document: LegalDocument, language: string, version: number): Promise<unknown> =>
  db
    .deleteFrom('legal_version')
    .where('legal_version.document', '=', document)
    .where('legal_version.language', '=', language)
    .where('legal_version.version', '<=', version)
    .execute();

/** Removes the first versions, which have no author. Returns the number of removed versions. */
export async function removeFirstVersions(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('legal_version')
    .where('legal_version.version', '=', 1)
    .where('legal_version.author_id', 'is', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns the addresses that receive messages if no address is configured. */
export async function listDistrictAdmins(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('person.email')
    .where('person.district_admin', '=', '1')
    .where('person.state', '=', 'active')
    .where('person.email', 'is not', null)
    .orderBy('person.created_at')
    .limit(limit)
    .execute();
  return rows.flatMap((row) => row.email ?? []);
}
