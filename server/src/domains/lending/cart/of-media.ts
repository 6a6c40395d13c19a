/** Links from the catalogue to lending points: which media are lent, and when they are available (docs/behaviour/lending.md#from-the-catalogue). */
import { isDistrictAdmin } from '@fundus/contract/access';
import { shiftDay, today } from '@fundus/contract/days';
import type { Reply } from '@fundus/contract/endpoint';
import type { lending } from '@fundus/contract/lending/lending';
import { earliestPickUp } from '@fundus/contract/lending/calendar/rules';
import type { UserCtx } from '../../../http/context.ts';
import { listBooked, listUsable } from '../allocation/allocation-repository.ts';
import { countFree } from '../allocation/allocation.ts';
import { findPoint, listPoints, type PointRow } from '../points/point-repository.ts';
import { maySeePoint, mayWorkAtDesk } from '../points/policy.ts';
import { isLentTo, mayBorrowAt } from '../../../visitors/borrowing.ts';
import { listModelsOfMedia, listOwnModels, type ModelRow } from '../models/stock-repository.ts';

/** Number of days ahead that are searched for a free device. */
const AHEAD = 90;

/** Maximum number of lending points that are suggested if no point lends a medium. */
const MAX_ASKED = 3;

type Lent = { model: ModelRow; point: PointRow };

/** Returns models of the media that the user may borrow. Physical media such as DVDs are included only if the portal lends media. */
async function listLent(ctx: UserCtx, identifiers: readonly string[]): Promise<Lent[]> {
  const lent: Lent[] = [];
  for (const model of await listModelsOfMedia(ctx.db, identifiers, ctx.config.Verleih)) {
    const point = await findPoint(ctx.db, model.point_id);
    if (!point || model.devices === 0 || !isLentTo(ctx.user, model)) continue;
    if (mayBorrowAt(ctx.user, point)) lent.push({ model, point });
  }
  return lent;
}

/** Returns the first day with a free device, by model id. */
async function findFreeDays(ctx: UserCtx, lent: readonly Lent[], from: (point: PointRow) => string | null): Promise<Map<string, string>> {
  const ids = lent.map(({ model }) => model.id);
  const day = today(ctx.now);
  const items = Map.groupBy(await listUsable(ctx.db, ids), ({ model_id }) => model_id);
  const booked = Map.groupBy(await listBooked(ctx.db, ids, ctx.now, day, shiftDay(day, 2 * AHEAD)), ({ model_id }) => model_id);
  const found = new Map<string, string>();
  for (const { model, point } of lent) {
    const first = from(point);
    if (first === null) continue;
    for (let each = first; each <= shiftDay(first, AHEAD); each = shiftDay(each, 1))
      if (countFree(items.get(model.id) ?? [], booked.get(model.id) ?? [], { from: each, until: each }) > 0) {
        found.set(model.id, each);
        break;
      }
  }
  return found;
}

const presentContact = ({ id, name, address, email, phone }: PointRow) => ({ id, name, address, email, phone });

export async function readLendingOfMedium(ctx: UserCtx, identifier: string): Promise<Reply<typeof lending.ofMedium>> {
  const lent = await listLent(ctx, [identifier]);
  const free = await findFreeDays(ctx, lent, (point) => earliestPickUp(point, today(ctx.now)));
  const { district_id, school_id } = ctx.user;
  const points = district_id === null ? [] : await listPoints(ctx.db, { district_id, school_id, whole: isDistrictAdmin(ctx.user) });
  return {
    ask:
      lent.length > 0
        ? []
        : points
            .filter((point) => maySeePoint(ctx.user, point))
            .slice(0, MAX_ASKED)
            .map(presentContact),
    add: points.filter((point) => mayWorkAtDesk(ctx.user, point)).map(({ id, name }) => ({ id, name })),
    items: lent.map(({ model, point }) => ({
      id: model.id,
      name: model.name,
      point: { id: point.id, name: point.name },
      devices: model.devices,
      free_from: free.get(model.id) ?? null,
    })),
  };
}

/**
 * Availability of a medium on a day. `booked` means that the user has booked it for that day. `next` is the first free day, or `null` if there is
 * none.
 */
export type DayAvailability = { state: 'booked' | 'free' | 'taken'; next: string | null; model: string; point: string };

/** Returns the availability of a lesson's media on a day. Media that no point lends are left out. */
export async function findAvailabilityOn(ctx: UserCtx, identifiers: readonly string[], day: string): Promise<Map<string, DayAvailability>> {
  if (identifiers.length === 0) return new Map();
  const lent = await listLent(ctx, identifiers);
  const own = await listOwnModels(ctx.db, ctx.user.id, day);
  const free = await findFreeDays(ctx, lent, () => day);
  const best = new Map<string, DayAvailability>();
  const RANK = { booked: 0, free: 1, taken: 2 };
  for (const { model, point } of lent) {
    const next = free.get(model.id) ?? null;
    const state = own.has(model.id) ? 'booked' : next === day ? 'free' : 'taken';
    const before = best.get(model.identifier!);
    if (!before || RANK[state] < RANK[before.state]) best.set(model.identifier!, { state, next, model: model.id, point: point.id });
  }
  return best;
}
