/** SQL queries for themes, pictures, languages and custom texts. */
import type { Messages } from '@fundus/contract/locale';
import { PICTURE_SLOTS, type PictureSlot } from '@fundus/contract/setup/theme';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

export type PictureRow = {
  file: string;
  mime: 'image/svg+xml' | 'image/png';
  bytes: number;
  width: number;
  height: number;
  added_at: Date;
  added_by: string;
};

export const addPicture = (db: Db, row: PictureRow): Promise<unknown> =>
  db
    .insertInto('theme_picture')
    .values(row)
    .onConflict((conflict) => conflict.column('file').doUpdateSet({ added_at: row.added_at }))
    .execute();

/** Removes pictures uploaded before a given time that are unused by any theme. */
export async function deleteUnusedPictures(db: Db, before: Date): Promise<{ file: string; mime: PictureRow['mime'] }[]> {
  const named = (slot: PictureSlot) => sql<string>`theme_version.settings -> ${sql.lit(slot)} ->> 'file'`;
  const rows = await db
    .deleteFrom('theme_picture')
    .where('theme_picture.added_at', '<', before)
    .where(({ not, exists, selectFrom, or, eb }) =>
      not(
        exists(
          selectFrom('theme_version')
            .select('theme_version.id')
            .where(or(PICTURE_SLOTS.map((slot) => eb(named(slot), '=', eb.ref('theme_picture.file'))))),
        ),
      ),
    )
    .returning(['theme_picture.file', 'theme_picture.mime'])
    .execute();
  return rows as { file: string; mime: PictureRow['mime'] }[];
}

export async function findPicture(db: Db, file: string): Promise<{ file: string; mime: PictureRow['mime'] } | undefined> {
  const row = await db
    .selectFrom('theme_picture')
    .select(['theme_picture.file', 'theme_picture.mime'])
    .where('theme_picture.file', '=', file)
    .executeTakeFirst();
  return row as { file: string; mime: PictureRow['mime'] } | undefined;
}

type ThemeState = 'published' | 'draft' | 'archive';

const selectThemes = (db: Db) =>
  db
    .selectFrom('theme_version')
    .leftJoin('person', 'person.id', 'theme_version.changed_by')
    .select([
      'theme_version.id',
      'theme_version.state',
      'theme_version.version',
      'theme_version.settings',
      'theme_version.changed_at',
      'theme_version.published_at',
      'person.vorname',
      'person.name',
    ]);

export type ThemeRow = Awaited<ReturnType<typeof findTheme>> & object;

/** Returns the published theme or the draft. */
export const findTheme = (db: Db, state: 'published' | 'draft') =>
  selectThemes(db).where('theme_version.state', '=', state).executeTakeFirst();

export const findThemeById = (db: Db, id: string) => selectThemes(db).where('theme_version.id', '=', id).executeTakeFirst();

export const listArchive = (db: Db, limit: number) =>
  selectThemes(db)
    .where('theme_version.state', '=', 'archive')
    .orderBy('theme_version.published_at', 'desc')
    .orderBy('theme_version.id', 'desc')
    .limit(limit)
    .execute();

