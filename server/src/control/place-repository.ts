import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

export const listDistricts = (db: Db) =>
  db
    .selectFrom('district')
    .select(['district.id', 'district.name', 'district.number_pattern'])
    .select([
      sql<number>`(select count(*) from school where school.district_id = district.id and school.state <> 'closed')`.as('schools'),
      sql<number>`(select count(*) from person left join school on school.id = person.school_id where person.district_admin = '1'
        and person.state = 'active' and coalesce(person.district_id, school.district_id) = district.id)`.as('administrators'),
    ])
    .orderBy('district.name')
    .orderBy('district.id')
    .limit(1_000)
    .execute();

/** Returns the school with this id, otherwise schools with this number. Returns at most two rows. */
export const findSchoolsByIdOrNumber = (db: Db, called: string) =>
  db
    .selectFrom('school')
    .select(['school.id', 'school.district_id'])
    .where((eb) =>
      eb.or([
        eb('school.id', '=', called),
        eb.and([
          eb(eb.fn<string>('lower', ['school.number']), '=', called.toLowerCase()),
          eb.not(eb.exists(eb.selectFrom('school as named').select('named.id').where('named.id', '=', called))),
        ]),
      ]),
    )
    .limit(2)
    .execute();

export const listSchoolsOfDistrict = (db: Db, district?: string) =>
  db
    .selectFrom('school')
    .select(['school.id', 'school.number', 'school.name', 'school.city', 'school.district_id'])
    .select(
      sql<number>`(select count(*) from person where person.school_id = school.id and person.school_admin <> '0' and person.state = 'active')`.as(
        'administrators',
      ),
    )
    .$if(district !== undefined, (rows) => rows.where('school.district_id', '=', district!))
    .where('school.state', '<>', 'closed')
    .orderBy('school.district_id')
    .orderBy('school.name')
    .orderBy('school.id')
    .limit(20_000)
    .execute();

export const setDistrictName = (db: Db, id: string, name: string): Promise<unknown> =>
  db.updateTable('district').set({ name }).where('district.id', '=', id).execute();
