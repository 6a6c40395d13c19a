/** Queries for borrowers' numbers and card numbers from the previous system. */
import { sql, type Insertable } from 'kysely';
import { distinctValues } from '../../../db/any-of.ts';
import { selectFullName } from '../../../db/full-name.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import type { PointRow } from '../points/point-repository.ts';

/** Number of rows per SQL statement. */
const BATCH = 500;

export type KnownBorrower = {
  person_id: string | null;
  private_id: string | null;
  name: string;
  school_id: string | null;
  school: string | null;
};

const isAtPoint = ({ school_id, district_id }: PointRow) =>
  school_id === null
    ? sql<boolean>`coalesce(p.district_id, school.district_id) = ${district_id}`
    : sql<boolean>`p.school_id = ${school_id}`;
/** Condition that a person `p` is an adult with an active account, the same as for the search at the desk. */
const isBorrower = sql<boolean>`(p.state = 'active' and (p.role in ('L', 'P') or p.school_admin <> '0' or p.district_admin = '1'))`;

/**
 * Returns the borrowers of a point with the given numbers, by number. `numbers` must be folded with `foldNumber`. Omits people who cannot borrow at
 * the point.
 */
export async function listBorrowersByNumber(db: Db, point: PointRow, numbers: readonly string[]): Promise<Map<string, KnownBorrower>> {
  const { rows } = await sql<KnownBorrower & { number: string }>`select n.number, n.person_id, n.private_id,
      coalesce(pb.name, ${selectFullName('p')}) as name, p.school_id, school.name as school
    from ${distinctValues(numbers)} as asked cross join lateral (select * from lending_borrower_number as b
        where b.point_id = ${point.id} and b.number = asked.value offset 0) as n
      left join private_borrower as pb on pb.id = n.private_id
      left join person as p on p.id = n.person_id left join school on school.id = p.school_id
    where n.private_id is not null or (${isBorrower} and ${isAtPoint(point)})`.execute(db);
  return new Map(rows.map(({ number, ...row }) => [number, row]));
}

/** Returns accounts that may borrow at a point, by lower-case e-mail address. */
export async function listByEmail(db: Db, point: PointRow, emails: readonly string[]): Promise<Map<string, KnownBorrower>> {
  const { rows } = await sql<KnownBorrower & { email: string }>`select lower(p.email) as email, p.id as person_id, null as private_id,
      ${selectFullName('p')} as name, p.school_id, school.name as school
    from ${distinctValues(emails)} as asked cross join lateral (select * from person as own where lower(own.email) = asked.value offset 0) as p
      left join school on school.id = p.school_id
    where ${isBorrower} and ${isAtPoint(point)}`.execute(db);
  return new Map(rows.map(({ email, ...row }) => [email, row]));
}

export const listNumbersOf = (db: Db, private_id: string): Promise<{ number: string }[]> =>
  db
    .selectFrom('lending_borrower_number')
    .select('lending_borrower_number.number')
    .where('lending_borrower_number.private_id', '=', private_id)
    .orderBy('lending_borrower_number.number')
    .limit(100)
    .execute();

export async function insertNumbers(db: Db, rows: readonly Insertable<Tables['lending_borrower_number']>[]): Promise<void> {
  for (let i = 0; i < rows.length; i += BATCH)
    await db
      .insertInto('lending_borrower_number')
      .values(rows.slice(i, i + BATCH))
      .execute();
}

export const foldNumber = (text: string | undefined): string => (text ?? '').trim().toLowerCase();
