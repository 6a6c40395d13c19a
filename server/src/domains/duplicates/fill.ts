/** Fills missing fields of the remaining record from the removed one, and undoes this (docs/behaviour/duplicates.md#what-moves). */
import type { Db } from '../../db/open.ts';
import {
  findFilledFields,
  findNextMerge,
  findWork,
  updateFilled,
  updateWork,
  WORK_FIELDS,
  type Filled,
  type WorkField,
} from './fill-repository.ts';

const isEmpty = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Fills missing fields and marks them as edited, so that an import without these fields does not clear them. */
export async function fillRemainingRecord(
  db: Db,
  mergeId: string,
  { kept, gone, now }: { kept: string; gone: string; now: Date },
): Promise<void> {
  const [staying, going] = [await findWork(db, kept), await findWork(db, gone)];
  if (!staying || !going) return;
  const fields = WORK_FIELDS.filter((field) => isEmpty(staying[field]) && !isEmpty(going[field]));
  if (fields.length === 0) return;
  const filled = Object.fromEntries(fields.map((field) => [field, going[field]])) as Filled;
  await updateWork(db, kept, { values: filled, edited: [...new Set([...staying.edited, ...fields])], now });
  await updateFilled(db, mergeId, filled);
}

const emptied = (value: unknown): unknown => (Array.isArray(value) ? [] : null);
const TEXTS: readonly WorkField[] = ['fn_kurztext', 'fn_text', 'fn_prodname'];

/**
 * Clears the filled fields unless they have been edited since. If the remaining record was merged later, the fields that it passed on are cleared as
 * well. Returns the changed records.
 */
export async function undoFill(db: Db, mergeId: string, kept: string, now: Date): Promise<string[]> {
  const changed: string[] = [];
  let filled = await findFilledFields(db, mergeId);
  let holder: string | undefined = kept;
  while (holder !== undefined && Object.keys(filled).length > 0) {
    const work = await findWork(db, holder);
    const fields = (Object.keys(filled) as WorkField[]).filter((field) => isSame(work?.[field], filled[field]));
    if (!work || fields.length === 0) break;
    const values = Object.fromEntries(fields.map((field) => [field, TEXTS.includes(field) ? '' : emptied(filled[field])])) as Filled;
    await updateWork(db, holder, { values, edited: work.edited.filter((field) => !fields.includes(field as WorkField)), now });
    changed.push(holder);
    const taken = filled;
    const next = await findNextMerge(db, holder);
    if (!next) break;
    // Continues only with the fields that the next record received from this record.
    const passed = fields.filter((field) => isSame(next.filled[field], taken[field]));
    filled = Object.fromEntries(passed.map((field) => [field, taken[field]])) as Filled;
    const rest = Object.entries(next.filled).filter(([field]) => !passed.includes(field as WorkField));
    await updateFilled(db, next.id, Object.fromEntries(rest) as Filled);
    holder = next.kept;
  }
  return changed;
}
