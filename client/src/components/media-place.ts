/** Where the page of a medium is, depending on the list it stands in. */
import { href } from '@fundus/contract/screens';

/** `bookmarks`: the list of that name, `/media/{id}/bookmarks`. */
export type MediaPlace = 'media' | 'search' | 'csearch' | 'bookmarks';

export function mediaHref(place: MediaPlace, identifier: string): string {
  if (place === 'media') return href('media', { id: identifier });
  if (place === 'bookmarks') return href('media', { id: identifier, list: place });
  return place === 'search' ? href('search-media-detail', { mediaId: identifier }) : href('csearch-media-detail', { mediaId: identifier });
}
