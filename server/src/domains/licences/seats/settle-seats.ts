/** Updates the seats of classes after their learners changed (docs/behaviour/licences.md#seats-of-classes). */
import { today } from '@fundus/contract/days';
import type { Db } from '../../../db/open.ts';
import type { Portal, UserCtx } from '../../../http/context.ts';
import { logChanges } from '../../../search/change-log-repository.ts';
import { isForPeople, hasAssignedSeats, isActiveLicence, type LicenceRow } from '../active.ts';
import {
  insertLearnerSeats,
  findLearnersWithSeat,
  listLicencesOfClasses,
  listLicencesWithClasses,
  listAssignments,
  listClassSeats,
  listLearners,
  setClassOfSeats,
  type ClassTarget,
  type Learner,
} from './class-seat-repository.ts';
import { findManaged, recordLicenceEvent, updateLicence, type ManagedRow } from '../manage-repository.ts';
import { addPromisedSeats } from './promises.ts';
import { findLicences, lockLicences } from '../repository.ts';
import { startRuntime } from './runtime.ts';
import { removeSeats } from './seat-repository.ts';

export const learnerIdOf = (learner: Learner): string => learner.person_id ?? learner.learner_code_id!;
/** Returns the number of free seats, which is infinite if the licence does not limit them. */
export const freeSeatsOf = ({ seats, taken }: Pick<LicenceRow, 'seats' | 'taken'>): number =>
  seats === 0 ? Infinity : Math.max(0, seats - taken);

/** Updates the search for a medium after its holders changed. */
export async function updateHolders(ctx: Pick<UserCtx, 'db' | 'afterCommit' | 'wakeIndex'>, identifier: string): Promise<void> {
  await logChanges(ctx.db, [identifier]);
  ctx.afterCommit(() => ctx.wakeIndex());
}

type ClassSeat = Awaited<ReturnType<typeof listClassSeats>>[number];
type Settling = { db: Db; now: Date; config: Portal['config'] };

/** Frees as many of the seats as the licence allows. Holders keep the others, which then belong to no class. Returns the number of freed seats. */
export async function freeSeats({ db, config }: Settling, row: ManagedRow, seats: readonly ClassSeat[]): Promise<number> {
  let left = config.AllowReturns ? (row.returns_left ?? Infinity) : 0;
  const going = seats.filter((each) => {
    if (each.first_used_at === null) return true;
    if (!config.AllowReturns || each.taken > left) return false;
    left -= each.taken;
    return true;
  });
  const used = going.filter((each) => each.first_used_at !== null).reduce((sum, each) => sum + each.taken, 0);
  await removeSeats(
    db,
    going.map(({ id }) => id),
  );
  await setClassOfSeats(
    db,
    seats.filter((each) => !going.includes(each)).map(({ id }) => id),
    null,
  );
  if (used > 0 && row.returns_left !== null) await updateLicence(db, row.id, row.version, { returns_left: row.returns_left - used });
  return going.length;
}

/** Updates the seats of one licence for the learners of its classes. Frees the seats of learners who left and assigns free seats to new learners. */
async function updateSeatsOfLicence(ctx: Settling, licenceId: string): Promise<string | null> {
  const { db, now } = ctx;
  const [locked] = await lockLicences(db, [licenceId]);
  const row = locked && (await findManaged(db, licenceId));
  if (!row || row.withdrawn) return null;
  const day = today(now);
  const targets = await Promise.all(
    (await listAssignments(db, licenceId)).map(async (target) => ({ ...target, learners: await listLearners(db, [target], day) })),
  );
  const targetWith = (id: string) => targets.find(({ learners }) => learners.some((learner) => learnerIdOf(learner) === id));
  const [leaving, moving]: [ClassSeat[], ClassSeat[]] = [[], []];
  for (const each of await listClassSeats(db, licenceId)) {
    const own = targets.find(({ id }) => id === each.licence_class_id);
    if (own?.learners.some((learner) => learnerIdOf(learner) === learnerIdOf(each))) continue;
    (targetWith(learnerIdOf(each)) ? moving : leaving).push(each);
  }
  for (const each of moving) await setClassOfSeats(db, [each.id], targetWith(learnerIdOf(each))!.id);
  const freed = await freeSeats(ctx, row, leaving);
  if (freed > 0) await recordLicenceEvent(db, { licence_id: licenceId, what: 'returned', at: now, person_id: null, count: freed });
  const came = isActiveLicence(row, day) ? await seatNewcomers(ctx, licenceId, row.identifier, targets) : 0;
  return freed + came > 0 ? row.identifier : null;
}

type Target = ClassTarget & { id: string; learners: Learner[] };

async function seatNewcomers(ctx: Settling, licenceId: string, identifier: string, targets: readonly Target[]): Promise<number> {
  const { db, now } = ctx;
  // A learner who holds a seat of another licence for the medium needs no second one.
  const others = (await findLicences(db, [identifier])).filter(
    (row) => hasAssignedSeats(row) && isForPeople(row) && isActiveLicence(row, today(now)),
  );
  const ids = others.map(({ id }) => id);
  let came = 0;
  for (const { id, learners } of targets) {
    const [row] = await addPromisedSeats(ctx, [(await findManaged(db, licenceId))!]);
    if (!row) break;
    const seated = await findLearnersWithSeat(db, ids, learners);
    const chosen = learners.filter((learner) => !seated.has(learnerIdOf(learner))).slice(0, freeSeatsOf(row));
    if (chosen.length === 0) continue;
    await startRuntime(ctx, row);
    await insertLearnerSeats(db, row, chosen, { licence_class_id: id, person_id: null, now });
    await recordLicenceEvent(db, { licence_id: licenceId, what: 'given', at: now, person_id: null, count: chosen.length });
    came += chosen.length;
  }
  return came;
}

/** Updates seats after people joined or left classes. Runs in the same transaction. */
export async function updateClassSeats(
  ctx: Settling & Pick<UserCtx, 'afterCommit' | 'wakeIndex'>,
  classIds: readonly string[],
): Promise<void> {
  for (const id of (await listLicencesOfClasses(ctx.db, classIds)).sort()) {
    const identifier = await updateSeatsOfLicence(ctx, id);
    if (identifier !== null) await updateHolders(ctx, identifier);
  }
}

/** Updates the seats of all classes after changes without a notification, such as people who left a school and expired codes. */
export async function updateSeatsOfClasses(portal: Portal): Promise<void> {
  for (const id of await listLicencesWithClasses(portal.db)) {
    const identifier = await portal.db.transaction().execute(async (db) => {
      const changedOne = await updateSeatsOfLicence({ db, now: portal.now(), config: portal.config }, id);
      if (changedOne !== null) await logChanges(db, [changedOne]);
      return changedOne;
    });
    if (identifier !== null) void portal.wakeIndex();
  }
}
