/** Media stored on this device for the signed-in user, and the rules for playing and deleting them (docs/behaviour/library.md#offline). */
import type { User } from '@fundus/contract/accounts/accounts';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { AppError, type ErrorCode } from '@fundus/contract/errors';
import { call } from '../../api/call.ts';
import { deleteOfflineMedia, OFFLINE_COUNT } from './forget.ts';
import {
  deleteMedium,
  deleteExpired,
  deleteIncompleteFiles,
  listRecords,
  readOwner,
  writeOwner,
  writeRecord,
  type OfflineMedium,
} from './offline-cache.ts';
import { SAVING_LOCK } from './save-media.ts';

/** Interval in milliseconds after which the server is asked again whether a medium may be stored. */
const CHECK_MS = 12 * 3_600_000;
/** Error codes that mean that the user may no longer store the medium. */
const ENDED: readonly ErrorCode[] = ['not_found', 'licence_missing', 'forbidden'];

/** Returns the user who may play media offline, or `null` if nothing is stored or the user has signed out. */
export async function offlineUser(): Promise<User | null> {
  await deleteExpired(Date.now());
  const owner = await readOwner();
  return owner && owner.locked_at === null && (await listRecords()).length > 0 ? owner.user : null;
}

/** Returns the stored media of the user that have not expired. `evicted` is true if the browser has deleted them. */
export async function readOfflineMedia(user: User): Promise<{ media: OfflineMedium[]; evicted: boolean }> {
  await deleteExpired(Date.now());
  const owner = await readOwner();
  const media = owner?.user.id === user.id && owner.locked_at === null ? await listRecords() : [];
  const evicted = owner === null && localStorage.getItem(OFFLINE_COUNT)?.startsWith(`${user.id} `) === true;
  if (!evicted) storeCount(user.id, media.length);
  return { media, evicted };
}

/** Unlocks stored media for their owner, locks them for anonymous visitors, and deletes them for any other user. */
export async function followUser(user: User | false): Promise<void> {
  const owner = await readOwner();
  if (!owner) return deleteExpired(Date.now());
  if (user && user.id !== owner.user.id) return deleteOfflineMedia();
  const locked_at = user ? null : (owner.locked_at ?? Date.now());
  await writeOwner({ ...owner, user: user || owner.user, locked_at });
  await deleteExpired(Date.now());
  if (user) await navigator.locks?.request(SAVING_LOCK, { ifAvailable: true }, async (lock) => lock && (await deleteIncompleteFiles()));
}

/** Asks the server about media that it has not confirmed for twelve hours. Deletes media that may no longer be stored and returns their titles. */
export async function checkOfflineMedia(): Promise<string[]> {
  const ended: string[] = [];
  for (const medium of await listRecords()) {
    if (Date.now() - medium.checked_at < CHECK_MS) continue;
    try {
      const { can, valid_to } = await call(catalogue.detail, { params: { identifier: medium.identifier } });
      if (can.download) await writeRecord(confirmed(medium, valid_to === false ? null : valid_to));
      else ended.push(await removeMedium(medium));
    } catch (error) {
      if (error instanceof AppError && ENDED.includes(error.code)) ended.push(await removeMedium(medium));
    }
  }
  return ended;
}

/** Returns the record of a confirmed medium. If the licence ends earlier than before, so does the storage period. */
const confirmed = (medium: OfflineMedium, licence_to: string | null): OfflineMedium => ({
  ...medium,
  licence_to,
  until: licence_to !== null && licence_to < medium.until ? licence_to : medium.until,
  checked_at: Date.now(),
});

async function removeMedium({ identifier, title }: OfflineMedium): Promise<string> {
  await deleteMedium(identifier);
  return title;
}

function storeCount(person: string, count: number): void {
  if (count > 0) localStorage.setItem(OFFLINE_COUNT, `${person} ${count}`);
  else localStorage.removeItem(OFFLINE_COUNT);
}

/** Clears the notice about evicted media once the user has seen it. */
export const forgetEviction = (): void => localStorage.removeItem(OFFLINE_COUNT);
