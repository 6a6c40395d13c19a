/** SQL queries for problem reports. */
import type { ReportReason, ReportState } from '@fundus/contract/reviews/reviews';
import { sql } from 'kysely';
import { addressOf, type RemovedPeople } from '../../db/names-people.ts';
import type { Db } from '../../db/open.ts';

export async function countFrom(db: Db, source: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom('media_report')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('media_report.source', '=', source)
    .where('media_report.at', '>', since)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Locks a source until commit, which serializes its reports so that the limit is exact. */
export const lockSource = (db: Db, source: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${source}, 1))`.execute(db);

type NewReport = {
  id: string;
  identifier: string;
  title: string;
  reason: ReportReason;
  text: string;
  email: string;
  language: string;
  person_id: string | null;
  district_id: string | null;
  source: string;
  at: Date;
};

export const insertReport = (db: Db, row: NewReport): Promise<unknown> =>
  db
    .insertInto('media_report')
    .values({ ...row, changed_at: row.at })
    .execute();

const SHOWN = { open: ['new', 'checked'], settled: ['fixed', 'rejected'], all: ['new', 'checked', 'fixed', 'rejected'] } as const;

/** Selects the reports from the editor's district and from guests. */
const selectOfDistrict = (db: Db, districtId: string) =>
  db
    .selectFrom('media_report')
    .leftJoin('person', 'person.id', 'media_report.person_id')
    .leftJoin('school', 'school.id', 'person.school_id')
    .leftJoin('media_item', 'media_item.identifier', 'media_report.identifier')
    .where((eb) => eb.or([eb('media_report.district_id', '=', districtId), eb('media_report.district_id', 'is', null)]));

const select = (rows: ReturnType<typeof selectOfDistrict>) =>
  rows
    .select(['media_report.id', 'media_report.identifier', 'media_report.title', 'media_report.reason', 'media_report.text'])
    .select(['media_report.email', 'media_report.language', 'media_report.state', 'media_report.answer', 'media_report.at'])
    .select([
      'person.vorname',
      'person.name',
      'media_report.person_id',
      'person.email as person_email',
      'person.state as person_state',
      'school.name as school_name',
    ])
    .select(sql<boolean>`media_item.identifier is not null`.as('there'));

export type ReportRow = Awaited<ReturnType<typeof listReports>>[number];

export const listReports = (db: Db, districtId: string, show: keyof typeof SHOWN, offset: number, limit: number) =>
  select(selectOfDistrict(db, districtId))
    .where('media_report.state', 'in', [...SHOWN[show]])
    .orderBy('media_report.at', 'desc')
    .orderBy('media_report.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countReports(db: Db, districtId: string, show: keyof typeof SHOWN): Promise<number> {
  const row = await selectOfDistrict(db, districtId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('media_report.state', 'in', [...SHOWN[show]])
    .executeTakeFirstOrThrow();
  return row.n;
}

export async function lockReport(db: Db, districtId: string, id: string): Promise<ReportRow | undefined> {
  await db.selectFrom('media_report').select('media_report.id').where('media_report.id', '=', id).forUpdate().execute();
  return select(selectOfDistrict(db, districtId)).where('media_report.id', '=', id).executeTakeFirst();
}

export const setReport = (
  db: Db,
  id: string,
  set: { state: ReportState; answer: string; handled_by: string; changed_at: Date },
): Promise<unknown> => db.updateTable('media_report').set(set).where('media_report.id', '=', id).execute();

/**
 * Returns the editors (`isEditor` in policy.ts) to notify of a report: those of a district, or of all districts if it is unknown. Returns at most
 * `each` editors per district and `all` in total, alternating between districts.
 */
export const listEditors = (db: Db, districtId: string | null, { each, all }: { each: number; all: number }) =>
  db
    .selectFrom((eb) => {
      const district = sql<string | null>`coalesce(person.district_id, school.district_id)`;
      return eb
        .selectFrom('person')
        .leftJoin('school', 'school.id', 'person.school_id')
        .select(['person.id', 'person.email', 'person.vorname', 'person.name', 'person.locale'])
        .select(sql<number>`row_number() over (partition by ${district} order by person.id)`.as('nth'))
        .where('person.state', '=', 'active')
        .where((or) =>
          or.or([or('person.district_admin', '=', '1'), or(sql<boolean>`'cap_catalogue' = any(person.capabilities)`, '=', true)]),
        )
        .where(district, 'is not', null)
        .$if(districtId !== null, (rows) => rows.where(district, '=', districtId))
        .as('editor');
    })
    .select(['editor.id', 'editor.email', 'editor.vorname', 'editor.name', 'editor.locale'])
    .where('editor.nth', '<=', each)
    .orderBy('editor.nth')
    .orderBy('editor.id')
    .limit(all)
    .execute();

/** Clears the source of reports that are too old to count towards the limit. */
export const clearSources = (db: Db, before: Date): Promise<unknown> =>
  db.updateTable('media_report').set({ source: '' }).where('media_report.at', '<', before).where('media_report.source', '!=', '').execute();

/** Removes reports that were resolved before a given time. */
export const removeSettled = (db: Db, before: Date): Promise<unknown> =>
  db
    .deleteFrom('media_report')
    .where('media_report.state', 'in', ['fixed', 'rejected'])
    .where('media_report.changed_at', '<', before)
    .execute();

/** Removes the email addresses of erased users from reports. */
export const forgetAddressesOf = (db: Db, removed: RemovedPeople): Promise<unknown> =>
  sql`update media_report set email = '' where lower(media_report.email) = ${addressOf(removed)}`.execute(db);
