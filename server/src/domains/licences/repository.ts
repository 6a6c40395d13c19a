/** SQL of licences. */
import { isDistrictAdmin, isSchoolAdmin, isTeacher } from '@fundus/contract/access';
import type { Db } from '../../db/open.ts';
import type { SignedIn } from '../../http/context.ts';
import { activeLicence } from './active.ts';

type Asked = { day: string; graceDays: number; ended: boolean };

/** Licences of the person's school and district; `ended` also those that are over. Those not begun yet never. */
const reaching = (db: Db, user: SignedIn, { day, graceDays, ended }: Asked) => {
  const staff = isTeacher(user) || isSchoolAdmin(user) || isDistrictAdmin(user);
  return db
    .selectFrom('licence')
    .where((eb) =>
      eb.or([
        eb.and([eb('licence.scope', '=', 'school'), eb('licence.school_id', '=', user.school_id)]),
        eb.and([eb('licence.scope', '=', 'district'), eb('licence.district_id', '=', user.district_id)]),
      ]),
    )
    .where((eb) =>
      ended ? eb.or([eb('licence.valid_from', 'is', null), eb('licence.valid_from', '<=', day)]) : activeLicence(eb, day, graceDays),
    )
    .$if(!staff, (asked) => asked.where('licence.audience', '=', 'all'));
};

/** Those that end first in front, those without an end last. */
export const listLicences = (db: Db, user: SignedIn, asked: Asked, offset: number, limit: number) =>
  reaching(db, user, asked)
    .select(['licence.id', 'licence.identifier', 'licence.scope', 'licence.seats', 'licence.valid_from', 'licence.valid_to'])
    .orderBy('licence.valid_to', (order) => order.asc().nullsLast())
    .orderBy('licence.identifier')
    .orderBy('licence.id')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countLicences(db: Db, user: SignedIn, asked: Asked): Promise<number> {
  const row = await reaching(db, user, asked)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}
