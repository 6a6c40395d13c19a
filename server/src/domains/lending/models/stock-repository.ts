/** Queries for models and devices. */
import { SEPARATOR } from '@fundus/contract/lending/points/categories';
import type { DeviceModel, ModelFields } from '@fundus/contract/lending/points/points';
import { MEDIA_TYPES, physicalKind } from '@fundus/contract/reference/media-types';
import { sql } from 'kysely';
import { matchIds, matchTexts, matchUuids } from '../../../db/any-of.ts';
import { containsPattern } from '../../../db/like.ts';
import type { Db } from '../../../db/open.ts';
import { isLendable } from '../../../visitors/lent-repository.ts';
import { manualsOf } from './manual-repository.ts';
import { picturesOf } from './picture-repository.ts';

/** Number of devices of a model that can be lent now or later. `model` is a table alias. */
const countDevices = (model: string) => sql<number>`(select count(*)::int from device_item
  where device_item.model_id = ${sql.ref(`${model}.id`)} and ${isLendable})`;
const devicesOf = countDevices('m');
/** Compatible models that are offered together with a model. */
const fitsOf = sql<
  DeviceModel['fits']
>`coalesce((select jsonb_agg(jsonb_build_object('id', fit.id, 'name', fit.name, 'devices', ${countDevices('fit')})
  order by fit.name, fit.id) from device_model_fit as f join device_model as fit on fit.id = f.fits_id where f.model_id = m.id), '[]')`;

const mediumNumber = sql<string | null>`(select media_item.fn_nr from media_item where media_item.identifier = m.identifier)`;

const selectModels = (db: Db) =>
  db
    .selectFrom('device_model as m')
    .select(['m.id', 'm.point_id', 'm.name', 'm.maker', 'm.category', 'm.description', 'm.max_days', 'm.buffer_after', 'm.identifier'])
    .select(['m.needs_briefing', 'm.teachers_only', 'm.self_service'])
    .select(['m.manual', 'm.replacement_cents', 'm.version'])
    .select([
      sql<DeviceModel['parts']>`m.parts`.as('parts'),
      devicesOf.as('devices'),
      fitsOf.as('fits'),
      picturesOf('m').as('pictures'),
      mediumNumber.as('medium_number'),
      manualsOf('m').as('manuals'),
    ]);

export type ModelRow = Awaited<ReturnType<ReturnType<typeof selectModels>['executeTakeFirstOrThrow']>>;

export const findModel = (db: Db, id: string): Promise<ModelRow | undefined> => selectModels(db).where('m.id', '=', id).executeTakeFirst();

export const listModelsById = (db: Db, ids: readonly string[]): Promise<ModelRow[]> =>
  selectModels(db).where('m.id', '=', matchUuids(ids)).execute();

/** Types of physical media such as discs and books. They can be lent only if the portal lends media. */
const CARRIERS = MEDIA_TYPES.filter(({ code }) => physicalKind(code) === 'carrier').map(({ code }) => code);
const mayBeLent = (media: boolean) => sql<boolean>`(${media}::boolean or not exists (select from media_item
  where media_item.identifier = m.identifier and media_item.fn_typ = ${matchTexts(CARRIERS)}))`;

type Asked = {
  point: string;
  /** Words of the query, each with its synonyms. */
  words: readonly (readonly string[])[];
  category: string;
  staff: boolean;
  media: boolean;
  /** Id of a single model. If it is absent or empty, all models match. */
  model?: string;
  /** If true, sorts models with a picture first, then models with the cover of a medium. */
  picturedFirst?: boolean;
  /** If set, matches only models with a device that is booked on one of these days. */
  booked?: { from: string; until: string } | null;
  /** If set, sorts models with a device that is booked on one of these days first. */
  bookedFirst?: { from: string; until: string };
};

/** Names of the parts of a model. */
const partsOf = sql<string>`(select string_agg(part ->> 'name', ' ') from jsonb_array_elements(m.parts) as part)`;

/** Condition that a device of the model is booked on one of these days. An overdue loan counts until the device is returned. */
const isBooked = ({ from, until }: { from: string; until: string }) =>
  sql<boolean>`exists (select from rental_line as l where l.model_id = m.id and l.busy_from <= ${until}
    and (l.busy_until >= ${from} or l.state = 'on_loan'))`;

/**
 * Condition that a model `m` matches a query. Each word or one of its synonyms must occur in name, maker, category, description or parts.
 * Borrowers do not see models without a device.
 */
const isAsked = ({ point, words, category, staff, media, model = '', booked = null }: Asked) =>
  sql<boolean>`(m.point_id = ${point} and (${category} = '' or m.category = ${category} or starts_with(m.category, ${category + SEPARATOR})) and (${staff}::boolean or (${devicesOf} > 0 and ${mayBeLent(media)}))
    and ${sql.join(
      [
        booked ? isBooked(booked) : sql`true`,
        model === '' ? sql`true` : sql`m.id = ${matchIds([model])}`,
        ...words.map(
          (same) =>
            sql`(${sql.join(
              same.map(
                (word) => sql`concat_ws(' ', m.name, m.maker, m.category, m.description, ${partsOf}) ilike ${containsPattern(word)}`,
              ),
              sql` or `,
            )})`,
        ),
      ],
      sql` and `,
    )})`;

