/** What is presented: an item of a list as it is shown on the wall, whichever way one came to the list. */
import { catalogue, type MediaDetail } from '@fundus/contract/catalogue/catalogue';
import type { AppError } from '@fundus/contract/errors';
import type { ListItem } from '@fundus/contract/medialists/items';
import { medialistLinks, type LinkedItem, type LinkedMedium } from '@fundus/contract/medialists/links';
import { queryOptions } from '@tanstack/react-query';
import { callWith } from '../../../api/call.ts';

export type ShownMedium = Pick<MediaDetail, keyof LinkedMedium>;

/** Whose calls give the media. */
export type Source = 'list' | 'link';

export const asShown = (item: ListItem): LinkedItem => ({
  ...item,
  cover: item.item?.cover ?? null,
  duration: item.start_s !== null && item.end_s !== null ? item.end_s - item.start_s : (item.item?.duration ?? null),
  available: item.availability === 'playable' || item.availability === 'not_for_learners',
});

/** What stands on the wall: nothing that is hidden from learners, unless it was opened by itself. */
export const presentable = (items: readonly LinkedItem[], startId: string | null): LinkedItem[] =>
  items.filter((item) => item.visible_to_learners || item.id === startId);

/** A medium with its files; their addresses hold for hours. */
export const readMedium = (source: Source, identifier: string) =>
  queryOptions<ShownMedium, AppError>({
    queryKey: ['presented', source, identifier],
    queryFn: ({ signal }) =>
      source === 'link'
        ? callWith(medialistLinks.linkedMedium, signal, { params: { identifier } })
        : callWith(catalogue.detail, signal, { params: { identifier } }),
    staleTime: 3_600_000,
    // Without a network a try fails at once instead of waiting for one.
    networkMode: 'always',
  });
