/** Finds borrowers at the desk: accounts of its schools and known private borrowers. */
import { isStudent } from '@fundus/contract/access';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { notFound } from '@fundus/contract/errors';
import { MAX_BORROWERS } from '@fundus/contract/lending/desk/borrower-search';
import type { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { UserCtx } from '../../../http/context.ts';
import { readPerson } from '../../../visitors/repository.ts';
import { listBorrowers } from './borrower-repository.ts';
import type { PointRow } from '../points/point-repository.ts';
import { isOpenTo, mayBorrowAsAdult } from '../../../visitors/borrowing.ts';
import { findByNumber } from './find-by-number.ts';
import { findPrivate, lockBorrowerAgainstDeletion, listPrivateByName } from './private-repository.ts';
import { toBorrower, toPrivateBorrower, type Borrower } from './borrower.ts';
import { requirePoint } from '../points/access.ts';

export async function readBorrowers(
  ctx: UserCtx,
  { point: pointId, q }: Input<typeof lendingDesk.borrowers>['query'],
): Promise<Reply<typeof lendingDesk.borrowers>> {
  const point = await requirePoint(ctx, pointId, 'desk');
  const people = (await listBorrowers(ctx.db, point, q))
    .filter((person) => !isStudent(person) && isOpenTo(person, point))
    .map(({ id, name, school }) => ({ id, name, school: school ?? '', private: null }));
  const numbered = await findByNumber(ctx, point, q);
  if (numbered) return { items: [numbered] };
  const known = point.private_borrowers ? await listPrivateByName(ctx.db, point.id, q, MAX_BORROWERS) : [];
  const items = known.map(({ id, name, id_checked_at }) => ({ id, name, school: '', private: { id_checked: id_checked_at !== null } }));
  // Shows up to half of the results for each of the two groups if both have many.
  const most = MAX_BORROWERS - Math.min(items.length, MAX_BORROWERS / 2);
  return { items: [...people.slice(0, most), ...items].slice(0, MAX_BORROWERS) };
}

/** Returns the borrower whom the desk chose. Throws `not_found` if the person may not borrow at the point. */
export async function requireBorrower(
  { db }: Pick<UserCtx, 'db'>,
  point: PointRow,
  { person: personId, private_borrower }: { person: string | null; private_borrower: string | null },
): Promise<Borrower> {
  if (private_borrower !== null) {
    await lockBorrowerAgainstDeletion(db, private_borrower);
    if ((await findPrivate(db, private_borrower))?.point_id !== point.id) throw notFound('private_borrower');
    return toPrivateBorrower(private_borrower);
  }
  const person = personId === null ? null : await readPerson(db, personId, true);
  if (!person || !mayBorrowAsAdult(person, point)) throw notFound('person');
  return toBorrower(person);
}
