/** Being one of a list that comes as one parameter: behind `=`, whatever its length. */
import { sql, type RawBuilder } from 'kysely';

export const matchTexts = (values: readonly string[]): RawBuilder<string> => sql<string>`any(${sql.val([...values])}::text[])`;
/**
 * The values of a list as rows, each once, to be called `asked`. What is looked for is joined `lateral … offset 0`: one look into the index for each. A planner that
 * knows nothing of a table (the embedded database never counts) reads all of it otherwise, for each list anew.
 */
export const asked = (values: readonly string[]): RawBuilder<{ value: string }> =>
  sql`(select distinct unnest(${sql.val([...values])}::text[]) as value)`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Matches the ids among values of any kind, by an index of the column: values that are no UUIDs match nothing. */
export const matchIds = (values: readonly string[]): RawBuilder<string> => matchUuids(values.filter((value) => UUID.test(value)));

export const matchUuids = (ids: readonly string[]): RawBuilder<string> => sql<string>`any(${sql.val([...ids])}::uuid[])`;
