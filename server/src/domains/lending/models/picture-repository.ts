import type { DeviceModel } from '@fundus/contract/lending/points/points';
import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import { referencedManuals } from './manual-repository.ts';
import { referencedPhotos } from './photo-repository.ts';

/** Pictures of a model in display order. `model` is a table alias. */
export const picturesOf = (model: string): RawBuilder<DeviceModel['pictures']> => sql<
  DeviceModel['pictures']
>`coalesce((select jsonb_agg(jsonb_build_object('id', shown.id, 'alt', shown.alt, 'width', shown.width, 'height', shown.height)
  order by shown.place, shown.id) from device_picture as shown where shown.model_id = ${sql.ref(`${model}.id`)}), '[]')`;
/** Id of the first picture of a model. */
export const firstPictureOf = (model: string): RawBuilder<string | null> => sql<string | null>`(select shown.id from device_picture as shown
  where shown.model_id = ${sql.ref(`${model}.id`)} order by shown.place, shown.id limit 1)`;

export const findPicture = (db: Db, id: string): Promise<{ id: string; model_id: string } | undefined> =>
  db
    .selectFrom('device_picture')
    .select(['device_picture.id', 'device_picture.model_id'])
    .where('device_picture.id', '=', id)
    .executeTakeFirst();

/** Returns the number of pictures of a model and their lowest and highest position. */
export const countPictures = (db: Db, model: string): Promise<{ n: number; least: number; most: number }> =>
  db
    .selectFrom('device_picture')
    .where('device_picture.model_id', '=', model)
    .select((eb) => [
      eb.fn.countAll<number>().as('n'),
      sql<number>`coalesce(min(device_picture.place), 0)::int`.as('least'),
      sql<number>`coalesce(max(device_picture.place), 0)::int`.as('most'),
    ])
    .executeTakeFirstOrThrow();

export const insertPicture = (db: Db, row: Insertable<Tables['device_picture']>): Promise<unknown> =>
  db.insertInto('device_picture').values(row).execute();

export const updatePicture = (db: Db, id: string, fields: { alt?: string; place?: number }): Promise<unknown> =>
  db.updateTable('device_picture').set(fields).where('device_picture.id', '=', id).execute();

export const deletePicture = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('device_picture').where('device_picture.id', '=', id).execute();

/** Returns the pictures of all models of a point. */
export const listPicturesAt = (db: Db, point: string): Promise<{ id: string }[]> =>
  db
    .selectFrom('device_picture')
    .innerJoin('device_model', 'device_model.id', 'device_picture.model_id')
    .select('device_picture.id')
    .where('device_model.point_id', '=', point)
    .execute();

type Endings = { photos: Record<string, string>; manuals: Record<string, string> };
/** Storage paths of all photos, manuals and pictures. Each picture has one file per size. */
export const referencedLendingFiles = (endings: Endings, sizes: readonly string[]): RawBuilder<{ path: string }> =>
  sql<{
    path: string;
  }>`${referencedPhotos(endings.photos)} union all ${referencedManuals(endings.manuals)} union all select 'lending/' || device_picture.id || '-' || size.name || '.webp' as path
    from device_picture cross join unnest(${sql.val(sizes)}::text[]) as size (name)`;
