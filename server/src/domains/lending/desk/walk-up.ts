/** Loans without an order at the desk or at a kiosk (docs/behaviour/lending.md#without-an-order). */
import { shiftDay, today } from '@fundus/contract/days';
import type { Input } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { normalizeCode } from '@fundus/contract/licences/rules';
import type { HandOverResult, lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lessonProblem } from '@fundus/contract/lending/calendar/lessons';
import { lessonAt } from '@fundus/contract/schools/timetable';
import { maxLoanDays, walkUpEnds, walkUpProblem } from '@fundus/contract/lending/calendar/rules';
import type { Signature } from '@fundus/contract/lending/orders/signature';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { readPerson } from '../../../visitors/repository.ts';
import { lockModels, planDevice, readStock } from '../allocation/booking.ts';
import { requireAgreement } from '../cart/cart.ts';
import { findPromisedLine, handOverDevice, listOpenOrdersOfBorrower, presentScanResult, type HandOverOutcome } from './hand-over.ts';
import { requireRoomFor } from '../orders/lines.ts';
import { newNumber } from '../orders/numbers.ts';
import { findLine, findOrder, insertSubmitted, type OrderRow } from '../allocation/order-repository.ts';
import { countVisits } from '../allocation/allocation-repository.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';
import { mayBorrowAsAdult } from '../../../visitors/borrowing.ts';
import { requireBorrower } from '../borrowers/borrowers.ts';
import { findKnownBorrower } from './known-borrower.ts';
import { clockOf } from '../orders/present.ts';
import { requireScanned, type DisplacedBooking } from './scanned.ts';
import { scanOnce } from '../allocation/scans.ts';
import { requireSignature } from '../orders/signatures.ts';
import { spanOf } from '../allocation/spans.ts';
import { findModel, type ModelRow } from '../models/stock-repository.ts';
import type { ItemRow } from '../models/item-repository.ts';
import { toBorrower, requireLendableTo, requireOpenFor, orderOf, subjectOf, type Borrower } from '../borrowers/borrower.ts';
import { requirePoint } from '../points/access.ts';
import { findCardOwner } from '../borrowers/card-repository.ts';
import { hashOfCard } from '../borrowers/cards.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

type WalkUp = Input<typeof lendingDesk.walkUp>['body'];

type BookingRequest = {
  item: ItemRow;
  until?: string | undefined;
  until_lesson?: number | undefined;
  override: string;
  purpose: string;
  terms_version: number;
  signature?: Signature | undefined;
};

/**
 * Lends a device to a borrower. Fulfils an existing order of its model, otherwise creates a loan from today. The caller must hold the lock of the
 * model.
 */
export async function lendAtDesk(
  ctx: Ctx,
  { id: pointId }: Pick<PointRow, 'id'>,
  borrower: Borrower,
  request: BookingRequest,
): Promise<HandOverOutcome & { displaced: DisplacedBooking[] }> {
  const { item, override, signature } = request;
  // Reads the point again under the lock of the model, because its rules may have changed.
  const point = (await findPoint(ctx.db, pointId))!;
  const about = { code: item.code, received_by: '', signature, override };
  const open = await listOpenOrdersOfBorrower(ctx, borrower, point, 'pickup');
  const line = await findPromisedLine(
    ctx,
    open.map(({ id }) => id),
    item.model_id,
  );
  const ordered = line && open.find(({ id }) => id === line.order_id);
  // Promised devices are handed over regardless of the rules for new loans.
  if (ordered) return handOverDevice(ctx, { order: ordered, point, own: false, desk: true }, about);
  if (borrower.user && !mayBorrowAsAdult(borrower.user, point)) throw notFound('person');
  requireOpenFor(borrower, point);
  requireAgreement(point, request);
  await requireRoomFor(ctx, borrower, point, 1);
  const model = (await findModel(ctx.db, item.model_id))!;
  requireLendableTo(borrower, model);
  const end = point.mode === 'periods' ? await chooseLesson(ctx, point, model, request) : await chooseEnd(ctx, point, model, request);
  const order = await openOrder(ctx, point, borrower, open, request.purpose);
  return handOverDevice(ctx, { order, point, own: false, desk: true }, { ...about, ...end });
}

/**
 * Returns the requested end, or else the latest end without a conflict. If all ends conflict, returns the earliest one, so that the error names the
 * conflicting booking.
 */
async function chooseEnd(
  ctx: Ctx,
  point: PointRow,
  model: ModelRow,
  { item, until, until_lesson }: BookingRequest,
): Promise<{ until: string }> {
  if (until_lesson !== undefined) throw invalid('until_lesson', 'max');
  const day = today(ctx.now);
  const about = await readVisits(ctx, point, shiftDay(day, maxLoanDays(point, model, day)));
  if (until !== undefined) {
    const problem = walkUpProblem(point, model, until, about);
    if (!problem) return { until };
    const { code, ...details } = problem;
    throw new AppError(code, { field: 'until', details: { ...details, model: model.name } });
  }
  const ends = walkUpEnds(point, model, about).filter((end) => item.next_check_on === null || end < item.next_check_on);
  if (ends.length === 0) throw new AppError('day_closed', { details: { which: 'end', reason: 'not_open', name: '' } });
  const stock = await readStock(ctx, model.id);
  const fits = (end: string): boolean =>
    'moves' in planDevice(stock, { id: null, item_id: item.id, busy: spanOf(point, model, { start: day, end, lessons: null }) });
  return { until: ends.find(fits) ?? ends.at(-1)! };
}

