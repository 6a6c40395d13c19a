/** Queries for devices that require work by the desk (docs/behaviour/lending.md#work-lists). */
import type { DeviceWork, ItemFilter } from '@fundus/contract/lending/desk/desk-orders';
import { sql, type RawBuilder } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';

/** Number of days before its due date at which an inspection appears in the work list. */
export const INSPECTION_DAYS = 14;

/** Condition that a part was missing in the latest record that lists parts. */
const lacksParts = sql<boolean>`coalesce((select exists (select from jsonb_array_elements(r.parts) as part where (part->>'there')::int < (part->>'count')::int)
  from device_record as r where r.item_id = i.id and (r.parts <> '[]' or (r.kind = 'check' and r.result = 'ok'
    and exists (select from device_model as whole where whole.id = i.model_id and whole.parts = '[]'))) order by r.at desc, r.id desc limit 1), false)`;
const isKept = sql<boolean>`i.state not in ('lost', 'retired')`;

/** Conditions on a device `i`, by work list (docs/behaviour/lending.md#work-lists). */
const isWork = (day: string): Record<DeviceWork, RawBuilder<boolean>> => ({
  check: sql`i.state = 'quarantine'`,
  repair: sql`i.state = 'repair'`,
  expected: sql`(i.state = 'repair' and coalesce(i.away_until <= ${day}::date, false))`,
  lost: sql`i.state = 'lost'`,
  inspection: sql`(${isKept} and coalesce(i.next_check_on <= ${day}::date + ${INSPECTION_DAYS}::int, false))`,
  parts: sql`(${isKept} and ${lacksParts})`,
  set_aside: sql`(${isKept} and i.not_lendable)`,
});

/** Condition that a device `i` matches a filter of the stock list. */
export const isShown = (show: ItemFilter, day: string): RawBuilder<boolean> =>
  show === ''
    ? sql`true`
    : show === 'on_loan'
      ? sql`exists (select from rental_line as out where out.item_id = i.id and out.state = 'on_loan')`
      : show === 'available'
        ? sql`(i.state = 'available' and not i.not_lendable)`
        : show === 'retired'
          ? sql`i.state = 'retired'`
          : isWork(day)[show];

/** Returns the number of devices of a point in each work list. */
export async function countWork(db: Db, point: string, day: string): Promise<Record<DeviceWork, number>> {
  const kinds = Object.entries(isWork(day)).map(([name, is]) => sql`count(*) filter (where ${is})::int as ${sql.ref(name)}`);
  const { rows } = await sql<
    Record<DeviceWork, number>
  >`select ${sql.join(kinds)} from device_item as i where i.point_id = ${point}`.execute(db);
  return rows[0]!;
}

/** Returns the number of devices to be examined at each of the points. */
export async function countToCheck(db: Db, points: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('device_item as i')
    .select(({ fn }) => ['i.point_id', fn.countAll<number>().as('n')])
    .where('i.point_id', '=', matchUuids(points))
    .where('i.state', '=', 'quarantine')
    .groupBy('i.point_id')
    .execute();
  return new Map(rows.map(({ point_id, n }) => [point_id, Number(n)]));
}
