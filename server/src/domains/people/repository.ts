/** SQL queries for managing people. */
import type { PersonKind, PersonSort } from '@fundus/contract/people/people';
import { sql, type RawBuilder, type Updateable } from 'kysely';
import { matchTexts } from '../../db/any-of.ts';
import { prefixPattern } from '../../db/like.ts';
import type { Db } from '../../db/open.ts';
import { sortName } from '../../db/sort-name.ts';
import type { Tables } from '../../db/tables.ts';

/** Maximum number of people that is counted exactly. */
export const MAX_COUNTED = 10_000;

export type Scope = { school: string } | { district: string };
export type PeopleQuery = {
  scope: Scope;
  words: readonly string[];
  school: string;
  state: string;
  kind: PersonKind;
  inClass: { id: string; school: string } | null;
};

/** Conditions that match the beginning of a word in one column each. Every column has its own index. */
const NAME_COLUMNS: readonly ((word: string) => RawBuilder<boolean>)[] = [
  (word) => sql<boolean>`person.sort_name like ${prefixPattern(sortName(word))}`,
  (word) => sql<boolean>`person.sort_vorname like ${prefixPattern(sortName(word))}`,
  (word) => sql<boolean>`lower(person.email) collate "C" like ${prefixPattern(word.toLowerCase())}`,
  (word) => sql<boolean>`lower(person.username) collate "C" like ${prefixPattern(word.toLowerCase())}`,
];

