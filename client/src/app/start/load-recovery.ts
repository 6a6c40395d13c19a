/** Handles scripts and texts that cannot be loaded: waits for the connection, loads a new version of the portal, or rethrows the error. */
import { isConnectionLost } from '../../api/connection.ts';
import { countQueuedWrites, discardQueuedWrites } from '../../api/outbox.ts';
import { t } from '../../i18n/translate.ts';
import { closeSnackbar, lastSnackbar, showSnackbar } from '../../stores/snackbar.ts';
import { unsaved, waitUntilSaved } from '../../stores/unsaved.ts';
import type { Recover } from '../../ui/load-later.tsx';
import { hasReloaded, isUpdated, reload } from './new-version.ts';

/** Maximum number of attempts before the page is reloaded. A browser may cache the failure of a script for the lifetime of the page. */
const MAX_TRIES = 2;

/** Matches the messages of browsers for a script or style sheet that could not be loaded. Errors thrown inside a script have other messages. */
const NOT_LOADED = /dynamically imported module|importing a module script failed|unable to preload css/i;

export const recoverLoad: Recover = async (error, { kind, failures }) => {
  if (!NOT_LOADED.test(String(error))) throw error;
  const isNew = await (kind === 'part' ? whileAnnounced(isUpdated()) : isUpdated());
  if (!isNew && failures <= MAX_TRIES) return;
  if (unsaved().length > 0) {
    showSnackbar({ text: t('app.newVersion.afterSaving'), lasting: true });
    await waitUntilSaved();
    reload();
  } else if (kind === 'screen') {
    if (hasReloaded()) throw error;
    reload();
  } else {
    showSnackbar({ text: t('app.newVersion'), lasting: true, action: { label: t('app.reload'), run: reload } });
  }
  // The promise never resolves: rendering waits until the page reloads or the user decides.
  return new Promise<void>(() => {});
};

/** Delay in milliseconds after which a lost connection has been detected. */
const SOON = 400;

/** Shows a message while a dialog or another part of the page waits for the connection. Without it, a click would have no visible effect. */
async function whileAnnounced<T>(waiting: Promise<T>): Promise<T> {
  let shown: number | undefined;
  const announcing = setTimeout(() => {
    if (!isConnectionLost()) return;
    const count = countQueuedWrites();
    // Replaces the message about waiting writes, so it repeats their number and their action.
    if (count === 0) showSnackbar({ text: t('app.offline.part'), lasting: true });
    else
      showSnackbar({
        text: t('app.offline.part.waiting', { count }),
        lasting: true,
        action: { label: t('app.discard'), run: discardQueuedWrites },
      });
    shown = lastSnackbar();
  }, SOON);
  try {
    return await waiting;
  } finally {
    clearTimeout(announcing);
    if (shown !== undefined) closeSnackbar(shown);
  }
}
