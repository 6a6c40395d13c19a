/** Where the page of a medium is, depending on the list it stands in. */
import type { ClassMedium } from '@fundus/contract/class-media';
import { href } from '@fundus/contract/screens';

/** `bookmarks`: the list of that name, `/media/{id}/bookmarks`; `class`: the id of a class it was given to, and as what. */
export type MediaPlace = 'media' | 'search' | 'csearch' | 'bookmarks' | { class: string; kind: ClassMedium['kind'] };

export function mediaHref(place: MediaPlace, identifier: string): string {
  if (typeof place === 'object') return href('class-media-detail', { id: place.class, mediaType: place.kind, mediaId: identifier });
  if (place === 'media') return href('media', { id: identifier });
  if (place === 'bookmarks') return href('media', { id: identifier, list: place });
  return place === 'search' ? href('search-media-detail', { mediaId: identifier }) : href('csearch-media-detail', { mediaId: identifier });
}
