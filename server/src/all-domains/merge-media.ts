/** Moves all references from one medium to another and back, in the tables of all domains (docs/behaviour/duplicates.md#what-moves). */
import { sql, type RawBuilder } from 'kysely';
import type { Table } from '../domain.ts';
import { matchUuids } from '../db/any-of.ts';
import type { Db } from '../db/open.ts';
import type { MergeStep } from '../http/context.ts';

type Moving = {
  table: Table;
  /** Column that identifies a row, or `null` if a medium has at most one row. */
  key: 'id' | 'product_id' | 'person_id' | null;
  /** Columns that form a unique constraint together with the medium. A row is not moved if the other medium has the same row. */
  once?: readonly string[];
  /** Condition for moving a row. Without it, all rows move. */
  only?: RawBuilder<boolean>;
  /** Column whose old value is stored with the merge, because it is part of the key or is overwritten. */
  was?: string;
  /** Further assignments of the `update` that moves a row. */
  set?: RawBuilder<unknown>;
};

const MOVING: readonly Moving[] = [
  { table: 'assignment_step', key: 'id' },
  { table: 'bookmark', key: 'person_id', once: ['person_id'] },
  { table: 'class_media', key: 'id', once: ['class_id', 'excerpt_id'] },
  { table: 'class_question', key: 'id', once: ['class_id'] },
  { table: 'device_model', key: 'id' },
  { table: 'download', key: 'person_id', once: ['person_id', 'path'], was: 'path' },
  { table: 'excerpt', key: 'id' },
  { table: 'history', key: 'person_id', once: ['person_id'] },
  // An imported licence becomes a manual one, because the source does not list it in the remaining record.
  {
    table: 'licence',
    key: 'id',
    was: 'origin',
    set: sql`origin = case when licence.origin = 'record' then 'hand' else licence.origin end`,
  },
  // Moves uploaded files only. Files of a source are imported again with its record.
  { table: 'media_file', key: 'id', only: sql<boolean>`media_file.uploaded_at is not null` },
  { table: 'media_report', key: 'id' },
  { table: 'medialist_item', key: 'id' },
  { table: 'product_medium', key: 'product_id', once: ['product_id'] },
  // Moves an editor's recommendation unless the remaining record has its own.
  { table: 'recommendation', key: null },
  { table: 'review', key: 'id', once: ['person_id'] },
  // Moves the hold, so that a hidden review remains hidden on the other record.
  { table: 'review_hold', key: 'person_id', once: ['person_id'] },
  // A person can share a medium with the whole school only once, but with colleagues several times.
  { table: 'shared_medium', key: 'id', only: sql<boolean>`not shared_medium.to_school` },
  {
    table: 'shared_medium',
    key: 'id',
    only: sql<boolean>`shared_medium.to_school`,
    once: ['person_id', 'school_id', 'excerpt_id', 'to_school'],
  },
  { table: 'wish', key: 'id', once: ['person_id'] },
];

/** Returns the column of `media_merge_row` that identifies the moved row. */
const keyColumn = (key: Moving['key']): RawBuilder<unknown> => sql.ref(key === 'person_id' ? 'person_id' : 'row_id');

/** Moves all references to the remaining record and stores them with the merge. Requires a transaction. */
export async function moveMedium(db: Db, mergeId: string, gone: string, kept: string): Promise<void> {
  for (const { table, key, once, only, was, set } of MOVING) {
    const own = (column: string) => sql.ref(`${table}.${column}`);
    const alike = (once ?? []).map((column) => sql` and other.${sql.ref(column)} is not distinct from ${own(column)}`);
    const free =
      once || key === null
        ? sql`not exists (select from ${sql.table(table)} as other where other.identifier = ${kept}${sql.join(alike, sql``)})`
        : sql`true`;
    await sql`
      with those as materialized (
        select ${key ? own(key) : sql`null::uuid`} as key, ${was ? own(was) : sql`null::text`} as was from ${sql.table(table)}
        where ${own('identifier')} = ${gone} and ${free} and ${only ?? sql`true`}
      ), moved as (
        update ${sql.table(table)} set identifier = ${kept}${set ? sql`, ${set}` : sql``} from those
        where ${own('identifier')} = ${gone} ${key ? sql`and ${own(key)} = those.key` : sql``} ${was === 'path' ? sql`and ${own('path')} = those.was` : sql``}
      )
      insert into media_merge_row (merge_id, table_name, ${keyColumn(key)}, was)
      select ${mergeId}::uuid, ${table}, those.key, those.was from those`.execute(db);
  }
}

/**
 * Moves back the rows that the first merge moved, as far as they exist. They are on the record that remained then, or on a record into which it was
 * merged later. Rows that users added to those records are not moved.
 */
export async function undoMoves(db: Db, gone: string, [first, ...later]: readonly [MergeStep, ...MergeStep[]]): Promise<void> {
  for (const [nth, { kept }] of [first, ...later].entries()) {
    const between = later.slice(0, nth).map(({ id }) => id);
    for (const moving of MOVING) await undoMove(db, moving, { mergeId: first.id, gone, kept, between });
  }
  // The moved rows no longer belong to the later merges.
  if (later.length > 0)
    await sql`delete from media_merge_row using media_merge_row as moved
      where moved.merge_id = ${first.id}::uuid and media_merge_row.merge_id = ${matchUuids(later.map(({ id }) => id))}
        and ${isNoteOnSameRow('media_merge_row')}`.execute(db);
}

/** Returns the condition that a note of another merge describes the same row as `moved`. */
const isNoteOnSameRow = (note: string): RawBuilder<unknown> => {
  const same = (column: string) => sql`${sql.ref(`${note}.${column}`)} is not distinct from ${sql.ref(`moved.${column}`)}`;
  // The primary key of a download contains the path.
  return sql`${same('table_name')} and ${same('row_id')} and ${same('person_id')} and (moved.table_name <> 'download' or ${same('was')})`;
};

async function undoMove(
  db: Db,
  { table, key, was }: Moving,
  { mergeId, gone, kept, between }: { mergeId: string; gone: string; kept: string; between: readonly string[] },
): Promise<void> {
  const own = (column: string) => sql.ref(`${table}.${column}`);
  const back = table === 'licence' ? sql`, origin = moved.was` : sql``;
  const passed =
    between.length === 0
      ? sql``
      : sql`and (select count(*) from media_merge_row as passed where passed.merge_id = ${matchUuids(between)} and ${isNoteOnSameRow('passed')}) = ${between.length}`;
  await sql`
    update ${sql.table(table)} set identifier = ${gone}${back} from media_merge_row as moved
    where moved.merge_id = ${mergeId}::uuid and moved.table_name = ${table} and ${own('identifier')} = ${kept}
      ${key ? sql`and ${own(key)} = moved.${keyColumn(key)}` : sql``}
      ${was === 'path' ? sql`and ${own('path')} = moved.was` : sql``} ${passed}`.execute(db);
}
