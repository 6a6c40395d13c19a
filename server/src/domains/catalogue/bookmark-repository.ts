/** SQL of the user's bookmarks, for the cards of a list. */
import { MAX_BOOKMARKS } from '@fundus/contract/library/library';
import { matchTexts } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';

/** Returns the given media that the user has bookmarked. */
export const findBookmarked = (db: Db, personId: string, identifiers: readonly string[]) =>
  db
    .selectFrom('bookmark')
    .select('bookmark.identifier')
    .where('bookmark.person_id', '=', personId)
    .where('bookmark.identifier', '=', matchTexts(identifiers))
    .execute();

/** Returns all bookmarks of the user, at most `MAX_BOOKMARKS`. */
export const listBookmarked = (db: Db, personId: string) =>
  db.selectFrom('bookmark').select('bookmark.identifier').where('bookmark.person_id', '=', personId).limit(MAX_BOOKMARKS).execute();
