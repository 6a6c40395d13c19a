/** Where the page of a medium is, depending on the list it stands in. */
import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import type { ClassMedium } from '@fundus/contract/classes/media';
import { href } from '@fundus/contract/screens';

/** `bookmarks`: the list of that name, `/media/{id}/bookmarks`; `class`: the id of a class it was given to, and as what. */
export type MediaContext = 'media' | SearchScope | 'bookmarks' | { class: string; kind: ClassMedium['kind'] };

/** `excerpt`: id of the part of it that is meant. */
export function mediaHref(context: MediaContext, identifier: string, excerpt?: string): string {
  if (excerpt !== undefined) return `${mediaHref(context, identifier)}?${new URLSearchParams({ excerpt })}`;
  if (typeof context === 'object') return href('class-media-detail', { id: context.class, mediaType: context.kind, mediaId: identifier });
  if (context === 'media') return href('media', { id: identifier });
  if (context === 'bookmarks') return href('media', { id: identifier, list: context });
  return context === 'search'
    ? href('search-media-detail', { mediaId: identifier })
    : href('csearch-media-detail', { mediaId: identifier });
}
