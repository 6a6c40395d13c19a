/**
 * Imports and exports all devices as a table (docs/behaviour/lending.md#stock). An import is validated row by row and written completely or not at
 * all.
 */
import { updateAfterStockChange } from '../orders/broken-promises.ts';
import { today } from '@fundus/contract/days';
import type { Input, Reply, StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, invalid } from '@fundus/contract/errors';
import { STOCK_COLUMNS, type lendingStock, type StockRow } from '@fundus/contract/lending/stock/stock';
import { readInChild } from '../../../child-process/run-in-child.ts';
import { isDuplicate } from '../../../db/is-duplicate.ts';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import { downloadName } from '../../../http/bodies/download-name.ts';
import type { UserCtx } from '../../../http/context.ts';
import { readPages, tableFile } from '../../../http/bodies/table-file.ts';
import { requireColumns, decodeTableContent, attachRejectedRows } from '../../../tables/read-content.ts';
import { loadWords } from '../../mails/index.ts';
import { lockModels } from '../allocation/booking.ts';
import type { PointRow } from '../points/point-repository.ts';
import {
  findExistingIdentifiers,
  listStock,
  listModelsByName,
  lockPoint,
  writeItems,
  type StockItemRow,
} from './stock-table-repository.ts';
import type * as stockFile from './stock-file.ts';
import type { StockTable } from './stock-file.ts';
import { changesOf, fieldsOf, kindOf, sheetCellsOf, titleOf, type ChangedFields, type StockLine } from './stock-table.ts';
import { insertModel } from '../models/stock-repository.ts';
import { requirePoint } from '../points/access.ts';

type Checked = StockLine & { result: StockRow['result']; changes: StockRow['changes']; item: StockItemRow | null };
type Known = { items: ReadonlyMap<string, StockItemRow>; models: ReadonlyMap<string, string>; media: ReadonlySet<string> };
/** Context of an import. `user` is `null` if the operator's command runs it. */
type StockCtx = Pick<UserCtx, 'db' | 'now' | 'config'> & { user: UserCtx['user'] | null };

const NEW: ChangedFields = {
  ...{ other_code: '', serial: '', shelf: '', not_lendable: false, next_check_on: null, note: '' },
  ...{ bought_on: null, price_cents: null, supplier: '', warranty_until: null, ends_on: null },
};
const fold = (name: string): string => name.toLowerCase();

async function readKnown({ db }: StockCtx, point: string, lines: readonly StockLine[]): Promise<Known> {
  const items = new Map((await listStock(db, point)).map((item) => [fold(item.code), item]));
  // If two models have the same name, the older one takes precedence.
  const models = new Map((await listModelsByName(db, point)).map(({ id, name }) => [fold(name), id]).reverse() as [string, string][]);
  const media = await findExistingIdentifiers(
    db,
    lines.flatMap(({ model }) => model.identifier ?? []),
  );
  return { items, models, media };
}

/** Returns the result of importing each row into this point. */
function checkLines(lines: readonly StockLine[], { items, models, media }: Known, lang: string): Checked[] {
  const brought = new Map<string, string>();
  return lines.map((line): Checked => {
    const fail = (problem: NonNullable<StockRow['problem']>): Checked => ({ ...line, result: 'error', changes: [], problem, item: null });
    if (line.problem) return fail(line.problem);
    const item = items.get(fold(line.code)) ?? null;
    const name = fold(line.model.name);
    if (item && fold(item.model_name) !== name) return fail({ field: 'model', rule: 'other' });
    if (item) {
      const changes = changesOf(item, line.fields, lang);
      return { ...line, result: changes.length > 0 ? 'changed' : 'same', changes, item };
    }
    if (!models.has(name)) {
      const category = brought.get(name) ?? line.model.category;
      if (category === '') return fail({ field: 'category', rule: 'required' });
      if (line.model.identifier !== null && !media.has(line.model.identifier)) return fail({ field: 'identifier', rule: 'unknown' });
      brought.set(name, category);
    }
    return { ...line, result: 'new', changes: [], item: null };
  });
}

const { readStock } = readInChild<typeof stockFile>(new URL('./stock-file.ts', import.meta.url), { seconds: 5, megabytes: 512 }, 'content');

type Asked = Input<typeof lendingStock.importItems>['body'];

/** Reads the file before the transaction begins. Throws `too_large` or `validation_failed`. */
export async function readStockImport(ctx: UserCtx, { point, content, mapping }: Asked): Promise<StockTable> {
  await requirePoint(ctx, point, 'desk');
  return readStock(decodeTableContent(content), mapping);
}

export const importItems = async (ctx: UserCtx, asked: Asked, table: StockTable): Promise<Reply<typeof lendingStock.importItems>> =>
  importStock(ctx, await requirePoint(ctx, asked.point, 'desk'), asked, table);

