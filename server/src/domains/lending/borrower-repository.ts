/** SQL of people who borrow at a lending point. */
import { MOST_TEACHERS } from '@fundus/contract/lending/agreement';
import { hasInName, selectFullName } from '../../db/full-name.ts';
import type { Db } from '../../db/open.ts';
import type { PointRow } from './point-repository.ts';

/** People with accounts that are open, at the school or in the district of a point, by a part of their name; others it is not open to are among them. */
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

/** Teachers of a school by a part of their name, whom a learner may name. */
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
    .limit(MOST_TEACHERS)
    .execute();
