import { MAX_TEACHERS } from '@fundus/contract/lending/orders/agreement';
import { hasInName, selectFullName } from '../../../db/full-name.ts';
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { PointRow } from '../points/point-repository.ts';
import type { BorrowerIds } from './borrower.ts';

/**
 * Returns active accounts at the school or in the district of a point whose name contains `q`. The caller checks whether they may borrow at the
 * point.
 */
export const listBorrowers = (db: Db, point: Pick<PointRow, 'school_id' | 'district_id'>, q: string) =>
  db
    .selectFrom('person as p')
    .leftJoin('school', 'school.id', 'p.school_id')
    .select(['p.id', 'p.role', 'p.school_admin', 'p.district_admin', 'p.school_id', 'school.name as school'])
    .select(selectFullName('p').as('name'))
    .where('p.state', '=', 'active')
    .where((eb) => eb.or([eb('p.role', 'in', ['L', 'P']), eb('p.school_admin', '<>', '0'), eb('p.district_admin', '=', '1')]))
    .where(hasInName('p', q))
    .where((eb) =>
      point.school_id === null
        ? eb(eb.fn.coalesce('p.district_id', 'school.district_id'), '=', point.district_id)
        : eb('p.school_id', '=', point.school_id),
    )
    .orderBy('p.sort_name')
    .orderBy('p.sort_vorname')
    .orderBy('p.id')
    .limit(40)
    .execute();

/** Returns teachers of a school whose name contains `q`. Learners choose a responsible teacher from this list. */
export const listTeachers = (db: Db, school: string, q: string): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('person as p')
    .select('p.id')
    .select(selectFullName('p').as('name'))
    .where('p.state', '=', 'active')
    .where('p.role', '=', 'L')
    .where('p.school_id', '=', school)
    .where(hasInName('p', q))
    .orderBy('p.sort_name')
    .orderBy('p.sort_vorname')
    .orderBy('p.id')
    .limit(MAX_TEACHERS)
    .execute();

/** Name of the borrower of an order, or `null` if the borrower was deleted. `order` and `person` are table aliases. */
export const selectBorrower = (order = 'o', person = 'p') =>
  sql<string | null>`case when ${sql.ref(`${person}.id`)} is not null then ${selectFullName(person)}
    else (select pb.name from private_borrower as pb where pb.id = ${sql.ref(`${order}.private_id`)}) end`;

/** Condition that rows belong to a borrower. `table` is the alias of a table with the columns `person_id` and `private_id`. */
export const isOfBorrower = (table: string, { person_id, private_id }: BorrowerIds) =>
  person_id !== null
    ? sql<boolean>`${sql.ref(`${table}.person_id`)} = ${person_id}`
    : private_id !== null
      ? sql<boolean>`${sql.ref(`${table}.private_id`)} = ${private_id}`
      : sql<boolean>`false`;
