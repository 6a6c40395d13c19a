/** Assignment of seats (docs/behaviour/licences.md#seats). Each assignment locks the licence, and the database checks the count too. */
import { isTeacher } from '@fundus/contract/access';
import { DAY, today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import { type SeatsResult, type SeatTarget } from '@fundus/contract/licences/seats';
import { z } from 'zod';
import type { Db } from '../../../db/open.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { logChanges } from '../../../search/change-log-repository.ts';
import { countSeats, isForPeople, hasAssignedSeats, isActiveLicence, stateOf, licenceTerms } from '../active.ts';
import { findManaged, recordLicenceEvent, findTeacherPermissions, type EventKind, type ManagedRow } from '../manage-repository.ts';
import { mayAssign } from '../policy.ts';
import { startRuntime } from './runtime.ts';
import { assignLicenceToClass } from './class-seats.ts';
import { findGroupClass, type ClassTarget } from './class-seat-repository.ts';
import { addPromisedSeats } from './promises.ts';
import { findLicences, lockLicences } from '../repository.ts';
import { findHolders, findRecipients, insertSeats, markUsed, type Recipient } from './seat-repository.ts';
import { logMediaChanges, requireManaged } from '../service.ts';

const keyOf = ({ kind, id }: SeatTarget): string => `${kind}:${id}`;

/** Throws `expired` after the licence ended, `not_available` before it begins, and `forbidden` if it is hidden. */
export function requireInForce(ctx: UserCtx, row: ManagedRow): void {
  if (row.hidden) throw new AppError('forbidden', { field: 'hidden' });
  const state = stateOf(row, today(ctx.now), { ...licenceTerms(ctx.config), graceDays: 0 });
  if (state === 'expired' || state === 'withdrawn') throw new AppError('expired');
  if (state === 'upcoming') throw new AppError('not_available', { details: { valid_from: row.valid_from } });
}

/** Throws one of the errors in docs/behaviour/licences.md#seats if the licence does not cover the recipient. */
function requireFit(row: ManagedRow, recipient: Recipient): void {
  const own = row.school_id === null ? recipient.district_id === row.district_id : recipient.school_id === row.school_id;
  if (!own) throw new AppError('wrong_school', { field: 'to', details: { id: recipient.id } });
  if (!hasAssignedSeats(row) || isForPeople(row) !== (recipient.kind !== 'school')) throw new AppError('scope_mismatch', { field: 'to' });
  if (!recipient.fits) throw new AppError('role_mismatch', { field: 'to', details: { id: recipient.id } });
  if (row.seats > 0 && recipient.members > row.seats)
    throw new AppError('too_many_members', { field: 'to', details: { members: recipient.members, seats: row.seats } });
}

/** Returns the distinct recipients in the order of the request. Throws `not_found` for the first one that does not exist. */
async function requireRecipients(db: Db, targets: readonly SeatTarget[], audience: string): Promise<Recipient[]> {
  const found = new Map((await findRecipients(db, targets, audience)).map((recipient) => [keyOf(recipient), recipient]));
  return [...new Set(targets.map(keyOf))].map((key) => {
    const recipient = found.get(key);
    if (!recipient) throw new AppError('not_found', { field: 'to', details: { id: key.slice(key.indexOf(':') + 1) } });
    return recipient;
  });
}

/** Returns the number of seats a recipient needs. It is 0 if the licence does not limit its seats. */
const takes = (row: ManagedRow, recipient: Recipient): number => (row.seats === 0 ? 0 : recipient.members);

type AssignOptions = { partial: boolean; event?: EventKind; code_id?: string };

/**
 * Assigns seats of locked licences, from the first to the last. Recipients who already hold a seat get no other. Without `partial`, either all
 * recipients get a seat or none. Throws the errors in docs/behaviour/licences.md#seats.
 */
export async function assignSeatsOf(
  ctx: UserCtx,
  locked: readonly ManagedRow[],
  targets: readonly SeatTarget[],
  options: AssignOptions,
): Promise<SeatsResult> {
  // A redeemed code uses the seats that it reserved.
  const rows = options.event === 'redeemed' ? locked : await addPromisedSeats(ctx, locked);
  const [first] = rows;
  if (!first) throw new AppError('not_found');
  const recipients = await requireRecipients(ctx.db, targets, first.audience);
  for (const recipient of recipients) requireFit(first, recipient);
  const holders = await findHolders(
    ctx.db,
    rows.map((row) => row.id),
    recipients,
  );
  let waiting = recipients.filter((recipient) => !holders.has(keyOf(recipient)));
  const wanted = waiting.reduce((sum, recipient) => sum + takes(first, recipient), 0);
  const free = rows.reduce((sum, row) => sum + (row.seats === 0 ? Infinity : row.seats - row.taken), 0);
  const given: Recipient[] = [];
  for (const row of rows) {
    const chosen = chooseFor(row, waiting);
    if (chosen.length === 0) continue;
    waiting = waiting.filter((recipient) => !chosen.includes(recipient));
    given.push(...chosen);
    await startRuntime(ctx, row);
    await insertSeats(
      ctx.db,
      row.id,
      chosen.map((recipient) => ({ to: recipient, taken: takes(row, recipient) })),
      { person_id: ctx.user.id, now: ctx.now, code_id: options.code_id ?? null },
    );
    await recordLicenceEvent(ctx.db, {
      licence_id: row.id,
      what: options.event ?? 'given',
      at: ctx.now,
      person_id: ctx.user.id,
      count: chosen.length,
    });
  }
  if (waiting.length > 0 && !options.partial)
    throw new AppError('no_seats_left', { details: { free: Number.isFinite(free) ? free : null, wanted } });
  if (given.length > 0) {
    await recordAudit(ctx, 'licence.give', null, { licences: rows.map((row) => row.id), to: given.map(keyOf) });
    await logMediaChanges(ctx, [first.identifier]);
  }
  const after = await findManaged(ctx.db, first.id);
  return {
    given: given.length,
    had: recipients.length - given.length - waiting.length,
    left_out: waiting.length,
    remaining: countSeats(after ?? first, licenceTerms(ctx.config)).remaining,
  };
}

/** Returns the waiting recipients for whom the free seats suffice, in their order. */
function chooseFor(row: ManagedRow, waiting: readonly Recipient[]): Recipient[] {
  if (row.seats === 0) return [...waiting];
  let free = row.seats - row.taken;
  return waiting.filter((recipient) => {
    if (recipient.members > free) return false;
    free -= recipient.members;
    return true;
  });
}

/** Assigns seats of one licence. Throws `not_found`, `scope_mismatch`, `forbidden` and the errors of `requireInForce`. */
export async function assignSeats(ctx: UserCtx, id: string, { to, partial }: { to: SeatTarget[]; partial: boolean }): Promise<SeatsResult> {
  await lockLicences(ctx.db, [id]);
  const row = await requireManaged(ctx, id);
  if (!hasAssignedSeats(row)) throw new AppError('scope_mismatch');
  if (!mayAssign(ctx.user, row)) throw new AppError('forbidden');
  requireInForce(ctx, row);
  return assignMixedSeats(ctx, row, to, partial);
}

/** Assigns seats to classes and groups one by one, and to all other recipients together. */
async function assignMixedSeats(ctx: UserCtx, row: ManagedRow, to: readonly SeatTarget[], partial: boolean): Promise<SeatsResult> {
  const targets = to.filter(isClassTarget);
  const others = to.filter((target) => !isClassTarget(target));
  let sum: SeatsResult = { given: 0, had: 0, left_out: 0, remaining: countSeats(row, licenceTerms(ctx.config)).remaining };
  for (const target of targets)
    sum = addUp(sum, await assignLicenceToClass(ctx, await findCurrent(ctx, row), await requireClassTarget(ctx.db, target), partial));
  return others.length === 0 ? sum : addUp(sum, await assignSeatsOf(ctx, [await findCurrent(ctx, row)], others, { partial }));
}

const findCurrent = async (ctx: UserCtx, { id }: ManagedRow): Promise<ManagedRow> => (await findManaged(ctx.db, id))!;

const addUp = (a: SeatsResult, b: SeatsResult): SeatsResult => ({
  given: a.given + b.given,
  had: a.had + b.had,
  left_out: a.left_out + b.left_out,
  remaining: b.remaining,
});

export const isClassTarget = ({ kind }: SeatTarget): boolean => kind === 'class' || kind === 'group';

/** Returns the class or group of a target. Throws `not_found`. */
export async function requireClassTarget(db: Db, { kind, id }: SeatTarget): Promise<ClassTarget> {
  if (!z.uuid().safeParse(id).success) throw new AppError('not_found', { field: 'to', details: { id } });
  if (kind === 'class') return { class_id: id, group_id: null };
  const group = await findGroupClass(db, id);
  if (!group) throw new AppError('not_found', { field: 'to', details: { id } });
  return { class_id: group.class_id, group_id: id };
}

/** Assigns seats of a medium, starting with the licence that ends first. A teacher may take one if the school allows it. */
export async function assignMedium(
  ctx: UserCtx,
  { mediaId, to, partial }: { mediaId: string; to: SeatTarget[]; partial: boolean },
): Promise<SeatsResult> {
  const candidates = await findLicences(ctx.db, [mediaId]);
  const locked = await lockLicences(
    ctx.db,
    candidates.filter(hasAssignedSeats).map((licence) => licence.id),
  );
  const self = to.every((target) => target.kind === 'person' && target.id === ctx.user.id);
  const rows: ManagedRow[] = [];
  for (const { id } of locked) {
    const row = await findManaged(ctx.db, id);
    if (row && isActiveLicence(row, today(ctx.now)) && (mayAssign(ctx.user, row) || (self && (await mayTake(ctx, row))))) rows.push(row);
  }
  const usable = rows.filter((row) => isForPeople(row) === (to[0]?.kind !== 'school'));
  if (usable.length === 0) throw new AppError(rows.length > 0 ? 'scope_mismatch' : 'licence_missing');
  if (to.some(isClassTarget)) throw new AppError('scope_mismatch', { field: 'to' });
  const sorted = usable.sort((a, b) => (a.valid_to ?? '9999').localeCompare(b.valid_to ?? '9999') || a.id.localeCompare(b.id));
  // Only licences with the audience and owner of the first one are used, because that licence decides whether the recipients fit.
  return assignSeatsOf(
    ctx,
    sorted.filter((row) => row.audience === sorted[0]?.audience && row.school_id === sorted[0].school_id),
    to,
    { partial },
  );
}

/** Returns true if the user may take a seat. Teachers of the school may, unless the school forbids it, and so may users who assign its seats. */
export async function mayTake(ctx: UserCtx, row: ManagedRow): Promise<boolean> {
  if (
    row.origin === 'trial' ||
    !hasAssignedSeats(row) ||
    !isForPeople(row) ||
    row.school_id === null ||
    row.school_id !== ctx.user.school_id
  )
    return false;
  if (row.audience === 'student') return false;
  if (mayAssign(ctx.user, row)) return row.audience === 'all' || isTeacher(ctx.user);
  return isTeacher(ctx.user) && (await findTeacherPermissions(ctx.db, row.school_id)).teachers_take;
}

/** Marks the seats of a person for a medium as used and logs the change. Returns true if the caller must wake the index after the transaction. */
export async function markSeatsUsed(db: Db, personId: string, identifier: string, now: Date): Promise<boolean> {
  const licences = await markUsed(db, personId, identifier, now);
  if (licences.length === 0) return false;
  for (const licence_id of licences) await recordLicenceEvent(db, { licence_id, what: 'used', at: now, person_id: null });
  await logChanges(db, [identifier]);
  return true;
}

/**
 * Assigns the first seats of a new portal from the first licence of a medium with seats for people. The seats of `used` count as used from the next
 * day. Throws if there is no such licence.
 */
export async function assignFirstSeats(
  db: Db,
  identifier: string,
  to: { used: readonly string[]; given: readonly string[] },
  by: { person_id: string; now: Date },
): Promise<void> {
  const licence = (await findLicences(db, [identifier])).find((row) => hasAssignedSeats(row) && isForPeople(row));
  if (!licence) throw new Error(`no seats of ${identifier} available`);
  const people = [...to.used, ...to.given];
  await insertSeats(
    db,
    licence.id,
    people.map((id) => ({ to: { kind: 'person', id }, taken: 1 })),
    by,
  );
  await recordLicenceEvent(db, { licence_id: licence.id, what: 'given', at: by.now, person_id: by.person_id, count: people.length });
  for (const id of to.used) await markSeatsUsed(db, id, identifier, new Date(by.now.getTime() + DAY));
}
