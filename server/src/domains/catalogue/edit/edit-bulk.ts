/** Changes several media at once, and undoes such changes. */
import { LIST_FIELDS, type BulkChange, type catalogueEdit, type EditRecord } from '@fundus/contract/catalogue/edit';
import { AppError } from '@fundus/contract/errors';
import type { Answer, Input } from '@fundus/contract/endpoint';
import { newId } from '../../../db/new-id.ts';
import type { UserCtx } from '../../../http/context.ts';
import { logChanges } from '../../../search/change-log-repository.ts';
import { saveChanges, cleanRecord, type Change } from './edit-save.ts';
import { findBulk, findEditable, listVersionsBefore } from './edit-repository.ts';

/** Returns the record after a bulk change. Values are first removed, then added and then replaced. */
function changedBy({ remove, add, set }: BulkChange, record: EditRecord): EditRecord {
  const next = { ...record };
  for (const field of LIST_FIELDS) {
    const away = new Set(remove[field] ?? []);
    next[field] = [...new Set([...record[field].filter((value) => !away.has(value)), ...(add[field] ?? [])])];
  }
  return { ...next, ...Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)) };
}

/** Changes all of the given media, or none if an error occurs. Throws `validation_failed` if a code is unknown. */
export async function bulkEdit(
  ctx: UserCtx,
  { body: { identifiers, change } }: Input<typeof catalogueEdit.bulkEdit>,
): Promise<Answer<typeof catalogueEdit.bulkEdit>> {
  const wanted = [...new Set(identifiers)];
  const rows = await findEditable(ctx.db, wanted, { lock: true });
  const bulk_id = newId(ctx.now);
  const changes = rows.map((row): Change => {
    const retired_at = change.retired === undefined ? row.retired_at : change.retired ? (row.retired_at ?? ctx.now) : null;
    return { row, record: cleanRecord(changedBy(change, row.record), row.record), retired_at, what: 'bulk', bulk_id };
  });
  const done = await saveChanges(ctx, changes);
  await logChanges(ctx.db, done);
  ctx.afterCommit(() => ctx.wakeIndex());
  return {
    bulk_id: done.length ? bulk_id : null,
    changed: done.length,
    unchanged: rows.length - done.length,
    missing: wanted.length - rows.length,
  };
}

/** Restores the previous version of each medium unless the medium has changed since. Throws `not_found` for an unknown bulk change. */
export async function undoBulk(ctx: UserCtx, id: string): Promise<{ undone: number; skipped: number }> {
  const made = await findBulk(ctx.db, id);
  if (made.length === 0) throw new AppError('not_found');
  const rows = new Map(
    (
      await findEditable(
        ctx.db,
        made.map((row) => row.identifier),
        { lock: true },
      )
    ).map((row) => [row.identifier, row]),
  );
  const before = await listVersionsBefore(ctx.db, made);
  const changes = made.flatMap(({ identifier, version }): Change[] => {
    const row = rows.get(identifier);
    const older = before.get(identifier);
    if (row?.version !== version || !older) return [];
    return [{ row, record: older.record, retired_at: older.retired_at, what: 'undo', bulk_id: id }];
  });
  const done = await saveChanges(ctx, changes);
  await logChanges(ctx.db, done);
  ctx.afterCommit(() => ctx.wakeIndex());
  return { undone: done.length, skipped: made.length - done.length };
}
