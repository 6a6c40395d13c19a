/** Lists assigned seats and revokes them (docs/behaviour/licences.md#seats). */
import { fullName } from '@fundus/contract/people/full-name';
import { AppError, notFound } from '@fundus/contract/errors';
import { type Seat, type SeatTarget } from '@fundus/contract/licences/seats';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { isForPeople } from '../active.ts';
import { revokeClassSeats } from './class-seats.ts';
import { listClassHolders } from './class-seat-repository.ts';
import { findManaged, recordLicenceEvent, updateLicence, type ManagedRow } from '../manage-repository.ts';
import { mayAssign, maySeeNames } from '../policy.ts';
import { lockLicences } from '../repository.ts';
import { countSeats, findSeats, listSeats, removeSeats, sumSeats } from './seat-repository.ts';
import { logMediaChanges, requireVisible } from '../service.ts';
import { isClassTarget, requireClassTarget } from './seats.ts';
import { seatsOf } from './share.ts';

type Back = { seats: string[]; from: SeatTarget[] };

/**
 * Returns the filter for seats that the user may see by name: all within the school, and elsewhere those the user assigned. Every manager sees the
 * seats of schools, because they contain no names.
 */
const shownTo = (ctx: UserCtx, row: ManagedRow): { givenBy: string | null } => ({
  givenBy: maySeeNames(ctx.user, row) || !isForPeople(row) ? null : ctx.user.id,
});

/**
 * Revokes seats. Of people and schools, either all or none are revoked, and of classes as many as possible. A used seat can be revoked only if the
 * portal and the licence allow it. Holders may return their own seat. Throws `not_found`, `forbidden` or `state_conflict`.
 */
export async function revokeSeats(ctx: UserCtx, id: string, { seats: ids, from }: Back): Promise<{ returned: number; kept: number }> {
  const [locked] = await lockLicences(ctx.db, [id]);
  const row = locked && (await findManaged(ctx.db, id));
  if (!row) throw notFound();
  const giver = mayAssign(ctx.user, row);
  const targets = from.filter(isClassTarget);
  const others = from.filter((target) => !isClassTarget(target));
  if (targets.length > 0 && !giver) throw notFound('from');
  const returned = await revokeOthers(ctx, row, giver, { seats: ids, from: others });
  let done = { returned, kept: 0 };
  for (const target of targets) {
    const now = (await findManaged(ctx.db, id))!;
    const back = await revokeClassSeats(ctx, now, await requireClassTarget(ctx.db, target));
    if (!back) throw notFound('from');
    done = { returned: done.returned + back.returned, kept: done.kept + back.kept };
  }
  return done;
}

async function revokeOthers(ctx: UserCtx, row: ManagedRow, giver: boolean, { seats: ids, from }: Back): Promise<number> {
  if (ids.length + from.length === 0) return 0;
  const { givenBy } = shownTo(ctx, row);
  const found = await findSeats(ctx.db, row.id, ids, from);
  // A seat that the user may not see is reported as missing, so that the response does not reveal its holder.
  const seats = found.filter((seat) => seat.person_id === ctx.user.id || (giver && (givenBy === null || seat.assigned_by === givenBy)));
  if (seats.length < new Set([...ids, ...from.map(({ kind, id }) => `${kind}:${id}`)]).size) throw notFound('seats');
  const used = seats.filter((seat) => seat.first_used_at !== null);
  const usedSeats = used.reduce((sum, seat) => sum + seat.taken, 0);
  if (used.length > 0 && (!ctx.config.AllowReturns || usedSeats > (row.returns_left ?? Infinity)))
    throw new AppError('state_conflict', { field: 'seats', details: { used: used.length, returns_left: row.returns_left } });
  await removeSeats(
    ctx.db,
    seats.map((seat) => seat.id),
  );
  if (used.length > 0 && row.returns_left !== null)
    await updateLicence(ctx.db, row.id, row.version, { returns_left: row.returns_left - usedSeats });
  await recordLicenceEvent(ctx.db, { licence_id: row.id, what: 'returned', at: ctx.now, person_id: ctx.user.id, count: seats.length });
  const holders = seats.map((seat) => seat.person_id ?? seat.school_id ?? seat.learner_code_id);
  await recordAudit(ctx, 'licence.takeBack', { licence: row.id, seats: holders }, null);
  await logMediaChanges(ctx, [row.identifier]);
  return seats.length;
}

/** Returns true if the seat may be revoked. */
const mayReturn = (ctx: UserCtx, row: ManagedRow, seat: { first_used_at: Date | null; taken: number }): boolean =>
  seat.first_used_at === null || (ctx.config.AllowReturns && seat.taken <= (row.returns_left ?? Infinity));

/** Returns classes first, then single seats. A user who may not see names gets totals and the seats the user assigned. Throws `not_found`. */
export async function readSeats(ctx: UserCtx, id: string, { offset, limit }: { offset: number; limit: number }) {
  const { row, share } = await requireVisible(ctx, id);
  if (share) return { total: 1, offset, limit, ...seatsOf(share) };
  const shown = shownTo(ctx, row);
  const giver = mayAssign(ctx.user, row);
  const classes = offset === 0 ? (await listClassHolders(ctx.db, id)).map((each) => presentClass(each, giver)) : [];
  const rows = await listSeats(ctx.db, id, shown, offset, limit);
  const items = rows.map((seat): Seat => ({
    id: seat.id,
    to: holderOf(seat),
    taken: seat.taken,
    state: seat.first_used_at === null ? 'assigned' : 'in_use',
    assigned_at: seat.assigned_at.toISOString(),
    first_used_at: seat.first_used_at?.toISOString() ?? null,
    can: { takeBack: giver && mayReturn(ctx, row, seat) },
  }));
  return { total: await countSeats(ctx.db, id, shown), offset, limit, items: [...classes, ...items], sums: await sumSeats(ctx.db, id) };
}

type Holder = Awaited<ReturnType<typeof listSeats>>[number];

const holderOf = (seat: Holder): Seat['to'] =>
  seat.learner_code_id !== null
    ? { kind: 'code', id: seat.learner_code_id, name: seat.label ?? '' }
    : seat.person_id === null
      ? { kind: 'school', id: seat.school_id ?? '', name: seat.school_name ?? '' }
      : { kind: 'person', id: seat.person_id, name: fullName(seat) };

function presentClass(each: Awaited<ReturnType<typeof listClassHolders>>[number], giver: boolean): Seat {
  const { id, class_id, group_id, name, group_name, learners, used, assigned_at } = each;
  return {
    id,
    to: group_id === null ? { kind: 'class', id: class_id, name } : { kind: 'group', id: group_id, name: `${name} · ${group_name ?? ''}` },
    taken: learners,
    state: used > 0 ? 'in_use' : 'assigned',
    assigned_at: assigned_at.toISOString(),
    first_used_at: null,
    can: { takeBack: giver },
  };
}
