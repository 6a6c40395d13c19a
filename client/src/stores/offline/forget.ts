/** Names of the storage for media on this device, and its deletion. Small, because every page contains it. */
export const OFFLINE_CACHE = 'offlineMedia';
/** Owner and number of stored media, outside of the cache: if the browser evicts the cache, it is the only trace. */
export const OFFLINE_COUNT = 'offlineMediaCount';

/** Returns whether this device has stored media. */
export const hasStoredMedia = async (): Promise<boolean> => 'caches' in globalThis && (await caches.has(OFFLINE_CACHE).catch(() => false));

/** Deletes all stored media with their owner, on sign-out or for another person. */
export async function forgetOfflineMedia(): Promise<void> {
  localStorage.removeItem(OFFLINE_COUNT);
  if ('caches' in globalThis) await caches.delete(OFFLINE_CACHE).catch(() => false);
}
