/** Queries for reminders about licences. Each reminder is claimed once, by one process. */
import { sql } from 'kysely';
import { matchTexts } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';

export type DueAlert = {
  licence_id: string;
  kind: 'ends_60' | 'ends_30' | 'ends_7' | 'seats_low' | 'unused';
  fn_titel: string;
  school_id: string | null;
  district_id: string | null;
  valid_to: string | null;
  seats: number;
  taken: number;
  /** Schools to which the district assigned the licence, for a reminder of its end. */
  given_to: string[];
};

/**
 * Claims and returns the reminders due on a day. Licences in force are due 60, 30 and 7 days before their end. Once a week, licences are due that
 * have less than a tenth of their seats free or fewer than `warn_below`, and licences with assignable seats that were unused for 90 days.
 */
export async function claimDueAlerts(db: Db, day: string): Promise<DueAlert[]> {
  const { rows } = await sql<DueAlert>`
    with in_force as (
      select licence.*, licence.valid_to - ${day}::date as days_left,
        (licence.scope in ('volume', 'single') or licence.scope = 'school' and licence.district_id is not null) as given
      from licence
      where licence.scope <> 'free' and licence.origin <> 'trial' and licence.withdrawn_at is null and not licence.hidden
        and (licence.valid_from is null or licence.valid_from <= ${day}) and (licence.valid_to is null or licence.valid_to >= ${day})
    ), news as (
      select id, case when days_left <= 7 then 'ends_7' when days_left <= 30 then 'ends_30' else 'ends_60' end as kind, valid_to as about
      from in_force where days_left <= 60
      union all
      select id, 'seats_low', date_trunc('week', ${day}::date)::date from in_force
      where given and seats > 1 and ((seats - taken) * 10 < seats or seats - taken < coalesce(warn_below, 0))
      union all
      select id, 'unused', date_trunc('week', ${day}::date)::date from in_force
      where given and in_use = 0 and coalesce(valid_from, created_at::date) <= ${day}::date - 90
    ), due as (
      insert into licence_alert (licence_id, kind, about) select id, kind, about from news
      on conflict do nothing returning licence_id, kind
    )
    select due.licence_id, due.kind, media_item.fn_titel, licence.school_id, licence.district_id, licence.valid_to, licence.seats, licence.taken,
      case when due.kind in ('ends_60', 'ends_30', 'ends_7') and licence.scope = 'school' and licence.district_id is not null then array(
        select seat.school_id from licence_seat as seat where seat.licence_id = licence.id and seat.school_id is not null
      ) else '{}' end as given_to
    from due join licence on licence.id = due.licence_id join media_item on media_item.identifier = licence.identifier
    order by licence.valid_to nulls last, media_item.fn_titel, due.kind
    limit 100000`.execute(db);
  return rows;
}

/** District of a person, set on the person or on the school. */
const districtOf = sql<string | null>`coalesce(person.district_id, school.district_id)`;

/**
 * Selects the administrators and licence editors of schools and districts. People of a suspended or closed school cannot sign in and are left out,
 * unless they manage the district.
 */
export const findAlertReaders = (db: Db, schools: readonly string[], districts: readonly string[]) =>
  db
    .selectFrom('person')
    .leftJoin('school', 'school.id', 'person.school_id')
    .select(['person.id', 'person.email', 'person.vorname', 'person.name', 'person.locale', 'person.role'])
    .select([
      'person.school_id',
      'person.school_admin',
      'person.district_admin',
      districtOf.as('district_id'),
      sql<boolean>`(person.school_admin in ('1', '2') or 'cap_licences' = any(person.capabilities)) and person.school_id is not null`.as(
        'for_school',
      ),
      sql<boolean>`(person.district_admin = '1' or 'cap_licences' = any(person.capabilities) and person.school_id is null)`.as(
        'for_district',
      ),
      sql<boolean>`(person.school_admin in ('1', '2') or person.district_admin = '1')`.as('manages'),
    ])
    .where('person.state', '=', 'active')
    .where(sql<boolean>`(coalesce(school.state in ('active', 'closing'), true) or person.district_admin = '1')`)
    .where((eb) => eb.or([eb('person.school_id', '=', matchTexts(schools)), eb(districtOf, '=', matchTexts(districts))]))
    .where(sql<boolean>`(person.school_admin in ('1', '2') or person.district_admin = '1' or 'cap_licences' = any(person.capabilities))`)
    .orderBy('person.id')
    .limit(100_000)
    .execute();
