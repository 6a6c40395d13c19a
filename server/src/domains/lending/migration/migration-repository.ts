/** Queries for the migration of a lending point from another system. */
import { sql, type Insertable } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import { selectBorrower } from '../borrowers/borrower-repository.ts';
import { dueDay } from '../calendar/day-repository.ts';

/** Maximum number of devices, models and private borrowers of a point that are compared with the rows of a file. */
const MAX = 50_000;
/** Number of rows per SQL statement. */
const BATCH = 500;

export const listPrivateOf = (db: Db, point: string) =>
  db
    .selectFrom('private_borrower as pb')
    .select(['pb.id', 'pb.name', 'pb.address', 'pb.email', 'pb.phone', 'pb.note'])
    .where('pb.point_id', '=', point)
    .orderBy('pb.id')
    .limit(MAX)
    .execute();
export type KnownPrivate = Awaited<ReturnType<typeof listPrivateOf>>[number];

/** Returns the devices of a point and the loans of those on loan. */
export async function listDevices(db: Db, point: string) {
  return db
    .selectFrom('device_item as i')
    .innerJoin('device_model as m', 'm.id', 'i.model_id')
    .leftJoin('rental_line as l', (join) => join.onRef('l.item_id', '=', 'i.id').on('l.state', '=', 'on_loan'))
    .leftJoin('rental_order as o', 'o.id', 'l.order_id')
    .leftJoin('person as p', 'p.id', 'o.person_id')
    .select(['i.id', 'i.model_id', 'i.code', 'i.other_code', 'i.serial', 'i.state', 'i.not_lendable', 'l.id as line_id'])
    .select(['m.name as model', 'm.max_days', 'm.buffer_after'])
    .select([sql<string | null>`${dueDay('l')}`.as('end_on'), selectBorrower().as('borrower')])
    .where('i.point_id', '=', point)
    .orderBy('i.code')
    .limit(MAX)
    .execute();
}
export type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number];

export const listModels = (db: Db, point: string) =>
  db
    .selectFrom('device_model as m')
    .select(['m.id', 'm.name', 'm.max_days', 'm.buffer_after'])
    .where('m.point_id', '=', point)
    .orderBy('m.id')
    .limit(MAX)
    .execute();
export type ModelOfPoint = Awaited<ReturnType<typeof listModels>>[number];

/** Returns loans or reservations that were imported earlier, with their import keys. */
export async function listMigrated(db: Db, point: string, kind: 'loan' | 'reservation') {
  return db
    .selectFrom('lending_migrated as q')
    .innerJoin('rental_line as l', 'l.id', 'q.line_id')
    .leftJoin('device_item as i', 'i.id', 'l.item_id')
    .select(['q.key', 'q.paused', 'l.id', 'l.state', 'l.item_id', 'l.start_on', 'l.end_on', 'l.renewals', 'i.code'])
    .where('q.point_id', '=', point)
    .where('q.kind', '=', kind)
    .orderBy('i.code')
    .limit(MAX)
    .execute();
}
export type MigratedRow = Awaited<ReturnType<typeof listMigrated>>[number];

/** Inserts orders, lines, import keys and records of handovers. */
export async function insertMigrated(
  db: Db,
  about: {
    orders: readonly Insertable<Tables['rental_order']>[];
    lines: readonly Insertable<Tables['rental_line']>[];
    migrated: readonly Insertable<Tables['lending_migrated']>[];
    records: readonly Insertable<Tables['device_record']>[];
  },
): Promise<void> {
  const { orders, lines, migrated, records } = about;
  for (let i = 0; i < orders.length; i += BATCH)
    await db
      .insertInto('rental_order')
      .values(orders.slice(i, i + BATCH))
      .execute();
  for (let i = 0; i < lines.length; i += BATCH)
    await db
      .insertInto('rental_line')
      .values(lines.slice(i, i + BATCH))
      .execute();
  for (let i = 0; i < migrated.length; i += BATCH)
    await db
      .insertInto('lending_migrated')
      .values(migrated.slice(i, i + BATCH))
      .execute();
  for (let i = 0; i < records.length; i += BATCH)
    await db
      .insertInto('device_record')
      .values(records.slice(i, i + BATCH))
      .execute();
}

