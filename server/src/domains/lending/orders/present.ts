/** Orders, carts and devices in the form in which the API returns them. */
import { today } from '@fundus/contract/days';
import type { Cart, RentalLine, RentalOrder } from '@fundus/contract/lending/orders/orders';
import type { DeviceItem } from '@fundus/contract/lending/points/points';
import type { FeeSums } from '@fundus/contract/lending/orders/fee-rules';
import { RENEW_LATE } from '@fundus/contract/lending/calendar/rules';
import { isOverdue, lineStateAt, moveLine, orderState, type LineState } from '@fundus/contract/lending/states';
import { daysBetween } from '@fundus/contract/days';
import { timeOf } from '@fundus/contract/schools/timetable';
import type { UserCtx } from '../../../http/context.ts';
import { listFeeSums } from '../borrowers/fee-repository.ts';
import { courierOf, dueOf, listLines, type LineRow, type OrderRow } from '../allocation/order-repository.ts';
import type { ItemRow } from '../models/item-repository.ts';

/** Returns the day and time for deriving states of lines. */
export const clockOf = (now: Date): { day: string; time: string } => ({ day: today(now), time: timeOf(now) });

const datedOf = ({ state, start_on, pickup_on, bring_on, ends_at, collect_until, agree_until, ...line }: LineRow) => ({
  state,
  start: pickup_on ?? (bring_on !== null && bring_on < start_on ? bring_on : start_on),
  end: dueOf(line),
  ends_at,
  collect_until,
  agree_until,
});

export const stateAt = (line: LineRow, now: Date): LineState => lineStateAt(datedOf(line), clockOf(now));

/** Relation of the user to an order. `asked` is true for the responsible teacher. */
type Seen = { own: boolean; desk: boolean; asked?: boolean };

function presentLine(line: LineRow, alive: boolean, { own, desk }: Seen, now: Date): RentalLine {
  const state = stateAt(line, now);
  const { lessons, begins_at, ends_at } = line;
  return {
    id: line.id,
    model: { id: line.model_id, name: line.model_name, picture: line.picture },
    start: line.start_on,
    end: line.end_on,
    pickup_on: line.pickup_on,
    unkept: line.unkept && (state === 'approved' || state === 'ready'),
    state,
    lessons: lessons && { ...lessons, begin: begins_at ?? '', end: ends_at ?? '' },
    overdue: isOverdue({ ...datedOf(line), state }, clockOf(now)),
    lapsed: state === 'in_cart' && (!alive || line.busy_from === null),
    // The device may still change until the handover. Only the desk sees which device to fetch.
    item_code: state === 'on_loan' || desk ? (line.item_code ?? '') : '',
    collect_until: line.collect_until,
    renewals: line.renewals,
    needed_on: line.needed_on,
    courier: line.courier,
    courier_days: courierOf(line),
    note: line.note,
    can: {
      cancel: moveLine(state, 'cancel') !== undefined && (own || desk),
      change: (own && (state === 'in_cart' || state === 'requested')) || (desk && (state === 'requested' || state === 'approved')),
      renew: state === 'on_loan' && lessons === null && daysBetween(dueOf(line), today(now)) <= RENEW_LATE && (own || desk),
    },
  };
}

export const hasActiveHold = ({ hold_until }: Pick<OrderRow, 'hold_until'>, now: Date): boolean => hold_until !== null && hold_until > now;

export async function presentOrders(
  { db, now }: Pick<UserCtx, 'db' | 'now'>,
  orders: readonly OrderRow[],
  seen: (order: OrderRow) => Seen,
): Promise<RentalOrder[]> {
  const lines = Map.groupBy(
    await listLines(
      db,
      orders.map(({ id }) => id),
    ),
    ({ order_id }) => order_id,
  );
  const priced = orders.filter(({ day_cents }) => day_cents !== null).map(({ id }) => id);
  const fees = priced.length === 0 ? new Map<string, FeeSums>() : await listFeeSums(db, priced, today(now));
  return orders.map((order) => {
    const { own, desk, asked = false } = seen(order);
    const alive = hasActiveHold(order, now);
    const rows = lines.get(order.id) ?? [];
    const shown = rows.map((line) => presentLine(line, alive, { own, desk }, now));
    const waits = rows.find((line) => line.agree_until !== null && stateAt(line, now) === 'requested');
    return {
      id: order.id,
      number: order.number,
      point: { id: order.point_id, name: order.point_name },
      borrower: order.borrower ?? '',
      school: order.school_name ?? '',
      private:
        order.private_id === null || order.private_version === null
          ? null
          : { id: order.private_id, id_checked: order.id_checked_at !== null, version: order.private_version },
      fee: fees.get(order.id) ?? null,
      title: order.title,
      purpose: order.purpose,
      contact: order.contact,
      delivery: order.delivery,
      walk_up: order.walk_up,
      state: orderState(
        shown.map(({ state }) => state),
        { submitted: order.submitted_at !== null, alive },
      ),
      reason: order.reason,
      submitted_at: order.submitted_at?.toISOString() ?? null,
      responsible: presentResponsible(order, waits),
      lines: shown,
      can: {
        cancel: shown.some(({ can }) => can.cancel),
        decide: desk && waits === undefined && shown.some(({ state }) => state === 'requested'),
        agree: asked && waits !== undefined,
      },
    };
  });
}

/** Returns the responsible teacher of an order. `waits` is a line that still needs the teacher's agreement. */
const presentResponsible = ({ asked_at, agreed_at, responsible }: OrderRow, waits: LineRow | undefined): RentalOrder['responsible'] =>
  asked_at && {
    name: responsible ?? '',
    asked_at: asked_at.toISOString(),
    agreed_at: agreed_at?.toISOString() ?? null,
    until: waits?.agree_until ?? null,
  };

export async function presentCart({ db, now }: Pick<UserCtx, 'db' | 'now'>, cart: OrderRow | undefined): Promise<Cart> {
  if (!cart) return { until: null, extended: false, delivery: 'pickup', lines: [] };
  const [shown] = await presentOrders({ db, now }, [cart], () => ({ own: true, desk: false }));
  const booked = hasActiveHold(cart, now) && shown!.lines.length > 0;
  return { until: booked ? cart.hold_until!.toISOString() : null, extended: cart.extended, delivery: cart.delivery, lines: shown!.lines };
}

export const presentItem = ({
  model_id,
  model_name,
  line_id,
  end_on,
  borrower,
  point_id: _,
  order_id: __,
  ...item
}: ItemRow): DeviceItem => ({
  ...item,
  model: { id: model_id, name: model_name },
  on_loan: line_id === null ? null : { line_id, borrower: borrower ?? '', end: end_on! },
});
