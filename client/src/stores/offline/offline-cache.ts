/**
 * Media stored on this device in a browser cache (docs/behaviour/library.md#offline). Pages write to it, and the service worker
 * (client/src/app-worker) serves its files.
 */
import type { User } from '@fundus/contract/accounts/accounts';
import { today } from '@fundus/contract/days';
import type { MediaFile } from '@fundus/contract/files/files';
import { deleteOfflineCache, deleteOfflineMedia, hasStoredMedia, OFFLINE_CACHE } from './forget.ts';

/** Path prefix of all cache entries. The server has no resources under this path. */
export const OFFLINE_PATH = '/offline-media/';
const OWNER = `${OFFLINE_PATH}owner`;
const RECORDS = `${OFFLINE_PATH}records/`;
const FILES = `${OFFLINE_PATH}files/`;

/** Number of days without a sign-in after which the media of a user are deleted. */
const LOCKED_DAYS = 14;
const DAY_MS = 86_400_000;

export type OfflineFile = Omit<MediaFile, 'href' | 'download_href' | 'own_origin' | 'package'>;

export type OfflineMedium = {
  identifier: string;
  title: string;
  duration: number | null;
  /** True if the cover is stored. */
  cover: boolean;
  files: OfflineFile[];
  bytes: number;
  /** Last day on which the medium can be played. */
  until: string;
  /** Last day of the licence, or `null` if the licence is unlimited. */
  licence_to: string | null;
  /** Time in milliseconds at which the server last confirmed that the medium may be stored. */
  checked_at: number;
};

/** Owner of the stored media. `locked_at` is the time at which the session ended, and `seen_at` the latest time the device clock has shown. */
export type OfflineOwner = { user: User; locked_at: number | null; seen_at: number };

/** Returns whether the browser can store media. It needs HTTPS, and some private windows do not support it. */
export const canStoreMedia = (): boolean => 'caches' in globalThis && 'serviceWorker' in navigator;

/** Returns the cache, or `null` if nothing is stored. Reading therefore never creates the cache. */
const existingCache = async (): Promise<Cache | null> => ((await hasStoredMedia()) ? caches.open(OFFLINE_CACHE) : null);

async function readJson<T>(path: string): Promise<T | null> {
  const response = await (await existingCache())?.match(path);
  return response ? ((await response.json()) as T) : null;
}

const writeJson = async (path: string, value: unknown): Promise<void> =>
  (await caches.open(OFFLINE_CACHE)).put(path, new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } }));

export const readOwner = (): Promise<OfflineOwner | null> => readJson<OfflineOwner>(OWNER);
export const writeOwner = (owner: OfflineOwner): Promise<void> => writeJson(OWNER, owner);

const folderOf = (identifier: string): string => `${FILES}${encodeURIComponent(identifier)}/`;
const recordOf = (identifier: string): string => RECORDS + encodeURIComponent(identifier);

/** Returns the URL under which the service worker serves a stored file. */
export const fileAddress = (identifier: string, file: string): string => folderOf(identifier) + encodeURIComponent(file);
export const coverAddress = (identifier: string): string => fileAddress(identifier, 'cover');

export const readRecord = (identifier: string): Promise<OfflineMedium | null> => readJson<OfflineMedium>(recordOf(identifier));
export const writeRecord = (medium: OfflineMedium): Promise<void> => writeJson(recordOf(medium.identifier), medium);
/** Headers of all stored files, which are untrusted content on the origin of the portal. */
const INERT = { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' };

export async function storeFile(address: string, response: Response): Promise<void> {
  for (const [name, value] of Object.entries(INERT)) response.headers.set(name, value);
  await (await caches.open(OFFLINE_CACHE)).put(address, response);
}

async function listKeys(start: string): Promise<string[]> {
  const requests = (await (await existingCache())?.keys()) ?? [];
  return requests.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith(start));
}

/** Returns all stored media, sorted by title. */
export async function listRecords(): Promise<OfflineMedium[]> {
  const read = await Promise.all((await listKeys(RECORDS)).map((path) => readJson<OfflineMedium>(path)));
  return read.filter((one) => one !== null).toSorted((a, b) => a.title.localeCompare(b.title));
}

/** Deletes a medium. The record is deleted first, so that no record refers to missing files. */
export async function deleteMedium(identifier: string): Promise<void> {
  const cache = await existingCache();
  await cache?.delete(recordOf(identifier));
  for (const path of await listKeys(folderOf(identifier))) await cache?.delete(path);
}

/** Deletes files that have no record because their download was interrupted. */
export async function deleteIncompleteFiles(): Promise<void> {
  const cache = await existingCache();
  const kept = (await listRecords()).map(({ identifier }) => folderOf(identifier));
  for (const path of await listKeys(FILES)) if (!kept.some((folder) => path.startsWith(folder))) await cache?.delete(path);
}

/** Returns the current time, which never decreases even if the device clock is set back. */
const clockOf = (owner: OfflineOwner, now: number): number => Math.max(now, owner.seen_at);

export const isOver = ({ until }: Pick<OfflineMedium, 'until'>, owner: OfflineOwner, now: number): boolean =>
  today(new Date(clockOf(owner, now))) > until;

/** Deletes media after their last day, and all media of an owner who has not signed in for too long. Stores the current time. */
export async function deleteExpired(now: number): Promise<void> {
  const owner = await readOwner();
  if (!owner) return deleteOfflineCache();
  if (owner.locked_at !== null && clockOf(owner, now) - owner.locked_at > LOCKED_DAYS * DAY_MS) return deleteOfflineMedia();
  for (const medium of await listRecords()) if (isOver(medium, owner, now)) await deleteMedium(medium.identifier);
  if (now > owner.seen_at) await writeOwner({ ...owner, seen_at: now });
}

/** Returns a stored file, or `null` if its medium is unknown, expired or locked. */
export async function findOfflineFile(address: string, now: number): Promise<Response | null> {
  const identifier = address.startsWith(FILES) ? decodeURIComponent(address.slice(FILES.length).split('/')[0]!) : '';
  const [owner, medium] = await Promise.all([readOwner(), readRecord(identifier)]);
  if (!owner || !medium || owner.locked_at !== null) return null;
  if (isOver(medium, owner, now)) {
    await deleteMedium(identifier);
    return null;
  }
  const cache = await existingCache();
  const found = await cache?.match(address);
  if (found) return found;
  // File names inside a book may differ in case from the links to them.
  const wanted = address.toLowerCase();
  const key = (await listKeys(folderOf(identifier))).find((path) => path.toLowerCase() === wanted);
  return (key !== undefined && (await cache?.match(key))) || null;
}
