/** Finds the borrowers named in migration rows by number, card or e-mail address. */
import type { MigrationColumn } from '@fundus/contract/lending/migration/migration';
import type { Db } from '../../../db/open.ts';
import type { PointRow } from '../points/point-repository.ts';
import { foldNumber as fold, listByEmail, listBorrowersByNumber, type KnownBorrower } from '../borrowers/number-repository.ts';
import { listPrivateOf } from './migration-repository.ts';
import type { MigrationLine } from './read-file.ts';

export type BorrowerMatch = { borrower: KnownBorrower } | { problem: { field: MigrationColumn; rule: string; about: string } };

/** Returns a function that finds the borrower of a row. */
export async function findBorrowers(
  db: Db,
  point: PointRow,
  lines: readonly MigrationLine[],
): Promise<(line: MigrationLine) => BorrowerMatch> {
  const named = lines.flatMap(({ cells }) => [fold(cells.borrower), fold(cells.email)]).filter((name) => name !== '');
  const numbers = await listBorrowersByNumber(db, point, named);
  const accounts = await listByEmail(
    db,
    point,
    named.filter((name) => name.includes('@')),
  );
  const privates = Map.groupBy(await listPrivateOf(db, point.id), ({ email }) => fold(email));
  const byName = (name: string): KnownBorrower | undefined => {
    if (name === '') return undefined;
    const known = numbers.get(name) ?? accounts.get(name);
    const [one, another] = name.includes('@') ? (privates.get(name) ?? []) : [];
    return known ?? (one && !another ? { person_id: null, private_id: one.id, name: one.name, school_id: null, school: null } : undefined);
  };
  return ({ cells }) => {
    const [called, email] = [fold(cells.borrower), fold(cells.email)];
    const borrower = byName(called) ?? byName(email);
    if (borrower) return { borrower };
    const field = called === '' && email !== '' ? 'email' : 'borrower';
    if (called === '' && email === '') return { problem: { field, rule: 'required', about: '' } };
    return { problem: { field, rule: 'no_borrower', about: cells[field] } };
  };
}
