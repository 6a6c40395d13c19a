/** SQL of files. */
import type { Db } from '../../db/open.ts';

export const findFile = (db: Db, id: string) =>
  db
    .selectFrom('media_file')
    .innerJoin('media_item', 'media_item.identifier', 'media_file.identifier')
    .select(['media_file.id', 'media_file.path', 'media_file.mime', 'media_file.sha256', 'media_file.label', 'media_file.language'])
    .select(['media_item.fn_titel', 'media_item.identifier'])
    .where('media_file.id', '=', id)
    .executeTakeFirst();

/** What a cover is made from: by identifier, or by media number for lending stock (`VERLEIH-…`). */
export const findCoverSource = (db: Db, identifier: string) =>
  db
    .selectFrom('media_item')
    .leftJoin('media_file', (join) =>
      join.onRef('media_file.identifier', '=', 'media_item.identifier').on('media_file.role', '=', 'poster'),
    )
    .select(['media_item.identifier', 'media_item.fn_titel', 'media_item.fn_geb', 'media_item.fn_typ', 'media_file.path as poster'])
    .where((eb) => {
      const number = identifier.startsWith('VERLEIH-') ? identifier.slice('VERLEIH-'.length) : null;
      const byIdentifier = eb('media_item.identifier', '=', identifier);
      return number === null
        ? byIdentifier
        : eb.or([byIdentifier, eb('media_item.fn_nr', '=', number), eb('media_item.identifier', '=', number)]);
    })
    .limit(1)
    .executeTakeFirst();
