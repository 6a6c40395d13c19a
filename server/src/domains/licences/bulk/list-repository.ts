import type { ResultType } from '@fundus/contract/catalogue/catalogue';
import { shiftDay } from '@fundus/contract/days';
import { DISTRICT_ITSELF, type LicenceFilter, type LicenceSort, type ListedLicences } from '@fundus/contract/licences/list';
import { EXPIRING_DAYS } from '@fundus/contract/licences/rules';
import { MEDIA_TYPES } from '@fundus/contract/reference/media-types';
import { sql } from 'kysely';
import type { z } from 'zod';
import { matchUuids } from '../../../db/any-of.ts';
import { containsPattern } from '../../../db/like.ts';
import type { Db } from '../../../db/open.ts';
import { isDistrictEditor } from '../active.ts';
import { selectColumns, selectManagedRows, type ManagedRow } from '../manage-repository.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

/** Number of days in force without a seat in use after which a licence counts as unused. */
const UNUSED_DAYS = 90;
/** Maximum number of publishers or schools that are offered as filters. */
const MAX_CHOICES = 1_000;

export type ManagedFilter = { day: string } & { [K in keyof typeof ListedLicences]: z.output<(typeof ListedLicences)[K]> };

const inForce = (day: string) => sql<boolean>`(licence.withdrawn_at is null and not licence.hidden
  and (licence.valid_from is null or licence.valid_from <= ${day}) and (licence.valid_to is null or licence.valid_to >= ${day}))`;

const expiring = (day: string) => sql<boolean>`(${inForce(day)} and licence.valid_to <= ${shiftDay(day, EXPIRING_DAYS)})`;

/** Condition that a licence has assignable seats, has been in force for at least `UNUSED_DAYS`, and has no seat in use. */
const selectUnused = (day: string) => sql<boolean>`(${inForce(day)} and licence.in_use = 0
  and (licence.scope in ('volume', 'single') or licence.scope = 'school' and licence.district_id is not null)
  and coalesce(licence.valid_from, licence.created_at::date) <= ${shiftDay(day, -UNUSED_DAYS)})`;

const shown: Record<LicenceFilter, (day: string) => ReturnType<typeof inForce>> = {
  current: (day) => sql<boolean>`(licence.withdrawn_at is null and (licence.valid_to is null or licence.valid_to >= ${day}))`,
  expiring,
  free_seats: (day) => sql<boolean>`(${inForce(day)} and licence.seats > licence.taken)`,
  unused: selectUnused,
  upcoming: (day) => sql<boolean>`(licence.withdrawn_at is null and licence.valid_from > ${day})`,
  ended: (day) => sql<boolean>`(licence.withdrawn_at is not null or licence.valid_to < ${day})`,
  all: () => sql<boolean>`true`,
};

/**
 * Selects the licences a user manages. District editors manage licences of the district and its schools, other users those of their school. Licences
 * of free media have no owner.
 */
const selectOwned = (db: Db, user: SignedIn) =>
  selectManagedRows(db).where((eb) =>
    isDistrictEditor(user)
      ? eb.or([eb('licence.district_id', '=', user.district_id), eb('school.district_id', '=', user.district_id)])
      : eb('licence.school_id', '=', user.school_id),
  );

const codesOf = (kind: ResultType): string[] => MEDIA_TYPES.filter((type) => type.kind === kind).map((type) => type.code);

/** Condition that a medium has a result type. Codes missing from the table count as media. */
const ofKind = (kind: ResultType) =>
  kind === 'media'
    ? sql<boolean>`not (media_item.fn_typ = any(${sql.val([...codesOf('books'), ...codesOf('apps')])}::text[]))`
    : sql<boolean>`media_item.fn_typ = any(${sql.val(codesOf(kind))}::text[])`;

const ofOwner = (school: string) =>
  school === DISTRICT_ITSELF ? sql<boolean>`(licence.school_id is null)` : sql<boolean>`(licence.school_id = ${school})`;

/** Selects the licences of a filtered list. */
const selectAsked = (db: Db, user: SignedIn, { day, q, show, c, scope, school, licensor, from, to }: ManagedFilter) =>
  selectOwned(db, user)
    .where(shown[show](day))
    .$if(c !== 'all', (rows) => rows.where(ofKind(c)))
    .$if(scope !== '', (rows) => rows.where('licence.scope', '=', scope || 'free'))
    .$if(school !== '', (rows) => rows.where(ofOwner(school)))
    .$if(licensor !== '', (rows) => rows.where('licence.licensor', '=', licensor))
    .$if(from !== '', (rows) => rows.where('licence.valid_to', '>=', from))
    .$if(to !== '', (rows) => rows.where('licence.valid_to', '<=', to))
    .$if(q !== '', (rows) =>
      rows.where((eb) => {
        const pattern = containsPattern(q);
        return eb.or([
          eb('media_item.fn_titel', 'ilike', pattern),
          eb('licence.licensor', 'ilike', pattern),
          eb('licence.purchase_ref', 'ilike', pattern),
          eb('school.name', 'ilike', pattern),
        ]);
      }),
    );

