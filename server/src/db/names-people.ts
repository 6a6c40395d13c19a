/** SQL conditions that find people in text and JSON without a foreign key, such as audit lines and queued mails. */
import { sql, type RawBuilder } from 'kysely';
import { matchTexts, matchUuids } from './any-of.ts';

/** People to be erased: their ids, and their addresses and user names in lower case. */
export type RemovedPeople = { ids: readonly string[]; addresses: readonly string[]; usernames: readonly string[] };

/** An escape sequence in JSON text. */
const ESCAPED = String.raw`\\(?:u[0-9a-f]{4}|.)`;
/** Ids of rows, and whole addresses: `anna.schmidt@s.de` does not contain `a.schmidt@s.de`. */
const LETTER = String.raw`a-z0-9\u00df-\u024f`;
const IDS_AND_ADDRESSES = `[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[${LETTER}_+-][${LETTER}_+.'-]*@[${LETTER}-]+(?:[.][${LETTER}-]+)*`;
/** The strings of a JSON value. The second group is the colon behind a field name. */
const STRINGS = '"([^"]*)"(:?)';

/**
 * Returns whether a text or JSON value names one of the people: by id or address anywhere in it, or by user name as a whole JSON string.
 */
export function namesPeople(value: RawBuilder<unknown>, { ids, addresses, usernames }: RemovedPeople): RawBuilder<boolean> {
  const text = sql`regexp_replace(lower(${value}::text), ${ESCAPED}, ' ', 'g')`;
  const inside = sql<boolean>`exists (select from regexp_matches(${text}, ${IDS_AND_ADDRESSES}, 'g') as found
    where found[1] = any(${sql.val([...ids, ...addresses])}::text[]))`;
  if (usernames.length === 0) return inside;
  return sql<boolean>`(${inside} or exists (select from regexp_matches(${text}, ${STRINGS}, 'g') as found
    where found[2] = '' and found[1] = ${matchTexts(usernames)}))`;
}

/** Matches the ids of the people. */
export const oneOf = ({ ids }: Pick<RemovedPeople, 'ids'>): RawBuilder<string> => matchUuids(ids);

/** Returns the condition that `who` is set and is none of the people; the result is null if `who` is null. */
export const isAnotherPerson = (column: RawBuilder<unknown>, { ids }: Pick<RemovedPeople, 'ids'>): RawBuilder<boolean> =>
  sql<boolean>`${column} <> all(${sql.val([...ids])}::uuid[])`;

/** Matches the addresses of the people. */
export const addressOf = ({ addresses }: RemovedPeople): RawBuilder<string> => matchTexts(addresses);
