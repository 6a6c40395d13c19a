/** Items that the user wants to add to media lists, from any screen. The shell shows the dialog that asks for the lists. */
import type { NewItem } from '@fundus/contract/medialists/items';
import { TITLE_LENGTH } from '@fundus/contract/medialists/rules';
import { useSyncExternalStore } from 'react';
import type { z } from 'zod';

export type ListAddition = {
  items: readonly z.input<typeof NewItem>[];
  /** Title of the first item. */
  title: string;
  /** Identifiers of complete media, so that the dialog can mark lists that already contain them. Parts of media can be added repeatedly. */
  media: readonly string[];
  onAdded?: (() => void) | undefined;
};
type Medium = { identifier: string; fn_titel: string };

let wanted: ListAddition | null = null;
const listeners = new Set<() => void>();

function setWanted(next: ListAddition | null): void {
  wanted = next;
  for (const listener of listeners) listener();
}

export const addMediaToList = (media: readonly Medium[], onAdded?: () => void): void =>
  setWanted({
    items: media.map(({ identifier }) => ({ kind: 'medium', identifier })),
    title: media[0]?.fn_titel ?? '',
    media: media.map(({ identifier }) => identifier),
    onAdded,
  });

/** Opens the dialog for a part of a film, with a title chosen by the user. */
export const addPartToList = ({ identifier }: Medium, title: string, { start, end }: { start: number; end: number }): void =>
  setWanted({ items: [{ kind: 'sequence', identifier, title, start_s: start, end_s: end }], title, media: [] });

/** Opens the dialog for an excerpt, which is copied into the list with its start and end times. */
export const addExcerptToList = ({ id, title }: { id: string; title: string }): void =>
  setWanted({ items: [{ kind: 'excerpt', excerpt_id: id }], title, media: [] });

/** Opens the dialog for a link to an external page. */
export const addLinkToList = (url: string, title: string): void =>
  setWanted({ items: [{ kind: 'external', url, title: title.slice(0, TITLE_LENGTH) }], title, media: [] });

export const closeAddToList = (): void => setWanted(null);

export const useToList = (): ListAddition | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
  );
