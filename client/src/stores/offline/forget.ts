/** Names shared with the service worker, and the deletion of media on this device. Small, because every page contains it. */
export const APP_WORKER = '/app-worker.js';
/** Cache of public configuration and texts. */
export const TEXTS_CACHE = 'texts';
export const OFFLINE_CACHE = 'offlineMedia';
/** Owner and number of stored media, outside of the cache: if the browser evicts the cache, it is the only trace. */
export const OFFLINE_COUNT = 'offlineMediaCount';

/** Returns whether this device has stored media. */
export const hasStoredMedia = async (): Promise<boolean> => 'caches' in globalThis && (await caches.has(OFFLINE_CACHE).catch(() => false));

/** Deletes the cache. The stored number of media stays, so that an eviction by the browser is still noticed. */
export async function deleteOfflineCache(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(OFFLINE_CACHE).catch(() => false);
}

/** Deletes all stored media with their owner, on sign-out or for another person. */
export async function deleteOfflineMedia(): Promise<void> {
  localStorage.removeItem(OFFLINE_COUNT);
  await deleteOfflineCache();
}
