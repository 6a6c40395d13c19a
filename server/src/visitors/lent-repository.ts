/** Queries for what lending points lend. */
import { sql, type RawBuilder } from 'kysely';

/** Condition that a device of the table `device_item` can be lent now or later. */
export const isLendable: RawBuilder<boolean> = sql<boolean>`(device_item.state in ('available', 'quarantine', 'repair')
  and not device_item.not_lendable)`;

/** Points that lend the medium of the table `media_item`, and whether they lend it only to teachers. */
export const lentAsJson = sql<{ point: string; teachers_only: boolean }[]>`coalesce((
  select json_agg(distinct jsonb_build_object('point', device_model.point_id, 'teachers_only', device_model.teachers_only))
  from device_model where device_model.identifier = media_item.identifier
    and exists (select from device_item where device_item.model_id = device_model.id and ${isLendable})), '[]'::json)`.as('lent');
