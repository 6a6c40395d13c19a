/** Media stored on this device, as far as every page needs them. The rest is loaded only if there are some. */
import type { User } from '@fundus/contract/accounts/accounts';
import { t } from '../../i18n/translate.ts';
import { hasStoredMedia } from '../../stores/offline/forget.ts';
import { showSnackbar } from '../../stores/snackbar.ts';

const load = async () => ((await hasStoredMedia()) ? import('../../stores/offline/offline.ts') : null);

/** Returns the user as whom the portal starts without a connection, or `false`. */
export const offlineOwner = async (): Promise<User | false> => (await (await load())?.offlineUser()) ?? false;

/** Keeps, locks or deletes stored media according to the signed-in user, and deletes those whose right has ended. */
export async function followOffline(user: User | false): Promise<void> {
  const offline = await load();
  await offline?.followUser(user);
  if (!offline || !user) return;
  const ended = await offline.checkOfflineMedia();
  if (ended.length > 0) showSnackbar({ text: t('offline.ended', { count: ended.length, title: ended[0]! }), lasting: true });
}
