/** Imports reservations and open orders from another system (docs/behaviour/lending.md#migration-from-another-system). */
import { daysBetween, today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import type { CourierDays } from '@fundus/contract/lending/allocation/courier';
import type { MigrationNote, MigrationRow } from '@fundus/contract/lending/migration/migration';
import { isOpenOn } from '@fundus/contract/lending/calendar/rules';
import { newId } from '../../../db/new-id.ts';
import { courierColumns, listTourDays, requireCourierDays } from '../allocation/courier.ts';
import { newNumber } from '../orders/numbers.ts';
import { collectUntilOf, spanOf } from '../allocation/spans.ts';
import type { Span } from '../allocation/allocation.ts';
import { orderOf } from '../borrowers/borrower.ts';
import { findDevice, type Devices } from './devices.ts';
import { describeConflict, hashKey, noonOf, rowOrder } from './loans.ts';
import { toFailedRow, type MigrationContext } from './migrating.ts';
import { insertMigrated, listMigrated, type DeviceRow, type ModelOfPoint } from './migration-repository.ts';
import { createPlacementPlan, type PlacementPlan, type DeviceClaim } from './placing.ts';
import type { MigrationLine } from './read-file.ts';
import { foldNumber as fold, type KnownBorrower } from '../borrowers/number-repository.ts';
import { findBorrowers } from './who.ts';

const STATES = ['requested', 'approved', 'ready'] as const;
const DELIVERIES = ['pickup', 'courier', 'post'] as const;
type State = (typeof STATES)[number];
type Delivery = (typeof DELIVERIES)[number];

type Reservation = {
  ids: string[];
  keys: string[];
  model_id: string;
  borrower: KnownBorrower;
  start: string;
  end: string;
  busy: Span;
  courier: CourierDays | null;
  collect_until: string | null;
  state: State;
  delivery: Delivery;
  reserved: string;
  purpose: string;
  order: string;
};
type Checked = MigrationRow & { reservation: Reservation | null };
export type CheckedReservations = { rows: Checked[]; placing: PlacementPlan };

const MAX_AHEAD = 1_830;
const MAX_DAYS = 400;

type Target = { model: ModelOfPoint; item: DeviceRow | null };

function targetOf(
  devices: Devices,
  { device, model }: MigrationLine['cells'],
): Target | { field: 'device' | 'model'; problem: string; about: string } {
  if (fold(device) !== '') {
    const found = findDevice(devices, device);
    if ('problem' in found) return { field: 'device', ...found };
    const { item } = found;
    return { model: { id: item.model_id, name: item.model, max_days: item.max_days, buffer_after: item.buffer_after }, item };
  }
  const found = devices.models.get(fold(model));
  if (!found) return { field: 'model', problem: fold(model) === '' ? 'required' : 'no_model', about: model ?? '' };
  return { model: found, item: null };
}

export async function checkReservations(
  { ctx, point }: MigrationContext,
  lines: readonly MigrationLine[],
  devices: Devices,
): Promise<CheckedReservations> {
  const day = today(ctx.now);
  const migrated = new Set((await listMigrated(ctx.db, point.id, 'reservation')).map(({ key }) => key));
  const whoIs = await findBorrowers(ctx.db, point, lines);
  const targets = lines.map(({ cells }) => targetOf(devices, cells));
  const placing = await createPlacementPlan(
    ctx,
    targets.flatMap((each) => ('model' in each ? each.model.id : [])),
  );
  const seen = new Map<string, number>();
  const rows: Checked[] = [];
  for (const [i, line] of lines.entries()) {
    const { cells, days, counts } = line;
    const name = cells.device || cells.model || '';
    const base = { line: line.line, name, about: '' };
    const fail = (field: string, rule: string, about = ''): number =>
      rows.push({ ...toFailedRow(base, field, rule, about), reservation: null });
    if (line.problem) {
      fail(line.problem.field, line.problem.rule);
      continue;
    }
    const [start, end] = [days.from!, days.until!];
    const who = fold(cells.borrower) || fold(cells.email);
    const key = hashKey(ctx, 'reservation', fold(name), ...(fold(cells.number) ? ['number', fold(cells.number)] : [who, start]));
    if (seen.has(key)) {
      fail('model', 'twice', String(seen.get(key)));
      continue;
    }
    seen.set(key, line.line);
    if (migrated.has(key)) {
      rows.push({ ...base, result: 'same', notes: [], problem: null, reservation: null });
      continue;
    }
    const target = targets[i]!;
    const found = whoIs(line);
    const state = (cells.state || 'approved') as State;
    const collect_until = state === 'requested' ? null : collectUntilOf(point, { start, end, lessons: null });
    if ('problem' in target) fail(target.field, target.problem, target.about);
    else if ('problem' in found) fail(found.problem.field, found.problem.rule, found.problem.about);
    else if (end < start) fail('until', 'range');
    else if (daysBetween(start, end) > MAX_DAYS) fail('until', 'far');
    else if (daysBetween(day, start) > MAX_AHEAD) fail('from', 'far');
    else if (end < day || (collect_until ?? start) < day) fail('until', 'over');
    else if (state === 'ready' && !target.item) fail('device', 'ready_device');
    else {
      const { borrower } = found;
      const delivery = (cells.delivery || 'pickup') as Delivery;
      const courier = await findCourier({ ctx, point }, { delivery, borrower, start, end });
      if (courier === undefined) {
        fail('delivery', 'no_delivery', delivery);
        continue;
      }
      const { model, item } = target;
      const busy = spanOf(point, model, { start, end, lessons: null, courier });
      const ids = Array.from({ length: item ? 1 : (counts.quantity ?? 1) }, () => newId(ctx.now));
      const takings = ids.map((id): DeviceClaim => ({
        id,
        order_id: rowOrder(line.line),
        model_id: model.id,
        state,
        busy,
        end,
        fixed: state === 'ready',
      }));
      const placed = await placeReservation({ ctx, point }, placing, { item, takings });
      if ('rule' in placed) {
        fail(item ? 'device' : 'model', placed.rule, placed.about);
        continue;
      }
      const late = placing
        .bookedOn(model.id, { from: day, until: day })
        .some((each) => isLate(each, day) && placed.items.includes(each.item_id));
      const notes: MigrationNote[] = [
        ...(placed.other ? (['other_device'] as const) : []),
        ...(placed.moved ? (['moved'] as const) : []),
        ...(late ? (['late_device'] as const) : []),
        ...(isOpenOn(point, start) || delivery !== 'pickup' ? [] : (['closed'] as const)),
      ];
      const order = [borrower.person_id, borrower.private_id, fold(cells.number) || `${start} ${end}`, delivery].join('\n');
      rows.push({
        ...{ ...base, about: [item ? model.name : '', borrower.name].filter(Boolean).join(' · '), result: 'new', notes, problem: null },
        reservation: {
          ...{ ids, keys: ids.map((_, n) => (n === 0 ? key : `${key} ${n + 1}`)), model_id: model.id, borrower, start, end, busy, courier },
          ...{ collect_until, state, delivery, reserved: days.reserved_on ?? day, purpose: cells.purpose ?? '', order },
        },
      });
    }
  }
  return { rows, placing };
}

const isLate = ({ state, end }: { state: string; end: string }, day: string): boolean => state === 'on_loan' && end < day;

type Asked = { delivery: Delivery; borrower: KnownBorrower; start: string; end: string };

/** Returns the courier days, or `null` if no courier is needed. Returns `undefined` if the point cannot deliver the order as requested. */
async function findCourier(
  { ctx, point }: MigrationContext,
  { delivery, borrower, start, end }: Asked,
): Promise<CourierDays | null | undefined> {
  if (delivery === 'pickup') return null;
  if (delivery === 'post') return point.by_post ? null : undefined;
  const tours = await listTourDays(ctx, point, { delivery, school_id: borrower.school_id });
  if (tours === null) return undefined;
  try {
    return requireCourierDays(ctx, point, tours, { start, end, lessons: null });
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

type Placed = { items: string[]; moved: boolean; other: boolean } | { rule: string; about: string };

/** Reserves the named device, or else any device of its model. If the reservation is ready, only the named device is possible. */
async function placeReservation(
  { ctx }: MigrationContext,
  placing: PlacementPlan,
  { item, takings }: { item: DeviceRow | null; takings: readonly DeviceClaim[] },
): Promise<Placed> {
  const [first] = takings;
  const { model_id, busy, state } = first!;
  let why: { rule: string; about: string } | null = null;
  if (item) {
    if (!placing.isUsable(item.id, model_id, busy)) why = { rule: 'state', about: item.state === 'available' ? 'set_aside' : item.state };
    else {
      const taken = placing.takeDevice(item.id, first!);
      if ('item_id' in taken) return { items: [taken.item_id], moved: taken.moved, other: false };
      const { line } = taken;
      why = line.state === 'on_loan' ? { rule: 'lent', about: line.end } : await describeConflict(ctx, line.order_id);
    }
    if (state === 'ready') return why;
  }
  const any = placing.takeAny(takings);
  if (any) return { items: any.items, moved: any.moved, other: item !== null };
  const lent = placing.bookedOn(model_id, busy).filter((each) => each.state === 'on_loan');
  const last = lent.map(({ end }) => end).sort();
  return why ?? (last.length > 0 ? { rule: 'all_lent', about: last[0]! } : { rule: 'full', about: '' });
}

export async function writeReservations(
  { ctx, point }: MigrationContext,
  { placing }: CheckedReservations,
  rows: readonly Checked[],
): Promise<void> {
  const { db, now } = ctx;
  const added = rows.flatMap(({ reservation }) => reservation ?? []);
  await placing.write();
  const orders = [...Map.groupBy(added, ({ order }) => order)].map(([key, of]) => ({ key, id: newId(now), of }));
  const idOf = new Map(orders.map(({ key, id }) => [key, id]));
  await insertMigrated(db, {
    orders: orders.map(({ id, of: [first] }) => {
      const { borrower, delivery, purpose, reserved } = first!;
      const at = noonOf(reserved, now);
      const columns = orderOf({ ...borrower, user: null }, point);
      return {
        id,
        number: newNumber(),
        point_id: point.id,
        ...columns,
        title: purpose.slice(0, 80),
        purpose,
        delivery,
        submitted_at: at,
        created_at: at,
      };
    }),
    lines: added.flatMap(({ ids, model_id, start, end, busy, courier, collect_until, state, order }) =>
      ids.map((id) => ({
        ...{ id, order_id: idOf.get(order)!, model_id, item_id: placing.deviceOf(id), start_on: start, end_on: end, state, collect_until },
        ...{ busy_from: busy.from, busy_until: busy.until, ...courierColumns(courier) },
      })),
    ),
    migrated: added.flatMap(({ ids, keys }) =>
      ids.map((id, n) => ({ line_id: id, point_id: point.id, kind: 'reservation' as const, key: keys[n]! })),
    ),
    records: [],
  });
}
