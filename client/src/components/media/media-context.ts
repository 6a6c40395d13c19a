/** Address of a medium's page, depending on the list. */
import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import type { ClassMedium } from '@fundus/contract/classes/media';
import { href } from '@fundus/contract/screens';

/** `bookmarks`: the list of bookmarks, `/media/{id}/bookmarks`; `class`: id of the class and the kind of share. */
export type MediaContext = 'media' | SearchScope | 'bookmarks' | { class: string; kind: ClassMedium['kind'] };

/** Returns the address of a medium; `excerpt` is the id of an excerpt. */
export function mediaHref(context: MediaContext, identifier: string, excerpt?: string): string {
  if (excerpt !== undefined) return `${mediaHref(context, identifier)}?${new URLSearchParams({ excerpt })}`;
  if (typeof context === 'object') return href('class-media-detail', { id: context.class, mediaType: context.kind, mediaId: identifier });
  if (context === 'media') return href('media', { id: identifier });
  if (context === 'bookmarks') return href('media', { id: identifier, list: context });
  return context === 'search'
    ? href('search-media-detail', { mediaId: identifier })
    : href('csearch-media-detail', { mediaId: identifier });
}
