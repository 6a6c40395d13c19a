import { sql, type RawBuilder } from 'kysely';
import { sortName } from './sort-name.ts';
import { containsPattern } from './like.ts';

/** Returns the SQL equivalent of `fullName` in the contract. `person` is the name or alias of the table. */
export const selectFullName = (person: string): RawBuilder<string> =>
  sql`trim(${sql.ref(`${person}.vorname`)} || ' ' || ${sql.ref(`${person}.name`)})`;

/** Returns the condition that a person's name contains `piece`, ignoring accents and case. */
export const hasInName = (person: string, piece: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${person}.sort_vorname`)} || ' ' || ${sql.ref(`${person}.sort_name`)} like ${containsPattern(sortName(piece))})`;
