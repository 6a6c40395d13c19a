/** Bookmarks that the user wants to move to a folder, from any screen. The shell shows the dialog that asks for the folder. */
import { useSyncExternalStore } from 'react';

export type BookmarksToFile = readonly { identifier: string; title: string; folder_id: string | null }[];

let wanted: BookmarksToFile | null = null;
let done: (() => void) | undefined;
const listeners = new Set<() => void>();

function setWanted(next: BookmarksToFile | null, onFiled?: () => void): void {
  wanted = next;
  done = onFiled;
  for (const listener of listeners) listener();
}

export const openFolderDialog = (bookmarks: BookmarksToFile, onFiled?: () => void): void => setWanted(bookmarks, onFiled);

export function closeFiling(filed: boolean): void {
  if (filed) done?.();
  setWanted(null);
}

export const useToFile = (): BookmarksToFile | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
  );
