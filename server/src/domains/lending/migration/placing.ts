/**
 * Allocates devices during an import. Rows are planned one after the other and written together
 * (docs/decisions/0039-device-per-booking-with-an-exclusion-constraint.md).
 */
import { today } from '@fundus/contract/days';
import { moveLines, listBooked, listUsable, type BookedRow, type UsableRow } from '../allocation/allocation-repository.ts';
import { planDevice } from '../allocation/booking.ts';
import { planAllocation, type Span } from '../allocation/allocation.ts';
import type { MigrationCtx } from './migrating.ts';

const BEGINNING = '1970-01-01';
const END = '9999-12-31';

/** A line that reserves a device. `id` is the id of an existing line or of a line that will be inserted. */
export type DeviceClaim = { id: string; order_id: string; model_id: string; state: string; busy: Span; end: string; fixed: boolean };
/** Allocated device. `moved` is true if other bookings get another device. */
export type TakenDevice = { item_id: string; moved: boolean };
export type Conflict = { line: BookedRow };

export type PlacementPlan = {
  takeDevice(item_id: string, taking: DeviceClaim): TakenDevice | Conflict;
  /** Allocates any devices of the model. Returns `null` if there are not enough. */
  takeAny(takings: readonly DeviceClaim[]): { items: string[]; moved: boolean } | null;
  /** Returns whether the device may be lent in a span, regardless of other bookings. */
  isUsable(item_id: string, model_id: string, busy: Span): boolean;
  /** Returns the lines that reserve a device in a span. */
  bookedOn(model_id: string, busy: Span): BookedRow[];
  /** Returns the device allocated to a line by the current plan. */
  deviceOf(id: string): string;
  /** Writes the new devices of lines that existed before the import. */
  write(): Promise<void>;
};

export async function createPlacementPlan({ db, now }: MigrationCtx, models: readonly string[]): Promise<PlacementPlan> {
  const unique = [...new Set(models)];
  const items = Map.groupBy(await listUsable(db, unique), ({ model_id }) => model_id);
  const read = await listBooked(db, unique, now, BEGINNING, END, false);
  const before = new Map(read.map(({ id, item_id }) => [id, item_id]));
  const booked = new Map<string, BookedRow[]>(unique.map((model) => [model, []]));
  const byId = new Map<string, BookedRow>();
  const day = today(now);
  for (const row of read) addBooking(row);

  function addBooking(row: BookedRow): void {
    booked.get(row.model_id)!.push(row);
    byId.set(row.id, row);
  }
  function removeBooking(model: string, id: string): void {
    booked.set(
      model,
      booked.get(model)!.filter((row) => row.id !== id),
    );
  }
  const usable = (model: string): UsableRow[] => items.get(model) ?? [];
  function apply(moves: ReadonlyMap<string, string>): boolean {
    for (const [id, item_id] of moves) byId.get(id)!.item_id = item_id;
    return moves.size > 0;
  }
  function add({ busy, ...taking }: DeviceClaim, item_id: string): void {
    // An overdue loan reserves its device at least until today.
    const until = taking.state === 'on_loan' && busy.until < day ? day : busy.until;
    addBooking({ ...busy, ...taking, until, item_id });
  }
  return {
    takeDevice(item_id, taking) {
      const { model_id, busy } = taking;
      removeBooking(model_id, taking.id);
      const plan = planDevice({ items: usable(model_id), booked: booked.get(model_id)! }, { id: taking.id, item_id, busy });
      if ('conflict' in plan) {
        const there = byId.get(taking.id);
        if (there) booked.get(model_id)!.push(there);
        return { line: plan.conflict };
      }
      const moved = apply(plan.moves);
      add(taking, item_id);
      return { item_id, moved };
    },
    takeAny(takings) {
      const { model_id } = takings[0]!;
      const plan = planAllocation(
        usable(model_id),
        booked.get(model_id)!,
        takings.map(({ busy }) => busy),
      );
      if (!plan) return null;
      const moved = apply(plan.moves);
      for (const [i, taking] of takings.entries()) add(taking, plan.itemIds[i]!);
      return { items: plan.itemIds, moved };
    },
    isUsable: (item_id, model_id, busy) => {
      const item = usable(model_id).find(({ id }) => id === item_id);
      return item !== undefined && (item.from === null || item.from <= busy.from) && (item.until === null || busy.until <= item.until);
    },
    bookedOn: (model_id, busy) => booked.get(model_id)!.filter((row) => row.from <= busy.until && row.until >= busy.from),
    deviceOf: (id) => byId.get(id)!.item_id,
    write: () =>
      moveLines(
        db,
        [...before].flatMap(([id, item_id]) => (byId.get(id)!.item_id === item_id ? [] : [{ id, item_id: byId.get(id)!.item_id }])),
      ),
  };
}
