/** Addresses of media lists, and of a medium that stands in one. Pure. */
import { LIST_SCOPES, type ListScope } from '@fundus/contract/medialists/rules';
import { href } from '@fundus/contract/screens';

/** Names in the place of an id show the lists of that scope. */
export const scopeNamed = (id: string | undefined): ListScope | null => LIST_SCOPES.find((scope) => scope === id) ?? null;

export const listHref = (id: string): string => href('medialist', { id });

/** The page of a medium inside a list; a list may have several parts of one medium, so the item is named as well. */
export const itemHref = (listId: string, { id, identifier }: { id: string; identifier: string | null }): string =>
  href('medialist-media-detail', { id: listId, mediaId: identifier ?? '' }, { item: id });
