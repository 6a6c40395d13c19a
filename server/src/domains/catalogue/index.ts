/** Public API of the domain catalogue. */
export { findSameWorks, previewIngest, previewRetire, ingest, readKnownRows, retireGone } from './ingest/ingest.ts';
export { markMerged, markDeliveredAgain } from './ingest/ingest-repository.ts';
export { findRemaining } from './ingest/merged-repository.ts';
export { compareIndex } from './indexing/compare-index.ts';
export { followChanges, rebuild, type Follower } from './indexing/index-feed.ts';
export { restartChangeLog } from './indexing/index-state-repository.ts';
export { findAlternatives } from './synonyms/find-alternatives.ts';
export { watchSynonyms } from './synonyms/synonyms.ts';
export { loadThesaurus, readThesaurus } from './synonyms/thesaurus.ts';
export { seedExcerpt, requireShareableExcerpts, requireGivableExcerpts, presentExcerpt } from './excerpts/excerpts.ts';
export { canBeUsed, presentItem } from './present.ts';
export { cacheCardsInBackground } from './cards-ahead.ts';
export { findBookmarkedBy, buildCards, findHidden, findKnownCards } from './cards.ts';
export type { CardRow } from './repository.ts';
export { listNewSince, type NewMedium } from './search/newest.ts';
export { logOwnChange, changeOwnMedium, createOwnMedium, readOwnRecord, retireOwnMedium } from './edit/edit-own.ts';
export { findGrantableDrafts, grantDrafts, readGivenByLists, readGivenInClasses, requireGrantableDrafts } from './own-grants.ts';
export { listGrantedByAssignment, listPlaces, removeGrants } from './own-grant-repository.ts';
export { labelsOf } from './edit/edit.ts';
export { removeDraftsOf, removeMaterialOfSchool, removeRetired } from './own-repository.ts';
export { findFirstPicture, requireKnownRow, mayOpenFiles, readMedium } from './detail.ts';
export {
  findPublicCards,
  findUsableAt,
  isPublic,
  listKeywordsAt,
  presentFilesAt,
  searchAt,
  searchPublic,
  suggestPublic,
} from './search/public.ts';
export { entitlementFor, isVisibleIn, isPrivate, visibleScope, mayShowByLink, mayShowInPlatform, mayWish, mayWishMedia } from './policy.ts';
export { search as searchMedia } from './search/search.ts';
