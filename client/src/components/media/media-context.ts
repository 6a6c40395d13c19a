/** Addresses of a medium's page, which depend on the list that shows the medium. */
import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import type { ClassMedium } from '@fundus/contract/classes/media';
import { href } from '@fundus/contract/screens';

/** List that shows a medium: all media, a search, the bookmarks, or the media shared with a class. */
export type MediaContext = 'media' | SearchScope | 'bookmarks' | { class: string; kind: ClassMedium['kind'] };

/** Returns the address of a medium's page. `excerpt` is the id of an excerpt to open. */
export function mediaHref(context: MediaContext, identifier: string, excerpt?: string): string {
  if (excerpt !== undefined) return `${mediaHref(context, identifier)}?${new URLSearchParams({ excerpt })}`;
  if (typeof context === 'object') return href('class-media-detail', { id: context.class, mediaType: context.kind, mediaId: identifier });
  if (context === 'media') return href('media', { id: identifier });
  if (context === 'bookmarks') return href('media', { id: identifier, list: context });
  return context === 'search'
    ? href('search-media-detail', { mediaId: identifier })
    : href('csearch-media-detail', { mediaId: identifier });
}