/** Reads a file for the operator's command. */
export const readStockFile = (content: Uint8Array, mapping?: Asked['mapping']): Promise<StockTable> => readStock(content, mapping);

export async function importStock(
  ctx: StockCtx,
  point: PointRow,
  { dry_run, skip_errors, lang }: Pick<Asked, 'dry_run' | 'skip_errors' | 'lang'>,
  { table, lines }: StockTable,
): Promise<Reply<typeof lendingStock.importItems>> {
  const { id } = point;
  if (!dry_run) requireColumns(table.found);
  if (!dry_run) await lockPoint(ctx.db, id);
  const known = await readKnown(ctx, id, lines);
  const rows = checkLines(lines, known, lang);
  const of = (result: StockRow['result']): Checked[] => rows.filter((row) => row.result === result);
  const models = [...new Map(of('new').map(({ model }) => [fold(model.name), model.name]))].filter(([name]) => !known.models.has(name));
  const reply = {
    table: attachRejectedRows(table.found, table.rows, rows),
    rows: rows.map(({ line, code, model, result, changes, problem }) => ({ line, code, model: model.name, result, changes, problem })),
    ...{ created: of('new').length, changed: of('changed').length, same: of('same').length, errors: of('error').length },
    models: models.map(([, name]) => name),
  };
  if (dry_run) return reply;
  if (reply.errors > 0 && !skip_errors) throw invalid('content', 'rows', { errors: reply.errors });
  await writeStock(ctx, id, of('new'), of('changed'), known.models);
  const counts = { created: reply.created, changed: reply.changed, models: reply.models.length, left_out: reply.errors };
  await recordAudit(ctx, 'lending.import', null, counts, { school: point.school_id, district: point.district_id });
  return reply;
}

async function writeStock(
  ctx: StockCtx,
  point_id: string,
  added: readonly Checked[],
  changed: readonly Checked[],
  existing: ReadonlyMap<string, string>,
): Promise<void> {
  const models = new Map(existing);
  const modelOf = (row: Checked): string => row.item?.model_id ?? models.get(fold(row.model.name))!;
  // Locks the existing models concerned, because their bookings may have to move.
  const touched = [...new Set([...added, ...changed].map(modelOf).filter((id) => id !== undefined))];
  await lockModels(ctx, touched);
  for (const { model } of added) {
    if (models.has(fold(model.name))) continue;
    const id = newId(ctx.now);
    const empty = {
      description: '',
      max_days: null,
      buffer_after: null,
      needs_briefing: false,
      teachers_only: false,
      self_service: false,
      manual: '',
    };
    await insertModel(ctx.db, { ...empty, ...model, id, point_id });
    models.set(fold(model.name), id);
  }
  try {
    await writeItems(
      ctx.db,
      [...added, ...changed].map((row) => ({
        ...{ id: row.item?.id ?? newId(ctx.now), point_id, model_id: modelOf(row), code: row.item?.code ?? row.code },
        ...fieldsOf(row.item ?? NEW),
        ...{ ...row.fields, state: row.item?.state ?? row.state },
      })),
    );
  } catch (error) {
    // Meanwhile one of the devices was added manually.
    if (isDuplicate(error)) throw new AppError('version_conflict');
    throw error;
  }
  for (const model of touched) {
    await updateAfterStockChange(ctx, model);
  }
}

const writeParts = (parts: StockItemRow['parts']): string =>
  parts.map(({ name, count }) => (count === 1 ? name : `${count}x ${name}`)).join('; ');

/** Exports all devices with the columns of the import. Importing the table does not change the state of existing devices. */
export async function exportItems(
  ctx: UserCtx,
  { point: id, format, lang }: Input<typeof lendingStock.exportItems>['query'],
): Promise<StreamAnswer> {
  await requirePoint(ctx, id, 'desk');
  const t = await loadWords(ctx, lang);
  const rows = readPages(
    (offset, limit) => listStock(ctx.db, id, offset, limit),
    (item) => {
      const cells = {
        ...sheetCellsOf(item, lang),
        ...{ code: item.code, model: item.model_name, category: item.category, maker: item.maker },
        ...{ state: t(`lending.item.${item.state}`), replacement: item.replacement_cents },
        ...{ parts: writeParts(item.parts), identifier: item.identifier ?? '' },
      };
      return STOCK_COLUMNS.map((column) => cells[column]);
    },
  );
  const columns = STOCK_COLUMNS.map((column) => ({ title: titleOf(column, lang), kind: kindOf(column) }));
  return tableFile({ format, lang }, { name: downloadName(t, 'stock', today(ctx.now)), columns, rows });
}
