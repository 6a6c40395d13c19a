/** Reads a list with its items, and merges the replies of changes into the cache. */
import type { Reply } from '@fundus/contract/endpoint';
import type { medialistItems } from '@fundus/contract/medialists/items';
import { medialists, type Medialist } from '@fundus/contract/medialists/medialists';
import { query } from '../../api/query.ts';

/** Returns the newer parts of both replies, so that an older read does not overwrite a change. */
export function mergeReplies(old: Medialist | undefined, next: Medialist): Medialist {
  if (!old || old.id !== next.id) return next;
  const contents = old.content_version > next.content_version ? old : next;
  const fields = old.version > next.version ? old : next;
  return { ...fields, contents: contents.contents, content_version: contents.content_version };
}

/** Returns the query of a list with its items, which is refetched each time the list is opened. */
export const readList = (id: string) => ({
  ...query(medialists.read, { params: { id } }),
  staleTime: 0,
  structuralSharing: (old: unknown, next: unknown) => mergeReplies(old as Medialist | undefined, next as Medialist),
});

export type Content = Pick<Reply<typeof medialistItems.moveItem>, 'items' | 'content_version'>;

/** Returns the list with new contents, unless the list is already newer. */
export const withContent = (old: Medialist | undefined, { items, content_version }: Content): Medialist | undefined =>
  old && content_version >= old.content_version ? { ...old, contents: items, content_version } : old;
