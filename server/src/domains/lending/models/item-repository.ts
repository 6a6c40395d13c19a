/** Queries for devices. */
import type { ItemFields, LifeFields } from '@fundus/contract/lending/points/points';
import type { ItemFilter } from '@fundus/contract/lending/desk/desk-orders';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { matchIds, matchUuids } from '../../../db/any-of.ts';
import { containsPattern } from '../../../db/like.ts';
import type { Db } from '../../../db/open.ts';
import { selectBorrower } from '../borrowers/borrower-repository.ts';
import { dueDay } from '../calendar/day-repository.ts';
import { isShown } from './work-repository.ts';

type Item = z.output<typeof ItemFields> & Partial<z.output<typeof LifeFields>>;

const selectItems = (db: Db) =>
  db
    .selectFrom('device_item as i')
    .innerJoin('device_model as m', 'm.id', 'i.model_id')
    .leftJoin('rental_line as l', (join) => join.onRef('l.item_id', '=', 'i.id').on('l.state', '=', 'on_loan'))
    .leftJoin('rental_order as o', 'o.id', 'l.order_id')
    .leftJoin('person as p', 'p.id', 'o.person_id')
    .select(['i.id', 'i.point_id', 'i.model_id', 'i.code', 'i.serial', 'i.shelf', 'i.not_lendable', 'i.next_check_on', 'i.note', 'i.state'])
    .select(['i.bought_on', 'i.price_cents', 'i.supplier', 'i.warranty_until', 'i.ends_on', 'i.other_code'])
    .select(['i.away_until', 'm.name as model_name', 'l.id as line_id', 'l.order_id'])
    .select(sql<string | null>`${dueDay('l')}`.as('end_on'))
    .select(selectBorrower().as('borrower'));

export type ItemRow = Awaited<ReturnType<ReturnType<typeof selectItems>['executeTakeFirstOrThrow']>>;

export const findItem = (db: Db, id: string): Promise<ItemRow | undefined> => selectItems(db).where('i.id', '=', id).executeTakeFirst();

/** Returns up to six devices with this serial number or second code, neither of which is unique. */
export const listItemsBySerial = (db: Db, point: string, serial: string): Promise<ItemRow[]> =>
  selectItems(db)
    .where('i.point_id', '=', point)
    .where(sql<boolean>`(lower(i.serial) = lower(${serial}) or (i.other_code <> '' and lower(i.other_code) = lower(${serial})))`)
    .where('i.state', '<>', 'retired')
    .orderBy('i.code')
    .limit(6)
    .execute();

export const findItemByCode = (db: Db, point: string, code: string): Promise<ItemRow | undefined> =>
  selectItems(db)
    .where('i.point_id', '=', point)
    .where(sql<boolean>`lower(i.code) = lower(${code})`)
    .executeTakeFirst();

/** Returns codes and shelves of up to five of the devices. */
export const listCodes = (db: Db, ids: readonly string[]): Promise<{ code: string; shelf: string }[]> =>
  db
    .selectFrom('device_item')
    .select(['device_item.code', 'device_item.shelf'])
    .where('device_item.id', '=', matchUuids(ids))
    .orderBy('device_item.code')
    .limit(5)
    .execute();

/** Returns the shelves of devices by id. */
export async function listShelves(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('device_item')
    .select(['device_item.id', 'device_item.shelf'])
    .where('device_item.id', '=', matchUuids(ids))
    .execute();
  return new Map(rows.map(({ id, shelf }) => [id, shelf]));
}

type AskedItems = { point: string; q: string; model: string; show: ItemFilter; shelf: string; day: string };
const isAskedItem = ({ point, q, model, show, shelf, day }: AskedItems) =>
  sql<boolean>`(i.point_id = ${point} and (${model} = '' or i.model_id = ${matchIds([model])}) and ${isShown(show, day)}
    and (${shelf} = '' or starts_with(lower(i.shelf), lower(${shelf})))
    and (${q} = '' or concat_ws(' ', i.code, i.serial, m.name, i.shelf) ilike ${containsPattern(q)}))`;

/** Returns the sort key of a list. Work lists are sorted by urgency. */
const orderOf = (show: ItemFilter): RawBuilder<unknown> =>
  show === 'inspection' ? sql`i.next_check_on` : show === 'repair' || show === 'expected' ? sql`i.away_until nulls last` : sql`m.name`;

export const listItems = (db: Db, asked: AskedItems, offset: number, limit: number): Promise<ItemRow[]> =>
  selectItems(db)
    .where(isAskedItem(asked))
    .orderBy(orderOf(asked.show))
    .orderBy('m.name')
    .orderBy('i.code')
    .orderBy('i.id')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countItems(db: Db, asked: AskedItems): Promise<number> {
  const { n } = await db
    .selectFrom('device_item as i')
    .innerJoin('device_model as m', 'm.id', 'i.model_id')
    .where(isAskedItem(asked))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Inserts a device. Throws a unique violation (`isDuplicate`) if the point already has a device with this code. */
export const insertItem = (db: Db, row: Item & { id: string; point_id: string; model_id: string }): Promise<unknown> =>
  db.insertInto('device_item').values(row).execute();

export const updateItem = (
  db: Db,
  id: string,
  fields: Partial<Item> & { state?: ItemRow['state']; away_until?: string | null },
): Promise<unknown> => db.updateTable('device_item').set(fields).where('device_item.id', '=', id).execute();
