/** SQL queries for the licences of a school: its own licences, and those of the district that include the school. */
import { shiftDay } from '@fundus/contract/days';
import { EXPIRING_DAYS } from '@fundus/contract/licences/licences';
import type { SCHOOL_MEDIA_FILTERS } from '@fundus/contract/schools/schools';
import { sql } from 'kysely';
import { containsPattern } from '../../db/like.ts';
import type { Db } from '../../db/open.ts';

export type LicenceFilter = {
  schoolId: string;
  districtId: string;
  day: string;
  q: string;
  show: (typeof SCHOOL_MEDIA_FILTERS)[number];
  typ: string;
  /** Includes licences for teachers only and licences with individual seats. */
  everything: boolean;
};

const selectAsked = (db: Db, { schoolId, districtId, day, q, show, everything }: LicenceFilter) =>
  db
    .selectFrom('licence')
    .innerJoin('media_item', 'media_item.identifier', 'licence.identifier')
    .leftJoin('licence_seat as share', (join) =>
      join.onRef('share.licence_id', '=', 'licence.id').on('share.school_id', '=', schoolId).on('licence.scope', '=', 'school'),
    )
    .where('licence.withdrawn_at', 'is', null)
    .where('licence.hidden', '=', false)
    .where((eb) => eb.or([eb('licence.valid_from', 'is', null), eb('licence.valid_from', '<=', day)]))
    .where((eb) => eb.or([eb('licence.valid_to', 'is', null), eb('licence.valid_to', '>=', day)]))
    .where(
      sql<boolean>`(licence.school_id = ${schoolId} or licence.scope = 'district' and licence.district_id = ${districtId}
        or share.id is not null)`,
    )
    .$if(!everything, (rows) => rows.where('licence.audience', '<>', 'teacher').where('licence.scope', 'in', ['school', 'district']))
    .$if(show === 'expiring', (rows) => rows.where('licence.valid_to', '<=', shiftDay(day, EXPIRING_DAYS)))
    .$if(show === 'free_seats', (rows) => rows.where('share.id', 'is', null).where('licence.seats', '>', sql<number>`licence.taken`))
    .$if(q !== '', (rows) => rows.where('media_item.fn_titel', 'ilike', containsPattern(q)));

const selectOfType = (db: Db, filter: LicenceFilter) =>
  selectAsked(db, filter).$if(filter.typ !== '', (rows) => rows.where('media_item.fn_typ', '=', filter.typ));

/** Returns a page of licences ordered by their last day, unlimited licences last. */
export const listSchoolLicences = (db: Db, filter: LicenceFilter, offset: number, limit: number) =>
  selectOfType(db, filter)
    .select([
      'licence.id',
      'licence.identifier',
      'licence.scope',
      'licence.seats',
      'licence.taken',
      'licence.in_use',
      'licence.returns_left',
    ])
    .select('share.taken as share_taken')
    .select([
      'licence.valid_from',
      'licence.valid_to',
      'media_item.fn_titel',
      'media_item.fn_typ',
      'media_item.fn_nr',
      'media_item.is_mediathek',
    ])
    .select((eb) =>
      eb
        .selectFrom('licence_code')
        .select('licence_code.id')
        .whereRef('licence_code.licence_id', '=', 'licence.id')
        .orderBy('licence_code.created_at')
        .limit(1)
        .as('code_id'),
    )
    .orderBy('licence.valid_to', (order) => order.asc().nullsLast())
    .orderBy('media_item.fn_titel')
    .orderBy('licence.id')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countSchoolLicences(db: Db, filter: LicenceFilter): Promise<number> {
  const row = await selectOfType(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Returns the types of media in the list, ignoring the selected type. */
export const listTypes = (db: Db, filter: LicenceFilter) =>
  selectAsked(db, filter)
    .select((eb) => ['media_item.fn_typ', eb.fn.countAll<number>().as('n')])
    .groupBy('media_item.fn_typ')
    .limit(100)
    .execute();
