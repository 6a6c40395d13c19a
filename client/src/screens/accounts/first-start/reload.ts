import { forgetCached } from '../../../api/cached-fetch.ts';

/** Loads a page from the server: configuration, texts and theme of this page are from before the set-up. */
export function loadFromServer(address: string): void {
  forgetCached('');
  location.assign(address);
}
