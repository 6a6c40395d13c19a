/** Counts what depends on a licence, for a school or for all schools of a district. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/open.ts';

/** `school` is null for the whole district. */
type LossScope = { school: string | null; district: string };
/** A licence, its medium, and the first day without the licence. */
type Lost = { licence: string; identifier: string; after: string };

const isThere = ({ school, district }: LossScope, column: string): RawBuilder<boolean> =>
  school !== null
    ? sql<boolean>`${sql.ref(column)} = ${school}`
    : sql<boolean>`${sql.ref(column)} in (select school.id from school where school.district_id = ${district})`;

/** Condition that another licence keeps the medium available to the school or the district on that day. */
const isKept = ({ school, district }: LossScope, { licence, after }: Lost): RawBuilder<boolean> => sql<boolean>`(licence.id <> ${licence}
  and licence.withdrawn_at is null and not licence.hidden
  and coalesce(licence.valid_from <= ${after}, true) and coalesce(licence.valid_to >= ${after}, true)
  and (licence.scope = 'free' or licence.district_id = ${district} and (${school}::text is null or licence.scope = 'district')
    or licence.school_id = ${school} or exists (select from licence_seat where licence_seat.licence_id = licence.id and licence_seat.school_id = ${school})))`;

async function countOf(db: Db, rows: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ n: number }>`select count(*) as n ${rows}`.execute(db);
  return found.rows[0]!.n;
}

export const countOthers = (db: Db, scope: LossScope, lost: Lost): Promise<number> =>
  countOf(db, sql`from licence where licence.identifier = ${lost.identifier} and ${isKept(scope, lost)}`);

export const countClassesWithMedium = (db: Db, scope: LossScope, identifier: string): Promise<number> =>
  countOf(
    db,
    sql`from class where class.state = 'active' and ${isThere(scope, 'class.school_id')}
      and exists (select from class_media where class_media.class_id = class.id and class_media.identifier = ${identifier})`,
  );

export const countListsWithMedium = (db: Db, scope: LossScope, identifier: string): Promise<number> =>
  countOf(
    db,
    sql`from medialist where medialist.deleted_at is null and not medialist.archived
      and (${isThere(scope, 'medialist.school_id')} or ${scope.school}::text is null and medialist.district_id = ${scope.district})
      and exists (select from medialist_item where medialist_item.list_id = medialist.id and medialist_item.identifier = ${identifier})`,
  );

export const countAssignmentsWithMedium = (db: Db, scope: LossScope, identifier: string, now: Date): Promise<number> =>
  countOf(
    db,
    sql`from assignment join class on class.id = assignment.class_id
      where class.state = 'active' and ${isThere(scope, 'class.school_id')} and not assignment.archived
      and coalesce(assignment.closed_at > ${now}, true)
      and exists (select from assignment_step where assignment_step.assignment_id = assignment.id and assignment_step.identifier = ${identifier})`,
  );

/**
 * Selects media that stay available and share subjects with the lost one. Those with the most shared subjects come first, then those of the same
 * type.
 */
export async function listSimilarRemaining(
  db: Db,
  scope: LossScope,
  lost: Lost,
  limit: number,
): Promise<{ total: number; items: { identifier: string; fn_titel: string }[] }> {
  const { rows } = await sql<{ identifier: string; fn_titel: string; total: number }>`
    select other.identifier, other.fn_titel, count(*) over () as total
    from media_item as gone join media_item as other on other.identifier <> gone.identifier
    cross join lateral (select count(*) as shared from unnest(other.fn_geb) as code
      where left(code, 3) in (select left(own, 3) from unnest(gone.fn_geb) as own)) as subject
    where gone.identifier = ${lost.identifier} and subject.shared > 0
      and exists (select from licence where licence.identifier = other.identifier and licence.scope <> 'free' and ${isKept(scope, lost)})
    order by subject.shared desc, other.fn_typ = gone.fn_typ desc, other.fn_titel, other.identifier limit ${limit}`.execute(db);
  return { total: rows[0]?.total ?? 0, items: rows.map(({ identifier, fn_titel }) => ({ identifier, fn_titel })) };
}