/** Returns today and a function that counts the visits of a day. Counts them only if the point limits visits. */
async function readVisits({ db, now }: Ctx, point: PointRow, until: string): Promise<{ today: string; visits: (day: string) => number }> {
  const day = today(now);
  const counted = point.visits_max === null ? null : await countVisits(db, point.id, day, until, null);
  return { today: day, visits: (each) => counted?.get(each) ?? 0 };
}

/** Returns the requested last lesson, or else the latest one without a conflict. The loan starts in the current or next lesson. */
async function chooseLesson(
  ctx: Ctx,
  point: PointRow,
  model: ModelRow,
  { item, until, until_lesson }: BookingRequest,
): Promise<{ until_lesson: number }> {
  const now = clockOf(ctx.now);
  if (until !== undefined && until !== now.day) throw invalid('until', 'max');
  const closed = walkUpProblem(point, model, now.day, await readVisits(ctx, point, now.day));
  if (closed) throw new AppError(closed.code, { details: { ...closed, model: model.name } });
  const first = lessonAt(point.timetable, now.time);
  const periodUntil = (last: number) => ({ start: now.day, end: now.day, lessons: { first, last } });
  const last = until_lesson ?? Math.min(point.timetable.length, first + point.max_lessons - 1);
  if (last > point.timetable.length) throw invalid('until_lesson', 'max');
  const problem = first > last ? ({ code: 'too_early', reason: 'lesson_over' } as const) : lessonProblem(point, periodUntil(last), now);
  if (problem) throw new AppError(problem.code, { field: 'until_lesson', details: { ...problem, model: model.name } });
  if (until_lesson !== undefined) return { until_lesson };
  const stock = await readStock(ctx, model.id);
  const fits = (each: number): boolean =>
    'moves' in planDevice(stock, { id: null, item_id: item.id, busy: spanOf(point, model, periodUntil(each)) });
  const lessons = Array.from({ length: last - first + 1 }, (_, i) => last - i);
  return { until_lesson: lessons.find(fits) ?? first };
}

/** Returns the order of the current visit and creates it if necessary. Loans of one visit with the same purpose share an order. */
async function openOrder(ctx: Ctx, point: PointRow, borrower: Borrower, open: readonly OrderRow[], purpose: string): Promise<OrderRow> {
  const day = today(ctx.now);
  const begun = open.find((order) => order.walk_up && order.purpose === purpose && today(order.submitted_at!) === day);
  if (begun) return begun;
  const id = newId(ctx.now);
  await insertSubmitted(
    ctx.db,
    { id, number: newNumber(), point_id: point.id, ...orderOf(borrower, point), purpose, walk_up: true },
    ctx.now,
  );
  return (await findOrder(ctx.db, id))!;
}

/** Returns the owner of a card. Throws `barcode_unknown` for an unknown card or an inactive account. */
export async function requireCardOwner({ db, secret }: Ctx, card: string): Promise<SignedIn> {
  const owner = await findCardOwner(db, hashOfCard(secret, normalizeCode(card)));
  const person = owner && (await readPerson(db, owner.id, true));
  if (!person) throw new AppError('barcode_unknown', { field: 'card' });
  return person;
}

/** Returns the owner of a card as borrower. Throws `not_found` if the owner may not borrow at the point. */
async function requireCardHolder(ctx: Ctx, point: PointRow, card: string): Promise<Borrower> {
  const person = await requireCardOwner(ctx, card);
  if (!mayBorrowAsAdult(person, point)) throw notFound('card');
  return toBorrower(person);
}

/** Returns the borrower named by card or id. This may also be a former borrower who has orders at the point. */
async function requireReceiver(ctx: UserCtx, point: PointRow, { card, person, private_borrower }: WalkUp): Promise<Borrower> {
  if (card !== '') return requireCardHolder(ctx, point, card);
  const known = person === null ? undefined : await findKnownBorrower(ctx, point, person);
  return known?.active && known.borrower.user ? known.borrower : requireBorrower(ctx, point, { person, private_borrower });
}

/** Lends a scanned device to a borrower who has no order for it. */
export async function lendWalkUp(ctx: UserCtx, body: WalkUp): Promise<HandOverResult> {
  const point = await requirePoint(ctx, body.point, 'desk');
  requireSignature(point, body.signature);
  const borrower = await requireReceiver(ctx, point, body);
  let displaced: DisplacedBooking[] = [];
  const { line_id, answer } = await scanOnce(ctx, body.key, point.id, async () => {
    const { model_id } = await requireScanned(ctx, point, body.code);
    await lockModels(ctx, [model_id]);
    const item = await requireScanned(ctx, point, body.code);
    const { until, until_lesson, override, purpose, terms_version, signature } = body;
    const done = await lendAtDesk(ctx, point, borrower, { item, until, until_lesson, override, purpose, terms_version, signature });
    const scope = { school: point.school_id, district: point.district_id, ...subjectOf(borrower) };
    await recordAudit(ctx, 'lending.walk_up', null, { code: item.code }, scope);
    displaced = done.displaced;
    return done;
  });
  return presentScanResult(ctx, (await findLine(ctx.db, line_id!))!.order_id, answer as HandOverOutcome['answer'], displaced);
}
