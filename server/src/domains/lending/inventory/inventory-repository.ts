import type { InventoryGroup, InventoryReport, InventoryRow } from '@fundus/contract/lending/inventory/inventory';
import { sql } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';

const selectInventories = (db: Db) =>
  db
    .selectFrom('lending_inventory as v')
    .select(['v.id', 'v.point_id', 'v.shelf', 'v.begun_at', 'v.finished_at', sql<InventoryReport | null>`v.report`.as('report')]);

export type InventoryDbRow = Awaited<ReturnType<ReturnType<typeof selectInventories>['executeTakeFirstOrThrow']>>;

export const findInventory = (db: Db, id: string): Promise<InventoryDbRow | undefined> =>
  selectInventories(db).where('v.id', '=', id).executeTakeFirst();

/** Locks an inventory until commit, shared for counting and exclusively for finishing. No scan can therefore be recorded after the report. */
export const lockInventory = (db: Db, id: string, to: 'count' | 'finish'): Promise<InventoryDbRow | undefined> => {
  const found = selectInventories(db).where('v.id', '=', id);
  return (to === 'count' ? found.forShare() : found.forUpdate()).executeTakeFirst();
};

export const listInventories = (db: Db, point: string, offset: number, limit: number): Promise<InventoryDbRow[]> =>
  selectInventories(db)
    .where('v.point_id', '=', point)
    .orderBy('v.begun_at', 'desc')
    .orderBy('v.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countInventories(db: Db, point: string): Promise<number> {
  const { n } = await db
    .selectFrom('lending_inventory')
    .where('lending_inventory.point_id', '=', point)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Inserts an inventory. Throws a unique violation (`isDuplicate`) if the point already has an open one. */
export const insertInventory = (db: Db, id: string, point_id: string, shelf: string, begun_at: Date): Promise<unknown> =>
  db.insertInto('lending_inventory').values({ id, point_id, shelf, begun_at }).execute();

export const removeInventory = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('lending_inventory').where('lending_inventory.id', '=', id).execute();

/** Stores the report and deletes the scans. The report contains their results. */
export async function closeInventory(db: Db, id: string, report: InventoryReport, now: Date): Promise<void> {
  await db
    .updateTable('lending_inventory')
    .set({ finished_at: now, report: JSON.stringify(report) })
    .where('lending_inventory.id', '=', id)
    .execute();
  await db.deleteFrom('inventory_scan').where('inventory_scan.inventory_id', '=', id).execute();
}

type Scan = { code: string; shelf: string; key: string | null };

/** Records a scan of a code. `again` is true if the code was already scanned with another key. */
export async function writeScan(db: Db, inventory_id: string, { code, shelf, key }: Scan, at: Date): Promise<{ again: boolean }> {
  const { rows } = await sql<{ again: boolean }>`with before as (
      select s.key from inventory_scan as s where s.inventory_id = ${inventory_id} and s.folded = lower(${code}))
    insert into inventory_scan (inventory_id, folded, code, shelf, key, at)
      values (${inventory_id}, lower(${code}), ${code}, ${shelf}, ${key}, ${at})
    on conflict (inventory_id, folded) do update set shelf = excluded.shelf, key = excluded.key, at = excluded.at
    returning exists (select from before where before.key is null or before.key is distinct from ${key}::uuid) as again`.execute(db);
  return rows[0]!;
}

/**
 * All devices and codes of an open inventory with their group. Codes that belong to `points` count as `elsewhere` instead of `unknown`. The group is
 * null for lost or retired devices that were not scanned. Devices of other shelves are included only if they were scanned.
 */
const checked = ({ id, point_id, shelf }: InventoryDbRow, points: readonly string[]) => sql`
  select checked.*, case when checked.item_id is null then case when checked.point is null then 'unknown' else 'elsewhere' end
      when checked.seen_at is null then case when checked.line_id is not null then 'lent' when checked.state = 'repair' then 'repair'
        when checked.state in ('available', 'quarantine') then 'missing' end
      when checked.line_id is not null then 'still_lent' when checked.state = 'lost' then 'was_lost' when checked.state = 'retired' then 'was_retired'
      when checked.seen <> '' and checked.shelf <> '' and lower(checked.seen) <> lower(checked.shelf) then 'moved' else 'found' end as "group"
  from (
    select i.id as item_id, i.model_id, i.code, m.name as model, i.shelf, coalesce(s.shelf, '') as seen, s.at as seen_at, i.state, l.id as line_id, null as point
      from device_item as i join device_model as m on m.id = i.model_id
        left join rental_line as l on l.item_id = i.id and l.state = 'on_loan'
        left join inventory_scan as s on s.inventory_id = ${id} and s.folded = lower(i.code)
      where i.point_id = ${point_id} and (${shelf} = '' or s.at is not null or starts_with(lower(i.shelf), lower(${shelf})))
    union all
    select null, null, s.code, coalesce(other.model, ''), coalesce(other.shelf, ''), s.shelf, s.at, null, null, other.point
      from inventory_scan as s
        left join lateral (select m.name as model, i.shelf, p.name as point from device_item as i
          join device_model as m on m.id = i.model_id join lending_point as p on p.id = i.point_id
          where i.point_id = ${matchUuids(points)} and lower(i.code) = s.folded order by p.name limit 1) as other on true
      where s.inventory_id = ${id}
        and not exists (select from device_item as i where i.point_id = ${point_id} and lower(i.code) = s.folded)
  ) as checked`;

/** A row of an inventory. `item_id` and `model_id` are set only for devices of this point. */
export type CheckedRow = InventoryRow & { item_id: string | null; model_id: string | null };

export async function findCheckedRow(db: Db, inventory: InventoryDbRow, points: readonly string[], code: string): Promise<CheckedRow> {
  const { rows } =
    await sql<CheckedRow>`select * from (${checked(inventory, points)}) as row where lower(row.code) = lower(${code})`.execute(db);
  return rows[0]!;
}

export async function countGroups(db: Db, inventory: InventoryDbRow, points: readonly string[]): Promise<Map<InventoryGroup, number>> {
  const { rows } = await sql<{ group: InventoryGroup; n: number }>`select row."group", count(*)::int as n
    from (${checked(inventory, points)}) as row where row."group" is not null group by row."group"`.execute(db);
  return new Map(rows.map(({ group, n }) => [group, n]));
}

/** Returns the rows of a group, or of all groups if `of` is `null`. */
export async function listCheckedRows(
  db: Db,
  inventory: InventoryDbRow,
  points: readonly string[],
  of: { group: InventoryGroup; offset: number; limit: number } | null,
): Promise<CheckedRow[]> {
  const which = of ? sql`row."group" = ${of.group}` : sql`row."group" is not null`;
  const rows = sql<CheckedRow>`select row.item_id, row.model_id, row."group", row.code, row.model, row.shelf, row.seen, row.state, coalesce(row.point, '') as point
    from (${checked(inventory, points)}) as row where ${which}
    order by row."group", row.shelf, row.model, row.code ${of ? sql`offset ${of.offset} limit ${of.limit}` : sql``}`;
  return (await rows.execute(db)).rows;
}

const setOf = (ids: readonly string[]) => matchUuids(ids);

/** Marks devices as lost, or puts found devices in quarantine. */
export const moveItems = (db: Db, ids: readonly string[], state: 'lost' | 'quarantine'): Promise<unknown> =>
  db.updateTable('device_item').set({ state, away_until: null }).where('device_item.id', '=', setOf(ids)).execute();

export const moveToShelves = (db: Db, rows: readonly { item_id: string | null; seen: string }[]): Promise<unknown> =>
  sql`update device_item set shelf = moved.shelf
    from unnest(${sql.val(rows.map(({ item_id }) => item_id))}::uuid[], ${sql.val(rows.map(({ seen }) => seen))}::text[]) as moved (id, shelf)
    where device_item.id = moved.id`.execute(db);
