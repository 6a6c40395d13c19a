/** Access to the media stored on this device. The store is loaded only if there are stored media. */
import type { User } from '@fundus/contract/accounts/accounts';
import { t } from '../../i18n/translate.ts';
import { hasStoredMedia } from '../../stores/offline/forget.ts';
import { showSnackbar } from '../../stores/snackbar.ts';

const load = async () => ((await hasStoredMedia()) ? import('../../stores/offline/offline.ts') : null);

/** Returns the user for whom the portal starts offline, or `false` if there is none. */
export const offlineOwner = async (): Promise<User | false> => (await (await load())?.offlineUser()) ?? false;

/** Keeps, locks or deletes stored media depending on the signed-in user, and deletes media whose usage rights have ended. */
export async function updateOfflineMedia(user: User | false): Promise<void> {
  const offline = await load();
  await offline?.followUser(user);
  if (!offline || !user) return;
  const ended = await offline.checkOfflineMedia();
  if (ended.length > 0) showSnackbar({ text: t('offline.ended', { count: ended.length, title: ended[0]! }), lasting: true });
}
