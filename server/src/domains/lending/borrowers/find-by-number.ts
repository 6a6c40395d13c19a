/** Finds borrowers by their number or card number from the previous system. */
import type { Reply } from '@fundus/contract/endpoint';
import type { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { UserCtx } from '../../../http/context.ts';
import { readPerson } from '../../../visitors/repository.ts';
import type { PointRow } from '../points/point-repository.ts';
import { isOpenTo, mayBorrowAsAdult } from '../../../visitors/borrowing.ts';
import { foldNumber, listBorrowersByNumber } from './number-repository.ts';
import { findPrivate } from './private-repository.ts';

type Found = Reply<typeof lendingDesk.borrowers>['items'][number];

/** Returns the borrower with exactly this number if the borrower may use the point. */
export async function findByNumber({ db }: Pick<UserCtx, 'db'>, point: PointRow, q: string): Promise<Found | undefined> {
  const number = foldNumber(q);
  const known = (await listBorrowersByNumber(db, point, [number])).get(number);
  if (!known) return undefined;
  if (known.private_id !== null) {
    const row = point.private_borrowers ? await findPrivate(db, known.private_id) : undefined;
    return row && { id: row.id, name: row.name, school: '', private: { id_checked: row.id_checked_at !== null } };
  }
  const person = await readPerson(db, known.person_id!, true);
  if (!person || !mayBorrowAsAdult(person, point) || !isOpenTo(person, point)) return undefined;
  return { id: person.id, name: known.name, school: known.school ?? '', private: null };
}
