import { forgetCached } from '../../../api/cached-fetch.ts';

/** Loads another page of the portal from the server: what this page knows of configuration, texts and theme is from before the set-up. */
export function loadFromServer(address: string): void {
  forgetCached('');
  location.assign(address);
}
