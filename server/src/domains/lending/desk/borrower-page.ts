/** The desk's page of a borrower of a lending point (docs/behaviour/lending.md#borrowers-at-the-desk). */
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import type { BorrowerPage, lendingBorrower } from '@fundus/contract/lending/desk/borrower-page';
import { MAX_NOTES } from '@fundus/contract/lending/desk/borrower-page';
import { openCents } from '@fundus/contract/lending/orders/fee-rules';
import type { DeskOrder } from '@fundus/contract/lending/desk/desk';
import { waitStateOn } from '@fundus/contract/lending/allocation/wait-rules';
import type { UserCtx } from '../../../http/context.ts';
import { countOpenLines, listLines, listOrdersById, type OrderRow } from '../allocation/order-repository.ts';
import { hasBorrower, maxLinesFor, type BorrowerIds } from '../borrowers/borrower.ts';
import { listFeeSums } from '../borrowers/fee-repository.ts';
import { listNotes } from '../borrowers/note-repository.ts';
import { listOrderIds } from '../borrowers/private-repository.ts';
import { findSuspension } from '../borrowers/suspension-repository.ts';
import { presentDamage } from '../condition/damage.ts';
import { presentPhoto } from '../condition/photos.ts';
import { listPhotos } from '../models/photo-repository.ts';
import { listUnshown } from '../orders/briefing-repository.ts';
import { presentOrders } from '../orders/present.ts';
import { presentSuspension } from '../orders/suspensions.ts';
import { countOrdersAt, listBriefingsOf, listDamageOf, listOrderIdsAt, listWaitsOf } from './borrower-repository.ts';
import { requireKnownBorrower, type DeskBorrower } from './known-borrower.ts';
import { presentNote } from './borrower-acts.ts';

/** Exceeds `most_lines`, because imported loans may exceed that limit. */
const MAX_ORDERS = 500;
const MAX_DAMAGE = 200;

/** Returns orders of one borrower at one point with the fields that only the desk reads. */
export async function presentForDesk(ctx: UserCtx, point: string, borrower: BorrowerIds, rows: readonly OrderRow[]): Promise<DeskOrder[]> {
  const day = today(ctx.now);
  const shown = await presentOrders(ctx, rows, ({ person_id }) => ({ own: person_id === ctx.user.id, desk: true }));
  const barred = hasBorrower(borrower) ? await findSuspension(ctx.db, borrower, point, day) : undefined;
  const waiting = shown.flatMap(({ lines }) => lines).filter(({ state }) => ['requested', 'approved', 'ready'].includes(state));
  const unshown = hasBorrower(borrower)
    ? await listUnshown(
        ctx.db,
        borrower,
        waiting.map(({ model }) => model.id),
        day,
      )
    : [];
  return shown.map((order) => ({
    ...order,
    borrower_id: borrower.person_id ?? borrower.private_id,
    suspended: barred ? { until: barred.until_on, reason: barred.reason } : null,
    unbriefed: unshown.filter(({ id }) => order.lines.some((line) => line.model.id === id && waiting.includes(line))),
  }));
}

/** Returns a sort key. Overdue orders come first, then orders with a device on loan, each sorted by first day. */
function urgencyKey({ lines }: DeskOrder): string {
  const rank = lines.some(({ overdue }) => overdue) ? 0 : lines.some(({ state }) => state === 'on_loan') ? 1 : 2;
  return `${rank}${lines[0]?.start ?? ''}`;
}

async function listOwed({ db }: UserCtx, { point, private: known }: DeskBorrower, day: string): Promise<BorrowerPage['owed']> {
  if (!known) return [];
  const ids = await listOrderIds(db, known.id);
  const sums = await listFeeSums(db, ids, day);
  const owing = ids.filter((id) => sums.has(id) && openCents(sums.get(id)!) !== 0);
  const over = new Set((await listLines(db, owing)).filter(({ over_at }) => over_at === null).map(({ order_id }) => order_id));
  return (await listOrdersById(db, owing))
    .filter(({ id, point_id }) => point_id === point.id && !over.has(id))
    .map(({ id, number, title }) => ({ order_id: id, number, title, open_cents: openCents(sums.get(id)!) }));
}

