/** Database queries for the bookmarks that are shown on media cards. */
import { MAX_BOOKMARKS } from '@fundus/contract/library/library';
import { matchTexts } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';

/** Returns those of the given media that the user has bookmarked. */
export const findBookmarked = (db: Db, personId: string, identifiers: readonly string[]) =>
  db
    .selectFrom('bookmark')
    .select('bookmark.identifier')
    .where('bookmark.person_id', '=', personId)
    .where('bookmark.identifier', '=', matchTexts(identifiers))
    .execute();

/** Returns the user's bookmarks, at most `MAX_BOOKMARKS`. */
export const listBookmarked = (db: Db, personId: string) =>
  db.selectFrom('bookmark').select('bookmark.identifier').where('bookmark.person_id', '=', personId).limit(MAX_BOOKMARKS).execute();
