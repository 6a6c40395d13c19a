/** Query for the licences of a district or a school for the exchange interface (docs/operate/exchange.md#licences). */
import { sql } from 'kysely';
import type { Rights } from '@fundus/contract/catalogue/catalogue';
import type { Db } from '../../../db/open.ts';
import { isOfCatalogue } from '../../../visitors/own-material-repository.ts';
import type { PlaceLicence } from '../packages/write-odrl.ts';

type Asked = { district_id: string; school_id: string | null; identifier: string | null; day: string; limit: number };

/**
 * Returns current and future licences: those of the district for all its schools, those of the school, and those with seats assigned to the school.
 * Without `school_id`, all schools of the district are included. Trials and hidden licences are left out.
 */
export async function listPlaceLicences(db: Db, { district_id, school_id, identifier, day, limit }: Asked): Promise<PlaceLicence[]> {
  const rows = await db
    .selectFrom('licence')
    .innerJoin('media_item', 'media_item.identifier', 'licence.identifier')
    .leftJoin('licence_seat', (join) =>
      join.onRef('licence_seat.licence_id', '=', 'licence.id').on('licence_seat.school_id', 'is not', null),
    )
    .leftJoin('school', (join) => join.on('school.id', '=', sql<string>`coalesce(licence.school_id, licence_seat.school_id)`))
    .select(['licence.id', 'licence.identifier', 'licence.licensor', 'licence.purchase_ref', 'licence.seats'])
    .select(['licence.valid_from', 'licence.valid_to', 'licence.audience', sql<Rights>`licence.rights`.as('rights')])
    .select(sql<string | null>`case when school.number = '' then school.id else school.number end`.as('school'))
    .where('licence.scope', '<>', 'free')
    .where('licence.origin', '<>', 'trial')
    .where('licence.hidden', '=', false)
    .where('licence.withdrawn_at', 'is', null)
    .where(isOfCatalogue)
    .where('media_item.retired_at', 'is', null)
    .where(sql<boolean>`not exists (select from media_draft where media_draft.identifier = media_item.identifier)`)
    .where((eb) => eb.or([eb('licence.valid_to', 'is', null), eb('licence.valid_to', '>=', day)]))
    .where((eb) =>
      eb.or([
        eb.and([eb('licence.district_id', '=', district_id), eb('licence.scope', '=', 'district')]),
        school_id === null ? eb('school.district_id', '=', district_id) : eb('school.id', '=', school_id),
      ]),
    )
    .$if(identifier !== null, (query) => query.where('licence.identifier', '=', identifier!))
    .orderBy('licence.identifier')
    .orderBy('licence.id')
    .orderBy('school.id')
    .limit(limit)
    .execute();
  return rows;
}
