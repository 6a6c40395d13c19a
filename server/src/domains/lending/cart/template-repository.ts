/** Queries for sets of models that are booked together. */
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';

export type TemplateRow = { id: string; point_id: string; name: string; words: string; version: number };
export type WantedRow = { template_id: string; model: string; name: string; quantity: number };

const selectTemplates = (db: Db) => db.selectFrom('lending_template as t').select(['t.id', 't.point_id', 't.name', 't.words', 't.version']);

export const listTemplates = (db: Db, point: string): Promise<TemplateRow[]> =>
  selectTemplates(db).where('t.point_id', '=', point).orderBy('t.name').orderBy('t.id').execute();

export const findTemplate = (db: Db, id: string): Promise<TemplateRow | undefined> =>
  selectTemplates(db).where('t.id', '=', id).executeTakeFirst();

export const listTemplateModels = (db: Db, templates: readonly string[]): Promise<WantedRow[]> =>
  db
    .selectFrom('lending_template_model as w')
    .innerJoin('device_model as m', 'm.id', 'w.model_id')
    .select(['w.template_id', 'w.model_id as model', 'm.name', 'w.quantity'])
    .where('w.template_id', '=', matchUuids(templates))
    .orderBy('m.name')
    .orderBy('w.model_id')
    .limit(5_000)
    .execute();

export const insertTemplate = (db: Db, row: Omit<TemplateRow, 'version'>): Promise<unknown> =>
  db.insertInto('lending_template').values(row).execute();

/** Updates a set. Returns false if its version has changed. */
export async function updateTemplate(db: Db, id: string, version: number, set: { name?: string; words?: string }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lending_template')
    .set({ ...set, version: version + 1 })
    .where('lending_template.id', '=', id)
    .where('lending_template.version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function setTemplateModels(db: Db, id: string, models: readonly { model: string; quantity: number }[]): Promise<void> {
  await db.deleteFrom('lending_template_model').where('lending_template_model.template_id', '=', id).execute();
  await db
    .insertInto('lending_template_model')
    .values(models.map(({ model, quantity }) => ({ template_id: id, model_id: model, quantity })))
    .execute();
}

export const removeTemplateRow = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('lending_template').where('lending_template.id', '=', id).execute();