export async function updateMigratedOrders(
  db: Db,
  lines: readonly { id: string; end_on: string; busy_until: string; renewals: number }[],
): Promise<void> {
  for (const { id, ...set } of lines)
    await db
      .updateTable('rental_line')
      .set({ ...set, agreed_end_on: null })
      .where('rental_line.id', '=', id)
      .execute();
}

export type MigrationCounts = {
  devices: number;
  accounts: number;
  privates: number;
  loans: number;
  loans_open: number;
  loans_overdue: number;
  reservations: number;
  reservations_open: number;
  paused: number;
  paused_overdue: number;
  people: number;
};

export async function countMigrated(db: Db, point: string, day: string): Promise<MigrationCounts> {
  const overdue = sql`l.state = 'on_loan' and ${dueDay('l')} < ${day}`;
  const open = sql`l.state in ('requested', 'approved', 'ready', 'on_loan')`;
  const { rows } = await sql<MigrationCounts>`select
      (select count(*)::int from device_item as i where i.point_id = ${point} and i.state <> 'retired') as devices,
      (select count(distinct n.person_id)::int from lending_borrower_number as n where n.point_id = ${point}) as accounts,
      (select count(distinct n.private_id)::int from lending_borrower_number as n where n.point_id = ${point}) as privates,
      count(*) filter (where q.kind = 'loan')::int as loans,
      count(*) filter (where q.kind = 'loan' and l.state = 'on_loan')::int as loans_open,
      count(*) filter (where q.kind = 'loan' and ${overdue})::int as loans_overdue,
      count(*) filter (where q.kind = 'reservation')::int as reservations,
      count(*) filter (where q.kind = 'reservation' and ${open})::int as reservations_open,
      count(*) filter (where q.paused and ${open})::int as paused,
      count(*) filter (where q.paused and ${overdue})::int as paused_overdue,
      count(distinct coalesce(o.person_id, o.private_id)) filter (where q.paused and ${overdue})::int as people
    from lending_migrated as q join rental_line as l on l.id = q.line_id join rental_order as o on o.id = l.order_id
    where q.point_id = ${point}`.execute(db);
  return rows[0]!;
}

/** Returns overdue loans whose reminders are still paused. */
export const listPausedOverdueLoans = (db: Db, point: string, day: string) =>
  db
    .selectFrom('lending_migrated as q')
    .innerJoin('rental_line as l', 'l.id', 'q.line_id')
    .select(['l.id', 'l.overdue_level'])
    .select(sql<string>`${dueDay('l')}`.as('due_on'))
    .where('q.point_id', '=', point)
    .where('q.paused', '=', true)
    .where('l.state', '=', 'on_loan')
    .where(sql<boolean>`${dueDay('l')} < ${day}`)
    .orderBy('l.id')
    .limit(MAX)
    .execute();

export const setLadder = (db: Db, lines: readonly string[], ladder_from: string): Promise<unknown> =>
  db.updateTable('lending_migrated').set({ ladder_from }).where('lending_migrated.line_id', '=', matchUuids(lines)).execute();

export const setLevel = (db: Db, lines: readonly string[], overdue_level: number): Promise<unknown> =>
  db.updateTable('rental_line').set({ overdue_level }).where('rental_line.id', '=', matchUuids(lines)).execute();

export const resumeMails = (db: Db, point: string): Promise<unknown> =>
  db
    .updateTable('lending_migrated')
    .set({ paused: false })
    .where('lending_migrated.point_id', '=', point)
    .where('lending_migrated.paused', '=', true)
    .execute();
