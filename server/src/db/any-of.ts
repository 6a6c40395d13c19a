/**
 * Conditions that match any value of a list. The list is sent as one parameter, so the text of the statement does not depend on its length. Used
 * after `=`.
 */
import { sql, type RawBuilder } from 'kysely';

export const matchTexts = (values: readonly string[]): RawBuilder<string> => sql<string>`any(${sql.val([...values])}::text[])`;
/**
 * Returns the distinct values of a list as rows, to be used under the alias `asked`. Join the looked-up table with `lateral … offset 0`, which forces
 * one index lookup per value. Without table statistics (the embedded database has no autovacuum), the planner would scan the whole table for each
 * list.
 */
export const distinctValues = (values: readonly string[]): RawBuilder<{ value: string }> =>
  sql`(select distinct unnest(${sql.val([...values])}::text[]) as value)`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Matches UUIDs from a list of arbitrary texts, using an index on the column. Values that are not UUIDs match nothing. */
export const matchIds = (values: readonly string[]): RawBuilder<string> => matchUuids(values.filter((value) => UUID.test(value)));

export const matchUuids = (ids: readonly string[]): RawBuilder<string> => sql<string>`any(${sql.val([...ids])}::uuid[])`;
