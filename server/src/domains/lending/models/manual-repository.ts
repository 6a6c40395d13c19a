import type { DeviceModel } from '@fundus/contract/lending/points/points';
import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';

/** Manuals of a model, oldest first. `model` is a table alias. */
export const manualsOf = (model: string): RawBuilder<DeviceModel['manuals']> => sql<
  DeviceModel['manuals']
>`coalesce((select jsonb_agg(jsonb_build_object('id', read.id, 'title', read.title, 'mime', read.mime, 'bytes', read.bytes)
  order by read.added_at, read.id) from device_manual as read where read.model_id = ${sql.ref(`${model}.id`)}), '[]')`;

const selectManuals = (db: Db) =>
  db
    .selectFrom('device_manual')
    .select(['device_manual.id', 'device_manual.model_id', 'device_manual.title', 'device_manual.mime', 'device_manual.bytes']);

export type ManualRow = Awaited<ReturnType<ReturnType<typeof selectManuals>['executeTakeFirstOrThrow']>>;

export const findManual = (db: Db, id: string): Promise<ManualRow | undefined> =>
  selectManuals(db).where('device_manual.id', '=', id).executeTakeFirst();

export async function countManuals(db: Db, model: string): Promise<number> {
  const { n } = await db
    .selectFrom('device_manual')
    .where('device_manual.model_id', '=', model)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

export const insertManual = (db: Db, row: Insertable<Tables['device_manual']>): Promise<unknown> =>
  db.insertInto('device_manual').values(row).execute();

export const deleteManual = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('device_manual').where('device_manual.id', '=', id).execute();

/** Returns the manuals of all models of a point. */
export const listManualsAt = (db: Db, point: string): Promise<Pick<ManualRow, 'id' | 'mime'>[]> =>
  db
    .selectFrom('device_manual')
    .innerJoin('device_model', 'device_model.id', 'device_manual.model_id')
    .select(['device_manual.id', 'device_manual.mime'])
    .where('device_model.point_id', '=', point)
    .execute();

/** Storage paths of all manuals. `endings` maps media types to file extensions. */
export const referencedManuals = (endings: Record<string, string>): RawBuilder<{ path: string }> =>
  sql<{ path: string }>`select 'lending/' || device_manual.id || '.' || (${JSON.stringify(endings)}::jsonb ->> device_manual.mime) as path
    from device_manual`;
