import { removeCachedReplies } from '../../../api/cached-fetch.ts';

/** Loads a page from the server, because configuration, texts and theme of this page are outdated. */
export function loadFromServer(address: string): void {
  removeCachedReplies('');
  location.assign(address);
}
