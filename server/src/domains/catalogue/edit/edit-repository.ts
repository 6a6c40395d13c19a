/** Queries for editing records and their versions. */
import type { EditRecord } from '@fundus/contract/catalogue/edit';
import { MEDIA_FIELD_NAMES } from '@fundus/contract/catalogue/media-record';
import { sql } from 'kysely';
import { matchTexts } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import type { ValueOf } from '../../../db/tables.ts';
import { findBreaks } from '../hyphens.ts';
import { isOfCatalogue } from '../../../visitors/own-material-repository.ts';

export type EditableRow = {
  identifier: string;
  version: number;
  edited: string[];
  retired_at: Date | null;
  updated_at: Date;
  /** True if the medium has not been published. */
  draft: boolean;
  record: EditRecord;
};

const FIELDS = [...MEDIA_FIELD_NAMES, 'free'] as const;

/**
 * Returns the media that exist, sorted by identifier. Own material is returned only with `of: 'own'`. With `lock`, the rows are locked until the
 * transaction ends.
 */
export async function findEditable(
  db: Db,
  identifiers: readonly string[],
  { lock = false, of = 'catalogue' }: { lock?: boolean; of?: 'catalogue' | 'own' } = {},
): Promise<EditableRow[]> {
  let query = db
    .selectFrom('media_item')
    .select(FIELDS.map((field) => `media_item.${field}` as const))
    .select(['media_item.identifier', 'media_item.version', 'media_item.edited', 'media_item.retired_at', 'media_item.updated_at'])
    .select(sql<boolean>`exists (select from media_draft where media_draft.identifier = media_item.identifier)`.as('draft'))
    .where('media_item.identifier', '=', matchTexts(identifiers))
    .where(isOfCatalogue, '=', of === 'catalogue')
    .orderBy('media_item.identifier')
    .limit(1_000);
  if (lock) query = query.forUpdate();
  const rows = await query.execute();
  const sequences = await db
    .selectFrom('media_sequence')
    .select(['media_sequence.identifier', 'media_sequence.start_s', 'media_sequence.end_s', 'media_sequence.title'])
    .where('media_sequence.identifier', '=', matchTexts(identifiers))
    .orderBy('media_sequence.identifier')
    .orderBy('media_sequence.rank')
    .limit(100_000)
    .execute();
  const byMedium = Map.groupBy(sequences, (row) => row.identifier);
  return rows.map(({ identifier, version, edited, retired_at, updated_at, draft, ...fields }) => ({
    identifier,
    version,
    edited,
    retired_at,
    updated_at,
    draft,
    record: { ...fields, sequences: (byMedium.get(identifier) ?? []).map(({ start_s, end_s, title }) => ({ start_s, end_s, title })) },
  }));
}

const breaksOf = (fields: Parameters<typeof findBreaks>[0]): string => JSON.stringify(findBreaks(fields));

export const findIdentifier = (db: Db, identifier: string) =>
  db.selectFrom('media_item').select('media_item.identifier').where('media_item.identifier', '=', identifier).executeTakeFirst();

export async function insertMedium(db: Db, identifier: string, { sequences, ...fields }: EditRecord, now: Date): Promise<void> {
  await db
    .insertInto('media_item')
    .values({ ...fields, breaks: breaksOf(fields), identifier, content_hash: '', created_at: now, updated_at: now })
    .execute();
  await writeSequences(db, identifier, sequences);
}

export async function updateMedium(
  db: Db,
  identifier: string,
  { sequences, ...fields }: EditRecord,
  state: { version: number; edited: string[]; retired_at: Date | null },
  now: Date,
): Promise<void> {
  await db
    .updateTable('media_item')
    .set({ ...fields, breaks: breaksOf(fields), ...state, updated_at: now })
    .where('media_item.identifier', '=', identifier)
    .execute();
  await db.deleteFrom('media_sequence').where('media_sequence.identifier', '=', identifier).execute();
  await writeSequences(db, identifier, sequences);
  // A medium that is free for everyone is always published.
  if (fields.free) await endDraft(db, identifier);
}

async function writeSequences(db: Db, identifier: string, sequences: EditRecord['sequences']): Promise<void> {
  const rows = sequences.map((sequence, rank) => ({ identifier, rank, ...sequence }));
  if (rows.length) await db.insertInto('media_sequence').values(rows).execute();
}

