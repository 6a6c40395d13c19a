/** Addresses of media lists and of media within them. Pure. */
import { LIST_SCOPES, type ListScope } from '@fundus/contract/medialists/rules';
import { href } from '@fundus/contract/screens';

/** Returns the scope if the id in the address is the name of a scope, or `null`. */
export const findScope = (id: string | undefined): ListScope | null => LIST_SCOPES.find((scope) => scope === id) ?? null;

export const listHref = (id: string): string => href('medialist', { id });

/** Returns the address of a medium within a list. It includes the item's id, because a list may contain several parts of one medium. */
export const itemHref = (listId: string, { id, identifier }: { id: string; identifier: string | null }): string =>
  href('medialist-media-detail', { id: listId, mediaId: identifier ?? '' }, { item: id });