const COLUMNS = {
  until: sql`licence.valid_to`,
  title: sql`lower(media_item.fn_titel)`,
  owner: sql`lower(coalesce(school.name, district.name, ''))`,
  scope: sql`licence.scope`,
  licensor: sql`lower(licence.licensor)`,
  seats: sql`licence.seats`,
};

/** Sorts by one column, then by end and title. Licences without an end come last in both directions. */
function orderOf(sort: LicenceSort) {
  const column = COLUMNS[sort.replace('-', '') as keyof typeof COLUMNS];
  const first = sort.startsWith('-') ? sql`${column} desc nulls last` : sql`${column} asc nulls last`;
  return sql`${first}, licence.valid_to asc nulls last, media_item.fn_titel, licence.id`;
}

export const listManagedLicences = (db: Db, user: SignedIn, filter: ManagedFilter, offset: number, limit: number) =>
  selectColumns(selectAsked(db, user, filter))
    .orderBy(orderOf(filter.sort))
    .offset(offset)
    .limit(limit)
    .execute();

/** Selects the licences of a bulk change. With `lock`, locks the rows until commit. */
export const listSelected = (
  db: Db,
  user: SignedIn,
  what: { ids: readonly string[] } | ManagedFilter,
  limit: number,
  lock: boolean,
): Promise<ManagedRow[]> =>
  selectColumns('ids' in what ? selectOwned(db, user).where('licence.id', '=', matchUuids(what.ids)) : selectAsked(db, user, what))
    .orderBy('licence.id')
    .limit(limit)
    .$if(lock, (rows) => rows.forUpdate('licence'))
    .execute();

/** Returns the publishers and schools of the licences a user manages, sorted by name. */
export async function listChoices(db: Db, user: SignedIn): Promise<{ licensors: string[]; schools: { id: string; name: string }[] }> {
  const licensors = await selectOwned(db, user)
    .select('licence.licensor')
    .distinct()
    .where('licence.licensor', '<>', '')
    .orderBy('licence.licensor')
    .limit(MAX_CHOICES)
    .execute();
  const schools = isDistrictEditor(user)
    ? await selectOwned(db, user)
        .select(['school.id', 'school.name'])
        .distinct()
        .where('school.id', 'is not', null)
        .orderBy('school.name')
        .orderBy('school.id')
        .limit(MAX_CHOICES)
        .execute()
    : [];
  return {
    licensors: licensors.map(({ licensor }) => licensor),
    schools: schools.map(({ id, name }) => ({ id: id!, name: name! })),
  };
}

export async function countManagedLicences(db: Db, user: SignedIn, filter: ManagedFilter): Promise<number> {
  const row = await selectAsked(db, user, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

export const sumManagedLicences = (db: Db, user: SignedIn, day: string) =>
  selectOwned(db, user)
    .select([
      sql<number>`count(*) filter (where ${inForce(day)})`.as('current'),
      sql<number>`count(*) filter (where ${expiring(day)})`.as('expiring'),
      sql<number>`count(*) filter (where ${selectUnused(day)})`.as('unused'),
      sql<number>`coalesce(sum(licence.seats) filter (where ${inForce(day)}), 0)::int`.as('seats'),
      sql<number>`coalesce(sum(licence.taken) filter (where ${inForce(day)}), 0)::int`.as('taken'),
      sql<number>`coalesce(sum(licence.in_use) filter (where ${inForce(day)}), 0)::int`.as('in_use'),
    ])
    .executeTakeFirstOrThrow();

type Named = {
  ids: readonly string[];
  codes: readonly { licensor: string; code: string }[];
  /** Media with the school that owns the licence. The school is '' for licences of the district. */
  media: readonly { identifier: string; school_id: string }[];
};

/** Selects licences the user manages that have one of these ids, numbers or media and are not withdrawn. With `lock`, locks the rows until commit. */
export const listMatching = (db: Db, user: SignedIn, { ids, codes, media }: Named, lock: boolean): Promise<ManagedRow[]> =>
  selectColumns(selectOwned(db, user))
    .where((eb) =>
      eb.or([
        eb('licence.id', '=', matchUuids(ids)),
        sql<boolean>`(licence.licensor, licence.purchase_ref) in (select key.licensor, key.code
          from json_to_recordset(${JSON.stringify(codes)}::json) as key (licensor text, code text))`,
        sql<boolean>`(licence.identifier, coalesce(licence.school_id, '')) in (select key.identifier, key.school_id
          from json_to_recordset(${JSON.stringify(media)}::json) as key (identifier text, school_id text))`,
      ]),
    )
    .where('licence.withdrawn_at', 'is', null)
    .orderBy('licence.id')
    .$if(lock, (rows) => rows.forUpdate('licence'))
    .execute();
