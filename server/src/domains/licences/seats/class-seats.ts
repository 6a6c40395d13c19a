/**
 * Seats of a class, one for each learner. They are assigned in one request, updated with the members of the class and revoked together
 * (docs/behaviour/licences.md#seats-of-classes).
 */
import { isTeacher } from '@fundus/contract/access';
import { today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import type { ClassSeats, SeatsResult } from '@fundus/contract/licences/seats';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { countSeats, isActiveLicence, licenceTerms, type LicenceRow } from '../active.ts';
import {
  ensureAssignment,
  findAssignment,
  findTarget,
  insertLearnerSeats,
  findLearnersWithSeat,
  listClassSeats,
  listLearners,
  removeAssignments,
  type ClassTarget,
  type Learner,
} from './class-seat-repository.ts';
import { findManaged, findManagedLicences, recordLicenceEvent, findTeacherPermissions, type ManagedRow } from '../manage-repository.ts';
import { mayAssign } from '../policy.ts';
import { addPromisedSeats } from './promises.ts';
import { findLicences, lockLicences } from '../repository.ts';
import { startRuntime } from './runtime.ts';
import { listAssignments } from './seat-repository.ts';
import { freeSeatsOf, freeSeats, learnerIdOf, updateHolders } from './settle-seats.ts';

/** Fields of a class that its seats depend on. */
export type SeatClass = { id: string; school_id: string; district_id: string };

/** Returns true if the licence has seats for learners of the class. It must belong to the school of the class or to its district. */
const reaches = (row: LicenceRow, { school_id, district_id }: Pick<SeatClass, 'school_id' | 'district_id'>, day: string): boolean =>
  row.scope === 'volume' &&
  row.audience !== 'teacher' &&
  isActiveLicence(row, day) &&
  (row.school_id === null ? row.district_id === district_id : row.school_id === school_id);

const soonestFirst = (a: LicenceRow, b: LicenceRow): number =>
  (a.valid_to ?? '9999').localeCompare(b.valid_to ?? '9999') || a.id.localeCompare(b.id);

/** Returns true if the user teaches at the school and the school lets teachers assign seats to their classes. */
async function mayTakeFor({ db, user }: UserCtx, school_id: string): Promise<boolean> {
  return user.school_id === school_id && isTeacher(user) && (await findTeacherPermissions(db, school_id)).teachers_assign;
}

/** Returns the licences whose seats the user may assign to a class the user manages. */
async function filterAssignable<R extends LicenceRow & Parameters<typeof mayAssign>[1]>(
  ctx: UserCtx,
  rows: readonly R[],
  cls: SeatClass,
): Promise<R[]> {
  const teaches = await mayTakeFor(ctx, cls.school_id);
  return rows.filter((row) => mayAssign(ctx.user, row) || (teaches && row.school_id === cls.school_id));
}

/**
 * Returns by medium the number of learners in a class, the number of them who hold a seat, and the number of free seats. Media without a licence for
 * the class are left out.
 */
export async function readClassSeats(
  ctx: UserCtx,
  cls: SeatClass,
  media: readonly { identifier: string; licences: readonly unknown[] }[],
): Promise<Map<string, ClassSeats>> {
  const day = today(ctx.now);
  // The licences are read again, because seats may have been assigned a moment ago.
  const rows = (
    await findLicences(
      ctx.db,
      media.filter(({ licences }) => licences.length > 0).map(({ identifier }) => identifier),
    )
  ).filter((row) => reaches(row, cls, day));
  const found = [...new Set(rows.map(({ identifier }) => identifier))].map((identifier) => ({
    identifier,
    licences: rows.filter((row) => row.identifier === identifier),
  }));
  if (found.length === 0) return new Map();
  const learners = await listLearners(ctx.db, [{ class_id: cls.id, group_id: null }], day);
  const owned = <R extends LicenceRow>(row: R) => ({ ...row, owner_district: row.district_id ?? cls.district_id });
  const given = await listAssignments(ctx.db, cls.id);
  const result = new Map<string, ClassSeats>();
  for (const { identifier, licences } of found) {
    const ids = licences.map(({ id }) => id);
    const seated = await findLearnersWithSeat(ctx.db, ids, learners);
    const may = await filterAssignable(ctx, licences.map(owned), cls);
    const free = (await addPromisedSeats(ctx, may)).reduce((sum, row) => sum + freeSeatsOf(row), 0);
    result.set(identifier, {
      given: ids.some((id) => given.has(id)),
      learners: learners.length,
      seated: seated.size,
      free: Number.isFinite(free) ? free : null,
      may: may.length > 0,
    });
  }
  return result;
}

/**
 * Assigns a seat to each learner of a target, from the first of the locked licences to the last. `partial` allows fewer seats than learners. Learners
 * who already hold a seat get no other, and later members get one while seats are free. Throws `no_seats_left`.
 */
async function assignToTarget(ctx: UserCtx, locked: readonly ManagedRow[], target: ClassTarget, partial: boolean): Promise<SeatsResult> {
  const rows = await addPromisedSeats(ctx, locked);
  const learners = await listLearners(ctx.db, [target], today(ctx.now));
  const seated = await findLearnersWithSeat(
    ctx.db,
    rows.map(({ id }) => id),
    learners,
  );
  let waiting = learners.filter((learner) => !seated.has(learnerIdOf(learner)));
  const wanted = waiting.length;
  const free = rows.reduce((sum, row) => sum + freeSeatsOf(row), 0);
  if (wanted > free && !partial) throw new AppError('no_seats_left', { field: 'to', details: { free, wanted } });
  for (const [i, row] of rows.entries()) {
    const chosen = waiting.slice(0, freeSeatsOf(row));
    if (chosen.length === 0 && i > 0) continue;
    waiting = waiting.slice(chosen.length);
    await seat(ctx, row, target, chosen);
  }
  const to = target.group_id === null ? `class:${target.class_id}` : `group:${target.group_id}`;
  await recordAudit(ctx, 'licence.give', null, { licences: rows.map(({ id }) => id), to: [to], count: wanted - waiting.length });
  await updateHolders(ctx, rows[0]!.identifier);
  const after = await findManaged(ctx.db, rows[0]!.id);
  return {
    given: wanted - waiting.length,
    had: seated.size,
    left_out: waiting.length,
    remaining: countSeats(after ?? rows[0]!, licenceTerms(ctx.config)).remaining,
  };
}

async function seat(ctx: UserCtx, row: ManagedRow, target: ClassTarget, learners: readonly Learner[]): Promise<void> {
  const by = { person_id: ctx.user.id, now: ctx.now };
  const licence_class_id = await ensureAssignment(ctx.db, row.id, target, by);
  if (learners.length === 0) return;
  await startRuntime(ctx, row);
  await insertLearnerSeats(ctx.db, row, learners, { ...by, licence_class_id });
  await recordLicenceEvent(ctx.db, { licence_id: row.id, what: 'given', at: ctx.now, person_id: ctx.user.id, count: learners.length });
}

/** Assigns seats of one locked licence to a class. Throws the errors of `assignSeatsOf`. */
export async function assignLicenceToClass(ctx: UserCtx, row: ManagedRow, target: ClassTarget, partial: boolean): Promise<SeatsResult> {
  if (row.scope !== 'volume') throw new AppError('scope_mismatch', { field: 'to' });
  if (row.audience === 'teacher') throw new AppError('role_mismatch', { field: 'to', details: { id: target.group_id ?? target.class_id } });
  const cls = await findTarget(ctx.db, target);
  if (!cls) throw new AppError('not_found', { field: 'to', details: { id: target.group_id ?? target.class_id } });
  if (row.school_id === null ? cls.district_id !== row.district_id : cls.school_id !== row.school_id)
    throw new AppError('wrong_school', { field: 'to', details: { id: cls.id } });
  return assignToTarget(ctx, [row], target, partial);
}

/** Assigns seats of a medium to a class the user manages, starting with the licence that ends first. Throws `licence_missing` or `no_seats_left`. */
export async function assignMediumToClass(
  ctx: UserCtx,
  cls: SeatClass,
  { identifier, partial }: { identifier: string; partial: boolean },
): Promise<SeatsResult> {
  const day = today(ctx.now);
  const those = (await findLicences(ctx.db, [identifier])).filter((row) => reaches(row, cls, day)).map(({ id }) => id);
  await lockLicences(ctx.db, those);
  const rows = (await findManagedLicences(ctx.db, those)).filter((row) => reaches(row, cls, day)).sort(soonestFirst);
  const may = await filterAssignable(ctx, rows, cls);
  if (may.length === 0) throw new AppError('licence_missing', { field: 'media', details: { media: [identifier] } });
  return assignToTarget(ctx, may, { class_id: cls.id, group_id: null }, partial);
}

export type RevokeResult = { returned: number; kept: number };

/**
 * Revokes the seats of a class for a medium. All unused seats are revoked, and used ones if the portal and the licence allow it. Learners keep the
 * other seats.
 */
export async function revokeMediumSeats(ctx: UserCtx, cls: SeatClass, identifier: string): Promise<RevokeResult> {
  const those = (await findLicences(ctx.db, [identifier])).map(({ id }) => id);
  await lockLicences(ctx.db, those);
  const may = await filterAssignable(ctx, await findManagedLicences(ctx.db, those), cls);
  let [returned, kept] = [0, 0];
  for (const row of may) {
    const done = await revokeClassSeats(ctx, row, { class_id: cls.id, group_id: null });
    returned += done?.returned ?? 0;
    kept += done?.kept ?? 0;
  }
  return { returned, kept };
}

/** Revokes the seats of a class of one locked licence. Returns `undefined` if the class has none. */
export async function revokeClassSeats(ctx: UserCtx, row: ManagedRow, target: ClassTarget): Promise<RevokeResult | undefined> {
  const found = await findAssignment(ctx.db, row.id, target);
  if (!found) return undefined;
  const seats = (await listClassSeats(ctx.db, row.id)).filter((each) => each.licence_class_id === found.id);
  const freed = await freeSeats(ctx, row, seats);
  await removeAssignments(ctx.db, [found.id]);
  await recordAudit(ctx, 'licence.takeBack', { licence: row.id, classes: [target.class_id], count: freed }, null);
  if (freed > 0)
    await recordLicenceEvent(ctx.db, { licence_id: row.id, what: 'returned', at: ctx.now, person_id: ctx.user.id, count: freed });
  await updateHolders(ctx, row.identifier);
  return { returned: freed, kept: seats.length - freed };
}
