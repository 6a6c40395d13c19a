/** Finding people in words: in lines of the log, mails that wait, and whatever else is text or JSON and no foreign key. */
import { sql, type RawBuilder } from 'kysely';
import { matchTexts, matchUuids } from './any-of.ts';

/** People who are to be erased: their ids, and in lower case their addresses and user names. */
export type Gone = { ids: readonly string[]; addresses: readonly string[]; usernames: readonly string[] };

/** In the text of a JSON value: a sign that is written in two or six. */
const ESCAPED = String.raw`\\(?:u[0-9a-f]{4}|.)`;
/** Identifiers of rows, and addresses from their first sign to their last: `anna.schmidt@s.de` is none of `a.schmidt@s.de`. */
const LETTER = String.raw`a-z0-9\u00df-\u024f`;
const IDS_AND_ADDRESSES = `[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[${LETTER}_+-][${LETTER}_+.'-]*@[${LETTER}-]+(?:[.][${LETTER}-]+)*`;
/** The strings of a JSON value; the second part is a colon after the name of a field. */
const STRINGS = '"([^"]*)"(:?)';

/** Whether a text, or a JSON value, names somebody: by identifier or address anywhere in it, by user name as a string of its own. */
export function namesPeople(value: RawBuilder<unknown>, { ids, addresses, usernames }: Gone): RawBuilder<boolean> {
  const text = sql`regexp_replace(lower(${value}::text), ${ESCAPED}, ' ', 'g')`;
  const inside = sql<boolean>`exists (select from regexp_matches(${text}, ${IDS_AND_ADDRESSES}, 'g') as found
    where found[1] = any(${sql.val([...ids, ...addresses])}::text[]))`;
  if (usernames.length === 0) return inside;
  return sql<boolean>`(${inside} or exists (select from regexp_matches(${text}, ${STRINGS}, 'g') as found
    where found[2] = '' and found[1] = ${matchTexts(usernames)}))`;
}

/** One of the people, by id. */
export const oneOf = ({ ids }: Pick<Gone, 'ids'>): RawBuilder<string> => matchUuids(ids);

/** Somebody, and none of the people: nobody at all is not. In a condition. */
export const somebodyElse = (who: RawBuilder<unknown>, { ids }: Pick<Gone, 'ids'>): RawBuilder<boolean> =>
  sql<boolean>`${who} <> all(${sql.val([...ids])}::uuid[])`;

/** One of their addresses. */
export const addressOf = ({ addresses }: Gone): RawBuilder<string> => matchTexts(addresses);
