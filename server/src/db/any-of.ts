/** Being one of a list that comes as one parameter: behind `=`, whatever its length. */
import { sql, type RawBuilder } from 'kysely';

export const matchTexts = (values: readonly string[]): RawBuilder<string> => sql<string>`any(${sql.val([...values])}::text[])`;
export const matchUuids = (ids: readonly string[]): RawBuilder<string> => sql<string>`any(${sql.val([...ids])}::uuid[])`;
