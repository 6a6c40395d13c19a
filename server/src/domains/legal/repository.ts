/** SQL of the legal pages and the contact form. */
import type { LegalPage } from '@fundus/contract/legal/content';
import type { Db } from '../../db/open.ts';

export type LegalDocument = LegalPage | 'operator';

/** The version of a document that holds, in each language it was ever written in. `content` null: the template. */
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

/** The newest first, with who wrote them. */
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

/** False when somebody else has written this version in the meantime. `content` null lets the template hold again. */
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

/** Those that came with the portal: no person wrote them. Gives how many. */
export async function removeFirstVersions(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('legal_version')
    .where('legal_version.version', '=', 1)
    .where('legal_version.author_id', 'is', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Where messages go while no address is given: to those who can give one. */
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
