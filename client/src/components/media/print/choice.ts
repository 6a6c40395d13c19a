/** Selection of several media in a list (docs/behaviour/catalogue.md#cards). */
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { useState } from 'react';

/** Maximum number of media in one call. */
export const MAX_SELECTED = 100;

export type SelectionMode = {
  /** Selected media in order of selection, or `null` outside of selection mode. */
  chosen: ReadonlyMap<string, MediaItem> | null;
  begin: () => void;
  end: () => void;
  toggle: (item: MediaItem) => void;
  /** Selects all items up to the maximum, or deselects them if all are selected. */
  toggleAll: (items: readonly MediaItem[]) => void;
};

/** Returns the selection. It is preserved when the list changes, so that the user can combine results of several searches. */
export function useSelectionMode(): SelectionMode {
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
        if (!next.delete(item.identifier) && next.size < MAX_SELECTED) next.set(item.identifier, item);
      }),
    toggleAll: (items) =>
      change((next) => {
        if (items.every((item) => next.has(item.identifier))) return next.clear();
        for (const item of items) if (next.size < MAX_SELECTED) next.set(item.identifier, item);
      }),
  };
}
