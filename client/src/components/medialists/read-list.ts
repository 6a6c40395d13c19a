/** A list with what stands in it: how it is read, and how what a change answered comes into it. */
import type { Reply } from '@fundus/contract/endpoint';
import type { medialistItems } from '@fundus/contract/medialists/items';
import { medialists, type Medialist } from '@fundus/contract/medialists/medialists';
import { query } from '../../api/query.ts';

/** A reading that was on its way while something newer came does not take it back. */
export function keepNewer(old: Medialist | undefined, next: Medialist): Medialist {
  if (!old || old.id !== next.id) return next;
  const contents = old.content_version > next.content_version ? old : next;
  const fields = old.version > next.version ? old : next;
  return { ...fields, contents: contents.contents, content_version: contents.content_version };
}

/** A list with what stands in it; read each time it is opened. */
export const readList = (id: string) => ({
  ...query(medialists.read, { params: { id } }),
  staleTime: 0,
  structuralSharing: (old: unknown, next: unknown) => keepNewer(old as Medialist | undefined, next as Medialist),
});

export type Content = Pick<Reply<typeof medialistItems.moveItem>, 'items' | 'content_version'>;

/** What a change of the content answered, put into the list as it is known. */
export const withContent = (old: Medialist | undefined, { items, content_version }: Content): Medialist | undefined =>
  old && content_version >= old.content_version ? { ...old, contents: items, content_version } : old;
