/** Items as shown in a presentation, from a list or a share link. */
import { catalogue, type MediaDetail } from '@fundus/contract/catalogue/catalogue';
import type { AppError } from '@fundus/contract/errors';
import type { ListItem } from '@fundus/contract/medialists/items';
import { medialistLinks, type LinkedItem, type LinkedMedium } from '@fundus/contract/medialists/links';
import { queryOptions } from '@tanstack/react-query';
import { callWith } from '../../../api/call.ts';

export type ShownMedium = Pick<MediaDetail, keyof LinkedMedium>;

/** Calls that return the media. */
export type Source = 'list' | 'link';

export const asShown = (item: ListItem): LinkedItem => ({
  ...item,
  cover: item.item?.cover ?? null,
  duration: item.start_s !== null && item.end_s !== null ? item.end_s - item.start_s : (item.item?.duration ?? null),
  available: item.availability === 'playable' || item.availability === 'not_for_learners',
});

/** Returns the visible items, and a hidden one if it was opened directly. */
export const presentable = (items: readonly LinkedItem[], startId: string | null): LinkedItem[] =>
  items.filter((item) => item.visible_to_learners || item.id === startId);

/** Returns the query of a medium with its files, whose addresses are valid for hours. */
export const readMedium = (source: Source, identifier: string) =>
  queryOptions<ShownMedium, AppError>({
    queryKey: ['presented', source, identifier],
    queryFn: ({ signal }) =>
      source === 'link'
        ? callWith(medialistLinks.linkedMedium, signal, { params: { identifier } })
        : callWith(catalogue.detail, signal, { params: { identifier } }),
    staleTime: 3_600_000,
    // Fails at once without a network instead of waiting.
    networkMode: 'always',
  });
