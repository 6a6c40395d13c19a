/** Queries for synonym groups and thesaurus terms. */
import type { PreferredTerm } from '@fundus/search/api';
import { sql } from 'kysely';
import { matchTexts } from '../../../db/any-of.ts';
import { containsPattern } from '../../../db/like.ts';
import type { Db } from '../../../db/open.ts';

/** Lock that serializes changes, so that the last notification refers to the final state. */
const LOCK = 8_150_008;

export const lockSynonyms = (db: Db) => sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(db);

export type NewGroup = { id: string; words: readonly string[]; key: string };
type By = { now: Date; personId: string };

const withPerson = (db: Db) =>
  db
    .selectFrom('synonym_group')
    .leftJoin('person', 'person.id', 'synonym_group.changed_by')
    .select(['synonym_group.id', 'synonym_group.words', 'synonym_group.changed_at', 'person.vorname', 'person.name']);

export type GroupRow = Awaited<ReturnType<typeof findGroup>> & object;

export const findGroup = (db: Db, id: string) => withPerson(db).where('synonym_group.id', '=', id).executeTakeFirst();

/** Returns a page of the groups with a word that contains `q`, newest first, and the number of all such groups. */
export async function listGroups(db: Db, q: string, offset: number, limit: number): Promise<{ total: number; rows: GroupRow[] }> {
  const wanted = containsPattern(q.toLowerCase());
  const holds = sql<boolean>`lower(array_to_string(synonym_group.words, ';')) like ${wanted}`;
  const { total } = await db
    .selectFrom('synonym_group')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(holds)
    .executeTakeFirstOrThrow();
  const rows = await withPerson(db)
    .where(holds)
    .orderBy('synonym_group.changed_at', 'desc')
    .orderBy('synonym_group.id')
    .offset(offset)
    .limit(limit)
    .execute();
  return { total: Number(total), rows };
}

/** Returns all groups for the index. */
export const listAllGroups = async (db: Db, most: number): Promise<string[][]> => {
  const rows = await db.selectFrom('synonym_group').select('synonym_group.words').orderBy('synonym_group.id').limit(most).execute();
  return rows.map((row) => row.words);
};

/** Returns the groups that contain one of these words, ignoring case. */
export async function listGroupsWith(db: Db, words: readonly string[]): Promise<string[][]> {
  const rows = await db
    .selectFrom('synonym_group')
    .select('synonym_group.words')
    .where(sql<boolean>`exists (select from unnest(synonym_group.words) as member(word) where lower(member.word) = ${matchTexts(words)})`)
    .orderBy('synonym_group.id')
    .limit(100)
    .execute();
  return rows.map((row) => row.words);
}

/** Returns a value that changes whenever a group is added, changed or removed, or a thesaurus is loaded. */
export async function readState(db: Db): Promise<string> {
  const row = await db
    .selectFrom('synonym_group')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.max('synonym_group.changed_at').as('newest'),
      eb.selectFrom('thesaurus_term').select('thesaurus_term.loaded_at').limit(1).as('loaded'),
    ])
    .executeTakeFirstOrThrow();
  return `${row.count} ${row.newest?.toISOString() ?? ''} ${row.loaded?.toISOString() ?? ''}`;
}

export type Term = { term: string; preferred: string };

export const deleteTerms = (db: Db) => db.deleteFrom('thesaurus_term').execute();

export const insertTerms = (db: Db, terms: readonly Term[], now: Date) =>
  sql`insert into thesaurus_term (term, preferred, loaded_at)
    select given.term, given.preferred, ${now} from json_to_recordset(${JSON.stringify(terms)}::json) as given (term text, preferred text)`.execute(
    db,
  );

/** Returns all thesaurus terms for the index. */
export async function listTerms(db: Db, most: number): Promise<PreferredTerm[]> {
  const rows = await db
    .selectFrom('thesaurus_term')
    .select(['thesaurus_term.term', 'thesaurus_term.preferred'])
    .orderBy('thesaurus_term.term')
    .orderBy('thesaurus_term.preferred')
    .limit(most)
    .execute();
  return rows.map(({ term, preferred }) => [term, preferred]);
}

export async function countGroups(db: Db): Promise<number> {
  const row = await db
    .selectFrom('synonym_group')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Inserts groups and returns their number. Groups that already exist are skipped. */
export async function insertGroups(db: Db, groups: readonly NewGroup[], { now, personId }: By): Promise<number> {
  if (groups.length === 0) return 0;
  const { rows } = await sql<{ id: string }>`insert into synonym_group (id, words, key, changed_at, changed_by)
    select given.id, given.words, given.key, ${now}, ${personId}
    from json_to_recordset(${JSON.stringify(groups)}::json) as given (id uuid, words text[], key text)
    on conflict (key) do nothing returning id`.execute(db);
  return rows.length;
}

/** Returns whether a group other than `except` has this key. */
export const hasKey = async (db: Db, key: string, except: string): Promise<boolean> =>
  (await db
    .selectFrom('synonym_group')
    .select('synonym_group.id')
    .where('synonym_group.key', '=', key)
    .where('synonym_group.id', '<>', except)
    .executeTakeFirst()) !== undefined;

export const updateGroup = (db: Db, { id, words, key }: NewGroup, { now, personId }: By) =>
  db
    .updateTable('synonym_group')
    .set({ words: [...words], key, changed_at: now, changed_by: personId })
    .where('synonym_group.id', '=', id)
    .execute();

export const deleteGroup = (db: Db, id: string) => db.deleteFrom('synonym_group').where('synonym_group.id', '=', id).execute();
export const deleteGroups = (db: Db) => db.deleteFrom('synonym_group').execute();
export const notifyProcesses = (db: Db) => sql`select pg_notify('synonym_change', '')`.execute(db);
