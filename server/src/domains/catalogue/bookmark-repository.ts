/** SQL of what a person has bookmarked, for the cards of a list. */
import { MAX_BOOKMARKS } from '@fundus/contract/library/library';
import { matchTexts } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';

/** Which of the media a person has bookmarked. */
export const findBookmarked = (db: Db, personId: string, identifiers: readonly string[]) =>
  db
    .selectFrom('bookmark')
    .select('bookmark.identifier')
    .where('bookmark.person_id', '=', personId)
    .where('bookmark.identifier', '=', matchTexts(identifiers))
    .execute();

/** All media a person has bookmarked. */
export const listBookmarked = (db: Db, personId: string) =>
  db.selectFrom('bookmark').select('bookmark.identifier').where('bookmark.person_id', '=', personId).limit(MAX_BOOKMARKS).execute();
