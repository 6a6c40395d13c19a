/** Query for recipients of mails. */
import type { Db } from '../../db/open.ts';

/** Returns the recipient of a mail, with the language. */
export const findReader = (db: Db, personId: string) =>
  db
    .selectFrom('person')
    .select((eb) => [
      eb('person.password_hash', 'is not', null).as('has_password'),
      'person.id',
      'person.email',
      'person.vorname',
      'person.name',
      'person.locale',
      'person.state',
      'person.school_id',
    ])
    .where('person.id', '=', personId)
    .executeTakeFirst();
