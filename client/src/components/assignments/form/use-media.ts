/** Media used in the steps of a form: the initial media and those added by the user. */
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { useState } from 'react';

export const mediaOf = (of: readonly { item: MediaItem | null }[]): MediaItem[] => of.flatMap(({ item }) => item ?? []);

export function useMedia(first: readonly MediaItem[]) {
  const [media, setMedia] = useState<ReadonlyMap<string, MediaItem>>(() => new Map(first.map((item) => [item.identifier, item])));
  return {
    media,
    addMedium: (item: MediaItem) => setMedia((now) => new Map(now).set(item.identifier, item)),
    titleOf: (identifier: string): string => media.get(identifier)?.fn_titel ?? identifier,
  };
}
