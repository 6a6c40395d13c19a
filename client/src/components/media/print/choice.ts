/** Choosing several media of a list at once (docs/behaviour/catalogue.md#cards). */
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { useState } from 'react';

/** As many as one call takes. */
export const MAX_CHOSEN = 100;

export type Choice = {
  /** In the order they were chosen; null while nothing is being chosen. */
  chosen: ReadonlyMap<string, MediaItem> | null;
  begin: () => void;
  end: () => void;
  toggle: (item: MediaItem) => void;
  /** These as well, as far as there is room; where all of them are chosen already: none at all. */
  toggleAll: (items: readonly MediaItem[]) => void;
};

/** What was chosen stays while the list changes: media of several searches come together. */
export function useChoice(): Choice {
  const [chosen, setChosen] = useState<ReadonlyMap<string, MediaItem> | null>(null);
  const change = (edit: (next: Map<string, MediaItem>) => void) =>
    setChosen((now) => {
      const next = new Map(now);
      edit(next);
      return next;
    });
  return {
    chosen,
    begin: () => setChosen(new Map()),
    end: () => setChosen(null),
    toggle: (item) =>
      change((next) => {
        if (!next.delete(item.identifier) && next.size < MAX_CHOSEN) next.set(item.identifier, item);
      }),
    toggleAll: (items) =>
      change((next) => {
        if (items.every((item) => next.has(item.identifier))) return next.clear();
        for (const item of items) if (next.size < MAX_CHOSEN) next.set(item.identifier, item);
      }),
  };
}
