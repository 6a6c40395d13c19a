/** Addresses of media lists and of media within them. Pure. */
import { LIST_SCOPES, type ListScope } from '@fundus/contract/medialists/rules';
import { href } from '@fundus/contract/screens';

/** Returns the scope named in place of an id, or `null`. */
export const scopeNamed = (id: string | undefined): ListScope | null => LIST_SCOPES.find((scope) => scope === id) ?? null;

export const listHref = (id: string): string => href('medialist', { id });

/** Returns the address of a medium within a list. A list may have several parts of a medium, so the item is included. */
export const itemHref = (listId: string, { id, identifier }: { id: string; identifier: string | null }): string =>
  href('medialist-media-detail', { id: listId, mediaId: identifier ?? '' }, { item: id });
