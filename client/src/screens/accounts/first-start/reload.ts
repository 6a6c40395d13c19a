import { removeCachedReplies } from '../../../api/cached-fetch.ts';

/** Opens an address with a full page load, because the configuration, texts and theme of the current page are outdated. */
export function loadFromServer(address: string): void {
  removeCachedReplies('');
  location.assign(address);
}
