import { sql, type RawBuilder } from 'kysely';
import { sortName } from './sort-name.ts';
import { containing } from './like.ts';

/** What `fullName` of the contract puts together, in SQL; `person` is the table or its alias. */
export const selectFullName = (person: string): RawBuilder<string> =>
  sql`trim(${sql.ref(`${person}.vorname`)} || ' ' || ${sql.ref(`${person}.name`)})`;

/** Whether a piece of it is in somebody's name, whatever its accents. */
export const hasInName = (person: string, piece: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${person}.sort_vorname`)} || ' ' || ${sql.ref(`${person}.sort_name`)} like ${containing(sortName(piece))})`;