const matchesAnyName = (word: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    NAME_COLUMNS.map((match) => match(word)),
    sql` or `,
  )})`;
const all = (parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> => sql<boolean>`${sql.join([...parts], sql` and `)}`;

const ofDistrict = (district: string): RawBuilder<boolean> =>
  sql<boolean>`(person.district_id = ${district} or person.school_id in (select school.id from school where school.district_id = ${district}))`;

/** True for an applicant without a school or district, equivalent to `isUnassigned`. */
const waitsAnywhere = sql<boolean>`(person.state = 'pending_approval' and person.school_id is null and person.district_id is null)`;

/** True for people who wait for a decision that the scope can make, in combination with the state `pending_approval`. */
const waitingWithin = (scope: Scope): RawBuilder<boolean> =>
  'school' in scope ? within(scope) : sql<boolean>`(${within(scope)} or ${waitsAnywhere})`;

/** True for people of the school or district. */
const within = (scope: Scope): RawBuilder<boolean> =>
  'school' in scope ? sql<boolean>`person.school_id = ${scope.school}` : ofDistrict(scope.district);

const ofSchool = (school: string): RawBuilder<boolean> =>
  school === 'none' ? sql<boolean>`person.school_id is null` : sql<boolean>`person.school_id = ${school}`;

const KINDS: Record<PersonKind, RawBuilder<boolean> | null> = {
  all: null,
  teachers: sql<boolean>`person.role = 'L'`,
  staff: sql<boolean>`person.role = 'P'`,
  learners: sql<boolean>`person.role in ('S', '') and person.school_admin = '0' and person.district_admin = '0'`,
  administrators: sql<boolean>`(person.school_admin <> '0' or person.district_admin = '1')`,
};

/** True for active and suspended members of a class of the school. */
const ofClass = ({ id, school }: { id: string; school: string }): RawBuilder<boolean> =>
  sql<boolean>`person.id in (select class_member.person_id from class_member join class on class.id = class_member.class_id
    where class.id = ${id} and class.school_id = ${school} and class.state <> 'deleted' and class_member.state in ('active', 'suspended'))`;

function filters({ scope, school, state, kind, inClass }: PeopleQuery): RawBuilder<boolean>[] {
  const kinds = KINDS[kind];
  return [
    state === 'pending_approval' ? waitingWithin(scope) : within(scope),
    ...(school === '' ? [] : [ofSchool(school)]),
    state === 'all' ? sql<boolean>`person.state <> 'pending_email'` : sql<boolean>`person.state = ${state}`,
    ...(kinds ? [kinds] : []),
    ...(inClass ? [ofClass(inClass)] : []),
  ];
}

const ORDER: Record<PersonSort, RawBuilder<unknown>> = {
  name: sql`person.sort_name, person.sort_vorname, person.id`,
  '-name': sql`person.sort_name desc, person.sort_vorname desc, person.id desc`,
  last: sql`person.last_sign_in_at nulls first, person.id`,
  '-last': sql`person.last_sign_in_at desc nulls last, person.id desc`,
  since: sql`person.state_since, person.id`,
  '-since': sql`person.state_since desc, person.id desc`,
};

/**
 * Returns the ids of a page. A single word is searched in each column separately, so that each search uses an index and stops after one page. Several
 * words match few people.
 */
async function selectPageIds(db: Db, asked: PeopleQuery, sort: PersonSort, offset: number, limit: number): Promise<string[]> {
  const conditions = filters(asked);
  const [word, ...more] = asked.words;
  const order = ORDER[sort];
  const columns = sql`person.id, person.sort_name, person.sort_vorname, person.last_sign_in_at, person.state_since`;
  const found =
    word !== undefined && more.length === 0
      ? sql<{ id: string }>`select person.id from (${sql.join(
          NAME_COLUMNS.map(
            (match) =>
              sql`(select ${columns} from person where ${all([...conditions, match(word)])} order by ${order} limit ${offset + limit})`,
          ),
          sql` union `,
        )}) as person order by ${order} offset ${offset} limit ${limit}`
      : sql<{ id: string }>`select person.id from person where ${all([...conditions, ...asked.words.map(matchesAnyName)])}
          order by ${order} offset ${offset} limit ${limit}`;
  return (await found.execute(db)).rows.map(({ id }) => id);
}

const selectPersonRows = (db: Db) =>
  db
    .selectFrom('person')
    .leftJoin('school', 'school.id', 'person.school_id')
    .select(['person.id', 'person.vorname', 'person.name', 'person.email', 'person.username', 'person.role', 'person.school_id'])
    .select(['person.school_admin', 'person.district_admin', 'person.capabilities', 'person.state', 'person.state_since', 'person.locale'])
    .select('person.blocked_before')
    .select(['person.state_reason', 'person.last_sign_in_at', 'person.created_at', 'person.school_wish', 'person.version'])
    .select((eb) => ['school.name as school_name', eb.fn.coalesce('school.district_id', 'person.district_id').as('district')])
    // A district administrator's own district takes precedence over the district of their school.
    .select((eb) => eb.fn.coalesce('person.district_id', 'school.district_id').as('own_district'));

export type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPersonRows>['executeTakeFirstOrThrow']>>;

export async function listPeople(db: Db, asked: PeopleQuery, sort: PersonSort, offset: number, limit: number): Promise<PersonRow[]> {
  const ids = await selectPageIds(db, asked, sort, offset, limit);
  if (ids.length === 0) return [];
  const rows = await selectPersonRows(db).where('person.id', 'in', ids).execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Returns the number of people, at most `MAX_COUNTED` + 1. */
export async function countPeople(db: Db, asked: PeopleQuery): Promise<number> {
  const conditions = filters(asked);
  const [word, ...more] = asked.words;
  const most = MAX_COUNTED + 1;
  const found =
    word !== undefined && more.length === 0
      ? sql.join(
          NAME_COLUMNS.map((match) => sql`(select person.id from person where ${all([...conditions, match(word)])} limit ${most})`),
          sql` union `,
        )
      : sql`select 1 from person where ${all([...conditions, ...asked.words.map(matchesAnyName)])}`;
  const { rows } = await sql<{ n: number }>`select count(*) as n from (select 1 from (${found}) as each limit ${most}) as found`.execute(
    db,
  );
  return rows[0]!.n;
}

/** Returns the number of people waiting for approval in the scope, optionally only for one school. */
export async function countWaitingPeople(db: Db, scope: Scope, school = ''): Promise<number> {
  const at = school === '' ? waitingWithin(scope) : sql<boolean>`${waitingWithin(scope)} and ${ofSchool(school)}`;
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from person where person.state = 'pending_approval' and ${at}`.execute(db);
  return rows[0]!.n;
}

export const findPerson = (db: Db, id: string) => selectPersonRows(db).where('person.id', '=', id).executeTakeFirst();

/** Returns people by their email address in lower case. */
export const listPeopleAt = (db: Db, addresses: readonly string[]): Promise<PersonRow[]> =>
  selectPersonRows(db)
    .where(sql<boolean>`lower(person.email) = ${matchTexts(addresses)}`)
    .execute();

/** Updates the person. Returns false if their version has changed. */
export async function updatePerson(db: Db, id: string, expectedVersion: number, change: Updateable<Tables['person']>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('person')
    .set({ ...change, version: expectedVersion + 1 })
    .where('person.id', '=', id)
    .where('person.version', '=', expectedVersion)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