/** Inserts the draft. Returns false if a draft already exists. */
export async function insertDraft(
  db: Db,
  row: { id: string; version: number; settings: unknown; changed_at: Date; changed_by: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('theme_version')
    .values({ ...row, settings: JSON.stringify(row.settings), state: 'draft', published_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Updates the draft. Returns false if its version has changed. */
export async function updateDraft(
  db: Db,
  expectedVersion: number,
  row: { settings: unknown; changed_at: Date; changed_by: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('theme_version')
    .set({ ...row, settings: JSON.stringify(row.settings), version: expectedVersion + 1 })
    .where('theme_version.state', '=', 'draft')
    .where('theme_version.version', '=', expectedVersion)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const moveTheme = (db: Db, id: string, state: ThemeState, publishedAt: Date | null): Promise<unknown> =>
  db.updateTable('theme_version').set({ state, published_at: publishedAt }).where('theme_version.id', '=', id).execute();

export async function deleteDraft(db: Db, expectedVersion: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('theme_version')
    .where('theme_version.state', '=', 'draft')
    .where('theme_version.version', '=', expectedVersion)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Removes all but the newest `keep` archived themes. */
export async function trimArchive(db: Db, keep: number): Promise<void> {
  const keptIds = (await listArchive(db, keep)).map((row) => row.id);
  if (keptIds.length < keep) return;
  await db.deleteFrom('theme_version').where('theme_version.state', '=', 'archive').where('theme_version.id', 'not in', keptIds).execute();
}

export const listLanguages = (db: Db) =>
  db
    .selectFrom('language')
    .select(['language.code', 'language.enabled'])
    .orderBy('language.added_at')
    .orderBy('language.code')
    .limit(200)
    .execute();

export const setLanguage = (db: Db, code: string, enabled: boolean, now: Date): Promise<unknown> =>
  db
    .insertInto('language')
    .values({ code, enabled, added_at: now })
    .onConflict((conflict) => conflict.column('code').doUpdateSet({ enabled }))
    .execute();

export async function deleteLanguage(db: Db, code: string): Promise<void> {
  await db.deleteFrom('text_override').where('text_override.locale', '=', code).execute();
  await db.deleteFrom('text_override_version').where('text_override_version.locale', '=', code).execute();
  await db.deleteFrom('language').where('language.code', '=', code).execute();
}

const selectOwnTexts = (db: Db, locale: string) =>
  db
    .selectFrom('text_override')
    .leftJoin('person', 'person.id', 'text_override.changed_by')
    .select([
      'text_override.key',
      'text_override.text',
      'text_override.base',
      'text_override.version',
      'text_override.changed_at',
      'person.vorname',
      'person.name',
    ])
    .where('text_override.locale', '=', locale);

export type OwnTextRow = Awaited<ReturnType<typeof listOwnTexts>>[number];

export const listOwnTexts = (db: Db, locale: string) => selectOwnTexts(db, locale).orderBy('text_override.key').limit(20_000).execute();

export const findOwnText = (db: Db, locale: string, key: string) =>
  selectOwnTexts(db, locale).where('text_override.key', '=', key).executeTakeFirst();

export type TextChange = { key: string; text: string | null; base: string | null };

/** Writes a custom text. Returns false if its version has changed. An expected version of 0 means that the text does not exist yet. */
export async function writeOwnText(
  db: Db,
  locale: string,
  expectedVersion: number,
  { key, text, base }: TextChange,
  by: { now: Date; personId: string },
): Promise<boolean> {
  const change = { text, base, version: expectedVersion + 1, changed_at: by.now, changed_by: by.personId };
  if (expectedVersion === 0) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('text_override')
      .values({ locale, key, ...change })
      .onConflict((conflict) => conflict.columns(['locale', 'key']).doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await db
    .updateTable('text_override')
    .set(change)
    .where('text_override.locale', '=', locale)
    .where('text_override.key', '=', key)
    .where('text_override.version', '=', expectedVersion)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Writes custom texts without checking their versions, and increments these. */
export async function writeOwnTexts(
  db: Db,
  locale: string,
  changes: readonly TextChange[],
  by: { now: Date; personId: string },
): Promise<void> {
  for (let i = 0; i < changes.length; i += 500)
    await db
      .insertInto('text_override')
      .values(changes.slice(i, i + 500).map((change) => ({ locale, ...change, version: 1, changed_at: by.now, changed_by: by.personId })))
      .onConflict((conflict) =>
        conflict.columns(['locale', 'key']).doUpdateSet((eb) => ({
          text: eb.ref('excluded.text'),
          base: eb.ref('excluded.base'),
          version: eb('text_override.version', '+', 1),
          changed_at: eb.ref('excluded.changed_at'),
          changed_by: eb.ref('excluded.changed_by'),
        })),
      )
      .execute();
}

/** Returns the published versions of a language's texts, newest first. */
export const listTextVersions = (db: Db, locale: string, limit: number) =>
  db
    .selectFrom('text_override_version')
    .leftJoin('person', 'person.id', 'text_override_version.published_by')
    .select([
      'text_override_version.version',
      'text_override_version.messages',
      'text_override_version.published_at',
      'person.vorname',
      'person.name',
    ])
    .where('text_override_version.locale', '=', locale)
    .orderBy('text_override_version.version', 'desc')
    .limit(limit)
    .execute();

/** Stores a published version of the texts. Returns false if the version already exists. */
export async function insertTextVersion(
  db: Db,
  row: { locale: string; version: number; messages: Messages; published_at: Date; published_by: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('text_override_version')
    .values({ ...row, messages: JSON.stringify(row.messages) })
    .onConflict((conflict) => conflict.columns(['locale', 'version']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const trimTextVersions = (db: Db, locale: string, newest: number, keep: number): Promise<unknown> =>
  db
    .deleteFrom('text_override_version')
    .where('text_override_version.locale', '=', locale)
    .where('text_override_version.version', '<=', newest - keep)
    .execute();

const ending = sql`case theme_picture.mime when 'image/png' then '.png' else '.svg' end`;
export const referencedPictures = sql<{ path: string }>`select 'setup/' || theme_picture.file || ${ending} as path from theme_picture`;

/** Returns whether the initial setup of the portal is complete (docs/behaviour/first-start.md). */
export const hasDistrict = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('district').select('district.id').limit(1).executeTakeFirst()) !== undefined;