const pictureRank = sql`case when exists (select from device_picture where device_picture.model_id = m.id) then 0
  when m.identifier is not null then 1 else 2 end`;

export const listModels = (db: Db, asked: Asked, offset: number, limit: number): Promise<ModelRow[]> =>
  selectModels(db)
    .where(isAsked(asked))
    .$if(asked.picturedFirst === true, (models) => models.orderBy(pictureRank))
    .$if(asked.bookedFirst !== undefined, (models) => models.orderBy(isBooked(asked.bookedFirst!), 'desc'))
    .orderBy('m.category')
    .orderBy('m.name')
    .orderBy('m.id')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countModels(db: Db, asked: Asked): Promise<number> {
  const { n } = await db
    .selectFrom('device_model as m')
    .where(isAsked(asked))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

export const listCategories = (db: Db, asked: Pick<Asked, 'point' | 'staff' | 'media'>): Promise<{ name: string; models: number }[]> =>
  db
    .selectFrom('device_model as m')
    .where(isAsked({ ...asked, words: [], category: '' }))
    .select((eb) => ['m.category as name', eb.fn.countAll<number>().as('models')])
    .groupBy('m.category')
    .orderBy('m.category')
    .execute();

/** Returns the models of media. With `media`, includes physical media such as discs and books (docs/behaviour/lending.md#from-the-catalogue). */
export const listModelsOfMedia = (db: Db, identifiers: readonly string[], media: boolean): Promise<ModelRow[]> =>
  selectModels(db)
    .where('m.identifier', '=', matchTexts(identifiers))
    .where(mayBeLent(media))
    .orderBy('m.name')
    .orderBy('m.id')
    .limit(500)
    .execute();

/** Returns those of the models that borrowers can find. */
export const listLendable = (db: Db, ids: readonly string[], media: boolean): Promise<ModelRow[]> =>
  selectModels(db)
    .where('m.id', '=', matchUuids(ids))
    .where(sql<boolean>`(${devicesOf} > 0 and ${mayBeLent(media)})`)
    .orderBy('m.category')
    .orderBy('m.name')
    .orderBy('m.id')
    .limit(500)
    .execute();

export async function listModelIds(db: Db, point: string): Promise<string[]> {
  const rows = await db.selectFrom('device_model as m').select('m.id').where('m.point_id', '=', point).limit(5_000).execute();
  return rows.map(({ id }) => id);
}

/** Returns the ids of models that a user has on loan or has ordered for a day. */
export async function listOwnModels(db: Db, personId: string, day: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('rental_line as l')
    .innerJoin('rental_order as o', 'o.id', 'l.order_id')
    .select('l.model_id')
    .distinct()
    .where('o.person_id', '=', personId)
    .where('l.state', 'in', ['requested', 'approved', 'ready', 'on_loan'])
    .where('l.start_on', '<=', day)
    .where('l.end_on', '>=', day)
    .execute();
  return new Set(rows.map(({ model_id }) => model_id));
}

type ModelColumns = Omit<ModelFields, 'fits'>;
const modelColumns = ({ parts, ...rest }: Partial<ModelColumns>) => ({ ...rest, ...(parts && { parts: JSON.stringify(parts) }) });

export const insertModel = (db: Db, row: ModelColumns & { id: string; point_id: string }): Promise<unknown> =>
  db
    .insertInto('device_model')
    .values({ ...row, parts: JSON.stringify(row.parts) })
    .execute();

export async function updateModel(db: Db, id: string, version: number, fields: Partial<ModelColumns>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('device_model')
    .set({ ...modelColumns(fields), version: version + 1 })
    .where('device_model.id', '=', id)
    .where('device_model.version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Replaces the compatible models that are offered together with a model. */
export async function setFits(db: Db, model: string, fits: readonly string[]): Promise<void> {
  await db.deleteFrom('device_model_fit').where('device_model_fit.model_id', '=', model).execute();
  if (fits.length === 0) return;
  await db
    .insertInto('device_model_fit')
    .values(fits.map((fits_id) => ({ model_id: model, fits_id })))
    .execute();
}

/** Returns how many of the models belong to a point. */
export async function countModelsAt(db: Db, point: string, models: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom('device_model')
    .where('device_model.point_id', '=', point)
    .where('device_model.id', '=', matchUuids(models))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Returns whether the catalogue contains a medium. */
export async function hasMedium(db: Db, identifier: string): Promise<boolean> {
  const row = await db
    .selectFrom('media_item')
    .select('media_item.identifier')
    .where('media_item.identifier', '=', identifier)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks models until commit, in a fixed order. This serializes decisions about their devices. */
export const lockModelRows = (db: Db, ids: readonly string[]): Promise<unknown> =>
  db
    .selectFrom('device_model')
    .select('device_model.id')
    .where('device_model.id', '=', matchUuids([...new Set(ids)]))
    .orderBy('device_model.id')
    .forNoKeyUpdate()
    .execute();
