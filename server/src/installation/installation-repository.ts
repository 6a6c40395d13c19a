import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

export type InstallationRow = { id: string; secret_fingerprint: string };

export const findInstallation = (db: Db): Promise<InstallationRow | undefined> =>
  db.selectFrom('installation').select(['installation.id', 'installation.secret_fingerprint']).executeTakeFirst();

/** Inserts the row unless one exists, and returns the stored row. */
export async function insertInstallation(db: Db, row: InstallationRow, now: Date): Promise<InstallationRow> {
  await db
    .insertInto('installation')
    .values({ ...row, made_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findInstallation(db))!;
}

export async function saveInstallation(db: Db, row: InstallationRow, now: Date): Promise<void> {
  await db
    .insertInto('installation')
    .values({ ...row, made_at: now })
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet({ secret_fingerprint: row.secret_fingerprint }))
    .execute();
}

/** Returns whether the portal has people or media. Works with the schema of every version. */
export async function hasData(db: Db): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select exists (select from person) or exists (select from media_item) as used`.execute(db);
  return rows[0]!.used;
}
