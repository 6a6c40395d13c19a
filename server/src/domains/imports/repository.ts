/** Queries for import sources. */
import type { Word } from '@fundus/contract/imports/imports';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';

export type SourceRow = Omit<Selectable<Tables['import_source']>, 'changed_at' | 'changed_by' | 'words'> & { words: Word[] };

const columns = [
  ...['import_source.id', 'import_source.district_id', 'import_source.name', 'import_source.prefix', 'import_source.licence'],
  ...['import_source.same', 'import_source.words', 'import_source.plan', 'import_source.address', 'import_source.metadata_prefix'],
  ...['import_source.oai_set', 'import_source.schedule', 'import_source.due_at', 'import_source.since', 'import_source.began'],
  ...['import_source.token', 'import_source.version', 'import_source.prune', 'import_source.granularity', 'import_source.deleted_record'],
  ...['import_source.compression', 'import_source.identified_at', 'import_source.whole_list'],
] as unknown as readonly `import_source.${keyof Tables['import_source']}`[];

const select = (db: Db) => db.selectFrom('import_source').select(columns).limit(200);
const asRows = (rows: unknown): SourceRow[] => rows as SourceRow[];

export const listSources = async (db: Db, districtId: string): Promise<SourceRow[]> =>
  asRows(await select(db).where('import_source.district_id', '=', districtId).orderBy('import_source.name').execute());

export const findSource = async (db: Db, districtId: string, id: string): Promise<SourceRow | undefined> =>
  asRows(await select(db).where('import_source.district_id', '=', districtId).where('import_source.id', '=', id).execute())[0];

/** Returns a source of any district. Used by workers and the command line. */
export const findSourceById = async (db: Db, id: string): Promise<SourceRow | undefined> =>
  asRows(await select(db).where('import_source.id', '=', id).execute())[0];

export const findSourcesNamed = async (db: Db, name: string): Promise<SourceRow[]> =>
  asRows(
    await select(db)
      .where((eb) => eb.or([eb('import_source.name', '=', name), eb('import_source.prefix', '=', name)]))
      .execute(),
  );

export const listDueSources = async (db: Db, now: Date): Promise<SourceRow[]> =>
  asRows(await select(db).where('import_source.due_at', '<=', now).orderBy('import_source.due_at').execute());

/** Returns whether another source has this prefix, or a longer or shorter form of it, which would make ownership ambiguous. */
export async function hasPrefix(db: Db, prefix: string, but: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('import_source')
    .select('import_source.id')
    .where(sql<boolean>`starts_with(import_source.prefix, ${prefix}) or starts_with(${prefix}, import_source.prefix)`)
    .$if(but !== null, (rows) => rows.where('import_source.id', '<>', but!))
    .executeTakeFirst();
  return row !== undefined;
}

/** Serializes changes of a district until commit. */
export const lockDistrict = (db: Db, districtId: string) =>
  db.selectFrom('district').select('district.id').where('district.id', '=', districtId).forUpdate().execute();

type Written = Pick<
  SourceRow,
  'name' | 'prefix' | 'licence' | 'same' | 'words' | 'address' | 'metadata_prefix' | 'oai_set' | 'schedule' | 'prune' | 'due_at'
>;
type By = { now: Date; personId: string };

export const insertSource = (db: Db, id: string, districtId: string, { words, ...values }: Written, by: By) =>
  db
    .insertInto('import_source')
    .values({ id, district_id: districtId, ...values, words: JSON.stringify(words), changed_at: by.now, changed_by: by.personId })
    .execute();

/** Updates a source. Returns false if its version has changed. `again` is true if the list has changed and must be harvested from its beginning. */
export async function updateSource(
  db: Db,
  { id, version }: { id: string; version: number },
  { words, ...values }: Written,
  by: By & { again: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_source')
    .set({ ...values, words: JSON.stringify(words), version: version + 1, changed_at: by.now, changed_by: by.personId })
    .$if(by.again, (rows) =>
      rows.set({
        since: null,
        began: null,
        token: null,
        whole_list: null,
        granularity: null,
        deleted_record: null,
        compression: [],
        identified_at: null,
      }),
    )
    .where('import_source.id', '=', id)
    .where('import_source.version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const deleteSource = (db: Db, id: string) => db.deleteFrom('import_source').where('import_source.id', '=', id).execute();

type Marked = 'since' | 'began' | 'token' | 'due_at' | 'whole_list' | 'granularity' | 'deleted_record' | 'compression' | 'identified_at';

/** Stores the progress of a harvest, the provider's identity, the next due time, or the assigned columns of tables. */
export const markSource = (db: Db, id: string, values: Partial<Pick<SourceRow, Marked>> & { plan?: string }) =>
  db.updateTable('import_source').set(values).where('import_source.id', '=', id).execute();

/** Returns whether any medium was stored with the prefix. */
export async function isUsed(db: Db, prefix: string): Promise<boolean> {
  const { rows } = await sql`select 1 where exists (select from media_item where starts_with(media_item.identifier, ${prefix}))
    or exists (select from import_item where import_item.prefix = ${prefix})`.execute(db);
  return rows.length > 0;
}
