/** Constants shared with the service worker, and the deletion of stored media. Kept small, because every page loads it. */
export const APP_WORKER = '/app-worker.js';
/** Name of the cache for public configuration and texts. */
export const TEXTS_CACHE = 'texts';
export const OFFLINE_CACHE = 'offlineMedia';
/** Storage key of the owner and number of stored media. It is outside the cache, so that an eviction of the cache can be detected. */
export const OFFLINE_COUNT = 'offlineMediaCount';

/** Returns whether this device has stored media. */
export const hasStoredMedia = async (): Promise<boolean> => 'caches' in globalThis && (await caches.has(OFFLINE_CACHE).catch(() => false));

/** Deletes the cache. The number of stored media is kept, so that an eviction can still be detected. */
export async function deleteOfflineCache(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(OFFLINE_CACHE).catch(() => false);
}

/** Deletes all stored media and their owner, on sign-out or when another user signs in. */
export async function deleteOfflineMedia(): Promise<void> {
  localStorage.removeItem(OFFLINE_COUNT);
  await deleteOfflineCache();
}