/** Marks a medium as a draft. If it already is a draft, its author is not changed. */
export const markDraft = (db: Db, identifier: string, made_by: string | null, created_at: Date): Promise<unknown> =>
  db
    .insertInto('media_draft')
    .values({ identifier, made_by, created_at })
    .onConflict((conflict) => conflict.column('identifier').doNothing())
    .execute();

export const endDraft = (db: Db, identifier: string): Promise<unknown> =>
  db.deleteFrom('media_draft').where('media_draft.identifier', '=', identifier).execute();

/** Returns the record of a stored version and when the medium was retired in that version. */
export function readRecord(stored: unknown): { record: EditRecord; retired_at: Date | null } {
  const { retired_at = null, ...record } = stored as EditRecord & { retired_at?: string | null };
  return { record, retired_at: retired_at === null ? null : new Date(retired_at) };
}

export type NewVersion = {
  identifier: string;
  version: number;
  at: Date;
  person_id: string | null;
  what: ValueOf<'media_version', 'what'>;
  bulk_id?: string | null;
  record: EditRecord;
  retired_at: Date | null;
};

export const insertVersions = (db: Db, versions: readonly NewVersion[]): Promise<unknown> =>
  db
    .insertInto('media_version')
    .values(
      versions.map(({ record, retired_at, ...row }) => ({ bulk_id: null, ...row, record: JSON.stringify({ ...record, retired_at }) })),
    )
    .execute();

/** Returns the number of the newest stored version of each medium. */
export async function findLastVersions(db: Db, identifiers: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('media_version')
    .select(['media_version.identifier', (eb) => eb.fn.max('media_version.version').as('version')])
    .where('media_version.identifier', '=', matchTexts(identifiers))
    .groupBy('media_version.identifier')
    .execute();
  return new Map(rows.map((row) => [row.identifier, row.version]));
}

/** Returns the versions of a medium with their editors, newest first. */
export const listVersions = (db: Db, identifier: string) =>
  db
    .selectFrom('media_version')
    .leftJoin('person', 'person.id', 'media_version.person_id')
    .select(['media_version.version', 'media_version.at', 'media_version.what', 'media_version.bulk_id', 'media_version.record'])
    .select(['person.vorname', 'person.name'])
    .where('media_version.identifier', '=', identifier)
    .orderBy('media_version.version', 'desc')
    .limit(200)
    .execute();

export const findVersion = (db: Db, identifier: string, version: number) =>
  db
    .selectFrom('media_version')
    .select(['media_version.record', 'media_version.what', 'media_version.person_id'])
    .where('media_version.identifier', '=', identifier)
    .where('media_version.version', '=', version)
    .executeTakeFirst();

/** Returns the media of a bulk change with the version that it created. */
export const findBulk = (db: Db, bulkId: string) =>
  db
    .selectFrom('media_version')
    .select(['media_version.identifier', 'media_version.version', 'media_version.person_id', 'media_version.record'])
    .where('media_version.bulk_id', '=', bulkId)
    .where('media_version.what', '=', 'bulk')
    .orderBy('media_version.identifier')
    .limit(1_000)
    .execute();

/** Returns for each medium the version before the given version. */
export async function listVersionsBefore(
  db: Db,
  those: readonly { identifier: string; version: number }[],
): Promise<Map<string, { record: EditRecord; retired_at: Date | null }>> {
  const rows = await db
    .selectFrom('media_version')
    .select(['media_version.identifier', 'media_version.version', 'media_version.record'])
    .distinctOn('media_version.identifier')
    .innerJoin(
      sql<{
        identifier: string;
        version: number;
      }>`unnest(${sql.val(those.map((row) => row.identifier))}::text[], ${sql.val(those.map((row) => row.version))}::int[])`.as<'made'>(
        sql`made (identifier, version)`,
      ),
      (join) => join.onRef('made.identifier', '=', 'media_version.identifier').onRef('made.version', '>', 'media_version.version'),
    )
    .orderBy('media_version.identifier')
    .orderBy('media_version.version', 'desc')
    .execute();
  return new Map(rows.map(({ identifier, record }) => [identifier, readRecord(record)]));
}

/** Returns the person who edited a medium last. */
export const findLastEditor = (db: Db, identifier: string) =>
  db
    .selectFrom('media_version')
    .leftJoin('person', 'person.id', 'media_version.person_id')
    .select(['media_version.at', 'person.vorname', 'person.name'])
    .where('media_version.identifier', '=', identifier)
    .orderBy('media_version.version', 'desc')
    .limit(1)
    .executeTakeFirst();
