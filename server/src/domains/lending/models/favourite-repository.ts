/** Queries for favourite models. */
import type { Db } from '../../../db/open.ts';

export const listFavourites = async (db: Db, personId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('lending_favourite as f')
      .innerJoin('device_model as m', 'm.id', 'f.model_id')
      .select('f.model_id')
      .where('f.person_id', '=', personId)
      .orderBy('m.category')
      .orderBy('m.name')
      .orderBy('m.id')
      .limit(500)
      .execute()
  ).map(({ model_id }) => model_id);

export const saveFavourite = (db: Db, row: { person_id: string; model_id: string; added_at: Date }): Promise<unknown> =>
  db
    .insertInto('lending_favourite')
    .values(row)
    .onConflict((conflict) => conflict.columns(['person_id', 'model_id']).doNothing())
    .execute();

export const deleteFavourite = (db: Db, personId: string, modelId: string): Promise<unknown> =>
  db
    .deleteFrom('lending_favourite')
    .where('lending_favourite.person_id', '=', personId)
    .where('lending_favourite.model_id', '=', modelId)
    .execute();
