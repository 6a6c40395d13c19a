/** SQL conditions that find people in text and JSON without a foreign key, such as audit lines and queued mails. */
import { sql, type RawBuilder } from 'kysely';
import { matchTexts, matchUuids } from './any-of.ts';

/** People to be erased. Addresses and user names are in lower case. */
export type RemovedPeople = { ids: readonly string[]; addresses: readonly string[]; usernames: readonly string[] };

/** Matches an escape sequence in JSON text. */
const ESCAPED = String.raw`\\(?:u[0-9a-f]{4}|.)`;
/** Letters of an address. `IDS_AND_ADDRESSES` matches whole addresses, so `anna.schmidt@s.de` does not match `a.schmidt@s.de`. */
const LETTER = String.raw`a-z0-9\u00df-\u024f`;
const IDS_AND_ADDRESSES = `[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[${LETTER}_+-][${LETTER}_+.'-]*@[${LETTER}-]+(?:[.][${LETTER}-]+)*`;
/** Matches the strings of a JSON value. The second group is the colon after a field name. */
const STRINGS = '"([^"]*)"(:?)';

/**
 * Returns the condition that a text or JSON value names one of the people. Ids and addresses match anywhere in the value, user names only as a whole
 * JSON string.
 */
export function mentionsPeople(value: RawBuilder<unknown>, { ids, addresses, usernames }: RemovedPeople): RawBuilder<boolean> {
  const text = sql`regexp_replace(lower(${value}::text), ${ESCAPED}, ' ', 'g')`;
  const inside = sql<boolean>`exists (select from regexp_matches(${text}, ${IDS_AND_ADDRESSES}, 'g') as found
    where found[1] = any(${sql.val([...ids, ...addresses])}::text[]))`;
  if (usernames.length === 0) return inside;
  return sql<boolean>`(${inside} or exists (select from regexp_matches(${text}, ${STRINGS}, 'g') as found
    where found[2] = '' and found[1] = ${matchTexts(usernames)}))`;
}

/** Returns an operand for `=` that matches the ids of the people. */
export const matchPeople = ({ ids }: Pick<RemovedPeople, 'ids'>): RawBuilder<string> => matchUuids(ids);

/** Returns the condition that `column` contains a person who is none of the people. The result is null if the column is null. */
export const isAnotherPerson = (column: RawBuilder<unknown>, { ids }: Pick<RemovedPeople, 'ids'>): RawBuilder<boolean> =>
  sql<boolean>`${column} <> all(${sql.val([...ids])}::uuid[])`;

/** Returns an operand for `=` that matches the addresses of the people. */
export const addressOf = ({ addresses }: RemovedPeople): RawBuilder<string> => matchTexts(addresses);
