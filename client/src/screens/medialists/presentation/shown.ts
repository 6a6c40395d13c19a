/** Items and media of a presentation, which was opened from a list or from a share link. */
import { catalogue, type MediaDetail } from '@fundus/contract/catalogue/catalogue';
import type { AppError } from '@fundus/contract/errors';
import type { ListItem } from '@fundus/contract/medialists/items';
import { medialistLinks, type LinkedItem, type LinkedMedium } from '@fundus/contract/medialists/links';
import { queryOptions } from '@tanstack/react-query';
import { callWith } from '../../../api/call.ts';

export type ShownMedium = Pick<MediaDetail, keyof LinkedMedium>;

/** Endpoints that return the media: those of the list or those of the share link. */
export type Source = 'list' | 'link';

export const toLinkedItem = (item: ListItem): LinkedItem => ({
  ...item,
  cover: item.item?.cover ?? null,
  duration: item.start_s !== null && item.end_s !== null ? item.end_s - item.start_s : (item.item?.duration ?? null),
  available: item.availability === 'playable' || item.availability === 'not_for_learners',
});

/** Returns the items that learners can see, plus the hidden item with which the presentation starts. */
export const listPresentable = (items: readonly LinkedItem[], startId: string | null): LinkedItem[] =>
  items.filter((item) => item.visible_to_learners || item.id === startId);

/** Returns the query of a medium with its files. It stays fresh for an hour, because its file URLs are valid for hours. */
export const readMedium = (source: Source, identifier: string) =>
  queryOptions<ShownMedium, AppError>({
    queryKey: ['presented', source, identifier],
    queryFn: ({ signal }) =>
      source === 'link'
        ? callWith(medialistLinks.linkedMedium, signal, { params: { identifier } })
        : callWith(catalogue.detail, signal, { params: { identifier } }),
    staleTime: 3_600_000,
    // Fails immediately without a network instead of waiting for it.
    networkMode: 'always',
  });
