/** Where the page of a medium is, depending on the list it stands in. */
import { href } from '@fundus/contract/screens';

export type MediaPlace = 'media' | 'search' | 'csearch';

export function mediaHref(place: MediaPlace, identifier: string): string {
  if (place === 'media') return href('media', { id: identifier });
  return place === 'search' ? href('search-media-detail', { mediaId: identifier }) : href('csearch-media-detail', { mediaId: identifier });
}