async function listDamageAt({ db }: UserCtx, { borrower, point }: DeskBorrower): Promise<BorrowerPage['damage']> {
  const rows = await listDamageOf(db, borrower, point.id, MAX_DAMAGE);
  const photos = await listPhotos(db, { damage: rows.map(({ id }) => id) });
  return rows.map((row) => presentDamage(row, photos.filter(({ damage_id }) => damage_id === row.id).map(presentPhoto)));
}

async function listWaitsOfBorrower({ db, now }: UserCtx, { borrower, point }: DeskBorrower): Promise<BorrowerPage['waits']> {
  if (borrower.person_id === null) return [];
  return (await listWaitsOf(db, borrower.person_id, point.id)).flatMap(({ model_id, model, days, offered_until, ...wait }) => {
    const state = waitStateOn({ ...wait, days, offered_until }, { now, today: today(now) });
    const { id, quantity, earliest, latest } = wait;
    return state === 'waiting' || state === 'offered'
      ? [{ id, quantity, earliest, latest, state, model: { id: model_id, name: model } }]
      : [];
  });
}

export async function readBorrowerPage(ctx: UserCtx, id: string, pointId: string): Promise<BorrowerPage> {
  const known = await requireKnownBorrower(ctx, pointId, id);
  const { point, borrower, name, closed, active, private: row } = known;
  const day = today(ctx.now);
  const asked = { borrower, point: point.id, open: true, day };
  const rows = await listOrdersById(ctx.db, await listOrderIdsAt(ctx.db, asked, 0, MAX_ORDERS));
  const orders = (await presentForDesk(ctx, point.id, borrower, rows)).toSorted((a, b) => (urgencyKey(a) < urgencyKey(b) ? -1 : 1));
  const suspension = await findSuspension(ctx.db, borrower, point.id, day);
  const briefings = await listBriefingsOf(ctx.db, borrower, point.id, day);
  return {
    ...{ id, name, closed, orders },
    school: borrower.user?.schulname ?? '',
    private: row && {
      ...{ id_checked: row.id_checked_at !== null, version: row.version },
      ...{ address: row.address, email: row.email, phone: row.phone, note: row.note },
    },
    reachable: row === null ? active : row.email !== '',
    suspended: suspension ? presentSuspension(suspension) : null,
    lines: { open: await countOpenLines(ctx.db, borrower, point.id), most: maxLinesFor(borrower, point) },
    owed: await listOwed(ctx, known, day),
    damage: await listDamageAt(ctx, known),
    waits: await listWaitsOfBorrower(ctx, known),
    briefings: briefings.map(({ id: briefing, model_id, model, until_on }) => ({
      ...{ id: briefing, until: until_on, model: { id: model_id, name: model } },
    })),
    notes: (await listNotes(ctx.db, borrower, point.id, MAX_NOTES)).map(presentNote),
  };
}

export async function readBorrowerHistory(
  ctx: UserCtx,
  id: string,
  { point: pointId, offset, limit }: Input<typeof lendingBorrower.borrowerHistory>['query'],
): Promise<Reply<typeof lendingBorrower.borrowerHistory>> {
  const { point, borrower } = await requireKnownBorrower(ctx, pointId, id);
  const asked = { borrower, point: point.id, open: false, day: today(ctx.now) };
  const rows = await listOrdersById(ctx.db, await listOrderIdsAt(ctx.db, asked, offset, limit));
  const items = await presentOrders(ctx, rows, ({ person_id }) => ({ own: person_id === ctx.user.id, desk: true }));
  return { total: await countOrdersAt(ctx.db, asked), offset, limit, items };
}
