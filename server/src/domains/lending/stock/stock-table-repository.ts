/** Queries for the whole stock of a point. */
import { sql, type Insertable } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import { matchTexts } from '../../../db/any-of.ts';

/** Locks a point until commit, which prevents concurrent imports and inventories. */
export const lockPoint = (db: Db, id: string): Promise<unknown> =>
  db.selectFrom('lending_point').select('lending_point.id').where('lending_point.id', '=', id).forNoKeyUpdate().execute();

const selectStock = (db: Db) =>
  db
    .selectFrom('device_item as i')
    .innerJoin('device_model as m', 'm.id', 'i.model_id')
    .select(['i.id', 'i.model_id', 'i.code', 'i.serial', 'i.shelf', 'i.not_lendable', 'i.next_check_on', 'i.note', 'i.state'])
    .select(['i.bought_on', 'i.price_cents', 'i.supplier', 'i.warranty_until', 'i.ends_on', 'i.other_code'])
    .select(['m.name as model_name', 'm.category', 'm.maker', 'm.replacement_cents', 'm.identifier'])
    .select(sql<{ name: string; count: number }[]>`m.parts`.as('parts'));

export type StockItemRow = Awaited<ReturnType<ReturnType<typeof selectStock>['executeTakeFirstOrThrow']>>;

/** Maximum number of devices and models that are compared with the rows of a file. */
const MAX = 50_000;

export const listStock = (db: Db, point: string, offset = 0, limit = MAX): Promise<StockItemRow[]> =>
  selectStock(db).where('i.point_id', '=', point).orderBy('m.name').orderBy('i.code').orderBy('i.id').offset(offset).limit(limit).execute();

export const listModelsByName = (db: Db, point: string): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('device_model')
    .select(['device_model.id', 'device_model.name'])
    .where('device_model.point_id', '=', point)
    .orderBy('device_model.id')
    .limit(MAX)
    .execute();

/** Returns those of the media that the catalogue contains. */
export async function findExistingIdentifiers(db: Db, identifiers: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('media_item')
    .select('media_item.identifier')
    .where('media_item.identifier', '=', matchTexts(identifiers))
    .execute();
  return new Set(rows.map(({ identifier }) => identifier));
}

/** Inserts new devices and updates existing ones without changing their state. Throws a unique violation (`isDuplicate`) if a code is taken. */
export async function writeItems(db: Db, rows: readonly Omit<Insertable<Tables['device_item']>, 'away_until'>[]): Promise<void> {
  const columns = [
    'other_code',
    'serial',
    'shelf',
    'not_lendable',
    'next_check_on',
    'note',
    'bought_on',
    'price_cents',
    'supplier',
    'warranty_until',
  ] as const;
  for (let i = 0; i < rows.length; i += 500)
    await db
      .insertInto('device_item')
      .values(rows.slice(i, i + 500))
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) =>
            Object.fromEntries([...columns, 'ends_on' as const].map((column) => [column, eb.ref(`excluded.${column}`)])),
          ),
      )
      .execute();
}

const OVER = sql`('lost', 'retired')`;

/** Returns the number of devices by state and their total value. */
export async function sumStock(db: Db, point: string) {
  const { rows } = await sql<
    Record<'devices' | 'on_loan' | 'quarantine' | 'repair' | 'lost' | 'retired' | 'value_cents' | 'paid_cents' | 'without_value', number>
  >`select count(*) filter (where i.state not in ${OVER})::int as devices,
      count(l.id)::int as on_loan,
      count(*) filter (where i.state = 'quarantine')::int as quarantine,
      count(*) filter (where i.state = 'repair')::int as repair,
      count(*) filter (where i.state = 'lost')::int as lost,
      count(*) filter (where i.state = 'retired')::int as retired,
      coalesce(sum(coalesce(m.replacement_cents, i.price_cents)) filter (where i.state not in ${OVER}), 0)::float8 as value_cents,
      coalesce(sum(i.price_cents) filter (where i.state not in ${OVER}), 0)::float8 as paid_cents,
      count(*) filter (where i.state not in ${OVER} and m.replacement_cents is null and i.price_cents is null)::int as without_value
    from device_item as i join device_model as m on m.id = i.model_id
      left join rental_line as l on l.item_id = i.id and l.state = 'on_loan'
    where i.point_id = ${point}`.execute(db);
  return rows[0]!;
}

export type EndingRow = { id: string; code: string; model: string; what: 'check' | 'warranty' | 'life'; on: string };

const endingOf = (point: string, day: string, until: string) => sql`from device_item as i join device_model as m on m.id = i.model_id
      cross join lateral (values ('check', i.next_check_on), ('warranty', i.warranty_until), ('life', i.ends_on)) as ending (what, day)
    where i.point_id = ${point} and i.state not in ${OVER} and ending.day <= ${until} and (ending.what <> 'warranty' or ending.day >= ${day})`;

export const countEnding = async (db: Db, point: string, day: string, until: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n ${endingOf(point, day, until)}`.execute(db)).rows[0]!.n;

/** Returns inspections, warranties and service lives that end by a day, ordered by date. Expired warranties are left out. */
export async function listEnding(db: Db, point: string, day: string, until: string, limit: number): Promise<EndingRow[]> {
  const { rows } = await sql<EndingRow>`select i.id, i.code, m.name as model, ending.what, ending.day as "on" ${endingOf(point, day, until)}
    order by ending.day, i.code, ending.what limit ${limit}`.execute(db);
  return rows;
}
